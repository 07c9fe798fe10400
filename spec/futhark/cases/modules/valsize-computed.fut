-- A size that the module type hides may be computed in the module by any expression: one that occurs twice is the same.
-- rules: FUT-M-VALSIZE
-- ==
-- input { 1i64 [5i64,2i64,7i64] }
-- output { [2i64,7i64] [2i64,7i64] [0i64,1i64] [1i64,2i64] [2i64] [5i64] }

type pair [n] = {data: [n]i64, next: [n]i64}

module type cuts = {
  val between [k] : i64 -> [k]i64 -> pair []
  val first [k] : {at: [k]i64} -> pair []
  val all [k] : [k]i64 -> pair []
}

module cuts: cuts = {
  def between [k] (i: i64) (xs: [k]i64) : pair [] =
    let end = if i + 2 < k then i + 2 else k
    in {data = xs[i:end], next = xs[i:end]}

  def first [k] (s: {at: [k]i64}) : pair [] =
    let n = s.at[1]
    in {data = iota n, next = map (+ 1) (iota n)}

  def all [k] (xs: [k]i64) : pair [] =
    let both = [k - 2, 7]
    let n = both[0]
    in {data = map (+ 2) (replicate n 0), next = take n xs}
}

def main (i: i64) (xs: []i64) =
  let a = cuts.between i xs
  let b = cuts.first {at = xs}
  let c = cuts.all xs
  in (a.data, a.next, b.data, b.next, c.data, c.next)
