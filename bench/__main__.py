import argparse
import importlib

SUBJECTS = ["engine", "move"]

parser = argparse.ArgumentParser(prog="bench", description="Measure what things cost.")
parser.add_argument("only", nargs="*", metavar="SUBJECT", help=", ".join(SUBJECTS))
options = parser.parse_args()
for subject in options.only or SUBJECTS:
    if subject not in SUBJECTS:
        parser.error(f"there is no {subject!a}, only {', '.join(SUBJECTS)}")
    importlib.import_module(f"bench.{subject}").main()
