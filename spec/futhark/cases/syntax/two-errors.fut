-- After an error the parser goes on with the next declaration.
-- ==
-- error: (?s)one.*two

def one (x: i32) = x +
def good (x: i32) = x
def two (x: i32 = x
