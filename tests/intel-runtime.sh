#!/usr/bin/env bash
# Installs Intel's OpenCL runtime for CPUs under target/ (once) and prints the environment in which
# OpenCL finds it beside the system's other devices:
#
#     eval "$(tests/intel-runtime.sh)"
set -euo pipefail
cd "$(dirname "$0")/.."

target="$PWD/target"
venv="$target/intel-runtime"
vendors="$target/opencl-vendors"
library="$venv/lib/libintelocl.so"

if [ ! -e "$library" ]; then
  python3 -m venv "$venv" >&2
  "$venv/bin/pip" install --quiet --disable-pip-version-check intel-opencl-rt intel-cmplr-lib-rt >&2
  [ -e "$library" ] || { echo "the packages of Intel's runtime hold no $library" >&2; exit 1; }
fi

# A folder named in OCL_ICD_VENDORS replaces the system's, so it has to hold that one's entries too.
mkdir -p "$vendors"
rm -f "$vendors"/*.icd
cp /etc/OpenCL/vendors/*.icd "$vendors"/ 2>/dev/null || true
echo "$library" >"$vendors/intel.icd"

echo "export ELDER_INTEL_OPENCL='$venv/lib'"
echo "export OCL_ICD_VENDORS='$vendors'"
# Its libraries find each other by themselves; in LD_LIBRARY_PATH its folder would hide the system's libOpenCL.
