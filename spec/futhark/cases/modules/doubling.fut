-- Modules that contain one another twice stand for too many others.
-- refuses: FUT-M-ELIM/size
-- ==
-- error: FUT-M-ELIM

module type s0 = {type t  val x : t}
module type s1 = {module a: s0  module b: s0}
module type s2 = {module a: s1  module b: s1}
module type s3 = {module a: s2  module b: s2}
module type s4 = {module a: s3  module b: s3}
module type s5 = {module a: s4  module b: s4}
module type s6 = {module a: s5  module b: s5}
module type s7 = {module a: s6  module b: s6}
module type s8 = {module a: s7  module b: s7}
module type s9 = {module a: s8  module b: s8}
module type s10 = {module a: s9  module b: s9}
module type s11 = {module a: s10  module b: s10}
module type s12 = {module a: s11  module b: s11}
module type s13 = {module a: s12  module b: s12}
module type s14 = {module a: s13  module b: s13}
module type s15 = {module a: s14  module b: s14}
module type s16 = {module a: s15  module b: s15}
module type s17 = {module a: s16  module b: s16}
module type s18 = {module a: s17  module b: s17}
module type s19 = {module a: s18  module b: s18}
module type s20 = {module a: s19  module b: s19}
def main (x: i32) = x
