-- A type and a value may share a name.
-- rules: FUT-M-NAMES
-- ==
-- input { 3i32 }
-- output { 4i32 }

type number = i32
def number (x: number): number = x + 1
def main (x: i32) = number x
