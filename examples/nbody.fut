-- Bodies that attract each other, moved by small steps in time.
--
-- Two bodies of mass 1 at distance 2, at rest: each is pulled by 1/4 towards the other.
-- ==
-- input { 0i32 1f64 [0f64, 2f64] [0f64, 0f64] [1f64, 1f64] }
-- output { [0f64, 2f64] [0f64, 0f64] }
-- input { 1i32 1f64 [0f64, 2f64] [0f64, 0f64] [1f64, 1f64] }
-- output { [0.25f64, 1.75f64] [0f64, 0f64] }

module vec = {
  type t = (f64, f64)
  def zero: t = (0, 0)
  def (+) (a: t) (b: t): t = (a.0 f64.+ b.0, a.1 f64.+ b.1)
  def (-) (a: t) (b: t): t = (a.0 f64.- b.0, a.1 f64.- b.1)
  def scale (k: f64) (a: t): t = (k * a.0, k * a.1)
  def dot (a: t) (b: t): f64 = f64.(a.0 * b.0 + a.1 * b.1)
}

type body = {place: vec.t, speed: vec.t, mass: f64}

def pull (on: body) (by: body): vec.t =
  let way = by.place vec.- on.place
  let square = vec.dot way way
  in if square == 0 then vec.zero else vec.scale (by.mass / (square * f64.sqrt square)) way

def move [n] (dt: f64) (bodies: [n]body): [n]body =
  let one (b: body): body =
    let force = reduce (vec.+) vec.zero (map (pull b) bodies)
    let speed = b.speed vec.+ vec.scale dt force
    in b with speed = speed with place = b.place vec.+ vec.scale dt speed
  in map one bodies

def main [n] (steps: i32) (dt: f64) (xs: [n]f64) (ys: [n]f64) (masses: [n]f64): ([n]f64, [n]f64) =
  let bodies = map3 (\x y m: body -> {place = (x, y), speed = vec.zero, mass = m}) xs ys masses
  in unzip (map (.place) (loop bodies for _i < steps do move dt bodies))
