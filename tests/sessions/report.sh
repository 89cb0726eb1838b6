#!/usr/bin/env bash
# Everything the report refers to is where it says:  report.sh ROEK
exec "$(dirname "$0")/../../tools/make_report.sh" --check
