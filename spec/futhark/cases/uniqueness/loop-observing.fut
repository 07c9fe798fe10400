-- A loop that does not consume its parameter leaves the initial value usable.
-- rules: FUT-U-LOOPRES
-- ==
-- input { [5i32] 2i32 }
-- output { 7i32 5i32 }

def main (a: []i32) (n: i32) =
  let b = loop xs = a for _i < n do map (+ 1) xs
  in (b[0], a[0])
