-- | Parts, sizes, shapes and contents of arrays.

import "soacs"
open import "zip"

-- | The number of elements.
def length [n] 't (_: [n]t) : i64 = n

-- | Whether there are no elements.
def null [n] 't (_: [n]t) : bool = n == 0

-- | The first element.
def head [n] 't (xs: [n]t) : t = xs[0]

-- | The last element.
def last [n] 't (xs: [n]t) : t = xs[n - 1]

-- | All but the first element.
def tail [n] 't (xs: [n]t) : [n - 1]t = xs[1:]

-- | All but the last element.
def init [n] 't (xs: [n]t) : [n - 1]t = xs[0:n - 1]

-- | The first `i` elements.
def take [n] 't (i: i64) (xs: [n]t) : [i]t = xs[0:i]

-- | All but the first `i` elements.
def drop [n] 't (i: i64) (xs: [n]t) : [n - i]t = xs[i:]

-- | The same array, whose size is checked to be `n` when the program runs.
def sized [m] 't (n: i64) (xs: [m]t) : [n]t = xs :> [n]t

-- | The first `n` elements and the remaining `m`.
def split [n] [m] 't (xs: [n + m]t) : ([n]t, [m]t) = (xs[0:n], xs[n:n + m] :> [m]t)

-- | The elements from last to first.
def reverse [n] 't (xs: [n]t) : [n]t = xs[::-1]

-- | The elements of one array followed by those of another.
def (++) [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = intrinsics.concat xs ys

-- | Another name of `++`.
def concat [n] [m] 't (xs: [n]t) (ys: [m]t) : *[n + m]t = intrinsics.concat xs ys

-- | The numbers from 0 up to `n`, without it.
def iota (n: i64) : *[n]i64 = intrinsics.iota n

-- | The indices of an array.
def indices [n] 't (_: [n]t) : *[n]i64 = intrinsics.iota n

-- | `n` times the same value.
def replicate 't (n: i64) (x: t) : *[n]t = intrinsics.replicate n x

-- | As `replicate`, of a size found by inference.
def rep 't [n] (x: t) : *[n]t = intrinsics.replicate n x

-- | A value that shares no memory with the argument.
def copy 't (x: t) : *t = intrinsics.copy x

-- | As `copy`, laid out in row-major order.
def manifest 't (x: t) : *t = intrinsics.manifest x

-- | The two outer dimensions made one.
def flatten [n] [m] 't (xs: [n][m]t) : [n * m]t = intrinsics.flatten xs

-- | The three outer dimensions made one.
def flatten_3d [n] [m] [l] 't (xs: [n][m][l]t) : [n * m * l]t =
  intrinsics.flatten (intrinsics.flatten xs)

-- | The four outer dimensions made one.
def flatten_4d [n] [m] [l] [k] 't (xs: [n][m][l][k]t) : [n * m * l * k]t =
  intrinsics.flatten (flatten_3d xs)

-- | The outer dimension made two.
def unflatten 't [n] [m] (xs: [n * m]t) : [n][m]t = intrinsics.unflatten n m xs

-- | The outer dimension made three.
def unflatten_3d 't [n] [m] [l] (xs: [n * m * l]t) : [n][m][l]t =
  intrinsics.unflatten n m (intrinsics.unflatten (n * m) l xs)

-- | The outer dimension made four.
def unflatten_4d 't [n] [m] [l] [k] (xs: [n * m * l * k]t) : [n][m][l][k]t =
  unflatten_3d (intrinsics.unflatten (n * m * l) k xs)

-- | Rows and columns exchanged.
def transpose [n] [m] 't (xs: [n][m]t) : [m][n]t = intrinsics.transpose xs

-- | Whether all are true.
def and [n] (xs: [n]bool) : bool = intrinsics.reduce intrinsics.and_bool true xs

-- | Whether one is true.
def or [n] (xs: [n]bool) : bool = intrinsics.reduce intrinsics.or_bool false xs

-- | The elements combined one after the other, from the first.
def foldl [n] 'a 'b (f: a -> b -> a) (start: a) (xs: [n]b) : a =
  loop acc = start for x in xs do f acc x

-- | The elements combined one after the other, from the last.
def foldr [n] 'a 'b (f: b -> a -> a) (start: a) (xs: [n]b) : a =
  loop acc = start for x in reverse xs do f x acc

-- | `f` of every index of one dimension.
def tabulate 'a (n: i64) (f: i64 -> a) : *[n]a = map f (iota n)

-- | `f` of every index of two dimensions.
def tabulate_2d 'a (n: i64) (m: i64) (f: i64 -> i64 -> a) : *[n][m]a =
  tabulate n (\i -> tabulate m (f i))

-- | `f` of every index of three dimensions.
def tabulate_3d 'a (n: i64) (m: i64) (o: i64) (f: i64 -> i64 -> i64 -> a) : *[n][m][o]a =
  tabulate n (\i -> tabulate_2d m o (f i))

-- | Element `i` of the result is element `i + r` of the array, counted in a ring.
def rotate [n] 't (r: i64) (xs: [n]t) : *[n]t = tabulate n (\i -> xs[(i + r) % n])
