"""Years of mornings of a job that keeps a file up to date, with mishaps, on a simulated clock.

python3 mornings.py --program FILE [--years 5] [--seed 1] [--columns with|without]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True

import plan
from figures import Figures, day_at
from findings import Findings, summary, tell
from job import Job
from plan import FIRST_DAY, Morning
from program import compiled, executable
from service import Service

COLUMNS = (
    "date", "rank", "rank_change", "is_new", "movie_code", "title", "open_date", "sales_amount",
    "sales_share", "sales_change", "sales_change_rate", "sales_total", "audience_count",
    "audience_change", "audience_change_rate", "audience_total", "screen_count", "show_count",
)
"""The usual columns of a daily chart."""


def planned(options: argparse.Namespace) -> list[Morning]:
    """All that happens, which is the same in both variants."""
    return plan.mornings(options.years, options.seed, options.both_lie)


def lived(
    program: Path, library: Path, folder: Path, options: argparse.Namespace,
    columns: tuple[str, ...],
) -> Findings:
    """The years of one variant, in a folder of its own."""
    folder.mkdir()
    with Service(Figures(options.seed)) as service:
        job = Job(
            program, library, service, planned(options), folder, columns, options.stray_age)
        return job.live()


def main() -> int:
    """Runs the variants that the arguments choose; returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the bo-export to try")
    parser.add_argument("--years", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--columns", choices=("with", "without"),
        help="only with fetched_at among the columns, or only without (default: both)")
    parser.add_argument(
        "--both-lie", action="store_true",
        help="let the service's clock be wrong or silent while the machine's is wrong, too")
    parser.add_argument(
        "--stray-age", type=int, default=0, metavar="SECONDS",
        help="unfinished files younger than this may be left by a run that ends well")
    options = parser.parse_args()
    program = executable(options.program)
    variants = {"with": (*COLUMNS, "fetched_at"), "without": COLUMNS}
    if options.columns:
        variants = {options.columns: variants[options.columns]}
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mornings.") as folder, ProcessPoolExecutor() as pool:
        library = compiled(["clock"], Path(folder))["clock"]
        lives = {
            name: pool.submit(lived, program, library, Path(folder, name), options, columns)
            for name, columns in variants.items()
        }
        found = {name: life.result() for name, life in lives.items()}
    for name, findings in found.items():
        tell(f"{name} fetched_at", findings)
    summaries = {name: summary(findings) for name, findings in found.items()}
    runs = planned(options)
    days = (day_at(runs[-1].now) - FIRST_DAY).days
    print(json.dumps({
        "seed": options.seed, "days": days, "seconds": round(time.monotonic() - begun),
        "variants": summaries,
    }))
    totals = {
        key: sum(int(variant[key]) for variant in summaries.values())
        for key in ("runs", "wrong", "frozen", "missing", "torn", "lost")
    }
    print(
        f"{days} days, {totals['runs']} runs, {totals['wrong']} wrong, {totals['frozen']} frozen, "
        f"{totals['missing']} missing, {totals['torn']} torn, {totals['lost']} lost")
    return 0 if all(findings.is_clean for findings in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
