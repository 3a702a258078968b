"""The daily box office in one CSV file a year, brought up to date every morning. For Airflow 3.

Nothing depends on the logical date: the files show which days are missing or were still provisional,
and --update asks for just those. So a missed run, a lost file or a second run needs neither catchup
nor a backfill. The next run fills what is missing, and a file that has everything keeps its bytes.

bo-export has to be in the PATH of the worker, and KOBIS_API_KEY_FILE in its environment. If there are
several workers, they share the folder of the files, XDG_CACHE_HOME (the archive) and XDG_STATE_HOME
(the calls used today). "Trigger" in the UI and --conf change the parameters of a single run.
"""
import subprocess
from datetime import datetime, timedelta

from airflow.sdk import dag, task
from airflow.sdk.exceptions import AirflowFailException

# Another attempt would end in the same way: a wrong option, a broken file, a bug, a folder that cannot
# be written to, a refused key, no key. All other failures are tried again: 75 because the quota is used
# up or yesterday is not published yet, 2 because a few days are missing (the others are written), and
# 69, 71 and 74 because the trouble may pass.
FINAL = {64, 65, 70, 73, 77, 78}


@dag(
    # 09:30 in Seoul, which has no summer time: the figures of the day before are published.
    schedule="30 0 * * *",
    start_date=datetime(2026, 1, 1), catchup=False, max_active_runs=1,
    params={"from": "2026-01-01",
            "output": "/var/lib/box-office/chart=daily/year={year}/daily.csv"})
def box_office():
    @task(retries=5, retry_delay=timedelta(hours=1), execution_timeout=timedelta(hours=1))
    def update(params=None):
        command = ["bo-export", "--from", params["from"], "--update", "--keep-going",
                   "-o", params["output"]]
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        print(ended.stderr, end="")
        if ended.returncode in FINAL:
            raise AirflowFailException(f"bo-export ended with status {ended.returncode}")
        if ended.returncode != 0:
            raise RuntimeError(f"bo-export ended with status {ended.returncode}; it is tried again")

    update()


box_office()
