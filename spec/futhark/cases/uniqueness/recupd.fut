-- Updating a record consumes nothing; the field takes the aliases of its new value.
-- rules: FUT-U-RECUPD
-- ==
-- input { [3i32] [4i32] }
-- output { [4i32] [3i32] }

def main (a: []i32) (b: []i32) =
  let r = {p = a, q = 1i32}
  let s = r with p = b
  in (s.p, r.p)
