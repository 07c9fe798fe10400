//! How values lie in buffers: their scalars one after the other, without gaps.

use super::code::Arithmetic;
use super::types::Type;
use super::value::{Kind, Operand, Value};
use super::{Step, Stop, Translator};
use elder_dex::core::Label;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

/// How a value lies in a buffer.
#[derive(Clone, Debug)]
pub enum Layout {
    /// A number, or a truth value.
    Number(PrimType),
    /// Nothing.
    Unit,
    /// There is no such value.
    Never,
    /// An ordinal of 8 bytes.
    Member(Rc<Type>),
    /// The first, then the second.
    Pair(Rc<(Layout, Layout)>),
    /// The fields, in the order of types.
    Record(Rc<Vec<(Label, Layout)>>),
    /// A byte that says which, if there are several that it may be, then what that one holds.
    Sum(Rc<Alternatives>),
    /// So many elements.
    Table(Operand, Rc<Layout>),
}

/// How the values of a sum lie.
#[derive(Debug)]
pub struct Alternatives {
    /// Of what.
    pub kind: Kind,
    /// What each holds; nothing of those that the value never is.
    pub held: Vec<Option<Vec<Layout>>>,
}

impl Alternatives {
    /// The only one that the value may be.
    pub fn only(&self) -> Option<usize> {
        let mut some = self.held.iter().enumerate().filter(|(_, held)| held.is_some());
        let first = some.next()?.0;
        some.next().is_none().then_some(first)
    }
}

/// How many bytes an ordinal takes.
pub(super) const ORDINAL: u64 = 8;

impl Layout {
    /// Of a value that is known.
    pub fn of(value: &Value) -> Step<Layout> {
        Ok(match value {
            Value::Number(ty, _) => Layout::Number(*ty),
            Value::Unit => Layout::Unit,
            Value::Member(set, _) => Layout::Member(set.clone()),
            Value::Pair(both) => Layout::Pair(Rc::new((Layout::of(&both.0)?, Layout::of(&both.1)?))),
            Value::Record(fields) => {
                let mut layouts = Vec::with_capacity(fields.len());
                for (label, value) in fields.iter() {
                    layouts.push((label.clone(), Layout::of(value)?));
                }
                Layout::Record(Rc::new(layouts))
            }
            Value::Sum(sum) => {
                let held = |held: &Option<Vec<Value>>| -> Step<Option<Vec<Layout>>> {
                    let all = held.as_ref().map(|held| held.iter().map(Layout::of).collect());
                    all.transpose()
                };
                Layout::Sum(Rc::new(Alternatives {
                    kind: sum.kind.clone(),
                    held: sum.alternatives.iter().map(held).collect::<Step<_>>()?,
                }))
            }
            Value::Table(table) => Layout::Table(table.count, Rc::new(table.element.clone())),
            Value::Closure(_) | Value::Derivative(_) => return Err(Stop::Untaken("a function is stored")),
            Value::Reference(_) => return Err(Stop::Untaken("a reference is stored")),
            Value::Type(_) => return Err(Stop::Untaken("a type is stored")),
            Value::View(_) => return Err(Stop::MALFORMED),
        })
    }

    /// Whether all that it needs is there before the register of this number.
    pub fn is_before(&self, mark: u32) -> bool {
        match self {
            Layout::Number(_) | Layout::Unit | Layout::Never => true,
            Layout::Member(set) => set.is_before(mark),
            Layout::Pair(both) => both.0.is_before(mark) && both.1.is_before(mark),
            Layout::Record(fields) => fields.iter().all(|(_, layout)| layout.is_before(mark)),
            Layout::Sum(sum) => {
                let mut held = sum.held.iter().flatten().flatten();
                sum.kind.is_before(mark) && held.all(|layout| layout.is_before(mark))
            }
            Layout::Table(count, element) => count.is_before(mark) && element.is_before(mark),
        }
    }

    /// One that has room for both; nothing if they are too different.
    pub fn with(&self, other: &Layout) -> Option<Layout> {
        let both = |a: &[Layout], b: &[Layout]| -> Option<Vec<Layout>> {
            (a.len() == b.len()).then(|| a.iter().zip(b).map(|(a, b)| a.with(b)).collect())?
        };
        Some(match (self, other) {
            (Layout::Never, layout) | (layout, Layout::Never) => layout.clone(),
            (Layout::Number(a), Layout::Number(b)) if a == b => self.clone(),
            (Layout::Unit, Layout::Unit) | (Layout::Member(_), Layout::Member(_)) => self.clone(),
            (Layout::Pair(a), Layout::Pair(b)) => Layout::Pair(Rc::new((a.0.with(&b.0)?, a.1.with(&b.1)?))),
            (Layout::Record(a), Layout::Record(b)) if a.len() == b.len() => {
                let parts = a.iter().zip(b.iter());
                let parts = parts.map(|((label, a), (_, b))| Some((label.clone(), a.with(b)?)));
                Layout::Record(Rc::new(parts.collect::<Option<_>>()?))
            }
            (Layout::Sum(a), Layout::Sum(b)) if a.held.len() == b.held.len() => {
                let alternatives = a.held.iter().zip(&b.held);
                let held = alternatives.map(|pair| match pair {
                    (Some(a), Some(b)) => both(a, b).map(Some),
                    (Some(held), None) | (None, Some(held)) => Some(Some(held.clone())),
                    (None, None) => Some(None),
                });
                Layout::Sum(Rc::new(Alternatives {
                    kind: a.kind.clone(),
                    held: held.collect::<Option<_>>()?,
                }))
            }
            (Layout::Table(count, a), Layout::Table(other, b)) if count == other => {
                Layout::Table(*count, Rc::new(a.with(b)?))
            }
            _ => return None,
        })
    }

