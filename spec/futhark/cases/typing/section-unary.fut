-- Only an operator with two parameters has sections.
-- refuses: FUT-T-SECT/operator
-- ==
-- error: FUT-T-SECT

def (+!) (x: i32) = x
def main (x: i32) = (x +!) x
