-- A top-level value of abstract type is for all to see, so it is not consumed either.
-- refuses: FUT-U-R-CONSUME/consumable
-- forced: poison
-- given: { 3i32 }
-- ==
-- error: FUT-U-R-CONSUME

module type CELL = { type cell val zero: cell val put: *cell -> i32 -> *cell val get: cell -> i32 }
module C: CELL = {
  type cell = [1]i32
  def zero: [1]i32 = [0]
  def put (c: *[1]i32) (x: i32): *[1]i32 = c with [0] = x
  def get (c: [1]i32) = c[0]
}
def zero (_: i32) = C.zero
def main (x: i32) = C.get (C.put (zero x) x) + C.get C.zero
