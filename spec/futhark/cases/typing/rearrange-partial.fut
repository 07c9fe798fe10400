-- `rearrange` is applied to the permutation and the array.
-- refuses: FUT-T-REARRANGE/saturated
-- ==
-- error: FUT-T-REARRANGE

def main (xs: [][]i32) = (rearrange (1, 0)) |> \f -> 1i32
