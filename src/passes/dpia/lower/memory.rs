//! Cells in C: how a value of compound type lies in memory, and how one scalar of it is read and written (DPIA-G-TY).
//!
//! A cell has a *part* for each component of its type (an array of pairs is two arrays). Buffers are arrays of scalars, row by row,
//! vectors being the innermost dimension, so that the host sees plain arrays; cells within kernels have vectors as elements.

use super::doubtful::passed;
use super::host::{BufferKey, ScalarKey};
use super::text::{Done, Level, Recorded, Text};
use crate::analyses::path::{Path, Step};
use elder_dpia::entry::Component;
use elder_dpia::rules::kernels as rules;
use elder_dpia::{DataType, Name, Nat, Ranges};
use elder_kernel::c::{BinaryOp, Expr, Space, StmtKind, Type, UnaryOp, VectorAccess, Width};
use elder_kernel::make;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name as Word, Refusal, Rule, Span};

/// A variable of a data type.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its type; nats in it mention sizes and index variables of the kernel only.
    pub data: DataType,
    /// A part for each component, in order.
    pub parts: Vec<Part>,
}

/// A component and where it lies.
#[derive(Clone, Debug)]
pub struct Part {
    /// The component.
    pub component: Component,
    /// Where it lies.
    pub storage: Storage,
}

/// Where a component lies.
#[derive(Clone, Debug)]
pub enum Storage {
    /// In a buffer of the program.
    Buffer(BufferKey),
    /// In a parameter of the kernel that the program takes by value.
    Scalar(ScalarKey),
    /// In a variable or array of the kernel.
    Own(Own),
}

impl Storage {
    /// The variable that counts the elements before what a pointer points to, if there is one.
    pub fn start(&self) -> Option<&Word> {
        match self {
            Storage::Own(own) => own.start.as_ref(),
            Storage::Buffer(_) | Storage::Scalar(_) => None,
        }
    }
}

/// A variable or array of the kernel.
#[derive(Clone, Debug)]
pub struct Own {
    /// Its name.
    pub name: Word,
    /// The memory it lies in.
    pub space: Space,
    /// Whether it is an array (or a pointer to one).
    pub is_array: bool,
    /// Whether it is a private array that is small enough to lie in registers.
    pub in_registers: bool,
    /// Dimensions of which each work-item has one element only, and so does without.
    pub dropped: Vec<bool>,
    /// If accesses are recorded, under this number.
    pub recorded: Option<usize>,
    /// The variable that counts the elements between the start of the memory and what a pointer points to, where an update needs to know it.
    pub start: Option<Word>,
}

impl Own {
    /// Whether vectors lie there as vectors.  Global memory has their components, one behind the other, also where a kernel has a pointer to it.
    fn has_vectors(&self) -> bool {
        self.space != Space::Global
    }
}

/// One scalar or vector in memory, or one component of such a vector.
#[derive(Clone, Debug)]
pub struct Place {
    /// The part.
    pub part: Part,
    /// An index for each dimension of the part.
    pub indexes: Vec<Nat>,
    /// The component of a vector.
    pub lane: Option<Nat>,
}

/// So many tests are told apart by whether they failed.
const MOST_TESTED: usize = 4;

/// So many elements are allocated for `count` of them: memory may be allocated outside of the loop, or the branch, that says that its
/// length is a natural number; where that is not run, the length may be anything, and nothing.
pub fn room(count: Nat) -> Nat {
    let count = count.total();
    match count.is_nonnegative(&Ranges::new()) {
        true => count,
        false => count.maximum(&Nat::zero()),
    }
}

/// What a part of a cell is called.
pub fn part_name(cell: &str, k: usize, many: bool) -> String {
    if many {
        format!("{cell}_{}", k + 1)
    } else {
        cell.to_owned()
    }
}

