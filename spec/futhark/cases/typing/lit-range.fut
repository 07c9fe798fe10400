-- An integer literal must fit the type that is inferred for it.
-- refuses: FUT-T-LIT/range
-- ==
-- error: FUT-T-LIT

def main (x: u8) = x + 300
