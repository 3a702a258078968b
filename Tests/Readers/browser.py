"""Headless Chromium through its debugging pipe, with all traffic sent to a proxy that only counts.

Nothing but Python's own library is needed. The pipe (`--remote-debugging-pipe`) opens no port.
"""

import collections
import contextlib
import json
import os
import pathlib
import socket
import socketserver
import subprocess
import tempfile
import threading
import time


class CountingProxy(socketserver.BaseRequestHandler):
    """A proxy on the loopback interface that records the first line of a request and refuses it.

    Chromium's own requests are left out, because some come whatever its switches say: for the user's
    sign-in, the time, and updates. A page's requests are in Network's events too.
    """

    OWN = ("accounts.google.com", "clients2.google.com", "update.googleapis.com",
           "optimizationguide-pa.googleapis.com", "safebrowsingohttpgateway.googleapis.com")

    def handle(self):
        with contextlib.suppress(OSError):
            self.request.settimeout(2)
            line = self.request.recv(65536).split(b"\r\n")[0].decode("utf-8", "replace")
            host = line.split(" ")[1].split("?")[0] if " " in line else ""
            if not any(own in host for own in self.OWN):
                self.server.lines.append(line)
            self.request.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")


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

    def __init__(self, seconds):
        self.seconds, self.events = seconds, collections.deque()
        self.proxy = socketserver.ThreadingTCPServer(("127.0.0.1", 0), CountingProxy)
        self.proxy.daemon_threads, self.proxy.lines = True, []
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()
        self._folder = tempfile.TemporaryDirectory(prefix="bo-export-browser-", ignore_cleanup_errors=True)
        self._wire, theirs = socket.socketpair()
        self._buffer, self._last, self._session = bytearray(), 0, {}

        def wire():
            # Chromium reads 3 and writes 4. The proxy was there first, so that the pair has neither.
            os.dup2(theirs.fileno(), 3)
            os.dup2(theirs.fileno(), 4)

        self._process = subprocess.Popen(
            ["chromium", *self.SWITCHES, f"--proxy-server=http://127.0.0.1:{self.proxy.server_address[1]}",
             f"--user-data-dir={self._folder.name}/profile", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=wire, start_new_session=True,
            env={**os.environ, "HOME": self._folder.name, "LC_ALL": "C.UTF-8"})
        theirs.close()

    def __enter__(self):
        targets = self.send("Target.getTargets")["targetInfos"]
        target = next(each for each in targets if each["type"] == "page")["targetId"]
        answer = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": answer["sessionId"]}
        for domain in ("Page", "Network", "Runtime", "Log", "DOM"):
            self.send(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        with contextlib.suppress(RuntimeError, OSError, subprocess.TimeoutExpired):
            self._session, self.seconds = {}, 5
            self.send("Browser.close")
            self._process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, 9)
        self._process.wait()
        self._wire.close()
        self._folder.cleanup()

    def send(self, method, **parameters):
        """The result of a command. Events that come before it are kept in `events`."""
        number = self._say(method, parameters)
        until = time.monotonic() + self.seconds
        while (answer := self._next(until)).get("id") != number:
            self._note(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def _say(self, method, parameters):
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters} | self._session
        self._wire.settimeout(self.seconds)
        self._wire.sendall(json.dumps(message).encode() + b"\0")
        return self._last

    def _note(self, event):
        self.events.append(event)
        if event.get("method") == "Page.javascriptDialogOpening":
            # Without waiting for its answer: a dialog holds up all later commands.
            self._say("Page.handleJavaScriptDialog", {"accept": False})

    def _next(self, until):
        while (end := self._buffer.find(b"\0")) < 0:
            self._wire.settimeout(max(until - time.monotonic(), 0.001))
            part = self._wire.recv(1 << 20)
            if not part:
                raise RuntimeError("chromium ended")
            self._buffer += part
        message = json.loads(self._buffer[:end])
        del self._buffer[:end + 1]
        return message

    def open(self, path):
        """Loads a file and waits for its load event and for its pictures."""
        answer = self.send("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        if "errorText" in answer:
            raise RuntimeError(f"{path}: {answer['errorText']}")
        until = time.monotonic() + self.seconds
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self._note(self._next(until))

    def evaluate(self, expression):
        """The value of an expression of JavaScript, awaited if it is a promise."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def looks(self, width=1280, height=900, mobile=False, dark=False):
        """Sets the size of the window in CSS pixels, and the colours that the reader prefers."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=mobile)
        self.send("Emulation.setEmulatedMedia", media="", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "forced-colors", "value": "none"}])
