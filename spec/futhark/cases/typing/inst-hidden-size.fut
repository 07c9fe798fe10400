-- A plain type parameter does not stand for a type that hides sizes.
-- refuses: FUT-T-INST/sizes
-- ==
-- error: FUT-T-INST

type~ bag = ?[n].[n]i32
def keep 'a (x: a): a = x
def main (x: i32) = (let f (b: bag): bag = keep b in x)
