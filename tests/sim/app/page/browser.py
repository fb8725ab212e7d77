# Headless Chromium, driven through the DevTools protocol over a pipe; standard library only.
# SPDX-License-Identifier: Apache-2.0
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

BOUND_S = 1200.0


class BrowserError(Exception):
    pass


class Browser:
    """One page. `requests`: every URL that was requested; `errors`: every console complaint and exception."""

    def __init__(self):
        program = shutil.which("chromium")
        if program is None:
            raise BrowserError("chromium is not in PATH; ci/setup test installs it")
        self.profile = tempfile.mkdtemp(prefix="stencil-chromium-")
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        os.set_inheritable(to_browser, True)
        os.set_inheritable(from_browser, True)
        command = [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
                   "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
                   "--disable-component-update", "--disable-extensions", "--disable-sync", "--hide-scrollbars",
                   "--force-color-profile=srgb", "--font-render-hinting=none", f"--user-data-dir={self.profile}",
                   "about:blank"]

        # The protocol uses descriptors 3 and 4; the pipes may have been given these numbers in the wrong order.
        def place():
            high = max(to_browser, from_browser, 10)
            os.dup2(to_browser, high + 1)
            os.dup2(from_browser, high + 2)
            os.dup2(high + 1, 3)
            os.dup2(high + 2, 4)

        # Keeps cache and settings in the profile.
        environment = {**os.environ, "HOME": self.profile, "XDG_CONFIG_HOME": self.profile,
                       "XDG_CACHE_HOME": self.profile, "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        self._log = open(os.path.join(self.profile, "stderr"), "w+", encoding="utf-8", errors="replace")
        # pylint: disable-next=subprocess-popen-preexec-fn
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                         stderr=self._log, preexec_fn=place, pass_fds=(3, 4, to_browser, from_browser),
                                         start_new_session=True, env=environment)
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._number = 0
        self._session = None
        self.requests = []
        self.errors = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def close(self):
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait(timeout=BOUND_S)
        for descriptor in (self._to, self._from):
            os.close(descriptor)
        self._log.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + BOUND_S
        while True:
            answer = self._next(end, method)
            if answer.get("id") != self._number:
                self._hear(answer)
            elif "error" in answer:
                raise BrowserError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def _next(self, end, waited_for):
        while b"\0" not in self._buffer:
            left = end - time.monotonic()
            ready = left > 0 and select.select([self._from], [], [], left)[0]
            piece = os.read(self._from, 1 << 20) if ready else b""
            if not piece:
                self._log.seek(0)
                raise BrowserError(f"no answer to {waited_for} within {BOUND_S:.0f} s; Chromium says: "
                                   f"{self._log.read()[-2000:]}")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def _hear(self, event):
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(json.dumps(parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(parameters["entry"]["text"])

    def open(self, path, scheme="light", width=1200, height=900):
        """Loads a file and waits until its script has run."""
        self.requests.clear()
        self.errors.clear()
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        url = "file://" + os.path.abspath(path)
        self.call("Page.navigate", url=url)
        end = time.monotonic() + BOUND_S
        while not self.evaluate(f"location.href === {json.dumps(url)} && document.readyState === 'complete'"):
            if time.monotonic() > end:
                raise BrowserError(f"{path} did not load within {BOUND_S:.0f} s")
            time.sleep(0.02)

    def evaluate(self, expression):
        """The value of a JavaScript expression, as JSON."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(f"{expression[:200]}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key, shift=False):
        codes = {"Tab": 9, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40, "ArrowUp": 38, "Home": 36, "End": 35,
                 "Enter": 13}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=codes[key],
                      modifiers=8 if shift else 0)

    def screenshot(self, path):
        """The text of the whole page."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 12000), "scale": 1}
        shot = self.call("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])
