-- An element is not applied to an array literal, which looks too much like a second index.
-- refuses: FUT-X-INDEX/together
-- ==
-- error: FUT-X-INDEX

def main (xs: []i32) = xs[0] [1]
