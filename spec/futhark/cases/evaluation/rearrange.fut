-- Dimension j of the result is dimension c[j] of the array.
-- rules: FUT-E-REARR
-- ==
-- input { [[[1i32],[2i32]]] }
-- output { [[[1i32, 2i32]]] }

def main (xs: [][][]i32) = rearrange (0, 2, 1) xs
