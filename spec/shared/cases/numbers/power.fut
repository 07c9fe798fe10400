-- Integer powers wrap; anything to the power of 0 is 1.
-- rules: NUM-POW
-- ==
-- input { 3i32 }
-- output { 27i32 1i32 689956897i32 1i32 }

def main (x: i32) = (x ** 3, x ** 0, x ** 40, (x - 3) ** 0)
