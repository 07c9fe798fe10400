-- `to_bits` and `from_bits` go through the IEEE bit pattern.
-- rules: NUM-REPR
-- ==
-- input { 1f32 }
-- output { 1065353216u32 2f32 4607182418800017408u64 }

def main (x: f32) = (f32.to_bits x, f32.from_bits 0x40000000, f64.to_bits 1)
