//! Values for `random input`: any value of a type, the same in every run.

use elder_syntax::Value;
use elder_syntax::prim::PrimType;
use elder_syntax::value::{Data, element_count};
use half::f16;

/// The generator SplitMix64: its whole state is one word, and any seed is good.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A float from 0 up to but not 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Any value of a type: integers over their whole range, floats from 0 to 1.  `None` if it does not fit in memory.
    pub fn value(&mut self, shape: &[usize], t: PrimType) -> Option<Value> {
        let n = element_count(shape).filter(|n| n.saturating_mul(t.bytes()) <= 1 << 36)?;
        fn fill<T>(n: usize, make: impl FnMut() -> T) -> Vec<T> {
            std::iter::repeat_with(make).take(n).collect()
        }
        let data = match t {
            PrimType::Bool => Data::Bool(fill(n, || self.bits() >> 63 == 1)),
            PrimType::I8 => Data::I8(fill(n, || self.bits() as i8)),
            PrimType::I16 => Data::I16(fill(n, || self.bits() as i16)),
            PrimType::I32 => Data::I32(fill(n, || self.bits() as i32)),
            PrimType::I64 => Data::I64(fill(n, || self.bits() as i64)),
            PrimType::U8 => Data::U8(fill(n, || self.bits() as u8)),
            PrimType::U16 => Data::U16(fill(n, || self.bits() as u16)),
            PrimType::U32 => Data::U32(fill(n, || self.bits() as u32)),
            PrimType::U64 => Data::U64(fill(n, || self.bits())),
            PrimType::F16 => Data::F16(fill(n, || f16::from_f64(self.unit()))),
            PrimType::F32 => Data::F32(fill(n, || self.unit() as f32)),
            PrimType::F64 => Data::F64(fill(n, || self.unit())),
        };
        Value::new(shape.to_vec(), data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_values() {
        for t in PrimType::ALL {
            let make = |seed| Random::new(seed).value(&[3, 5], *t).unwrap();
            assert_eq!(make(1), make(1));
            assert_ne!(make(1), make(2));
            assert_eq!(make(1).prim_type(), *t);
        }
        assert!(Random::new(0).value(&[1 << 40], PrimType::I64).is_none());
    }
}
