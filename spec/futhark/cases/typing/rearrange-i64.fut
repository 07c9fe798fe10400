-- Dimensions are numbers of type i64.
-- refuses: FUT-T-REARRANGE/i64
-- ==
-- error: FUT-T-REARRANGE

def main (xs: [][]i32) = rearrange (1i32, 0i32) xs
