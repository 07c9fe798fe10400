-- Updating a record changes one field and keeps the rest.
-- rules: FUT-T-RECUPD
-- ==
-- input { 1i32 }
-- output { 9i32 2i32 }

def main (x: i32) =
  let r = {a = x, b = {c = x + 1, d = true}}
  let s = r with a = 9 with b.d = false
  in (s.a, s.b.c)
