-- Figure 4: functions passed as modules.
--
-- Since the thesis: `def` for `let`, ranges without brackets and with a step that
-- stops before or at their end, conversions by module (`f64.i32` for `r64`).
-- ==
-- entry: foo
-- input {}
-- output { [5i32, 6i32, 7i32, 8i32, 9i32] }

-- ==
-- entry: bar
-- input {}
-- output { [9i32, 18i32, 28i32, 37i32, 47i32] }

module map2 (fm: {
  type c_t -- the closure's type
  type x_t -- the elements' type
  val f: c_t -> x_t -> x_t
}) = {
  def g [n] (c: fm.c_t) (xs: [n]fm.x_t): [n]fm.x_t =
    map (\x -> fm.f c (fm.f c x)) xs
}

module increment_twice = map2 {
  type c_t = i32
  type x_t = i32
  def f (c: i32) (x: i32) = x + c
}

module scale_twice = map2 {
  type c_t = f64
  type x_t = i32
  def f (c: f64) (x: i32) = i32.f64 (f64.i32 x * c)
}

entry foo = increment_twice.g 2 (1...5)
entry bar = scale_twice.g f64.pi (1...5)
