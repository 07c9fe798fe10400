-- A loop parameter whose type is still open never becomes a function, so the definition is general in it.
-- rules: FUT-T-ORDER0
-- ==
-- input { 3i64 2i32 } output { 16i32 }
-- input { 0i64 2i32 } output { 2i32 }

def again f (n: i64) x = loop y = x for _i < n do f y

def main (n: i64) (x: i32) = again (* 2) n x
