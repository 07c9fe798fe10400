-- What is opened is named.
-- refuses: FUT-X-OPEN/name
-- ==
-- error: FUT-X-OPEN

def main (x: i32) = 3.(x)
