-- An inner name hides an outer one, there only.
-- rules: FUT-E-LET, FUT-E-BINOP
-- ==
-- input { 3i32 }
-- output { 12i32 }

def main (x: i32) =
  let y = (let x = x * 2 in x + 1)
  let x = x + 2
  in x + y
