#!/usr/bin/env bash
# usage: fuzz/run.sh TARGET SECONDS
# Coverage-guided fuzzing with a stable compiler: there is no unsafe code to sanitise, so no sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1
seconds=$2
seeds=fuzz/corpus/seeds
mkdir -p "$seeds" "fuzz/corpus/$target"
dictionary=fuzz/futhark.dict
if [ "$target" = data_format ]; then
  seeds=spec/shared/cases/formats
elif [ "$target" = dpia_front ]; then
  dictionary=fuzz/dpia.dict
  seeds=fuzz/corpus/dpia_seeds
  mkdir -p "$seeds"
  find spec/dpia/cases examples/dpia -name '*.dpia' -size -16k -print0 |
    while IFS= read -r -d '' file; do cp "$file" "$seeds/$(echo "$file" | tr / _)"; done
elif [ "$target" = fcl_front ]; then
  dictionary=fuzz/fcl.dict
  seeds=fuzz/corpus/fcl_seeds
  mkdir -p "$seeds"
  find spec/fcl/cases examples/fcl src/languages/fcl/library -name '*.fcl' -size -16k -print0 |
    while IFS= read -r -d '' file; do cp "$file" "$seeds/$(echo "$file" | tr / _)"; done
elif [ "$target" = fcl_steps ] || [ "$target" = fcl_stages ]; then
  seeds=fuzz/corpus/fcl_choices
  mkdir -p "$seeds"
elif [ "$target" = dex_stages ]; then
  seeds=fuzz/corpus/dex_choices
  mkdir -p "$seeds"
elif [ "$target" = dpia_stages ] || [ "$target" = dpia_device ]; then
  # Their bytes are choices, not text.
  seeds=fuzz/corpus/dpia_choices
  mkdir -p "$seeds"
else
  find spec/futhark/cases examples tests/thesis tests/robustness -name '*.fut' -size -16k -print0 |
    while IFS= read -r -d '' file; do cp "$file" "$seeds/$(echo "$file" | tr / _)"; done
fi
RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none "$target" "fuzz/corpus/$target" "$seeds" -- \
  -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -dict="$dictionary" -print_final_stats=1
