//! Which terms kernels compute in the type of indexes (DPIA-G-WIDTH).
//!
//! A term is exact, and C's arithmetic is so as long as the type holds every part of it.  So each term that becomes C is noted
//! together with the ranges of its variables.  The launch evaluates their extremes before anything runs and takes the kernels
//! that compute in `int` if that holds all of them, those that compute in `long` otherwise.

use super::text::Text;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{Name, Nat, NatExpression, PrimType};
use elder_kernel::c::{Expr, Type};
use elder_kernel::size::{Size, SizeOp};
use elder_syntax::{Name as Word, Span};

/// The two types that kernels compute indexes in.
pub const NARROW: PrimType = PrimType::I32;
/// See [`NARROW`].
pub const WIDE: PrimType = PrimType::I64;

/// Work-items of a group, where neither the program nor the launch says how many they are: no device has more.
const LARGEST_GROUP: i64 = 1 << 16;

impl Text<'_> {
    /// Notes that the kernel computes a term.
    pub fn note(&mut self, tree: &NatExpression, span: Span) {
        rules::DPIA_G_WIDTH.apply();
        if let Some(term) = self.term(tree) {
            self.terms.add(term, span);
        }
    }

    /// Notes that a counter runs up to a number less than `limit + step`: the last step leaves the range.
    pub fn note_steps(&mut self, limit: &Nat, step: Option<&Nat>, span: Span) {
        let step = step.cloned().unwrap_or_else(|| Nat::lit(LARGEST_GROUP));
        self.note(&limit.plus(&step).to_expression(), span);
    }

    /// A term over sizes and the variables of this kernel; `None` if it has a part that no arithmetic holds.
    fn term(&mut self, tree: &NatExpression) -> Option<Size> {
        elder_syntax::effort::deeper(|| {
            let mut both = |op: SizeOp, a: &NatExpression, b: &NatExpression| {
                // Not simplified: what C computes is to be evaluated, part by part.
                let (a, b) = (self.term(a)?, self.term(b)?);
                Some(Size::Binary(op, Box::new(a), Box::new(b)))
            };
            match tree {
                NatExpression::Lit(value) => Some(Size::Const(*value)),
                NatExpression::Var(x) => Some(Size::Var(self.variable_of_term(x))),
                NatExpression::Add(a, b) => both(SizeOp::Add, a, b),
                NatExpression::Sub(a, b) => both(SizeOp::Sub, a, b),
                NatExpression::Mul(a, b) => both(SizeOp::Mul, a, b),
                NatExpression::DivExact(a, b) | NatExpression::Div(a, b) => both(SizeOp::Div, a, b),
                NatExpression::Rem(a, b) => both(SizeOp::Mod, a, b),
                NatExpression::Pow(a, b) => both(SizeOp::Pow, a, b),
                NatExpression::Min(a, b) => both(SizeOp::Min, a, b),
                NatExpression::Max(a, b) => both(SizeOp::Max, a, b),
                NatExpression::Overflow => None,
            }
        })
    }

    /// The name of a variable in terms: its own if it is a size, otherwise one that nothing else has.
    fn variable_of_term(&mut self, x: &Name) -> Word {
        if !self.indexes.contains_key(x)
            && let Some(word) = self.host.size_word(x)
        {
            return word;
        }
        let below = self.known_end(x);
        let key = (x.clone(), below.clone());
        if let Some(word) = self.term_variables.get(&key) {
            return word.clone();
        }
        let word = Word::from(format!("{}'{}'{}", x.text(), x.id(), self.term_variables.len()));
        let below = below.and_then(|high| self.term(&high.to_expression()));
        self.terms.variable(word.clone(), below);
        self.term_variables.insert(key, word.clone());
        word
    }

    /// What a variable is known to be less than.  A number that became a size may be any `int` by its type; a condition around may say
    /// more of it: that it is at most a size.
    fn known_end(&self, x: &Name) -> Option<Nat> {
        let (_, end) = self.known.of(x)?;
        if end.as_constant().is_none_or(|end| end < i64::from(i32::MAX)) {
            return Some(end.clone());
        }
        let beyond = |size: &Name| Nat::var(size).plus(&Nat::one());
        let mut sizes: Vec<Nat> = self.host.size_names().map(beyond).collect();
        sizes.sort();
        let seen = sizes
            .into_iter()
            .find(|size| Nat::var(x).is_below(size, &self.known));
        Some(seen.unwrap_or_else(|| end.clone()))
    }

    /// Whether this is the text for sizes that `int` does not hold.
    pub fn is_wide(&self) -> bool {
        self.host.index_type() == WIDE
    }

    /// A numeral in the type of indexes: C gives it `int`, which is another type if indexes are wide.
    pub fn typed(&self, e: Expr) -> Expr {
        match e {
            Expr::Int(_) if self.is_wide() => Expr::Cast(Type::Scalar(WIDE), Box::new(e)),
            other => other,
        }
    }
}
