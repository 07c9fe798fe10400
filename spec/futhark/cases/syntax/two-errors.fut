-- After an error the parser goes on with the next declaration.
-- refuses: FUT-X-EXP/expression
-- ==
-- error: FUT-X-EXP

def one (x: i32) = x +
def good (x: i32) = x
def two (x: i32 = x
