-- A size that mentions the parameter of a loop is another one in the condition behind the body: there the parameter has its next value.
-- rules: FUT-CO-ORDER
-- ==
-- input { 10i64 }
-- output { 15i64 }
-- input { 0i64 }
-- output { 1i64 }

entry main (n: i64) : i64 =
  loop x = 1 while length (iota (x + 1)) < n do
    let is = iota (x + 1)
    in x + length is
