-- The array has all dimensions that are permuted.
-- refuses: FUT-T-REARRANGE/rank
-- ==
-- error: FUT-T-REARRANGE

def main (xs: []i32) = rearrange (1, 0) xs
