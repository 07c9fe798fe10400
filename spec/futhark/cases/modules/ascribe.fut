-- An ascribed module shows what its module type lists, and hides the rest.
-- rules: FUT-M-ASCRIBE, FUT-M-TOPSIZE
-- ==
-- input { 4i32 }
-- output { 5i32 }

module type COUNTER = { type c val zero: c val up: c -> c val value: c -> i32 }
module counter: COUNTER = {
  type c = i32
  def zero = 0i32
  def up (x: c) = x + 1
  def value (x: c) = x
}
def main (n: i32) = counter.value (counter.up (loop c = counter.zero for _i < n do counter.up c))
