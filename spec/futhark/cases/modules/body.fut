-- A module defines names that are selected with a dot.
-- rules: FUT-M-BODY
-- ==
-- input { 3i32 }
-- output { 10i32 }

module geometry = {
  local def scale = 2i32
  def edges = 4i32
  def grow (x: i32) = x * scale
}
def main (x: i32) = geometry.grow x + geometry.edges
