-- What a function was given is consumed by whoever applies it once: the operators for that, and others that are defined so.
-- rules: FUT-U-CLOSURE
-- ==
-- input { [5i32,6i32] [1i64,0i64] }
-- output { 9i32 10i32 11i32 12i32 13i32 [7i32,8i32] [8i32,7i32] }

def fill [n] (a: *[n]i32) (v: i32) : i32 = let a = a with [0] = v in a[0] + a[1]

def apply 'a 'b (x: a) (f: a -> b) : b = f x

def through (x: i32) (f: i32 -> i32) : i32 = if x > 0 then apply x f else x

def main (xs: [2]i32) (is: [2]i64) =
  let f = fill (copy xs)
  in ( 3 |> fill (copy xs)
     , f <| 4
     , (fill (copy xs) >-> (+ 1)) 4
     , apply 6 (fill (copy xs))
     , through 7 (fill (copy xs))
     , xs |> map (+ 2) |> scatter (replicate 2 0) (iota 2)
     , xs |> map (+ 2) |> scatter (replicate 2 0) is
     )
