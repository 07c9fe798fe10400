-- `&&` and `||` are not defined anew: they do not always evaluate both operands.
-- refuses: FUT-T-TOP/short
-- ==
-- error: FUT-T-TOP

def (&&) (a: bool) (b: bool) = a
def main (a: bool) = a && a
