-- A starred result aliases nothing.
-- rules: FUT-U-RESULT
-- ==
-- input { [3i32,4i32] }
-- output { [1i32, 4i32] [3i32, 4i32] }

def fresh (a: []i32): *[]i32 = copy a
def main (a: []i32) = (fresh a with [0] = 1, a)