    /// Whether a value of the other lies in the same way and has the same sizes, or there is none.
    pub fn is_room_for(&self, other: &Layout) -> bool {
        let same = || {
            self.with(other)
                .is_some_and(|both| both.is_like(other) && both.is_like(self))
        };
        matches!(other, Layout::Never) || same()
    }

    /// Whether values of both lie in the same way, if they have the same sizes.
    pub fn is_like(&self, other: &Layout) -> bool {
        match (self, other) {
            (Layout::Number(a), Layout::Number(b)) => a == b,
            (Layout::Unit, Layout::Unit) | (Layout::Never, Layout::Never) => true,
            (Layout::Member(_), Layout::Member(_)) => true,
            (Layout::Pair(a), Layout::Pair(b)) => a.0.is_like(&b.0) && a.1.is_like(&b.1),
            (Layout::Record(a), Layout::Record(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|((_, a), (_, b))| a.is_like(b))
            }
            (Layout::Sum(a), Layout::Sum(b)) => {
                let alike = |pair: (&Option<Vec<Layout>>, &Option<Vec<Layout>>)| match pair {
                    (None, None) => true,
                    (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b)),
                    _ => false,
                };
                a.held.len() == b.held.len() && a.held.iter().zip(&b.held).all(alike)
            }
            (Layout::Table(_, a), Layout::Table(_, b)) => a.is_like(b),
            _ => false,
        }
    }

    /// How many bytes a number takes.
    pub fn width(ty: PrimType) -> u8 {
        match ty {
            PrimType::Bool => 1,
            other => u8::try_from(other.bytes()).unwrap_or(8),
        }
    }
}

impl Translator<'_> {
    /// How values of a type lie, whose sizes are all the same.
    pub(super) fn layout_of(&mut self, ty: &Rc<Type>) -> Step<Layout> {
        Ok(match &**ty {
            Type::Unit => Layout::Unit,
            Type::Base(base) => Layout::Number(*base),
            Type::Fin(_) | Type::Range(..) => Layout::Member(ty.clone()),
            Type::Pair(first, second) => {
                let first = self.layout_of(first)?;
                Layout::Pair(Rc::new((first, self.layout_of(second)?)))
            }
            Type::Record(fields) => {
                let mut layouts = Vec::with_capacity(fields.len());
                for (label, ty) in fields {
                    layouts.push((label.clone(), self.layout_of(ty)?));
                }
                Layout::Record(Rc::new(layouts))
            }
            Type::Data(data, _) if Self::is_truth(*data) => Layout::Number(PrimType::Bool),
            Type::Data(..) | Type::Variant(_) => {
                let mut held = Vec::new();
                for types in self.alternatives(ty)? {
                    held.push(Some(
                        types.iter().map(|ty| self.layout_of(ty)).collect::<Step<_>>()?,
                    ));
                }
                let kind = match &**ty {
                    Type::Data(data, parameters) => Kind::Data(*data, parameters.clone()),
                    _ => Kind::Variant(ty.clone()),
                };
                Layout::Sum(Rc::new(Alternatives { kind, held }))
            }
            Type::Table(..) => {
                let (set, element) = self.table_type(ty)?;
                let count = self.size(&set)?;
                Layout::Table(count, Rc::new(self.layout_of(&element)?))
            }
            _ => return Err(Stop::Untaken("a function or a type is stored")),
        })
    }

    /// How many bytes.
    pub(super) fn bytes(&mut self, layout: &Layout) -> Step<Operand> {
        Ok(match layout {
            Layout::Number(ty) => Operand::Known(Layout::width(*ty).into()),
            Layout::Unit | Layout::Never => Operand::Known(0),
            Layout::Member(_) => Operand::Known(ORDINAL),
            Layout::Pair(both) => self.sum_of(&[both.0.clone(), both.1.clone()])?,
            Layout::Record(fields) => {
                let layouts: Vec<Layout> = fields.iter().map(|(_, layout)| layout.clone()).collect();
                self.sum_of(&layouts)?
            }
            Layout::Sum(sum) => match sum.only() {
                Some(only) => self.sum_of(
                    sum.held
                        .get(only)
                        .and_then(Option::as_ref)
                        .map_or(&[], Vec::as_slice),
                )?,
                None => {
                    let mut most = 0;
                    for held in sum.held.iter().flatten() {
                        match self.sum_of(held)? {
                            Operand::Known(bytes) => most = most.max(bytes),
                            Operand::Register(_) => {
                                return Err(Stop::Untaken("a sum is stored whose size is not known"));
                            }
                        }
                    }
                    Operand::Known(most.saturating_add(1))
                }
            },
            Layout::Table(count, element) => {
                let each = self.bytes(element)?;
                self.code.compute(Arithmetic::Multiply, *count, each)?
            }
        })
    }

    fn sum_of(&mut self, layouts: &[Layout]) -> Step<Operand> {
        let mut sum = Operand::Known(0);
        for layout in layouts {
            let bytes = self.bytes(layout)?;
            sum = self.code.compute(Arithmetic::Add, sum, bytes)?;
        }
        Ok(sum)
    }

    /// Where the part behind this one begins.
    pub(super) fn behind(&mut self, offset: Operand, layout: &Layout) -> Step<Operand> {
        let bytes = self.bytes(layout)?;
        self.code.compute(Arithmetic::Add, offset, bytes)
    }
}
