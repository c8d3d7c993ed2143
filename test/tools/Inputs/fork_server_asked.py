"""Asks test/fork_server.py to run scripts: fork_server_asked.py ROOT FOLDER."""
import json
import os
import subprocess
import sys

root, folder = sys.argv[1:]
server = subprocess.Popen(
    [sys.executable, os.path.join(root, "test", "fork_server.py")], text=True,
    stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(text, seconds=60):
    script, output = (os.path.join(folder, name)
                      for name in ("script.py", "said.txt"))
    with open(script, "w", encoding="utf-8") as file:
        file.write(text)
    request = {"command": [script, "an argument"], "output": output,
               "environment": {"COLOUR": "red"}, "folder": folder,
               "seconds": seconds}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    code, used = json.loads(server.stdout.readline())
    with open(output, encoding="utf-8") as file:
        print(code, used > 0, *file.read().split())


ask("import sys, torch\ntorch.mark = 1\nprint('marked')\nsys.exit(3)")
ask("import os, sys, torch\nassert not hasattr(torch, 'mark')\n"
    "print(sys.argv[1:], dict(os.environ)['COLOUR'], len(os.environ),\n"
    "      os.path.samefile('.', sys.path[0]), __name__,\n"
    "      os.path.basename(sys.modules['__main__'].__file__))")
ask("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)")
ask("import time\ntime.sleep(60)", seconds=0.5)
ask("raise ValueError('why')")
server.stdin.close()
print("server", server.wait())
