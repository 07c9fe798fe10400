-- An element of an abstract type stays whole, though it be an array.
-- rules: FUT-E-RESHAPE
-- ==
-- input { 2i64 3i64 }
-- output { [[[0i64, 1i64], [1i64, 2i64], [2i64, 3i64]], [[3i64, 4i64], [4i64, 5i64], [5i64, 6i64]]] }

module m: {
  type t
  val make: i64 -> t
  val show: t -> [2]i64
} = {
  type t = [2]i64
  def make (i: i64): t = [i, i + 1]
  def show (x: t): [2]i64 = x
}

def main (n: i64) (k: i64) =
  map (map m.show) (reshape (n, k) (map m.make (iota (n * k))))
