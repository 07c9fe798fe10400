-- The sizes that a size-lifted type hides are sizes of their own too, in each parameter.
-- rules: FUT-SZ-BRANCH
-- ==
-- entry: field
-- input { true [1i32, 2i32] [5i32] }
-- output { [1i32, 2i32] }

-- ==
-- entry: exchanged
-- input { false [1i32, 2i32] [5i32] }
-- output { [5i32] [1i32, 2i32] }

-- ==
-- entry: whole
-- input { false [1i32, 2i32] [5i32] }
-- output { [5i32] [5i32] }

-- ==
-- entry: sum
-- input { true [1i32, 2i32] [5i32] }
-- output { [1i32, 2i32] }
-- input { false [1i32, 2i32] [5i32, 6i32, 7i32] }
-- output { [5i32, 6i32, 7i32] }

type~ two = {a: []i32, b: []i32}
type~ sum = #one ([]i32) | #both ([]i32) ([]i32)

def field_of (c: bool) (r: two) = if c then r.a else r.b
def swap (c: bool) (r: two): two = if c then r else {a = r.b, b = r.a}
def either (c: bool) (r: two) (s: two): two = if c then r else s
def make (c: bool) (a: []i32) (b: []i32): sum = if c then #one a else #both a b
def longest (s: sum): []i32 =
  match s
  case #one a -> a
  case #both a b -> if length a > length b then a else b

entry field (c: bool) (a: []i32) (b: []i32) = field_of c {a, b}
entry exchanged (c: bool) (a: []i32) (b: []i32) = let r = swap c {a, b} in (r.a, r.b)
entry whole (c: bool) (a: []i32) (b: []i32) = let r = either c {a, b = a} {a = b, b} in (r.a, r.b)
entry sum (c: bool) (a: []i32) (b: []i32) = longest (make c a b)
