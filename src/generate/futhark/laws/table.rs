//! What holds of primitive functions, of the library and of literals.
//!
//! A line is an expression of type bool that is true for all values of its variables.  `#` is a primitive type, `W` its bits; `x`, `y`, `z` are numbers
//! of that type, `j`, `k` of i64, `xs`, `ys` arrays `[n]i64`, `@b` is a number of b random bits.  `a ~ b` says that two floats are equal or no numbers.

/// Of every integer type.
pub const INTEGERS: &str = "
#.min x y == (if x < y then x else y)
#.max x y == (if x < y then y else x)
x - y == x + #.neg y
#.neg x == !x + 1#
!x == 0# - 1# - x
(x & y) == !(!x | !y)
(x ^ y) == (x | y) - (x & y)
(x | y) + (x & y) == x + y
x << 1# == x + x
x << 3# == x * 8#
x >> 1# == x / 2#
x >>> 1# == (if x < 0# then (x >> 1#) & #.highest else x / 2#)
(x + y) * z == x * z + y * z
x / (y | 1#) * (y | 1#) + x % (y | 1#) == x
x // (y | 1#) * (y | 1#) + x %% (y | 1#) == x
let r = x % (y | 1#) in r == 0# || (r < 0#) == ((y | 1#) < 0#)
let r = x %% (y | 1#) in r == 0# || (r < 0#) == (x < 0#)
x ** 0# == 1# && x ** 3# == x * x * x
#.sgn x == (if x > 0# then 1# else if x < 0# then 0# - 1# else 0#)
#.abs x == (if x < 0# then 0# - x else x)
(x < y) == (y > x) && (x <= y) == !(x > y) && (x == y) == (x <= y && x >= y) && (x != y) == !(x == y)
x <= #.highest && x >= #.lowest && #.highest + 1# == #.lowest
#.popc x == i32.sum (map (\\i -> #.get_bit (i32.i64 i) x) (iota W))
#.clz x == (loop c = 0i32 while c < W && #.get_bit (W - 1 - c) x == 0 do c + 1)
#.ctz x == (loop c = 0i32 while c < W && #.get_bit c x == 0 do c + 1)
#.get_bit 3 (#.set_bit 3 x 1) == 1 && #.get_bit 3 (#.set_bit 3 x 0) == 0 && #.set_bit 3 x (#.get_bit 3 x) == x
#.mad_hi x y z == #.mul_hi x y + z
#.mul_hi x 2# == (if x < 0# then 0# - 1# else #.i32 (#.get_bit (W - 1) x))
#.sum [x, y, z] == x + y + z && #.product [x, y, z] == x * y * z
#.minimum [x, y, z] == #.min x (#.min y z) && #.maximum [x, y, z] == #.max x (#.max y z)
#.i64 (i64.# x) == x && #.u64 (u64.# x) == x
u64.# x == u64.i64 (i64.# x) & (u64.highest >> (64 - W))
i64.u8 (u8.# x) == i64.u64 (u64.# x) & 0xff
i64.u16 (u16.# x) == i64.u64 (u64.# x) & 0xffff
i64.u32 (u32.# x) == i64.u64 (u64.# x) & 0xffffffff
i64.i8 (i8.# x) == ((i64.# x & 0xff) ^ 0x80) - 0x80
i64.i16 (i16.# x) == ((i64.# x & 0xffff) ^ 0x8000) - 0x8000
i64.i32 (i32.# x) == ((i64.# x & 0xffffffff) ^ 0x80000000) - 0x80000000
bool.# x == (x != 0#) && #.bool (x < y) == (if x < y then 1# else 0#)
#.f64 (f64.# (x >> (W / 2))) == x >> (W / 2)
";

/// Of every float type.
pub const FLOATS: &str = "
#.min x y ~ (if #.isnan x then y else if #.isnan y || x < y then x else y)
#.max x y ~ (if #.isnan x then y else if #.isnan y || y < x then x else y)
#.min x #.nan ~ x
#.min #.nan x ~ x
#.max x #.nan ~ x
#.max #.nan x ~ x
#.sgn #.nan ~ #.nan
1# / #.sgn (0# * #.sgn x) ~ 1# / (0# * #.sgn x)
#.abs x ~ (if x < 0# then -x else x)
#.neg x ~ -1# * x
x - y ~ x + -y
x + y ~ y + x
x * y ~ y * x
#.recip x ~ 1# / x
#.sgn x ~ (if x > 0# then 1# else if x < 0# then -1# else x)
#.isinf x == (#.abs x == #.inf) && #.isnan x == (x != x)
#.from_bits (#.to_bits x) ~ x
#.abs (#.copysign x y) ~ #.abs x
#.nextafter x x ~ x
#.isnan x || #.isinf x || #.nextafter x #.inf > x && #.nextafter x (-#.inf) < x
#.ldexp x 3 ~ x * 8#
#.sum [x, y] ~ 0# + x + y
#.maximum [x, y] ~ #.max (#.max (-#.inf) x) y
#.f64 (f64.# x) ~ x
let u = f64.# x in !(f64.abs u < 1e15) || f64.# (#.trunc x) == f64.i64 (i64.f64 u)
let u = f64.# x in !(f64.abs u < 1e15) || f64.# (#.floor x) == (let k = f64.i64 (i64.f64 u) in if k > u then k - 1 else k)
let u = f64.# x in !(f64.abs u < 1e15) || f64.# (#.ceil x) == (let k = f64.i64 (i64.f64 u) in if k < u then k + 1 else k)
let u = f64.# (#.i64 @4 + #.i64 @1 / 2# + x) in !(f64.abs u < 1e15) || f64.# (#.round (#.f64 u)) == (let k = f64.floor u in if u - k < 0.5 then k else if u - k > 0.5 then k + 1 else if f64.floor (k / 2) * 2 == k then k else k + 1)
let k = @6 - 32 in #.round (#.i64 k + 0.5) == #.i64 (if k % 2 == 0 then k else k + 1)
let k = @6 - 32 in #.ceil (#.i64 k + 0.25) == #.i64 (k + 1) && #.floor (#.i64 k + 0.75) == #.i64 k && #.trunc (#.i64 k - 0.5) == #.i64 (if k > 0 then k - 1 else k)
i64.# #.inf == 0 && i32.# (-#.inf) == 0 && u8.# #.nan == 0 && i8.# #.inf == 0 && u64.# #.nan == 0
(x < y) == (y > x) && (x <= y) == (x < y || x == y) && (x != y) == !(x == y)
(#.isnan x || #.isnan y) == !(x < y || x == y || x > y)
bool.# x == (x != 0#) && #.bool (x < y) == (if x < y then 1# else 0#)
#.mad x y z ~ x * y + z
#.lerp x y 0# ~ x + (y - x) * 0#
";

/// Of numbers of certain types, of the library and of literals.
pub const OTHERS: &str = "
let (a, b, c) = (@24, @24, @24) in f32.fma (f32.i64 a) (f32.i64 b) (-f32.i64 c) == f32.i64 (a * b - c)
let (a, b, c) = (@31, @31, @48) in f64.fma (f64.i64 a) (f64.i64 b) (-f64.i64 c) == f64.i64 (a * b - c)
let u = f64.i64 (2048 + @11) + f64.i64 @2 * 1e-9 let h = f16.f64 u let e v = f64.abs (f64.f16 v - u) in e h <= e (f16.nextafter h f16.inf) && e h <= e (f16.nextafter h (-f16.inf))
let u = f64.i64 (16777216 + @24) + f64.i64 @2 * 1e-7 let h = f32.f64 u let e v = f64.abs (f64.f32 v - u) in e h <= e (f32.nextafter h f32.inf) && e h <= e (f32.nextafter h (-f32.inf))
let m = @62 let h = f64.i64 m let e v = i64.abs (i64.f64 v - m) in e h <= e (f64.nextafter h f64.inf) && e h <= e (f64.nextafter h 0)
let m = 1024 + @10 let t = f64.i64 (2 * m + 1) let h v = f16.f64 v in h t == f16.i64 (2 * (m + m % 2)) && h (f64.nextafter t f64.inf) == f16.i64 (2 * m + 2) && h (f64.nextafter t 0) == f16.i64 (2 * m) && h (-f64.nextafter t f64.inf) == f16.i64 (-2 * m - 2)
let m = 8388608 + @23 let t = f64.i64 (2 * m + 1) let h v = f32.f64 v in h t == f32.i64 (2 * (m + m % 2)) && h (f64.nextafter t f64.inf) == f32.i64 (2 * m + 2) && h (f64.nextafter t 0) == f32.i64 (2 * m)
i32.mul_hi (i32.i64 j) (i32.i64 k) == i32.i64 ((i64.i32 (i32.i64 j) * i64.i32 (i32.i64 k)) >> 32)
u32.mul_hi (u32.i64 j) (u32.i64 k) == u32.u64 ((u64.u32 (u32.i64 j) * u64.u32 (u32.i64 k)) >> 32)
n == 0 || rotate (k >> 1) xs == map (\\i -> xs[(i + (k >> 1) % n) % n]) (iota n)
reverse xs == map (\\i -> xs[n - 1 - i]) (iota n) && xs[::-1] == reverse xs
exscan (+) 7 xs == map2 (-) (scan (+) 7 xs) xs
scan (\\a b -> a * 3 + b) 0 xs == map (\\i -> loop a = 0 for l < i + 1 do a * 3 + xs[l]) (iota n)
scan (+) 0 xs == map (\\i -> loop a = 0 for l < i + 1 do a + xs[l]) (iota n)
reduce (\\a b -> a * 3 + b) 1 xs == (loop a = 1 for v in xs do a * 3 + v)
reduce (-) 1 xs == (loop a = 1 for v in xs do a - v)
foldl (\\a v -> a * 3 + v) 1 xs == (loop a = 1 for v in xs do a * 3 + v)
foldr (\\v a -> a * 3 + v) 1 xs == (loop a = 1 for i < n do a * 3 + xs[n - 1 - i])
hash (filter (> 2) xs) == (loop s = length (filter (> 2) xs) for v in xs do if v > 2 then s * 31 + v else s)
let (a, b) = partition (> 2) xs in hash a == hash (filter (> 2) xs) && hash b == hash (filter (<= 2) xs)
let (a, b, c) = partition2 (> 5) (> 2) xs in hash a == hash (filter (> 5) xs) && hash b == hash (filter (\\v -> v > 2 && v <= 5) xs) && hash c == hash (filter (<= 2) xs)
scatter (copy xs) [k] [j] == map2 (\\i v -> if i == k then j else v) (iota n) xs
let (p, q) = (k % 4 - 1, j % 4 - 1) in scatter_2d (copy [xs, ys]) [(p, q)] [k] == map2 (\\i vs -> map2 (\\l v -> if i == p && l == q then k else v) (iota n) vs) (iota 2) [xs, ys]
let (p, q, r) = (k % 4 - 1, j % 4 - 1, (k + j) % 4 - 1) in scatter_3d (copy [[xs, ys]]) [(p, q, r)] [k] == map2 (\\i vss -> map2 (\\l vs -> map2 (\\m v -> if i == p && l == q && m == r then k else v) (iota n) vs) (iota 2) vss) (iota 1) [[xs, ys]]
n == 0 || (let r = intrinsics.reduce (\\_ b -> b) xs [xs, ys] let s = r with [0] = k + ys[0] in s[0] == k + ys[0] && hash ys == hash (map2 (\\i v -> if i == 0 then s[0] - k else v) (iota n) s))
n == 0 || (let r = intrinsics.reduce_comm (\\a _ -> a) xs [ys] let t = hash xs let s = r with [0] = k in s[0] == k && hash xs == t)
n == 0 || (let r = intrinsics.scan (\\_ b -> b) xs [ys] let t = hash ys let s = r with [0, 0] = k in s[0, 0] == k && hash ys == t)
n == 0 || (let r = intrinsics.reduce (\\_ b -> b) xs [] let t = hash xs let s = r with [0] = k in s[0] == k && hash xs == t)
reduce_by_index (copy xs) (-) 0 (map (% 3) ys) ys == (loop a = copy xs for i < n do let p = ys[i] % 3 in if p < n then a with [p] = a[p] - ys[i] else a)
hist (\\a b -> a * 3 + b) 0 3 (map (% 4) ys) ys == (loop a = [0, 0, 0] for v in ys do if v % 4 < 3 then a with [v % 4] = a[v % 4] * 3 + v else a)
spread 3 j (map (% 4) ys) ys == (loop a = [j, j, j] for v in ys do if v % 4 < 3 then a with [v % 4] = v else a)
(unzip (zip xs ys)).1 == ys && map (.0) (zip xs ys) == xs && map2 (+) xs ys == map (\\(a, b) -> a + b) (zip xs ys)
transpose [xs, ys] == map2 (\\a b -> [a, b]) xs ys && rearrange (1, 0) [xs, ys] == transpose [xs, ys]
flatten [xs, ys] == (xs ++ ys :> [2 * n]i64) && reshape (2, n) (xs ++ ys) == [xs, ys]
unflatten (flatten [xs, ys]) == [xs, ys] && concat xs ys == xs ++ ys
hash (xs ++ ys) == hash (map (\\i -> if i < n then xs[i] else ys[i - n]) (iota (n + n)))
hash (split (xs ++ ys) : ([n]i64, [n]i64)).1 == hash ys
hash (drop n (xs ++ ys)) == hash ys && hash (take n (xs ++ ys)) == hash xs && last ([k] ++ xs) == (loop _a = k for v in xs do v) && head ([k] ++ xs) == k
hash (tail ([k] ++ xs)) == hash xs && hash (init (xs ++ [k])) == hash xs && null xs == (n == 0) && length xs == n
tabulate n (\\i -> xs[i]) == xs && tabulate_2d n 2 (\\i l -> xs[i] + l) == map (\\v -> [v, v + 1]) xs
iterate 3 (\\v -> v * 2 + 1) k == k * 8 + 7 && iota n == map (+ 1) (map (\\i -> i - 1) (indices xs))
all (> 2) xs == null (filter (<= 2) xs) && any (> 2) xs == !(null (filter (> 2) xs)) && and (map (> 2) xs) == all (> 2) xs && or (map (> 2) xs) == any (> 2) xs
i64.maximum xs == (loop a = i64.lowest for v in xs do if v > a then v else a) && i64.sum xs == (loop a = 0 for v in xs do a + v)
flip (-) k j == j - k && curry (\\(a, b) -> a - b) k j == k - j && uncurry (-) (k, j) == k - j && const k j == k && id k == k
(k |> (+ 1) |> (* 2)) == (k + 1) * 2 && ((+ 1) >-> (* 2)) k == (k + 1) * 2 && ((+ 1) <-< (* 2)) k == k * 2 + 1
(i64.neg <| i64.not <| k + 1) == i64.neg (i64.not (k + 1))
stream_map (\\m (vs: [m]i64) -> map (+ 1) vs) xs == map (+ 1) xs && stream_red (+) (\\m (vs: [m]i64) -> i64.sum vs) xs == i64.sum xs
(k + j << 1) == ((k + j) << 1) && (k - j - 1) == ((k - j) - 1) && (k * 2 + j) == ((k * 2) + j) && (2 ** 3 ** 2) == ((2 ** 3) ** 2) && (k | j & 1) == ((k | j) & 1) && (k < j == (j > k)) && -k ** 2 == (-k) ** 2
hash (map (\\v -> match v case 0 -> 1 case 1 -> 2 case l -> l * l) xs) == hash (map (\\v -> if v == 0 then 1 else if v == 1 then 2 else v * v) xs)
hash xs[1 % (n + 1):n] == hash (map (\\i -> xs[i + 1 % (n + 1)]) (iota (n - 1 % (n + 1))))
let vs = copy xs let vs = if n > 1 then vs with [0:2] = [k, j] else vs in hash vs == hash (map2 (\\i v -> if n > 1 && i < 2 then (if i == 0 then k else j) else v) (iota n) xs)
intrinsics.hist_stream (copy xs) (-) 0 (\\(a: *intrinsics.acc ([n]i64)) (v: i64): *intrinsics.acc ([n]i64) -> intrinsics.acc_write a (v % 3) (v + k)) ys == (loop a = copy xs for v in ys do if v % 3 < n then a with [v % 3] = a[v % 3] - (v + k) else a)
intrinsics.scatter_stream (copy xs) (\\(a: *intrinsics.acc ([n]i64)) (v: i64): *intrinsics.acc ([n]i64) -> intrinsics.acc_write a (v % 5 - 1) (v + j)) ys == (loop a = copy xs for v in ys do if v % 5 - 1 >= 0 && v % 5 - 1 < n then a with [v % 5 - 1] = v + j else a)
hash (flatten (intrinsics.flat_index_2d (xs ++ ys) 0 n 1 2 n)) == hash (flatten (transpose [xs, ys]))
intrinsics.flat_update_1d (replicate (2 * n) k) 0 2 xs == (flatten (map (\\v -> [v, k]) xs) :> [2 * n]i64)
map (\\r -> i64.sum (copy r with [0] = k)) (copy (transpose [xs, ys])) == map (+ k) ys
";
