-- Nobody owns a top-level value of abstract type, so no function gives it as its caller's own.
-- refuses: FUT-U-RETURN/consumable
-- ==
-- error: FUT-U-RETURN

module type CELL = { type cell val zero: cell val put: *cell -> i32 -> *cell val get: cell -> i32 }
module C: CELL = {
  type cell = [1]i32
  def zero: [1]i32 = [0]
  def put (c: *[1]i32) (x: i32): *[1]i32 = c with [0] = x
  def get (c: [1]i32) = c[0]
}
def zero (_: i32) : *C.cell = C.zero
def main (x: i32) = C.get (C.put (zero x) x) + C.get C.zero
