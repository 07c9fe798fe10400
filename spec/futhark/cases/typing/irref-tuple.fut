-- Tuple and record patterns that take values apart fit every value.
-- rules: FUT-T-IRREF
-- ==
-- input { 1i32 2i32 }
-- output { 21i32 }

def flip {ones = (a: i32), tens = (b: i32)} = a * 10 + b
def main (x: i32) (y: i32) =
  let (p, (q, _)) = (x, (y, true))
  in flip {tens = p, ones = q}
