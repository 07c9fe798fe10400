-- Types are written with sizes, tuples, records, sums and arrows.
-- rules: FUT-X-TYPE
-- ==
-- input { 2i64 }
-- output { 4i64 true }

type^ rule [n] = {name: [n]u8, act: ([n]i64, bool) -> #yes i64 | #no}
def main (n: i64) =
  let r: rule [1] = {name = "r", act = \(xs, b) -> if b then #yes (xs[0] * 2) else #no}
  in (match r.act ([n], true) case #yes v -> v case #no -> 0, r.name == "r")
