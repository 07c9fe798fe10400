-- The new value of an update is evaluated before the array, which may consume what it mentions.
-- rules: FUT-E-ORDER, FUT-E-UPDATE, FUT-E-RECUPDATE
-- ==
-- entry: element path
-- input { [1, 0] }
-- output { [9, 1] }

def first (xs: *[2]i32): *[2]i32 = xs with [0] = 9

entry element (xs: *[2]i32) = (first xs) with [1] = xs[0]

entry path (xs: *[2]i32) = ({part = first xs} with part[1] = xs[0]).part
