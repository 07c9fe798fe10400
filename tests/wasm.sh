#!/usr/bin/env bash
# Builds the engine for wasm32 and asks it, in node, about cases of each language, beside the same engine on this machine.  The last line is
# `test result: N passed; N failed`.
#
#     tests/wasm.sh [CASES A LANGUAGE]
#
# It needs the targets `wasm32-unknown-unknown` (only checked: there is nothing to run it) and `wasm32-wasip1`, which rustup brings, and node.
set -euo pipefail
cd "$(dirname "$0")/.."

targets="wasm32-unknown-unknown wasm32-wasip1"
for target in $targets; do
  [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || rustup target add "$target"
done
if ! command -v node >/dev/null; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get install -y --no-install-recommends nodejs
fi

# As few features as there are by default: nothing may need a thread, a file, an allocator or a device.
cargo check --quiet --package elder-engine --package elder-compile --target wasm32-unknown-unknown
# A stack that cannot grow is as large as 10,000 levels need.
CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C link-arg=-zstack-size=268435456" \
  cargo build --quiet --profile wasm --package elder-engine --bin engine --target wasm32-wasip1
# ENGINE is one that was built already.
[ -n "${ENGINE:-}" ] || cargo build --quiet --package elder-engine --bin engine
exec node --no-warnings tests/wasm.mjs target/wasm32-wasip1/wasm/engine.wasm "${ENGINE:-target/debug/engine}" "$@"
