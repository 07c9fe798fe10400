-- The types of the polymorphic intrinsics: the inside of a module type.
--
-- Every name here is an `Op` of `intrinsics.rs`.  The primitive functions
-- (`add_i32`, `sqrt_f64`, `i32_to_f64`) are not listed: their types follow
-- from their names.

-- Accumulators: write-only views of an array of type `t`.
type~ acc 't

-- Elementwise application.
val map [n] 'a 'r : (a -> r) -> [n]a -> *[n]r
val map2 [n] 'a 'b 'r : (a -> b -> r) -> [n]a -> [n]b -> *[n]r
val map3 [n] 'a 'b 'c 'r : (a -> b -> c -> r) -> [n]a -> [n]b -> [n]c -> *[n]r
val map4 [n] 'a 'b 'c 'd 'r : (a -> b -> c -> d -> r) -> [n]a -> [n]b -> [n]c -> [n]d -> *[n]r
val map5 [n] 'a 'b 'c 'd 'e 'r : (a -> b -> c -> d -> e -> r) -> [n]a -> [n]b -> [n]c -> [n]d -> [n]e -> *[n]r

-- Arrays of tuples and tuples of arrays.
val zip [n] 'a 'b : [n]a -> [n]b -> *[n](a, b)
val zip3 [n] 'a 'b 'c : [n]a -> [n]b -> [n]c -> *[n](a, b, c)
val zip4 [n] 'a 'b 'c 'd : [n]a -> [n]b -> [n]c -> [n]d -> *[n](a, b, c, d)
val zip5 [n] 'a 'b 'c 'd 'e : [n]a -> [n]b -> [n]c -> [n]d -> [n]e -> *[n](a, b, c, d, e)
val unzip [n] 'a 'b : [n](a, b) -> (*[n]a, *[n]b)
val unzip3 [n] 'a 'b 'c : [n](a, b, c) -> (*[n]a, *[n]b, *[n]c)
val unzip4 [n] 'a 'b 'c 'd : [n](a, b, c, d) -> (*[n]a, *[n]b, *[n]c, *[n]d)
val unzip5 [n] 'a 'b 'c 'd 'e : [n](a, b, c, d, e) -> (*[n]a, *[n]b, *[n]c, *[n]d, *[n]e)

-- Reductions, scans, selections.
val reduce [n] 'a : (a -> a -> a) -> a -> [n]a -> *a
val reduce_comm [n] 'a : (a -> a -> a) -> a -> [n]a -> *a
val scan [n] 'a : (a -> a -> a) -> a -> [n]a -> *[n]a
val filter [n] 'a : (a -> bool) -> [n]a -> ?[k].*[k]a

-- `partition k f xs`: the elements sorted stably by their class `f x` (0 to
-- k-1), and the sizes of the k classes.
val partition [n] 'a : i32 -> (a -> i64) -> [n]a -> ?[k].(*[n]a, *[k]i64)

-- `flatmap f xs`: sizes of the results, flags where each begins, offsets, the
-- results one after the other, and the regular parts.
val flatmap [n] 'a 'b 'c : (a -> ?[k].([k]b, c)) -> [n]a -> ?[m].(*[n]i64, *[m]bool, *[n]i64, *[m]b, *[n]c)

-- Writes to places that are computed.
val scatter [n] [l] 't : *[n]t -> [l]i64 -> [l]t -> *[n]t
val scatter_2d [n] [m] [l] 't : *[n][m]t -> [l](i64, i64) -> [l]t -> *[n][m]t
val scatter_3d [n] [m] [k] [l] 't : *[n][m][k]t -> [l](i64, i64, i64) -> [l]t -> *[n][m][k]t
-- The first argument of a histogram is for compilers: how many to make at a time.
val hist_1d [n] [l] 't : i64 -> *[n]t -> (t -> t -> t) -> t -> [l]i64 -> [l]t -> *[n]t
val hist_2d [n] [m] [l] 't : i64 -> *[n][m]t -> (t -> t -> t) -> t -> [l](i64, i64) -> [l]t -> *[n][m]t
val hist_3d [n] [m] [k] [l] 't : i64 -> *[n][m][k]t -> (t -> t -> t) -> t -> [l](i64, i64, i64) -> [l]t -> *[n][m][k]t

