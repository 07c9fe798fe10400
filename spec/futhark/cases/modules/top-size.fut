-- Ascription may not hide the size of a top-level value.
-- refuses: FUT-M-TOPSIZE/hidden
-- ==
-- error: FUT-

module type S = { type~ t val z: t }
module M: S = { type~ t = ?[k].[k]i32 def z: t = [1, 2] }
def main (x: i32) = x
