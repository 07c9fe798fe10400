-- The new value of a consumed loop parameter may not alias anything outside the loop.
-- refuses: FUT-U-LOOP/outer
-- ==
-- error: FUT-U-

def main (a: *[]i32) (b: []i32) (n: i32) =
  loop xs = a for i < n do let ys = xs with [0] = i in if ys[0] > 3 then ys else b
