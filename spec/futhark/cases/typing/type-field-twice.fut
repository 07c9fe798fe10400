-- The fields of a record type differ.
-- refuses: FUT-T-TYPE/fields
-- ==
-- error: FUT-T-TYPE

type t = {a: i32, a: bool}
def main (x: i32) = x
