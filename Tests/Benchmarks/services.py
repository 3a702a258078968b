"""The services on the loopback that bo-export and its peers ask."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from archive import Archive
from service import KEY, Answer, Service

_PATH = "/boxoffice/searchDailyBoxOfficeList.json"


def url(address: str, day: date) -> str:
    """The URL of one day, as bo-export makes it."""
    return f"{address}{_PATH}?targetDt={day:%Y%m%d}&itemPerPage=10&key={KEY}"


@contextlib.contextmanager
def quick(archive: Archive, folder: Path) -> Iterator[str]:
    """An nginx that answers at once with the plain bodies; gives its address."""
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    temporary = "\n    ".join(
        f'{name}_temp_path "{folder}/nginx-{name}";'
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    configuration = folder / "nginx.conf"
    configuration.write_text(f"""
master_process off;
pid "{folder}/nginx.pid";
events {{ worker_connections 64; }}
http {{
    access_log off;
    sendfile on;
    {temporary}
    server {{
        listen 127.0.0.1:{port};
        location = {_PATH} {{
            root "{archive.folder}/json";
            default_type "application/json;charset=utf-8";
            try_files /$arg_targetDt.json =404;
        }}
    }}
}}
""", encoding="utf-8")
    command = [nginx, "-p", str(folder), "-c", str(configuration), "-e", "stderr"]
    subprocess.run(command, check=True)  # It goes on in the background once it listens.
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        subprocess.run([*command, "-s", "stop"], check=True, stderr=subprocess.DEVNULL)


class Slow(Service):
    """A KOBIS that takes so many seconds for every answer, however many wait, and tells how busy it was."""

    def __init__(self, archive: Archive, delay: float) -> None:
        super().__init__(kobis=self)
        self._archive, self._delay = archive.folder / "json", delay
        self._begun, self._busy = time.monotonic(), time.process_time()

    def answer(self, query: dict[str, str]) -> Answer:
        time.sleep(self._delay)
        return Answer((self._archive / f"{query['targetDt']}.json").read_bytes())

    def __exit__(self, *failure: object) -> None:
        share = (time.process_time() - self._busy) / (time.monotonic() - self._begun)
        print(f"  the server and the harness were busy for {share:.0%} of that time")
        super().__exit__(*failure)
