-- A let expression has a body.
-- refuses: FUT-X-LET/body
-- ==
-- error: FUT-X-LET

def f (x: i32) = let y = x
def main (x: i32) = f x
