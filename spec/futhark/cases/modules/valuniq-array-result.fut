-- A pair of which a part is an array is not fresh where the argument is given back.
-- refuses: FUT-M-VALUNIQ/result
-- ==
-- error: FUT-M-

module type V = { type t  val copy: t -> *t }
module M: V with t = ([2]f32, f32) = { type t = ([2]f32, f32)  def copy = id }
def main (x: f32) = x
