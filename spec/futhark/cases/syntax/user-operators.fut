-- A new operator has the precedence and direction of its first character.
-- rules: FUT-X-OPERATOR, FUT-X-BIND
-- ==
-- input { 2i32 }
-- output { 14i32 10i32 }

def (+^) (x: i32) (y: i32) = x + y
def (*^) (x: i32) (y: i32) = x * y
def (-.) (x: i32) (y: i32) = x - y
def main (x: i32) = (x +^ 3 *^ 4, 20 -. 4 -. 6 +^ 0)
