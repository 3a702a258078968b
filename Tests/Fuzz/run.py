#!/usr/bin/env python3
"""Fuzzes every reader of bytes that come from elsewhere, with AddressSanitizer: libFuzzer tries those inside
the program, and `talks` starts it with plugins that misbehave. README.md says more."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

import seeds
import talks

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/fuzzing"
SERVER = ROOT / ".build/debug/loopback-kobis"
# The options of the sanitizer that is built into the program with libFuzzer.
SANITIZER = "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:symbolize=1"


def build():
    """Builds the fuzzers and returns their program, which is also `bo-export` if it is called so."""
    # If two sanitizers are given one by one, the Swift compiler takes only the last.
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", ROOT, "--product", "fuzz", "--scratch-path",
         ROOT / ".build/fuzz", "--sanitize=address", "--sanitize=fuzzer", "-Xswiftc",
         "-sanitize=address,fuzzer", "-Xswiftc", "-enable-testing", "--disable-dead-strip"],
        check=True, env=os.environ | {"BO_EXPORT_FUZZ": "1"}, stdout=sys.stderr)
    fuzzer, program = ROOT / ".build/fuzz/release/fuzz", FOLDER / "bo-export"
    program.unlink(missing_ok=True)
    program.symlink_to(fuzzer)
    return fuzzer, program


def fuzz(name, program, seconds):
    """Runs libFuzzer; returns the number of inputs tried, and the findings."""
    found = FOLDER / "findings" / name
    found.mkdir(parents=True, exist_ok=True)
    plugin = FOLDER / "bo-export-source-fuzz"
    plugin.touch(mode=0o700)
    log = FOLDER / f"{name}.log"
    environment = os.environ | {
        "BO_EXPORT_FUZZ_READER": name, "BO_EXPORT_FUZZ_PLUGIN": str(plugin), "ASAN_OPTIONS": SANITIZER}
    with log.open("wb") as output:
        status = subprocess.run(
            [program, FOLDER / name, f"-dict={FOLDER / name}.dict", f"-artifact_prefix={found}/",
             f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=3000", "-max_len=60000",
             "-print_final_stats=1", "-use_value_profile=0"],
            env=environment, stdout=output, stderr=output, check=False).returncode
    tried = re.findall(rb"stat::number_of_executed_units:\s*(\d+)", log.read_bytes())
    findings = [file for file in found.iterdir() if not file.name.startswith("slow-unit")]
    return int(tried[-1]) if tried else 0, findings or ([log] if status else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    everything = [*seeds.READERS, "talks"]
    parser.add_argument("--seconds", type=int, default=600, help="time for each (600)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--only", default=",".join(everything), help=f"some of {', '.join(everything)}")
    options = parser.parse_args()
    names = options.only.split(",")
    FOLDER.mkdir(parents=True, exist_ok=True)
    fuzzer, program = build()
    seeds.write(FOLDER, ROOT, program, SERVER)

    def one(name):
        if name == "talks":
            return talks.run(program, FOLDER, options.seconds, SANITIZER)
        return fuzz(name, fuzzer, options.seconds)

    status = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, (tried, findings) in zip(names, pool.map(one, names)):
            print(f"{name}: {tried} inputs in {options.seconds} s, {len(findings)} findings",
                  *findings, sep="\n    ", flush=True)
            status |= bool(findings)
    sys.exit(status)


if __name__ == "__main__":
    main()
