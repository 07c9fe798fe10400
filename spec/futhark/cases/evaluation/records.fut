-- Fields are selected and replaced.
-- rules: FUT-E-FIELD, FUT-E-RECUPDATE, FUT-E-TUP
-- ==
-- input { 3i32 }
-- output { 4i32 3i32 }

def main (x: i32) = let r = {a = x, b = (x, true)} let s = r with a = x + 1 in (s.a, s.b.0)
