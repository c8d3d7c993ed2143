#!/usr/bin/env python3
"""retag.py WHEEL TAG: the wheel, renamed, for the platform TAG. What it says of
itself (WHEEL, and its line in RECORD) is changed with the name."""
import base64
import hashlib
import os
import re
import sys
import zipfile


def main(path, tag):
    folder, name = os.path.split(path)
    old = name.removesuffix(".whl").rsplit("-", 1)[1]
    new = os.path.join(folder, name.replace(f"-{old}.whl", f"-{tag}.whl"))
    with zipfile.ZipFile(path) as source:
        files = {i.filename: source.read(i) for i in source.infolist()}
        infos = source.infolist()
    about = next(n for n in files if n.endswith(".dist-info/WHEEL"))
    record = about.replace("/WHEEL", "/RECORD")
    text = files[about].decode().replace(f"-{old}\n", f"-{tag}\n")
    files[about] = text.encode()
    digest = base64.urlsafe_b64encode(
        hashlib.sha256(files[about]).digest()).decode().rstrip("=")
    files[record] = re.sub(
        rf"(?m)^{re.escape(about)},.*$",
        f"{about},sha256={digest},{len(files[about])}",
        files[record].decode()).encode()
    os.remove(path)
    with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for info in infos:
            out.writestr(info, files[info.filename], zipfile.ZIP_DEFLATED, 9)


main(*sys.argv[1:])
