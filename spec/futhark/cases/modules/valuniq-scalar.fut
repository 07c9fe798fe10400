-- A result that holds no array is fresh, whatever gives it; and a parameter that holds none is not consumed.
-- rules: FUT-M-VALUNIQ
-- ==
-- entry: refined
-- input { 3f32 }
-- output { 4f32 }

-- ==
-- entry: abstract
-- input { 3i32 }
-- output { 3i32 }

-- ==
-- entry: pair
-- input { 3i32 4i32 }
-- output { 4i32 3i32 }

-- ==
-- entry: consumes
-- input { 3i32 }
-- output { 3i32 }

module type V = { type t  val copy: t -> *t }
module F: V with t = f32 = { type t = f32  def copy = id }

module A: { include V  val of_i32: i32 -> t  val to_i32: t -> i32 } = {
  type t = #a i32 | #b
  def copy = id
  def of_i32 (x: i32): t = #a x
  def to_i32 (x: t) = match x case #a y -> y case #b -> 0
}

module P: { val swap: (i32, i32) -> *(i32, i32) } = { def swap 'a 'b (x: a, y: b) = (y, x) }
module C: { val same: i32 -> i32 } = { def same 'a (x: *a): *a = x }

entry refined (x: f32) = F.copy x + 1
entry abstract (x: i32) = A.to_i32 (A.copy (A.of_i32 x))
entry pair (x: i32) (y: i32) = P.swap (x, y)
entry consumes (x: i32) = C.same x
