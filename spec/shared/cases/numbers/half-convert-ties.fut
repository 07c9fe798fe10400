-- A double that lies midway between two halves goes to the even one; what is off by its last bit only goes to the nearer one.
-- rules: NUM-FLOAT-FLOAT
-- ==
-- input { [1.00048828125f64, 1.0004882812500002f64, 1.0004882812499998f64] }
-- output { [1f64, 1.0009765625f64, 1f64] }
-- input { [1.00146484375f64, 1.0014648437500002f64, 1.0014648437499998f64] }
-- output { [1.001953125f64, 1.001953125f64, 1.0009765625f64] }
-- input { [-1.00048828125f64, -1.0004882812500002f64, -1.0004882812499998f64] }
-- output { [-1f64, -1.0009765625f64, -1f64] }

-- The largest half, and the least one.
-- ==
-- input { [65520f64, 65519.99999999999f64, -65519.99999999999f64] }
-- output { [f64.inf, 65504f64, -65504f64] }
-- input { [2.9802322387695312e-8f64, 2.9802322387695316e-8f64, 2.980232238769531e-8f64] }
-- output { [0f64, 5.960464477539063e-8f64, 0f64] }

def main (xs: []f64) = map (\x -> f64.f16 (f16.f64 x)) xs
