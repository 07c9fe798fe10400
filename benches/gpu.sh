#!/bin/sh
# The tables of the DPIA programs and of FCL's case studies on a machine with an NVIDIA GPU, which needs no Rust: a binary is brought along.
#
#     benches/gpu.sh ELDER [dpia|fcl] [OPTIONS OF dpia.py OR fcl.py]
#
# ELDER is a release build of `elder` with the feature `opencl` (cargo build --release --features opencl -p elder-driver).
# Uses NVIDIA's OpenCL alone, which images for CUDA have, but do not always register; writes nothing outside a temporary folder.
set -eu
elder=$(realpath "$1")
shift
which=dpia
case "${1-}" in dpia | fcl) which=$1; shift ;; esac
here=$(dirname "$(realpath "$0")")

vendors=$(mktemp -d)
trap 'rm -rf "$vendors"' EXIT
echo libnvidia-opencl.so.1 > "$vendors/nvidia.icd"
# One of them is read, depending on the loader.
export OCL_ICD_VENDORS="$vendors" OPENCL_VENDOR_PATH="$vendors" OCL_ICD_FILENAMES=libnvidia-opencl.so.1
export ELDER_CACHE=
chmod +x "$elder"

"$elder" dev --list
for program in "$here/../examples/$which/"*."$which"; do
    "$elder" test --backend opencl "$program"
done
case $which in
dpia) python3 "$here/dpia.py" --elder "$elder" --devices gpu "$@" ;;
fcl) python3 "$here/fcl.py" --elder "$elder" --device nvidia "$@" ;;
esac
