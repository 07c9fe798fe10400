-- What fails in an operator fails where that is applied: by an intrinsic that is given it, or under another name; also if it takes a tuple.
-- rules: FUT-DF-PLUS
-- stages: checks
-- ==
-- entry: reduced mapped named
-- input { [4i32, 2i32] }
-- output { [8i32, 4i32, 1i32] }
-- input { [0i32, -3i32] }
-- error: NUM-DIV

entry reduced (xs: [2]i32) = [intrinsics.reduce (\x y -> x * y) 1 xs, xs[0], intrinsics.reduce (/) 4 xs + 1]
entry mapped (xs: [2]i32) = map intrinsics.udiv32 [(32, xs[0]), (xs[0] * 2, xs[1]), (xs[1], 2)] |> map (+ 0)
entry named (xs: [2]i32) = let f = intrinsics.udiv32 in [f (32, xs[0]), f (8, xs[1]), f (xs[1], 2)]
