-- A function that is blank gives zeros; of a size below zero there are none.
-- rules: FUT-E-ATTR, FUT-E-HOLE
-- refuses: FUT-E-HOLE/value
-- ==
-- input { 2i64 }
-- output { [0i64, 0i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { -2i64 }
-- error: FUT-E-HOLE

entry main (n: i64): []i64 =
  let ones: (k: i64) -> [k]i64 = #[blank] (\k -> replicate k 1i64)
  in ones n
