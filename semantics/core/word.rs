//! The free monoid: what a reduction combined, in which order and how often.
//!
//! An operator may hide what was done with it: a maximum does not show that an operand was combined twice, a sum of integers not that
//! two changed places.  In a run over the free monoid each group of operands that is combined is a *letter*, what an operator gives is
//! a *word*, and to combine two groups is to write their words one after the other (CORE-E-WORD).  Words are written beside numbers,
//! which are computed as always, so control flow, sizes and errors are those of the program: a word goes wherever its number is copied
//! to, and is left behind where a primitive function computes another one.
//!
//! What the programmer owes is all that words may be changed by: the neutral values are no letter, words of words of one monoid
//! are written out where the operands of a stream's chunks are combined, and letters of a commutative operator have no order.

mod compare;
mod show;

pub use compare::Agreement;

use super::Interpreter;
use super::rules;
use super::value::{Array, Scalar, Value};
use crate::array::bytes;
use crate::failure::Run;
use elder_core::tree::Operator;
use elder_syntax::prim::PrimValue;
use std::num::NonZeroU32;
use std::rc::Rc;

/// A word, by its number among those of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WordId(NonZeroU32);

/// A scalar of the group that a word stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// The word.
    pub word: WordId,
    /// The how manieth scalar of the group, in row-major order, from 0.
    pub at: u32,
}

/// A monoid, by its number: each combinator that is run, and each accumulator, has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonoidId(usize);

#[derive(Debug)]
struct Monoid {
    /// The scalars of the neutral values.
    unit: Vec<PrimValue>,
    commutative: bool,
}

#[derive(Debug)]
struct Word {
    monoid: MonoidId,
    of: Of,
}

#[derive(Debug)]
enum Of {
    /// Neutral values.
    Nothing,
    /// One group of operands.
    Letter(Rc<[Scalar]>),
    /// Two words, one after the other.
    Joined(WordId, WordId),
}

/// The words of a run.
#[derive(Debug, Default)]
pub struct Words {
    words: Vec<Word>,
    monoids: Vec<Monoid>,
}

/// The results of a run with their words.
#[derive(Debug)]
pub struct Spelled {
    words: Words,
    /// The scalars of each result in row-major order.
    results: Vec<Vec<Scalar>>,
}

impl Spelled {
    /// These results of that run.
    pub(super) fn of(words: Words, results: Vec<Vec<Scalar>>) -> Spelled {
        Spelled { words, results }
    }
}

impl Words {
    fn add(&mut self, monoid: MonoidId, of: Of) -> Option<WordId> {
        self.words.push(Word { monoid, of });
        let number = u32::try_from(self.words.len()).ok()?;
        NonZeroU32::new(number).map(WordId)
    }

    fn word(&self, word: WordId) -> Option<&Word> {
        self.words.get(word.0.get() as usize - 1)
    }

    fn monoid(&self, monoid: MonoidId) -> Option<&Monoid> {
        self.monoids.get(monoid.0)
    }

    /// The word whose components a group is, one after the other.
    fn whole(&self, group: &[Scalar]) -> Option<(WordId, &Word)> {
        let id = group.first()?.part?.word;
        let mut parts = group.iter().zip(0..);
        let is_whole = parts.all(|(scalar, at)| scalar.part == Some(Component { word: id, at }));
        let word = self.word(id).filter(|_| is_whole)?;
        let size = self.monoid(word.monoid).map(|monoid| monoid.unit.len());
        (size == Some(group.len())).then_some((id, word))
    }

    /// What is written for a group where it is combined by a monoid: its own word, if this monoid gave it; nothing for the neutral
    /// values; otherwise a letter.
    fn spell(&mut self, monoid: MonoidId, group: &[Scalar]) -> Option<WordId> {
        if let Some((id, word)) = self.whole(group)
            && word.monoid == monoid
        {
            return Some(id);
        }
        let unit = &self.monoid(monoid)?.unit;
        let is_neutral = group.iter().map(|scalar| &scalar.number).eq(unit);
        let of = match is_neutral {
            true => Of::Nothing,
            false => Of::Letter(group.into()),
        };
        self.add(monoid, of)
    }

    /// A word of another run of the same monoid, as this one writes it: with the same neutral values, and no order of letters that this one
    /// keeps.
    fn adopted(&mut self, monoid: MonoidId, group: &[Scalar]) -> Option<WordId> {
        let Some((id, word)) = self.whole(group) else {
            let unit = &self.monoid(monoid)?.unit;
            let is_neutral = group.iter().map(|scalar| &scalar.number).eq(unit);
            return is_neutral.then(|| self.add(monoid, Of::Nothing))?;
        };
        let (own, other) = (self.monoid(monoid)?, self.monoid(word.monoid)?);
        let is_like = own.unit == other.unit && (own.commutative || !other.commutative);
        let mut letters = is_like.then(|| self.letters(id))?.into_iter();
        let first = match letters.next() {
            None => self.add(monoid, Of::Nothing),
            Some(letter) => self.add(monoid, Of::Letter(letter)),
        };
        letters.try_fold(first?, |word, letter| {
            let letter = self.add(monoid, Of::Letter(letter))?;
            self.add(monoid, Of::Joined(word, letter))
        })
    }

