-- Attributes change no value.
-- rules: FUT-E-CALL
-- ==
-- input { 3i32 }
-- output { 7i32 }

#[noinline]
def twice (x: i32) = x * 2
def main (x: i32) = #[unsafe] (twice x) + 1
