-- What was found equal to something further out belongs there: no type parameter leaves by it.
-- refuses: FUT-T-IF/branches
-- ==
-- error: FUT-T-IF

def f (u: i32) =
  let keep = \(_: i32) (_: i32) (_: i32) (_: i32) (_: i32) w -> w
  in \x -> (let _ = keep u u u u u x
            let g 'a (z: a) = (if true then x else z)
            in u)
def main (u: i32) = f u u
