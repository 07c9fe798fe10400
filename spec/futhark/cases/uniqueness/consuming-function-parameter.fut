-- A parameter of consuming function type takes functions that consume and functions that do not.
-- rules: FUT-U-HOPAR, FUT-U-HOARG
-- ==
-- input { [5i32,6i32] }
-- output { 7i32 11i32 }

def give 'a 'b (f: *a -> b) (x: *a): b = f x
def main (a: *[]i32) =
  let b = copy a
  in (give (\(c: *[]i32) -> i32.sum (c with [0] = 1)) a, give (\c -> i32.sum c) b)
