-- A for-in loop takes the elements in order.
-- rules: FUT-E-LOOPIN
-- ==
-- input { [1i32,2i32,3i32] }
-- output { 123i32 }

def main (xs: []i32) = loop a = 0 for x in xs do a * 10 + x
