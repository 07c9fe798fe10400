-- A sum of one constructor is a record of its arguments, also in patterns of parameters and of `let`; its number is never tested.
-- rules: FUT-PA-SUM, FUT-PA-BIND
-- ==
-- input { 3 4i64 }
-- output { 21 [0i64, 1i64, 2i64, 3i64] }

type pair [n] = #pair i32 ([n]i64)

def first [n] ((#pair x _): pair [n]) : i32 = x
def second [n] (p: pair [n]) : [n]i64 = let (#pair _ ys) = p in ys

entry main (x: i32) (n: i64) =
  let p : pair [n] = #pair x (iota n)
  let (#sum s) = loop (t: #sum i32) = #sum 0 for i < 7i32 do (let (#sum s) = t in #sum (s + first p))
  in (s, second p)
