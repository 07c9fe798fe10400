-- Types made by a functor may have sizes taken from its parameter.
-- rules: FUT-M-DEP
-- ==
-- input { 7i32 }
-- output { [7i32, 7i32, 7i32] }

module type SIZE = { val n: i64 }
module vec (S: SIZE) = { type v = [S.n]i32 def fill (x: i32): v = replicate S.n x }
module v3 = vec { def n = 3i64 }
def main (x: i32): v3.v = v3.fill x