-- Construction and change of shape.
val iota : (n: i64) -> *[n]i64
val replicate 't : (n: i64) -> t -> *[n]t
val copy 't : t -> *t
val manifest 't : t -> *t
val concat [n] [m] 't : [n]t -> [m]t -> *[n + m]t
val flatten [n] [m] 't : [n][m]t -> [n * m]t
val unflatten 't : (n: i64) -> (m: i64) -> [n * m]t -> [n][m]t
val transpose [n] [m] 't : [n][m]t -> [m][n]t

-- Functions of whole chunks; the chunk function is given the chunk's size first.
val stream_map [n] 'a 'b : ((m: i64) -> [m]a -> [m]b) -> [n]a -> *[n]b
val stream_red [n] 'a 'b : (b -> b -> b) -> ((m: i64) -> [m]a -> b) -> [n]a -> *b

-- Place-holders: applications of these two have rules of their own
-- (FUT-T-REARRANGE, FUT-T-RESHAPE).
val rearrange 'p 'a 'b : p -> a -> b
val reshape 's 'a 'b : s -> a -> b

-- Accumulators.
val scatter_stream [k] [n] 'a 'b : *[k]a -> (*acc ([k]a) -> b -> acc ([k]a)) -> [n]b -> *[k]a
val hist_stream [k] [n] 'a 'b : *[k]a -> (a -> a -> a) -> a -> (*acc ([k]a) -> b -> acc ([k]a)) -> [n]b -> *[k]a
val acc_write [k] 'a : *acc ([k]a) -> i64 -> a -> *acc ([k]a)

-- Index functions on flat arrays: an offset, then a size and a stride for every
-- dimension; an update reads the sizes off the new values.
val flat_index_2d [n] 'a : [n]a -> i64 -> i64 -> i64 -> i64 -> i64 -> ?[p][q].[p][q]a
val flat_index_3d [n] 'a : [n]a -> i64 -> i64 -> i64 -> i64 -> i64 -> i64 -> i64 -> ?[p][q][r].[p][q][r]a
val flat_index_4d [n] 'a : [n]a -> i64 -> i64 -> i64 -> i64 -> i64 -> i64 -> i64 -> i64 -> i64 -> ?[p][q][r][s].[p][q][r][s]a
val flat_update_1d [n] [p] 'a : *[n]a -> i64 -> i64 -> [p]a -> *[n]a
val flat_update_2d [n] [p] [q] 'a : *[n]a -> i64 -> i64 -> i64 -> [p][q]a -> *[n]a
val flat_update_3d [n] [p] [q] [r] 'a : *[n]a -> i64 -> i64 -> i64 -> i64 -> [p][q][r]a -> *[n]a
val flat_update_4d [n] [p] [q] [r] [s] 'a : *[n]a -> i64 -> i64 -> i64 -> i64 -> i64 -> [p][q][r][s]a -> *[n]a

-- Identities with effects outside of the language.
val opaque 't : t -> t
val trace 't : t -> t
val break 't : t -> t

-- Derivatives; each gives the function's own result as well.
val jvp2 'a 'b : (a -> b) -> a -> a -> (b, b)
val vjp2 'a 'b : (a -> b) -> a -> b -> (b, a)
val jmp2 [n] 'a 'b : (a -> b) -> a -> [n]a -> (b, *[n]b)
val mjp2 [n] 'a 'b : (a -> b) -> a -> [n]b -> (b, *[n]a)
val with_vjp 'a 'b : (a -> b) -> (b -> b -> a) -> a -> b
