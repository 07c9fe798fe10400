-- Modules that double with every line are given up, by the memory that they take.
-- refuses: FUT-T-EFFORT/memory
-- limits: check-memory=1000000
-- ==
-- error: FUT-T-EFFORT

module type T = { val f : i32 -> i32 }
module F0 (A: T) = { def f (x: i32) = A.f x }
module F1 (A: T) = { module l = F0 A  module r = F0 l  def f (x: i32) = r.f x }
module F2 (A: T) = { module l = F1 A  module r = F1 l  def f (x: i32) = r.f x }
module F3 (A: T) = { module l = F2 A  module r = F2 l  def f (x: i32) = r.f x }
module F4 (A: T) = { module l = F3 A  module r = F3 l  def f (x: i32) = r.f x }
module F5 (A: T) = { module l = F4 A  module r = F4 l  def f (x: i32) = r.f x }
module F6 (A: T) = { module l = F5 A  module r = F5 l  def f (x: i32) = r.f x }
module F7 (A: T) = { module l = F6 A  module r = F6 l  def f (x: i32) = r.f x }
module F8 (A: T) = { module l = F7 A  module r = F7 l  def f (x: i32) = r.f x }
module F9 (A: T) = { module l = F8 A  module r = F8 l  def f (x: i32) = r.f x }
module F10 (A: T) = { module l = F9 A  module r = F9 l  def f (x: i32) = r.f x }
module F11 (A: T) = { module l = F10 A  module r = F10 l  def f (x: i32) = r.f x }
module F12 (A: T) = { module l = F11 A  module r = F11 l  def f (x: i32) = r.f x }
module F13 (A: T) = { module l = F12 A  module r = F12 l  def f (x: i32) = r.f x }
module F14 (A: T) = { module l = F13 A  module r = F13 l  def f (x: i32) = r.f x }
module F15 (A: T) = { module l = F14 A  module r = F14 l  def f (x: i32) = r.f x }
module F16 (A: T) = { module l = F15 A  module r = F15 l  def f (x: i32) = r.f x }
module m = F16 { def f (x: i32) = x }

def main (x: i32) = m.f x
