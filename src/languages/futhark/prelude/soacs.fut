-- | Second-order array combinators.
--
-- Operators given to reductions, scans and histograms must be associative, with
-- the neutral element that is named; else the result is one of several.

-- | `f` of every element.
def map 'a [n] 'r (f: a -> r) (xs: [n]a) : *[n]r = intrinsics.map f xs

-- | Another name of `map`.
def map1 'a [n] 'r (f: a -> r) (xs: [n]a) : *[n]r = intrinsics.map f xs

-- | `f` of the elements at the same index of two arrays.
def map2 'a 'b [n] 'r (f: a -> b -> r) (as: [n]a) (bs: [n]b) : *[n]r =
  intrinsics.map2 f as bs

-- | `f` of the elements at the same index of three arrays.
def map3 'a 'b 'c [n] 'r (f: a -> b -> c -> r) (as: [n]a) (bs: [n]b) (cs: [n]c) : *[n]r =
  intrinsics.map3 f as bs cs

-- | `f` of the elements at the same index of four arrays.
def map4 'a 'b 'c 'd [n] 'r (f: a -> b -> c -> d -> r) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) : *[n]r =
  intrinsics.map4 f as bs cs ds

-- | `f` of the elements at the same index of five arrays.
def map5 'a 'b 'c 'd 'e [n] 'r (f: a -> b -> c -> d -> e -> r) (as: [n]a) (bs: [n]b) (cs: [n]c) (ds: [n]d) (es: [n]e) : *[n]r =
  intrinsics.map5 f as bs cs ds es

-- | All elements combined by `op`; `ne` for an empty array.
def reduce [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a =
  intrinsics.reduce op ne xs

-- | As `reduce`, with an operator that is commutative too.
def reduce_comm [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : a =
  intrinsics.reduce_comm op ne xs

-- | The reductions of all non-empty prefixes.
def scan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a =
  intrinsics.scan op ne xs

-- | The reductions of all proper prefixes, the empty one first.
def exscan [n] 'a (op: a -> a -> a) (ne: a) (xs: [n]a) : *[n]a =
  let sums = intrinsics.scan op ne xs
  in intrinsics.map (\i -> if i == 0 then ne else sums[i - 1]) (intrinsics.iota n)

-- | Whether `p` holds for every element.
def all [n] 'a (p: a -> bool) (xs: [n]a) : bool =
  intrinsics.reduce intrinsics.and_bool true (intrinsics.map p xs)

-- | Whether `p` holds for some element.
def any [n] 'a (p: a -> bool) (xs: [n]a) : bool =
  intrinsics.reduce intrinsics.or_bool false (intrinsics.map p xs)

-- | The elements for which `p` holds, in order.
def filter [n] 'a (p: a -> bool) (xs: [n]a) : *[]a = intrinsics.filter p xs

-- | The elements for which `p` holds, and the others.
def partition [n] 'a (p: a -> bool) (xs: [n]a) : ?[k].([k]a, [n - k]a) =
  let (ys, counts) = intrinsics.partition 2 (\x -> if p x then 0 else 1) xs
  let k = counts[0]
  in (ys[0:k], ys[k:n])

-- | The elements for which `p` holds, those others for which `q` does, and the rest.
def partition2 [n] 'a (p: a -> bool) (q: a -> bool) (xs: [n]a) : ?[k][l].([k]a, [l]a, [n - k - l]a) =
  let (ys, counts) = intrinsics.partition 3 (\x -> if p x then 0 else if q x then 1 else 2) xs
  let k = counts[0]
  let l = counts[1]
  in (ys[0:k], ys[k:k + l] :> [l]a, ys[k + l:n] :> [n - k - l]a)

-- | `dest` with `vs[j]` written at `is[j]`; indices outside of it are ignored.
def scatter 't [k] [n] (dest: *[k]t) (is: [n]i64) (vs: [n]t) : *[k]t =
  intrinsics.scatter dest is vs

-- | `scatter` into a matrix.
def scatter_2d 't [k] [m] [n] (dest: *[k][m]t) (is: [n](i64, i64)) (vs: [n]t) : *[k][m]t =
  intrinsics.scatter_2d dest is vs

-- | `scatter` into an array of three dimensions.
def scatter_3d 't [k] [m] [l] [n] (dest: *[k][m][l]t) (is: [n](i64, i64, i64)) (vs: [n]t) : *[k][m][l]t =
  intrinsics.scatter_3d dest is vs

-- | `scatter` into `k` copies of `x`.
def spread 't [n] (k: i64) (x: t) (is: [n]i64) (vs: [n]t) : *[k]t =
  intrinsics.scatter (intrinsics.replicate k x) is vs

-- | Histogram of `k` bins: bin `i` is the reduction of those `vs[j]` with `is[j] == i`.
def hist 'a [n] (op: a -> a -> a) (ne: a) (k: i64) (is: [n]i64) (vs: [n]a) : *[k]a =
  intrinsics.hist_1d 1 (intrinsics.replicate k ne) op ne is vs

-- | As `hist`, going on from the bins `dest`.
def reduce_by_index 'a [k] [n] (dest: *[k]a) (op: a -> a -> a) (ne: a) (is: [n]i64) (vs: [n]a) : *[k]a =
  intrinsics.hist_1d 1 dest op ne is vs

-- | `reduce_by_index` into a matrix of bins.
def reduce_by_index_2d 'a [k] [n] [m] (dest: *[k][m]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64)) (vs: [n]a) : *[k][m]a =
  intrinsics.hist_2d 1 dest op ne is vs

-- | `reduce_by_index` into bins of three dimensions.
def reduce_by_index_3d 'a [k] [n] [m] [l] (dest: *[k][m][l]a) (op: a -> a -> a) (ne: a) (is: [n](i64, i64, i64)) (vs: [n]a) : *[k][m][l]a =
  intrinsics.hist_3d 1 dest op ne is vs

-- | The results of a function with an irregular and a regular part, the former
-- concatenated: their sizes, flags at their beginnings, their offsets, all their
-- elements, and the regular parts.
def flatmap [n] 'a 'b 'c (f: a -> ?[k].([k]b, c)) (xs: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b, [n]c) =
  intrinsics.flatmap f xs

-- | As `flatmap`, of a function with an irregular result only.
def flatmap' [n] 'a 'b (f: a -> ?[k].[k]b) (xs: [n]a) : ?[m].([n]i64, [m]bool, [n]i64, [m]b) =
  let (shape, flags, offsets, data, _) = intrinsics.flatmap (\x -> (f x, ())) xs
  in (shape, flags, offsets, data)
