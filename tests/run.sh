#!/usr/bin/env bash
# Runs every test, installing first what system packages they need (Debian and Ubuntu).
# The last line of the output is `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/.."

# The exact arithmetic of `--exact` builds GMP and MPFR from source; devices need an OpenCL library, drivers and Oclgrind.
missing=()
for tool in gcc make m4 diff clinfo oclgrind python3; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
[ -e /etc/OpenCL/vendors/pocl.icd ] || missing+=(pocl)
echo 'int main(void) { return 0; }' | gcc -x c - -lOpenCL -o /dev/null 2>/dev/null || missing+=(libOpenCL)
python3 -c 'import ensurepip' 2>/dev/null || missing+=(python3-venv)
if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "Please install: ${missing[*]}" >&2
    exit 1
  fi
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update && "${as_root[@]}" apt-get install -y --no-install-recommends \
    gcc libc6-dev make m4 diffutils pocl-opencl-icd ocl-icd-opencl-dev clinfo oclgrind python3-venv || exit 1
fi

# The second implementation of OpenCL that kernels are tested on.
environment=$(tests/intel-runtime.sh) || exit 1
eval "$environment"

mkdir -p target
log=target/test-output.txt
status=0
: >"$log"

step() {
  echo "==> $*"
  local begin=$SECONDS
  "$@" 2>&1 | tee -a "$log" || status=1
  echo "==> took $((SECONDS - begin)) s"
}

step cargo build --workspace --bins --features exact,opencl
step env ENGINE=target/debug/engine tests/wasm.sh
step cargo test --workspace --all-targets --features exact,opencl --no-fail-fast
step cargo test --workspace --doc --features exact,opencl --no-fail-fast
step ./target/debug/elder spec --coverage
step ./target/debug/elder test examples tests/thesis tests/robustness benches
step ./target/debug/elder test --backend c examples/dpia examples/fcl
step ./target/debug/elder test --backend c examples/*.fut
step ./target/debug/elder test --pass plan examples/*.fut
step ./target/debug/elder test --backend opencl --device "Portable Computing Language" examples/dpia examples/fcl
step ./target/debug/elder test --backend opencl --device "Intel(R) OpenCL" examples/dpia examples/fcl

# Sums the runners' own summaries.
summary=$(awk '
  /^test result:/ {
    for (i = 2; i <= NF; i++) {
      if ($i ~ /^passed/) passed += $(i - 1)
      if ($i ~ /^failed/) failed += $(i - 1)
    }
  }
  END { printf "%d passed, %d failed", passed, failed }' "$log")
case "$summary" in
  "0 passed"*) status=1 ;;
  *", 0 failed") ;;
  *) status=1 ;;
esac
if [ "$status" -ne 0 ]; then
  case "$summary" in
    *", 0 failed") summary="${summary%, 0 failed}, 1 failed" ;; # a step outside of cargo's runner failed
  esac
fi
echo "$summary" | tee target/test-summary.txt
exit "$status"
