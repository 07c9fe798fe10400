-- The type parameter of a local function does not leave it by a parameter of the function around it.
-- refuses: FUT-T-IF/branches
-- ==
-- error: FUT-T-IF

def f x = let g 'a (y: a) = (if true then x else y) in g 1i32
def main = f 2i32
