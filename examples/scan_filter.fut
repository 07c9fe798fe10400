-- A map, a scan and a filter: which prefix sums of the squares modulo 7 are even?
--
-- For 6: squares modulo 7 are 0 1 4 2 2 4, prefix sums 0 1 5 7 9 13; only 0 is even.
-- ==
-- input { 6i64 }
-- output { 1i64 0i64 }
-- input { 8i64 }
-- output { 3i64 28i64 }

def main (n: i64): (i64, i64) =
  let evens = iota n |> map (\i -> i * i % 7) |> scan (+) 0 |> filter (\x -> x % 2 == 0)
  in (length evens, i64.sum evens)
