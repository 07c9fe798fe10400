-- The new shape has as many elements as the old one.
-- refuses: FUT-E-RESHAPE/volume
-- ==
-- input { [1i32,2i32,3i32] }
-- error: FUT-E-RESHAPE

def main (xs: []i32) = reshape (2, 2) xs
