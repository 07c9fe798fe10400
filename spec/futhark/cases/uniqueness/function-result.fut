-- A function whose result may alias does not fit where the result must be unique.
-- refuses: FUT-U-HOPAR/result
-- ==
-- error: FUT-

def use (f: []i32 -> *[]i32) (a: []i32): i32 = (f a with [0] = 1)[0]
def main (a: []i32) = use (\(b: []i32): []i32 -> b) a
