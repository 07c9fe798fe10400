-- Types have many parts, but not too many.
-- rules: FUT-T-LIMIT
-- ==
-- input { 1i32 }
-- output { 1i32 }

def main (x: i32) = let a = (x, x) let b = (a, a) let c = (b, b) in c.0.1.0
