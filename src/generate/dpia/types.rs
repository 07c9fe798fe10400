//! Types and sizes of generated programs.

use super::terms::Generator;
use crate::Choices;
use elder_dpia::{DataType, Name, Nat, PrimType};

/// Sizes at which translations go wrong: none, one, around powers of two and a small work-group, a prime.
const SIZES: [i64; 10] = [3, 1, 2, 4, 0, 7, 8, 9, 6, 13];

/// No value of a program has more elements.
const MOST_ELEMENTS: i64 = 600;

impl Generator {
    /// A size: a numeral, or a term in the symbolic ones.
    pub(super) fn size(&self, c: &mut Choices) -> Nat {
        let literal = Nat::lit(*c.pick(&SIZES).unwrap_or(&1));
        if self.sizes.is_empty() || !c.one_in(3) {
            return literal;
        }
        let symbolic = match c.pick(&self.sizes) {
            Some((size, _)) => Nat::var(size),
            None => return literal,
        };
        match c.below(4) {
            0 | 1 => symbolic,
            2 => symbolic.times(&Nat::lit(2)),
            _ => symbolic.plus(&Nat::one()),
        }
    }

    /// The value of a size.
    pub(super) fn value(&self, size: &Nat) -> i64 {
        let value = |x: &Name| self.sizes.iter().find(|(y, _)| x == y).map(|(_, n)| *n);
        size.evaluate(&value).unwrap_or(0)
    }

    /// Number of scalars in a value of the type.
    pub(super) fn elements(&self, data: &DataType) -> i64 {
        match data {
            DataType::Array(n, d) => self.value(n).max(1).saturating_mul(self.elements(d)),
            DataType::Pair(a, b) => self.elements(a).saturating_add(self.elements(b)),
            DataType::Vector(w, _) => i64::from(*w),
            _ => 1,
        }
    }

    /// The type of an input; if a size is given, an array of that size.
    pub(super) fn input_type(&self, c: &mut Choices, size: Option<&Name>) -> DataType {
        let inner = self.data_type(c, 1);
        match size {
            Some(size) => DataType::array(Nat::var(size), inner),
            None => inner,
        }
    }

    /// The type of a result.
    pub(super) fn result_type(&self, c: &mut Choices) -> DataType {
        self.data_type(c, 2)
    }

    /// Any type with few elements; arrays nest at most `depth` times.
    pub(super) fn data_type(&self, c: &mut Choices, depth: usize) -> DataType {
        let candidate = c.part(|c| self.any_type(c, depth));
        if self.elements(&candidate) > MOST_ELEMENTS {
            self.number_type(c)
        } else {
            candidate
        }
    }

    fn any_type(&self, c: &mut Choices, depth: usize) -> DataType {
        match c.below(if depth == 0 { 3 } else { 7 }) {
            0 | 1 => self.number_type(c),
            2 if self.features.pairs => DataType::pair(
                c.part(|c| self.any_type(c, depth.saturating_sub(1))),
                c.part(|c| self.any_type(c, depth.saturating_sub(1))),
            ),
            2 => self.number_type(c),
            _ => DataType::array(self.size(c), c.part(|c| self.any_type(c, depth - 1))),
        }
    }

    /// A type of numbers that this program uses.
    pub(super) fn number_type(&self, c: &mut Choices) -> DataType {
        DataType::Num(*c.pick(&self.numbers).unwrap_or(&PrimType::I32))
    }

    /// Whether values of this type are small enough to be made.
    pub(super) fn fits(&self, data: &DataType) -> bool {
        self.elements(data) <= MOST_ELEMENTS
    }
}
