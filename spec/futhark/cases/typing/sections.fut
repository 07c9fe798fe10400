-- Sections are functions: whole operators, one operand given, fields, indexes.
-- rules: FUT-T-SECT
-- ==
-- input { [1i32,2i32,3i32] }
-- output { 6i32 [9i32, 8i32, 7i32] [-9i32, -8i32, -7i32] [2i32, 4i32, 6i32] [10i32, 20i32, 30i32] 2i32 }

def main [n] (xs: [n]i32) =
  let ps = zip xs (map (* 10) xs)
  in (reduce (+) 0 xs, map (10 -) xs, map (\x -> -(10 - x)) xs, map (2 *) xs, map (.1) ps, (.[1]) xs)
