-- A type abbreviation is another name for the same type.
-- rules: FUT-T-ABBR, FUT-T-TYPE
-- ==
-- input { [1i32,2i32] 3i32 }
-- output { [4i32, 5i32] }

type both 'a = {fst: a, snd: a}
type vec [n] 'a = [n]a
def add [n] (v: vec [n] i32) (b: both i32): [n]i32 = map (+ b.fst) v
def main [n] (xs: [n]i32) (y: i32) = add xs {fst = y, snd = 0}
