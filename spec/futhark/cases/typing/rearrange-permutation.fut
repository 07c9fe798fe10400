-- Each dimension is named once.
-- refuses: FUT-T-REARRANGE/permutation
-- ==
-- error: FUT-T-REARRANGE

def main (xs: [][]i32) = rearrange (1, 1) xs
