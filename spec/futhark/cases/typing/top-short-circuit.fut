-- `&&` and `||` are not defined anew: they do not always evaluate both operands.
-- refuses: FUT-T-REDEF/logical
-- ==
-- error: FUT-T-REDEF

def (&&) (a: bool) (b: bool) = a
def main (a: bool) = a && a
