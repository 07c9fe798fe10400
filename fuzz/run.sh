#!/usr/bin/env bash
# usage: fuzz/run.sh TARGET SECONDS [OPTION OF LIBFUZZER..]
# Coverage-guided fuzzing with a stable compiler: there is no unsafe code to sanitise, so no sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1
seconds=$2
shift 2
corpus=fuzz/corpus/$target
seeds=fuzz/seeds/$target
mkdir -p "$corpus" "$seeds"
longest=4096
if [ "$target" = texts ]; then
  longest=32768
  # The cases stand in the repository: the number of their language before them makes inputs of them.
  seeds=fuzz/corpus/cases
  mkdir -p "$seeds"
  number=0
  for ending in fut dpia fcl core ker dx dxc; do
    byte=$(printf '\\x%02x' "$number")
    number=$((number + 1))
    find spec/*/cases tests/robustness -type f -name "*.$ending" -size -8k -print0 |
      while IFS= read -r -d '' file; do { printf "$byte"; cat "$file"; } >"$seeds/$(echo "$file" | tr / _)"; done
  done
elif [ "$target" = data_format ]; then
  seeds=spec/shared/cases/formats
fi
# Choices are as long as programs from the first input on: libFuzzer begins with short ones unless it is told.
RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none "$target" "$corpus" "$seeds" -- \
  -max_total_time="$seconds" -len_control=0 -max_len="$longest" -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 "$@"
