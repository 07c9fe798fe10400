-- The new value of a field has the field's type.
-- refuses: FUT-T-RECUPD/field
-- ==
-- error: FUT-T-RECUPD

def main (x: i32) = ({a = x, b = true} with b = x).a
