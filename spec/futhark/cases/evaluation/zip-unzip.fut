-- `zip` pairs elements and `unzip` takes pairs apart.
-- rules: FUT-E-ZIP
-- ==
-- input { [1i32,2i32] [true,false] }
-- output { [true, false] [1i32, 2i32] 2i32 }

def main [n] (xs: [n]i32) (bs: [n]bool) =
  let ps = zip xs bs
  let (ys, cs) = unzip ps
  in (cs, ys, ps[1].0)