    /// The letters of a word.
    fn letters(&self, word: WordId) -> Vec<Rc<[Scalar]>> {
        let mut letters = Vec::new();
        let mut waiting = vec![word];
        while let Some(word) = waiting.pop().and_then(|word| self.word(word)) {
            match &word.of {
                Of::Nothing => {}
                Of::Letter(letter) => letters.push(letter.clone()),
                Of::Joined(left, right) => waiting.extend([*right, *left]),
            }
        }
        letters
    }
}

impl Interpreter<'_> {
    /// The monoid of an operator that is about to combine; none but in a run over the free monoid.
    pub(super) fn monoid(&mut self, operator: &Operator) -> Run<Option<MonoidId>> {
        if self.words.is_none() {
            return Ok(None);
        }
        let neutral = self.atoms(&operator.neutral)?;
        let scalars = neutral.iter().flat_map(Value::scalars);
        let monoid = Monoid {
            unit: scalars.map(|scalar| scalar.number).collect(),
            commutative: operator.commutative,
        };
        Ok(self.words.as_mut().map(|words| {
            words.monoids.push(monoid);
            MonoidId(words.monoids.len() - 1)
        }))
    }

    /// The word of two groups that are combined.
    pub(super) fn word(
        &mut self,
        monoid: Option<MonoidId>,
        left: &[Value],
        right: &[Value],
    ) -> Run<Option<WordId>> {
        let Some(monoid) = monoid else {
            return Ok(None);
        };
        let scalars = |group: &[Value]| group.iter().flat_map(Value::scalars).collect::<Vec<Scalar>>();
        let (left, right) = (scalars(left), scalars(right));
        self.written(left.len() + right.len())?;
        let Some(words) = &mut self.words else {
            return Ok(None);
        };
        let both = (words.spell(monoid, &left), words.spell(monoid, &right));
        Ok(match both {
            (Some(left), Some(right)) => words.add(monoid, Of::Joined(left, right)),
            _ => None,
        })
    }

    /// CORE-E-WORD: what an operator gives stands for its word.
    pub(super) fn spelled(&self, word: Option<WordId>, group: Vec<Value>) -> Run<Vec<Value>> {
        let Some(word) = word else {
            return Ok(group);
        };
        rules::CORE_E_WORD.apply();
        self.with_parts(group, |at| Some(Component { word, at }))
    }

    /// CORE-E-WORD-CHUNK: what a chunk gives is the word of the chunk where its function reduces as the stream does.  Otherwise it is a letter, and
    /// what the stream gives is a word only if the chunks are those of the definition.
    pub(super) fn word_of_chunk(&mut self, monoid: MonoidId, group: Vec<Value>) -> Run<(Vec<Value>, bool)> {
        let scalars: Vec<Scalar> = group.iter().flat_map(Value::scalars).collect();
        self.written(scalars.len())?;
        let word = self
            .words
            .as_mut()
            .and_then(|words| words.adopted(monoid, &scalars));
        if word.is_some() {
            rules::CORE_E_WORD_CHUNK.apply();
        }
        Ok((self.spelled(word, group)?, word.is_some()))
    }

    /// The numbers alone.
    pub(super) fn numbers_of(&self, group: Vec<Value>) -> Run<Vec<Value>> {
        self.with_parts(group, |_| None)
    }

    fn with_parts(&self, group: Vec<Value>, part: impl Fn(u32) -> Option<Component>) -> Run<Vec<Value>> {
        let mut places = 0..;
        let mut next = |scalar: Scalar| Scalar {
            part: places.next().and_then(&part),
            ..scalar
        };
        let values = group.into_iter().map(|value| match value {
            Value::Prim(scalar) => Ok(Value::Prim(next(scalar))),
            Value::Array(array) => {
                let scalars = array.elements().into_iter().map(&mut next).collect();
                self.written(array.elements().len())?;
                Ok(Value::Array(Array::new(
                    &self.memory,
                    &array.sizes(),
                    *array.element(),
                    scalars,
                )))
            }
            other => Ok(other),
        });
        values.collect()
    }

    /// CORE-E-LIMIT: words take room, and are kept until the run ends.
    fn written(&self, scalars: usize) -> Run<()> {
        let count = self.room(i64::try_from(scalars).ok())?;
        self.memory.charge(bytes::<Scalar>(count as u64));
        Ok(())
    }
}
