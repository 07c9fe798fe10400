-- Nobody sees through a module type what a function does.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

module M : { val app [k] : (i64 -> [k]i64) -> i64 -> [k]i64 } = {
  def app [k] (f: i64 -> [k]i64) (n: i64) : [k]i64 = f n
}
def main (n: i64) = M.app iota n
