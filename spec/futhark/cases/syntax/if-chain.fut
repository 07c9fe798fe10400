-- `else if` chains; an `if` extends as far as it can.
-- rules: FUT-X-EXP
-- ==
-- input { 5i32 }
-- output { 2i32 }
-- input { 50i32 }
-- output { 13i32 }

def main (x: i32) = if x < 3 then 1 else if x < 10 then 2 else 3 + 10