impl Text<'_> {
    /// The place in a cell that a path leads to.
    pub fn place(&mut self, cell: &Cell, mut path: Path<Nat>, span: Span) -> Done<Place> {
        rules::DPIA_G_TY.apply();
        let (mut fields, mut indexes) = (Vec::new(), Vec::new());
        let mut data = &cell.data;
        let mut lane = None;
        while let Some(step) = path.pop() {
            data = match (data, step) {
                (DataType::Array(_, element), Step::Index(i)) => {
                    indexes.push(i);
                    element
                }
                (DataType::Pair(first, second), Step::Field(side)) => {
                    fields.push(side);
                    match side {
                        elder_dpia::Side::First => first,
                        elder_dpia::Side::Second => second,
                    }
                }
                (DataType::Vector(..), Step::Index(i)) if lane.is_none() && path.is_empty() => {
                    lane = Some(i);
                    data
                }
                _ => return Err(malformed(span, "a path leads past a number")),
            };
        }
        let part = cell.parts.iter().find(|p| p.component.fields == fields);
        match part {
            Some(part) if data.is_scalar() => {
                let part = part.clone();
                Ok(Place { part, indexes, lane })
            }
            _ => Err(malformed(
                span,
                "a value of compound type stands where a number should",
            )),
        }
    }

    /// The position of a place in its array, in elements of the part.
    pub fn offset(&mut self, place: &Place, writes: bool) -> Nat {
        let mut dropped: &[bool] = &[];
        if let Storage::Own(own) = &place.part.storage {
            dropped = &own.dropped;
            if let Some(record) = own.recorded {
                let access = Recorded {
                    indexes: place.indexes.clone(),
                    by_item: writes && self.level == Level::Item,
                };
                self.recording.access(record, access);
            }
        }
        let mut offset = Nat::zero();
        for (d, (i, n)) in place.indexes.iter().zip(&place.part.component.shape).enumerate() {
            if !dropped.get(d).copied().unwrap_or(false) {
                offset = offset.times(n).plus(i);
            }
        }
        let offset = offset.shortened();
        if let Storage::Own(own) = &place.part.storage
            && own.in_registers
        {
            self.register_indexes.extend(offset.variables());
        }
        offset
    }

    /// An offset into a part in C; where what was tested in this block lies in an array without elements it is 0 (DPIA-G-TRAP).  A kernel
    /// goes on with index 0 after a test that failed, and of an empty array not even element 0 exists; but all memory has room for one.
    pub fn offset_text(&mut self, offset: &Nat, component: &Component, span: Span) -> Done<Expr> {
        let text = self.index_text(offset, span)?;
        let count = component.shape.iter().fold(Nat::one(), |all, n| all.times(n));
        let room = count.maximum(&Nat::one());
        // Where nothing proves that it is in bounds though all tests passed, one that failed may still lead behind the end.
        let own = self.doubtful.of(&offset.variables());
        let guarded = !self.doubtful.is_empty()
            && !has_room(offset, &room, &self.known, &own, false)
            && !has_room(offset, &room, &self.known, self.doubtful.all(), false)
            && (offset.is_index_below(&room, self.doubtful.passed())
                || !has_room(offset, &room, &self.known, &own, true));
        if !guarded {
            return Ok(text);
        }
        let mut there: Option<Expr> = None;
        for n in self.doubtful.lengths() {
            let some = make::binary(BinaryOp::Gt, self.index_text(&n, span)?, make::int(0));
            there = Some(match there {
                Some(others) => make::binary(BinaryOp::And, others, some),
                None => some,
            });
        }
        Ok(match there {
            Some(there) => Expr::Conditional(Box::new(there), Box::new(text), Box::new(make::int(0))),
            None => text,
        })
    }

    /// The array or variable that a part is; notes that the kernel uses it.
    pub fn base(&mut self, storage: &Storage, writes: bool) -> Expr {
        match storage {
            Storage::Buffer(key) => {
                let access = self.uses.buffers.entry(*key).or_default();
                access.writes |= writes;
                access.reads |= !writes;
                make::var(self.host.buffer_name(*key))
            }
            Storage::Scalar(key) => {
                self.uses.scalars.insert(*key);
                make::var(self.host.scalar_name(*key))
            }
            Storage::Own(own) => make::var(own.name.clone()),
        }
    }

    /// The l-value of a place; `None` if it is a vector in an array of scalars.
    fn lvalue(&mut self, place: &Place, writes: bool, span: Span) -> Done<Option<Expr>> {
        let component = &place.part.component;
        let offset = self.offset(place, writes);
        let base = self.base(&place.part.storage, writes);
        let width = component.width.map(|w| Nat::lit(i64::from(w)));
        Ok(match (&place.part.storage, width, &place.lane) {
            (Storage::Scalar(_), ..) => Some(base),
            (Storage::Own(own), Some(width), Some(lane))
                if own.has_vectors() && own.is_array && lane.as_constant().is_none() =>
            {
                rules::DPIA_G_VMEM.apply();
                // Vectors of three lie four apart.
                let stride = if width == Nat::lit(3) { Nat::lit(4) } else { width };
                let scalars = make::shared_pointer(Type::Scalar(component.element), own.space);
                let scalar = offset.times(&stride).plus(lane).shortened();
                Some(make::index(
                    Expr::Cast(scalars, Box::new(base)),
                    self.offset_text(&scalar, component, span)?,
                ))
            }
            (Storage::Own(own), _, lane) if own.has_vectors() => {
                rules::DPIA_G_VMEM.apply();
                let element = match own.is_array {
                    true => make::index(base, self.offset_text(&offset, component, span)?),
                    false => base,
                };
                Some(match lane {
                    None => element,
                    Some(lane) => self.lane_of(element, lane, component.element, own.space, span)?,
                })
            }
            (_, None, _) => Some(make::index(base, self.offset_text(&offset, component, span)?)),
            (_, Some(_), None) => None,
            (_, Some(width), Some(lane)) => {
                let scalar = offset.times(&width).plus(lane).shortened();
                Some(make::index(base, self.offset_text(&scalar, component, span)?))
            }
        })
    }

    /// A component of a vector that has an address.
    fn lane_of(&mut self, vector: Expr, lane: &Nat, t: PrimType, space: Space, span: Span) -> Done<Expr> {
        if let Some(k) = lane.as_constant().and_then(|k| u8::try_from(k).ok()) {
            return Ok(make::component(vector, k));
        }
        let pointer = make::shared_pointer(Type::Scalar(t), space);
        let address = Expr::Unary(UnaryOp::AddressOf, Box::new(vector));
        let lane = self.index_text(lane, span)?;
        Ok(make::index(Expr::Cast(pointer, Box::new(address)), lane))
    }

    /// The value at a place.
    pub fn load(&mut self, place: &Place, span: Span) -> Done<Expr> {
        if let Some(value) = self.lvalue(place, false, span)? {
            let (component, index) = (&place.part.component, self.host.index_type());
            // What comes from outside is an `int`.
            if component.index_of.is_some() && component.element != index {
                return Ok(Expr::Cast(Type::Scalar(index), Box::new(value)));
            }
            return Ok(value);
        }
        let access = self.whole_vector(place, false, span)?;
        rules::DPIA_G_VLOAD.apply();
        Ok(Expr::VLoad(access))
    }

    /// Stores a value at a place.
    pub fn store(&mut self, place: &Place, value: Expr, span: Span) -> Done {
        if let Some(target) = self.lvalue(place, true, span)? {
            self.push(make::assign(target, value));
            return Ok(());
        }
        let access = self.whole_vector(place, true, span)?;
        rules::DPIA_G_VSTORE.apply();
        self.push_kind(StmtKind::VStore(value, access));
        Ok(())
    }

    /// The access to a vector in a buffer of vectors, which lie there one behind the other.
    fn whole_vector(&mut self, place: &Place, writes: bool, span: Span) -> Done<VectorAccess> {
        let offset = self.offset(place, writes);
        let base = self.base(&place.part.storage, writes);
        let width = place.part.component.width.and_then(|w| Width::of(u64::from(w)));
        Ok(VectorAccess {
            element: place.part.component.element,
            width: width.ok_or_else(|| malformed(span, "a vector has a width that C does not know"))?,
            offset: Box::new(self.offset_text(&offset, &place.part.component, span)?),
            pointer: Box::new(base),
            space: Space::Global,
        })
    }

    /// The access to `width` neighbours from a place on, if the place has index `lane` in it and neighbouring lanes are neighbours in memory.
    pub fn neighbours(
        &mut self,
        place: &Place,
        lane: &Name,
        width: u8,
        writes: bool,
        span: Span,
    ) -> Done<Option<VectorAccess>> {
        let component = &place.part.component;
        let Some(c_width) = Width::of(u64::from(width)) else {
            return Ok(None);
        };
        let space = match &place.part.storage {
            Storage::Buffer(_) => Space::Global,
            Storage::Own(own) if own.is_array && own.space != Space::Private => own.space,
            _ => return Ok(None),
        };
        if component.width.is_some() || place.lane.is_some() {
            return Ok(None);
        }
        let Some((step, first)) = self.offset(place, writes).linear_in(lane) else {
            return Ok(None);
        };
        if !step.is_one() {
            return Ok(None);
        }
        let base = self.base(&place.part.storage, writes);
        let vectors = first.divided_exactly(&Nat::lit(i64::from(width)));
        let (offset, pointer) = match vectors {
            Some(vectors) if self.host.is_whole(&vectors) => {
                (self.offset_text(&vectors, component, span)?, base)
            }
            _ => (
                make::int(0),
                make::add(base, self.offset_text(&first, component, span)?),
            ),
        };
        Ok(Some(VectorAccess {
            element: component.element,
            width: c_width,
            offset: Box::new(offset),
            pointer: Box::new(pointer),
            space,
        }))
    }

    /// The address of a place that is one scalar, and the memory that it lies in.
    pub fn address(&mut self, place: &Place, span: Span) -> Done<(Expr, Space)> {
        let space = match &place.part.storage {
            Storage::Own(own) => own.space,
            Storage::Buffer(_) => Space::Global,
            Storage::Scalar(_) => Space::Private,
        };
        // What is updated is read.
        self.base(&place.part.storage, false);
        match self.lvalue(place, true, span)? {
            Some(target) => Ok((target, space)),
            None => Err(malformed(span, "a vector is updated as a whole")),
        }
    }
}

