-- A parameter with a star in its type and one name is consumed as a whole, as an argument is.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-R-CONSUME

def main (x: *[]i32) (y: []i32) (n: i32): i32 =
  let r = loop (p: (*[]i32, []i32)) = (x, y) for i < n do
            let (a, b) = p
            in if i == 0 then (b, copy b) else (a with [0] = 5, [2])
  in r.0[0] + y[0]
