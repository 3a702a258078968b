"""Headless Chromium through its debugging pipe, with all traffic sent to a proxy that only counts.

Nothing but Python's own library is needed. The pipe (`--remote-debugging-pipe`) opens no port.
"""

import base64
import collections
import contextlib
import json
import os
import pathlib
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time


class BrowserFault(Exception):
    """Chromium refused a command, or did not answer in time."""


class CountingProxy:
    """A proxy on the loopback interface that records the first line of a request and refuses it.

    Chromium's own requests are left out, because some come whatever its switches say: for the user's
    sign-in, the time, and updates. A page's requests are in Network's events too.
    """

    OWN = ("accounts.google.com", "clients2.google.com", "update.googleapis.com",
           "optimizationguide-pa.googleapis.com", "safebrowsingohttpgateway.googleapis.com")

    def __init__(self):
        self.lines = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError):
                connection.settimeout(2)
                line = connection.recv(65536).split(b"\r\n")[0]
                host = line.split(b" ")[1].decode("utf-8", "replace") if b" " in line else ""
                if not any(own in host.split("?")[0] for own in self.OWN):
                    self.lines.append(line.decode("utf-8", "replace"))
                connection.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")

    def close(self):
        self._server.close()


class Browser:
    """One Chromium with one tab; a context manager."""

    # The switches keep Chromium's own requests (updates, lists of bad sites) off the proxy, so that
    # each line that it counts comes from the page.
    SWITCHES = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe",
        "--disable-breakpad", "--allow-browser-signin=false", "--disable-extensions",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-default-apps", "--disable-domain-reliability", "--disable-dev-shm-usage",
        "--disable-client-side-phishing-detection", "--no-default-browser-check", "--no-pings",
        "--disable-features=OptimizationHints,MediaRouter,Translate,DialMediaRouteProvider,"
        "AutofillServerCommunication,CertificateTransparencyComponentUpdater",
        "--metrics-recording-only", "--hide-scrollbars", "--force-color-profile=srgb",
        "--proxy-bypass-list=<-loopback>", "--lang=ko-KR",
    ]

    def __init__(self, seconds=120):
        self.seconds = seconds
        self.proxy = CountingProxy()
        self.events = collections.deque()
        self._folder = tempfile.mkdtemp(prefix="bo-export-browser-")
        commands, self._commands = os.pipe()
        self._answers, answers = os.pipe()
        self._buffer = bytearray()
        self._last = 0
        self._session = None

        def wire():
            # Away from 3 and 4, which Chromium reads and writes.
            first, second = os.dup(commands), os.dup(answers)
            while min(first, second) <= 4:
                first, second = os.dup(first), os.dup(second)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            ["chromium", *self.SWITCHES, f"--proxy-server=http://127.0.0.1:{self.proxy.port}",
             f"--user-data-dir={self._folder}/profile", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=wire, start_new_session=True,
            env={**os.environ, "HOME": self._folder, "LC_ALL": "C.UTF-8"})
        os.close(commands)
        os.close(answers)

    def __enter__(self):
        targets = self.send("Target.getTargets")["targetInfos"]
        target = next(each for each in targets if each["type"] == "page")["targetId"]
        answer = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = answer["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log", "DOM"):
            self.send(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        with contextlib.suppress(BrowserFault, OSError):
            self._session = None
            self.seconds = 5
            self.send("Browser.close")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, 9)
        self._process.wait()
        self.proxy.close()
        os.close(self._commands)
        os.close(self._answers)
        shutil.rmtree(self._folder, ignore_errors=True)

    def send(self, method, **parameters):
        """The result of a command. Events that come before it are kept in `events`."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._commands, data):]
        until = time.monotonic() + self.seconds
        while True:
            answer = self._next(until, method)
            if answer.get("id") == self._last:
                break
            self._note(answer)
        if "error" in answer:
            raise BrowserFault(f"{method}: {answer['error'].get('message')}")
        return answer.get("result", {})

    def _note(self, event):
        self.events.append(event)
        if event.get("method") == "Page.javascriptDialogOpening":
            # Without waiting for its answer: a dialog holds up all later commands.
            self._last += 1
            os.write(self._commands, json.dumps({
                "id": self._last, "sessionId": self._session,
                "method": "Page.handleJavaScriptDialog", "params": {"accept": False},
            }).encode() + b"\0")

    def _next(self, until, what):
        while (end := self._buffer.find(b"\0")) < 0:
            wait = until - time.monotonic()
            if wait <= 0 or not select.select([self._answers], [], [], wait)[0]:
                raise BrowserFault(f"{what}: no answer in {self.seconds} s")
            part = os.read(self._answers, 1 << 20)
            if not part:
                raise BrowserFault(f"{what}: chromium ended")
            self._buffer += part
        message = json.loads(self._buffer[:end])
        del self._buffer[:end + 1]
        return message

    def open(self, path):
        """Loads a file and waits for its load event and for its pictures."""
        answer = self.send("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        if "errorText" in answer:
            raise BrowserFault(f"{path}: {answer['errorText']}")
        until = time.monotonic() + self.seconds
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self._note(self._next(until, "load"))

    def evaluate(self, expression):
        """The value of an expression of JavaScript, awaited if it is a promise."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserFault(details.get("exception", details).get("description", str(details)))
        return answer["result"].get("value")

    def size(self, width, height, scale=1, mobile=False):
        """Sets the size of the window in CSS pixels."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=scale, mobile=mobile)

    def media(self, dark=False, forced=False, printed=False):
        """Sets the reader's preferences that the page can query."""
        self.send("Emulation.setEmulatedMedia", media="print" if printed else "", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "forced-colors", "value": "active" if forced else "none"},
        ])

    def picture(self, full=False):
        """A PNG of the window, or of the whole page."""
        answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=full)
        return base64.b64decode(answer["data"])

    def printed(self):
        """The page as PDF, on the paper that the page asks for, else A4."""
        answer = self.send("Page.printToPDF", preferCSSPageSize=True, printBackground=False,
                           paperWidth=8.27, paperHeight=11.69)
        return base64.b64decode(answer["data"])
