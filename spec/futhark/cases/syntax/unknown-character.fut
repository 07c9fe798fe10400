-- Characters that begin no token are errors.
-- refuses: FUT-X-CHARACTER/known
-- ==
-- error: FUT-X-CHARACTER

def main (x: i32) = x § 2