/// Whether an offset lies in memory with `room` elements, of numbers that were tested each to be below a length: either it is, or the
/// test failed and it is 0.  That it does if all tests passed may be `trusted`.
fn has_room(offset: &Nat, room: &Nat, known: &Ranges, tested: &[(Name, Nat)], trusted: bool) -> bool {
    // The number itself: after a failed test it is 0, and that is there.
    if let [(x, n)] = tested
        && offset.as_variable() == Some(x)
        && *room == n.maximum(&Nat::one())
    {
        return true;
    }
    match tested.split_first() {
        None => trusted || offset.is_index_below(room, known),
        Some(((x, n), rest)) => {
            let failed = offset.substitute(x, &Nat::zero());
            rest.len() < MOST_TESTED
                && has_room(offset, room, &passed(known, x, n), rest, trusted)
                && has_room(&failed, room, known, rest, false)
        }
    }
}

/// The type of the elements of a part within kernels.
pub fn element_type(component: &Component, span: Span) -> Done<Type> {
    match component.width {
        None => Ok(Type::Scalar(component.element)),
        Some(w) => match Width::of(u64::from(w)) {
            Some(width) => Ok(Type::Vector(component.element, width)),
            None => Err(malformed(span, "a vector has a width that C does not know")),
        },
    }
}

/// The type of what pointers to a part in that memory point to: in global memory vectors lie as their components.
pub fn pointed_type(component: &Component, space: Space, span: Span) -> Done<Type> {
    match space {
        Space::Global => Ok(Type::Scalar(component.element)),
        _ => element_type(component, span),
    }
}

/// A rule that cannot be applied because an earlier pass did not leave what it promises.
pub fn unmet(rule: &'static Rule, span: Span, message: &str) -> Box<Diagnostic> {
    let refusal = Refusal { rule, premise: None };
    Box::new(Diagnostic::error(refusal, span, message))
}

/// What is not in the form that the passes leave behind.
pub fn malformed(span: Span, message: &str) -> Box<Diagnostic> {
    unmet(&rules::DPIA_G_FORM, span, message)
}
