-- The module of the intrinsics has the operators of the language, under whatever names a program shadows, and the primitive functions under Futhark's
-- names: on signed integers, of which the function says how to read them, several arguments being a tuple.
-- rules: FUT-T-OPS, FUT-T-VAR
-- ==
-- input { -7i32 2i32 }
-- output { -9i32 49i32 7i32 false -8i32 }
-- entry: primitives
-- input { -7i32 2i32 }
-- output { 2147483644i32 -4i32 -5i32 false 4294967289i64 -7i64 1065353216i32 4294967289f64 3i32 }
-- entry: passed
-- input { [7i32,-7i32] }
-- output { [3i32,2147483644i32] [7i32,-7i32] }

def (-) (_: i32) (_: i32) = 0i32
def minus (a: i32) (b: i32) = a intrinsics.- b
def main (a: intrinsics.i32) (b: i32) =
  (minus a b, a intrinsics.** 2, intrinsics.neg a, (a > 0) intrinsics.&& true, (intrinsics.+) a (-1))

entry primitives (a: i32) (b: i32) =
  (intrinsics.udiv32 (a, b), intrinsics.sdiv32 (a, b), intrinsics.add32 (a, b), intrinsics.ult32 (a, b),
   intrinsics.zext_i32_i64 a, intrinsics.sext_i32_i64 a, intrinsics.fptobits_f32_i32 1f32, intrinsics.uitofp_i32_f64 a,
   intrinsics.umad_hi32 (a, b, b))

entry passed (xs: []i32) =
  let pairs = zip xs (map (const 2) xs)
  in (map intrinsics.udiv32 pairs, map intrinsics.bitstofp_i32_f32 xs |> map intrinsics.fptobits_f32_i32)
