"""tc-lsp-server lives on after texts that MLIR's parser does not survive: it
answers the next request, and the client gets a diagnostic.

    lsp.py TC_LSP_SERVER"""
import json
import re
import subprocess
import sys

URI = "file:///deep.mlir"
DEEP = 100000
GOOD = "func.func private @known()\n"
BAD = "func.func @unknown() {\n"
REGIONS = '"a.b"() ({' * DEEP
TEXTS = {"arrays": '\n  "a.b"() {a = ' + "[" * DEEP, "regions": REGIONS,
         "operators": "affine_map<(a) -> (a" + " + a" * DEEP + ")>"}


def frame(message):
    body = message if isinstance(message, str) else json.dumps(message)
    return f"Content-Length: {len(body)}\r\n\r\n{body}"


def delimit(message):
    body = message if isinstance(message, str) else json.dumps(message)
    return body + "\n// -----\n"


def notify(method, **params):
    return {"jsonrpc": "2.0", "method": method, "params": params}


def request(number, method, **params):
    return {**notify(method, **params), "id": number}


def opened(text, uri=URI):
    return notify("textDocument/didOpen", textDocument={
        "uri": uri, "languageId": "mlir", "version": 1, "text": text})


def changed(text, version):
    return notify("textDocument/didChange",
                  textDocument={"uri": URI, "version": version},
                  contentChanges=[{"text": text}])


def answers(messages, write=frame, *options):
    """What the server says to a session of these."""
    session = [request(0, "initialize", processId=None, rootUri=None,
                       capabilities={}), *messages,
               request(99, "shutdown"), notify("exit")]
    done = subprocess.run([sys.argv[1], *options], capture_output=True,
                          input="".join(map(write, session)), text=True)
    if done.returncode:
        sys.exit(f"ends by {done.returncode}: {done.stderr[-2000:]}")
    found, rest = [], done.stdout
    while rest:
        head = re.match(r"Content-Length: (\d+)\s\s+", rest)
        end = head.end() + int(head[1])
        found.append(json.loads(rest[head.end():end]))
        rest = rest[end:]
    if not any(m.get("id") == 99 for m in found):
        sys.exit(f"no answer to shutdown: {found}")
    return found


def diagnostics(found, uri=URI):
    """The messages of the last diagnostics for a document, with places."""
    last = [m["params"]["diagnostics"] for m in found
            if m.get("method") == "textDocument/publishDiagnostics"
            and m["params"]["uri"] == uri]
    return [(d["message"], d["range"]["start"]["line"],
             d["range"]["start"]["character"]) for d in last[-1]]


def expect(what, got, wanted):
    if not wanted(got):
        sys.exit(f"{what}: {str(got)[:2000]}")
    print(f"{what}: right")


def is_fault(said):
    return len(said) == 1 and said[0][0].startswith("[TC-1010] ")


def symbols(number):
    return request(number, "textDocument/documentSymbol",
                   textDocument={"uri": URI})


for name, text in TEXTS.items():
    for write, options in (frame, ()), (delimit, ("--lit-test",)):
        expect(f"{name}, {write.__name__}",
               diagnostics(answers([opened(text)], write, *options)), is_fault)

expect("place", diagnostics(answers([opened(TEXTS["arrays"])])),
       lambda said: said[0][1:] == (1, 2 + len('"a.b"() {a = ') + 255))

# A document that becomes deep, and good again.
expect("change", diagnostics(answers([opened(GOOD), changed(REGIONS, 2)])),
       is_fault)
found = answers([opened(GOOD), changed(REGIONS, 2), symbols(5),
                 changed(BAD, 3), changed(GOOD, 4), symbols(6)])
expect("good again", diagnostics(found), lambda said: said == [])
expect("symbols",
       {m["id"]: m["result"] for m in found if m.get("id") in (5, 6)},
       lambda by: not by[5] and "known" in str(by[6]))
expect("the parser's own", diagnostics(answers([opened(BAD)])),
       lambda said: said and not is_fault(said))
expect("another document",
       diagnostics(answers([opened(REGIONS, "file:///other.mlir"),
                            opened(GOOD)])), lambda said: said == [])

expect("deep JSON", answers(["[" * DEEP + "]" * DEEP, symbols(5)]),
       lambda said: any("TC-1010" in str(m.get("error")) for m in said))
expect("brackets in a string", answers([opened("// " + "[" * DEEP)]),
       lambda said: diagnostics(said) == [])
