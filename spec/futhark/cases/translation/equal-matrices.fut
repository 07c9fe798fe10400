-- Matrices of the same sizes are compared as arrays of one length, which both have.
-- rules: FUT-E-EQ
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] [[1, 2, 3], [4, 5, 6]] }
-- output { true }
-- input { [[1, 2, 3], [4, 5, 6]] [[1, 2, 3], [4, 5, 7]] }
-- output { false }
-- input { empty([0][2]i32) empty([0][2]i32) }
-- output { true }

entry main [n] [m] (xss: [n][m]i32) (yss: [n][m]i32) = xss == yss
