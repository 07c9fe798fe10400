-- A loop may only consume an initial value that is the function's to consume.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-

def main (a: []i32) (n: i32) = loop xs = a for i < n do xs with [0] = i
