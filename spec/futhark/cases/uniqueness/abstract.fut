-- A value of abstract type is treated like an array.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

module type CELL = { type cell val make: i32 -> *cell val put: *cell -> i32 -> *cell val get: cell -> i32 }
module C: CELL = {
  type cell = [1]i32
  def make (x: i32): *[1]i32 = [x]
  def put (c: *[1]i32) (x: i32): *[1]i32 = c with [0] = x
  def get (c: [1]i32) = c[0]
}
def main (x: i32) =
  let c = C.make x
  let d = C.put c (x + 1)
  in C.get c + C.get d
