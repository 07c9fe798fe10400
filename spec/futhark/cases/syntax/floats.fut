-- Floats have a point, an exponent or a suffix; hexadecimal floats have a binary exponent.
-- rules: FUT-X-NUMBER
-- ==
-- input {}
-- output { 1.5f64 1000f64 0.25f32 3f32 12f64 2f16 }

def main = (1.5, 1e3, 2.5e-1f32, 0x1.8p1f32, 0x3.0p2f64, 2f16)
