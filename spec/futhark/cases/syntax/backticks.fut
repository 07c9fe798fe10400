-- A function between backticks is an operator.
-- rules: FUT-X-OPERATOR
-- ==
-- input { 7i32 2i32 }
-- output { 5i32 3i32 }

def minus (a: i32) (b: i32) = a - b
def main (a: i32) (b: i32) = (a `minus` b, a `minus` b `minus` 2)
