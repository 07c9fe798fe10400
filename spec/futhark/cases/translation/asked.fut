-- What expressions and definitions ask of those that execute them is there at the end of Core: before the combinators that calls of the prelude become, loops, and calls of what stays.
-- rules: FUT-CO-ATTR
-- ==
-- input { [1, 2, 3] 2 true }
-- output { [5, 7, 9] 9 [25, 25, 25] 17 11 }
-- input { [1, 2, 3] 2 false }
-- output { [5, 7, 9] 9 [2, 3, 4] 17 11 }

#[noinline]
def power [n] (x: i32) (xs: [n]i32) = #[unroll] loop y = x for z in xs do y * y + z

entry main [n] (xs: [n]i32) (k: i32) (b: bool) =
  let ys = #[sequential] map (\x -> 2 * x + 3) xs
  let s = #[sequential_inner] xs |> map (+ 1) |> reduce (+) 0
  let rows =
    #[nobody_knows(1)]
    if b
    then #[flattening(no_outer)] map (\x -> #[sequential] reduce i32.max 0 (map (\y -> y * y + x - x) [k + 3, k])) xs
    else map (+ 1) xs
  let p = #[trace(power)] power (k * k) (take 1 xs)
  let o = #[opaque] (k + 9)
  in (ys, s, rows, p, o)
-- becomes: simplify
--   fun max: [0]bool =
--     let a: [0]bool = []: bool
--     in a
--   
--   #[noinline]
--   fun power (n: i64) (x: i32) (xs: [n]i32): i32 =
--     #[unroll] let x_1: i32 = loop (y: i32 = x) for i: i64 < n do
--         let z: i32 = safe xs[i]
--         let x_2: i32 = y * y
--         let x_3: i32 = x_2 + z
--         in x_3
--     in x_1
--   
--   entry main [n] (xs: [n]i32) (k: i32) (b: bool): ([n]i32, i32, [n]i32, i32, i32) =
--     #[sequential] let x: [n]i32 = map n (\(x: i32): i32 ->
--         let x_1: i32 = x << 1i32
--         let x_2: i32 = x_1 + 3i32
--         in x_2) xs
--     let x_3: [n]i32 = map n (\(x_4: i32): i32 -> let x_5: i32 = x_4 + 1i32 in x_5) xs
--     #[sequential_inner] let x_6: i32 = reduce n (\(x_7: i32) (x_8: i32): i32 -> let x_9: i32 = x_7 + x_8 in x_9) (0i32) x_3
--     let rows: [n]i32 = if b: [n]i32 then
--         let x_10: i32 = k + 3i32
--         #[flattening(no_outer)] #[nobody_knows(1)] let x_11: [n]i32 = map n (\(x_12: i32): i32 ->
--             let a: [2]i32 = [x_10, k]: i32
--             let x_13: [2]i32 = map 2i64 (\(x_14: i32): i32 ->
--                 let x_15: i32 = x_14 * x_14
--                 let x_16: i32 = x_15 + x_12
--                 let x_17: i32 = x_16 - x_12
--                 in x_17) a
--             let x_18: [0]bool = max
--             #[sequential] let x_19: i32 = reduce 2i64 (\(x_20: i32) (x_21: i32): i32 -> let x_22: i32 = max_i32 x_20 x_21 in x_22) (0i32) x_13
--             in x_19) xs
--         in x_11
--       else
--         #[nobody_knows(1)] let x_23: [n]i32 = map n (\(x_24: i32): i32 -> let x_25: i32 = x_24 + 1i32 in x_25) xs
--         in x_23
--     let c: bool = 1i64 <= n
--     let sure: cert = assert c    # FUT-E-SLICE/bounds
--     let a: [1]i32 = safe xs[0i64 :+ 1i64 * 1i64]    # FUT-E-INDEX/bounds
--     let x_26: i32 = k * k
--     #[trace(power)] let p: i32 = power 1i64 x_26 a
--     let x_27: i32 = k + 9i32
--     let o: i32 = opaque x_27
--     in x, x_6, rows, p, o
