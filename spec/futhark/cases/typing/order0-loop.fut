-- A loop parameter cannot be a function.
-- refuses: FUT-T-ORDER0/parameter
-- ==
-- error: FUT-T-ORDER0

def main (n: i32) = (loop g = (\x -> x * 2i32) for _i < n do (\x -> g (x + 1))) 3
