-- A pattern has the type of the value that is matched.
-- refuses: FUT-T-PAT/shape
-- ==
-- error: FUT-T-

def main (a: i32) = match a case true -> 1i32 case _ -> 2
