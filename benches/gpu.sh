#!/bin/sh
# The table of the DPIA programs on a machine with an NVIDIA GPU, which needs no Rust: a binary is brought along.
#
#     benches/gpu.sh ELDER [OPTIONS OF dpia.py]
#
# ELDER is a release build of `elder` with the feature `opencl` (cargo build --release --features opencl -p elder-driver).
# Uses NVIDIA's OpenCL alone, which images for CUDA have, but do not always register; writes nothing outside a temporary folder.
set -eu
elder=$(realpath "$1")
shift
here=$(dirname "$(realpath "$0")")

vendors=$(mktemp -d)
trap 'rm -rf "$vendors"' EXIT
echo libnvidia-opencl.so.1 > "$vendors/nvidia.icd"
# One of them is read, depending on the loader.
export OCL_ICD_VENDORS="$vendors" OPENCL_VENDOR_PATH="$vendors" OCL_ICD_FILENAMES=libnvidia-opencl.so.1
export ELDER_CACHE=
chmod +x "$elder"

"$elder" dev --list
for program in "$here"/../examples/dpia/*.dpia; do
    "$elder" test --backend opencl "$program"
done
python3 "$here/dpia.py" --elder "$elder" --devices gpu "$@"
