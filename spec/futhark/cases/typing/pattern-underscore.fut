-- No field begins with an underscore.
-- refuses: FUT-T-PAT/underscore
-- ==
-- error: FUT-T-PAT

def f {_a = (x: i32)} = x
def main (x: i32) = x
