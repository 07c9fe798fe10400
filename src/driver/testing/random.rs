//! Values for `random input`: any value of a type, the same in every run.

use crate::tower::Language;
use elder_syntax::Value;
use elder_syntax::prim::PrimType;
use elder_syntax::value::{Data, element_count};
use half::f16;

/// Which floats are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floats {
    /// From 0 up to but not 1, evenly.
    Unit,
    /// The eighths from -1 to 1.  Sums of so few of them that nobody has to wait, and sums of their products, are exact in any order,
    /// so what adds up in another order than the reference (a work-group, for one) still gives the same bits.
    Exact,
}

impl Floats {
    /// Those for programs of a language.
    pub fn of(language: &Language) -> Floats {
        match language.floats() {
            Some(_) => Floats::Exact,
            None => Floats::Unit,
        }
    }
}

/// The generator SplitMix64: its whole state is one word, and any seed is good.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    floats: Floats,
}

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64, floats: Floats) -> Random {
        Random { state: seed, floats }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A float of the sort that is drawn.
    fn float(&mut self) -> f64 {
        match self.floats {
            Floats::Unit => (self.bits() >> 11) as f64 / (1u64 << 53) as f64,
            Floats::Exact => ((self.bits() % 17) as f64 - 8.0) / 8.0,
        }
    }

    /// Any value of a type: integers over their whole range, floats of the sort that is drawn.  `None` if it does not fit in memory.
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
            PrimType::F16 => Data::F16(fill(n, || f16::from_f64(self.float()))),
            PrimType::F32 => Data::F32(fill(n, || self.float() as f32)),
            PrimType::F64 => Data::F64(fill(n, || self.float())),
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
            let make = |seed| Random::new(seed, Floats::Unit).value(&[3, 5], *t).unwrap();
            assert_eq!(make(1), make(1));
            assert_ne!(make(1), make(2));
            assert_eq!(make(1).prim_type(), *t);
        }
        assert!(
            Random::new(0, Floats::Unit)
                .value(&[1 << 40], PrimType::I64)
                .is_none()
        );
    }
    #[test]
    fn exact_floats_add_up_in_any_order() {
        let values = Random::new(7, Floats::Exact)
            .value(&[4096], PrimType::F32)
            .unwrap();
        let Data::F32(values) = values.data() else {
            panic!()
        };
        let forward: f32 = values.iter().map(|x| x * x).sum();
        let backward: f32 = values.iter().rev().map(|x| x * x).sum();
        assert!(forward > 0.0 && forward.to_bits() == backward.to_bits());
    }
}
