-- `/` rounds down and `%` has the sign of the divisor.
-- rules: NUM-DIV
-- ==
-- input { 7i32 -2i32 }
-- output { -4i32 -1i32 }
-- input { -7i32 2i32 }
-- output { -4i32 1i32 }
-- input { -7i32 -2i32 }
-- output { 3i32 -1i32 }

def main (x: i32) (y: i32) = (x / y, x % y)
