-- Gravitation among bodies that are records of records.
type vec = {x: f64, y: f64, z: f64}
type body = {position: vec, velocity: vec, mass: f64}

def add (a: vec) (b: vec): vec = {x = a.x + b.x, y = a.y + b.y, z = a.z + b.z}
def sub (a: vec) (b: vec): vec = {x = a.x - b.x, y = a.y - b.y, z = a.z - b.z}
def scale (s: f64) (a: vec): vec = {x = s * a.x, y = s * a.y, z = s * a.z}
def dot (a: vec) (b: vec): f64 = a.x * b.x + a.y * b.y + a.z * b.z

def pull (on: body) (by: body): vec =
  let r = sub by.position on.position
  let d = dot r r + 0.01
  in scale (by.mass / (d * f64.sqrt d)) r

def step [n] (dt: f64) (bodies: [n]body): [n]body =
  let force (b: body) = reduce add {x = 0, y = 0, z = 0} (map (pull b) bodies)
  let move (b: body) (a: vec) =
    let velocity = add b.velocity (scale dt a)
    in {position = add b.position (scale dt velocity), velocity, mass = b.mass}
  in map2 move bodies (map force bodies)

entry main (n: i64) (steps: i32): f64 =
  let at i = let t = f64.i64 i in {x = f64.cos t, y = f64.sin t, z = t / 100}
  let bodies = tabulate n (\i -> {position = at i, velocity = {x = 0, y = 0, z = 0}, mass = 1 + f64.i64 (i % 3)})
  let bodies = loop bodies for _s < steps do step 0.01 bodies
  in f64.sum (map (\(b: body) -> b.position.x + b.position.y) bodies)
