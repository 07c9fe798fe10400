-- The matrix Q of a reconstruction of images of magnetic resonance: for each voxel the sum, over the samples of k-space, of a wave that is as strong as its sample.
-- `mriq.dx` is the same program, operation by operation.
-- ==
-- entry: main
-- input { }
-- output { [14.0f32, 1.4848574f32, -5.018813f32, -4.278739f32, -2.054571f32, -7.254856f32, -0.8683411f32, 1.492308f32, 0.36757946f32, -6.9878135f32, 0.8888749f32, 0.8505522f32, 1.7301128f32, -1.4702799f32, 0.16508698f32, -1.0627263f32, 14.0f32, 1.4848574f32, -5.018813f32, -4.278739f32, -2.054571f32, -7.254856f32, -0.8683411f32, 1.492308f32, 0.36757946f32, -6.9878135f32, 0.8888749f32, 0.8505522f32, 1.7301128f32, -1.4702799f32, 0.16508698f32, -1.0627263f32, 14.0f32, 1.4848574f32, -5.018813f32, -4.278739f32, -2.054571f32, -7.254856f32, -0.8683411f32, 1.492308f32] [0.0f32, -5.2463412e-2f32, -1.747468f32, 9.154515f32, -2.5676262f32, 5.10678f32, -2.978949f32, 1.7641227f32, -4.515823f32, -0.5325855f32, 0.31563652f32, 2.7251728f32, -1.1421747f32, 0.56017864f32, -3.5498023e-2f32, -7.84173e-2f32, 0.0f32, -5.2463412e-2f32, -1.747468f32, 9.154515f32, -2.5676262f32, 5.10678f32, -2.978949f32, 1.7641227f32, -4.515823f32, -0.5325855f32, 0.31563652f32, 2.7251728f32, -1.1421747f32, 0.56017864f32, -3.5498023e-2f32, -7.84173e-2f32, 0.0f32, -5.2463412e-2f32, -1.747468f32, 9.154515f32, -2.5676262f32, 5.10678f32, -2.978949f32, 1.7641227f32] }

type point = (f32, f32, f32)

def wave ((kx, ky, kz): point) ((x, y, z): point): f32 =
  6.25 * (kx * x + ky * y + kz * z)

def mriq [k] [v] (samples: [k]point) (strength: [k]f32) (voxels: [v]point): [v](f32, f32) =
  map (\voxel ->
         (f32.sum (map2 (\s q -> q * f32.cos (wave s voxel)) samples strength),
          f32.sum (map2 (\s q -> q * f32.sin (wave s voxel)) samples strength)))
      voxels

def points (n: i64) (a: i64) (b: i64) (c: i64): [n]point =
  tabulate n (\i -> let place m = f32.i64 ((i * m) % 16) / 16
                    in (place a, place b, place c))

-- Forty voxels, sixteen samples.
entry main: ([40]f32, [40]f32) =
  let strength = tabulate 16 (\s -> f32.i64 ((s * 9) % 8) * 0.25)
  in unzip (mriq (points 16 3 5 7) strength (points 40 1 11 13))
