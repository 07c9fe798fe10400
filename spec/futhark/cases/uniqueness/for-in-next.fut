-- The loop goes on to read the array that it goes over, so no element of it is the next value of a parameter that is consumed.
-- refuses: FUT-U-LOOP/element
-- forced: poison
-- given: { [[2], [3], [4]] [7] }
-- ==
-- error: FUT-U-LOOP

def main (xss: [][1]i32) (x: *[1]i32): i32 =
  let r = loop (a: *[1]i32) = x for row in copy xss do
            let b = a with [0] = 1
            in if b[0] == 1 then row else b
  in r[0]
