//! The functions of the library that programs call, with their types.
//!
//! The table is not read off the prelude: a prelude that gave one of them another type would make programs ill-typed.

use super::signature::{Scheme, scheme};
use std::sync::LazyLock;

/// A type a line, as a module type specifies it.  What a parameter is called says how its argument is made: `op` and `ne` are an operator and
/// its neutral element, `is` are indices, `times` is a small number.
const SPECIFICATIONS: &str = "
map 'a 'r [n] : (a -> r) -> [n]a -> *[n]r
map1 'a 'r [n] : (a -> r) -> [n]a -> *[n]r
map2 'a 'b 'r [n] : (a -> b -> r) -> [n]a -> [n]b -> *[n]r
map3 'a 'b 'c 'r [n] : (a -> b -> c -> r) -> [n]a -> [n]b -> [n]c -> *[n]r
map4 'a 'b 'c 'd 'r [n] : (a -> b -> c -> d -> r) -> [n]a -> [n]b -> [n]c -> [n]d -> *[n]r
map5 'a 'b 'c 'd 'e 'r [n] : (a -> b -> c -> d -> e -> r) -> [n]a -> [n]b -> [n]c -> [n]d -> [n]e -> *[n]r
reduce 'a [n] : (op: a -> a -> a) -> (ne: a) -> [n]a -> a
reduce_comm 'a [n] : (op: a -> a -> a) -> (ne: a) -> [n]a -> a
scan 'a [n] : (op: a -> a -> a) -> (ne: a) -> [n]a -> *[n]a
exscan 'a [n] : (op: a -> a -> a) -> (ne: a) -> [n]a -> *[n]a
all 'a [n] : (a -> bool) -> [n]a -> bool
any 'a [n] : (a -> bool) -> [n]a -> bool
filter 'a [n] : (a -> bool) -> [n]a -> *?[k].[k]a
partition 'a [n] : (a -> bool) -> [n]a -> ?[k].([k]a, [n - k]a)
partition2 'a [n] : (a -> bool) -> (a -> bool) -> [n]a -> ?[k][l].([k]a, [l]a, [(n - k) - l]a)
scatter 't [k] [n] : *[k]t -> (is: [n]i64) -> [n]t -> *[k]t
scatter_2d 't [k] [m] [n] : *[k][m]t -> (is: [n](i64, i64)) -> [n]t -> *[k][m]t
scatter_3d 't [k] [m] [l] [n] : *[k][m][l]t -> (is: [n](i64, i64, i64)) -> [n]t -> *[k][m][l]t
spread 't [n] : (k: i64) -> t -> (is: [n]i64) -> [n]t -> *[k]t
hist 'a [n] : (op: a -> a -> a) -> (ne: a) -> (k: i64) -> (is: [n]i64) -> [n]a -> *[k]a
reduce_by_index 'a [k] [n] : *[k]a -> (op: a -> a -> a) -> (ne: a) -> (is: [n]i64) -> [n]a -> *[k]a
reduce_by_index_2d 'a [k] [n] [m] : *[k][m]a -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64)) -> [n]a -> *[k][m]a
reduce_by_index_3d 'a [k] [n] [m] [l] : *[k][m][l]a -> (op: a -> a -> a) -> (ne: a) -> (is: [n](i64, i64, i64)) -> [n]a -> *[k][m][l]a
flatmap' 'a 'b [n] [k] : (a -> [k]b) -> [n]a -> ?[m].([n]i64, [m]bool, [n]i64, [m]b)
zip 'a 'b [n] : [n]a -> [n]b -> *[n](a, b)
zip2 'a 'b [n] : [n]a -> [n]b -> *[n](a, b)
zip3 'a 'b 'c [n] : [n]a -> [n]b -> [n]c -> *[n](a, b, c)
zip4 'a 'b 'c 'd [n] : [n]a -> [n]b -> [n]c -> [n]d -> *[n](a, b, c, d)
zip5 'a 'b 'c 'd 'e [n] : [n]a -> [n]b -> [n]c -> [n]d -> [n]e -> *[n](a, b, c, d, e)
unzip 'a 'b [n] : [n](a, b) -> ([n]a, [n]b)
unzip2 'a 'b [n] : [n](a, b) -> ([n]a, [n]b)
unzip3 'a 'b 'c [n] : [n](a, b, c) -> ([n]a, [n]b, [n]c)
unzip4 'a 'b 'c 'd [n] : [n](a, b, c, d) -> ([n]a, [n]b, [n]c, [n]d)
unzip5 'a 'b 'c 'd 'e [n] : [n](a, b, c, d, e) -> ([n]a, [n]b, [n]c, [n]d, [n]e)
length 't [n] : [n]t -> i64
null 't [n] : [n]t -> bool
head 't [n] : [1 + n]t -> t
last 't [n] : [1 + n]t -> t
take 't [n] : (i: i64) -> [i + n]t -> [i]t
drop 't [n] : (i: i64) -> [n]t -> [n - i]t
tail 't [n] : [n]t -> [n - 1]t
init 't [n] : [n]t -> [n - 1]t
sized 't : (n: i64) -> [n]t -> [n]t
split 't [n] [m] : [n + m]t -> ([n]t, [m]t)
reverse 't [n] : [n]t -> [n]t
++ 't [n] [m] : [n]t -> [m]t -> *[n + m]t
concat 't [n] [m] : [n]t -> [m]t -> *[n + m]t
iota : (n: i64) -> *[n]i64
indices 't [n] : [n]t -> *[n]i64
replicate 't : (n: i64) -> t -> *[n]t
rep 't [n] : t -> *[n]t
copy 't : t -> *t
manifest 't : t -> *t
flatten 't [n] [m] : [n][m]t -> [n * m]t
unflatten 't [n] [m] : [n * m]t -> [n][m]t
flatten_3d 't [n] [m] [l] : [n][m][l]t -> [(n * m) * l]t
unflatten_3d 't [n] [m] [l] : [(n * m) * l]t -> [n][m][l]t
transpose 't [n] [m] : [n][m]t -> [m][n]t
and [n] : [n]bool -> bool
or [n] : [n]bool -> bool
not : bool -> bool
foldl 'a 'b [n] : (a -> b -> a) -> a -> [n]b -> a
foldr 'a 'b [n] : (b -> a -> a) -> a -> [n]b -> a
tabulate 'a : (n: i64) -> (i64 -> a) -> *[n]a
tabulate_2d 'a : (n: i64) -> (m: i64) -> (i64 -> i64 -> a) -> *[n][m]a
tabulate_3d 'a : (n: i64) -> (m: i64) -> (o: i64) -> (i64 -> i64 -> i64 -> a) -> *[n][m][o]a
rotate 't [n] : i64 -> [n]t -> *[n]t
|> 'a 'b : a -> (a -> b) -> b
<| 'a 'b : (a -> b) -> a -> b
>-> 'a 'b 'c : (a -> b) -> (b -> c) -> a -> c
<-< 'a 'b 'c : (b -> c) -> (a -> b) -> a -> c
flip 'a 'b 'c : (a -> b -> c) -> b -> a -> c
curry 'a 'b 'c : ((a, b) -> c) -> a -> b -> c
uncurry 'a 'b 'c : (a -> b -> c) -> (a, b) -> c
const 'a 'b : a -> b -> a
id 'a : a -> a
opaque 'a : a -> a
iterate 'a : (times: i32) -> (a -> a) -> a -> a
r32 : i32 -> f32
t32 : f32 -> i32
r64 : i32 -> f64
t64 : f64 -> i32
";

/// Those whose results a machine may compute otherwise: integers of floats that are none.
pub const OF_MACHINES: [&str; 2] = ["t32", "t64"];

/// All of them.
pub static LIBRARY: LazyLock<Vec<Scheme>> = LazyLock::new(|| {
    SPECIFICATIONS
        .lines()
        .filter(|line| !line.is_empty())
        .map(scheme)
        .collect()
});
