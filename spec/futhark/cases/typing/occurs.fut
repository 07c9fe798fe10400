-- No type contains itself.
-- refuses: FUT-T-APP/function
-- ==
-- error: FUT-T-

def self f = f f
def main (x: i32) = x
