-- A function that fails while it is made does so after its arguments.
-- rules: FUT-DF-LIFT
-- ==
-- input { 0 }
-- error: FUT-E-ASSERT

entry main (x: i32) = (let y = 1 / x in \z -> z + y) (assert (x > 0) 1)
