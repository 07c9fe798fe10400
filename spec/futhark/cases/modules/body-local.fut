-- A local name is not visible outside its module.
-- refuses: FUT-T-VAR/bound
-- ==
-- error: FUT-

module geometry = { local def scale = 2i32 def grow (x: i32) = x * scale }
def main (x: i32) = geometry.scale * x
