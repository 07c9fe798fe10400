-- The module of intrinsic functions is not a value to be passed around.
-- refuses: FUT-M-NAMES/intrinsics
-- ==
-- error: FUT-M-NAMES

module m = intrinsics
def main (x: i32) = x
