-- What an included module type asks for is asked for.
-- refuses: FUT-M-VAL/present
-- ==
-- error: FUT-M-

module type A = { val one: i32 }
module type B = { include A val two: i32 }
module M: B = { def two = 2i32 }
def main (x: i32) = x + M.two
