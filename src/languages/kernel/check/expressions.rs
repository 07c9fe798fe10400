//! Expressions have types: one function a form, which gives the checked expression and its type.

use super::types::{self, common, converted, promoted};
use super::{Checker, Judged, Lies};
use crate::c::{self, BinaryOp, Pointer, Space, Type, UnaryOp, VectorAccess, Width};
use crate::prim::{self, Spelling};
use crate::rules as rule;
use crate::subgroups;
use crate::tree::{Access, Expr, Slot};
use elder_syntax::Name;
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};

/// An expression and its type.
pub(super) type Typed = (Expr, Type);

/// What can be assigned to.
pub(super) enum Place {
    /// A variable.
    Slot(Slot, Type),
    /// Memory at an address.
    Memory(Expr, Type),
}

impl Checker<'_> {
    /// The judgement of an expression.
    pub(super) fn expression(&mut self, e: &c::Expr) -> Judged<Typed> {
        elder_syntax::effort::deeper(|| self.expression_here(e))
    }

    fn expression_here(&mut self, e: &c::Expr) -> Judged<Typed> {
        match e {
            c::Expr::Int(value) => Ok(match i32::try_from(*value) {
                Ok(value) => constant(PrimValue::I32(value)),
                Err(_) => constant(PrimValue::I64(*value)),
            }),
            c::Expr::Literal(value) => Ok(constant(*value)),
            c::Expr::Var(name) if self.is_opencl() && name.as_str() == subgroups::LANES => {
                Ok(constant(PrimValue::I32(self.target.lanes.into())))
            }
            c::Expr::Var(name) => self.variable(name),
            c::Expr::Unary(UnaryOp::AddressOf, e) => self.address_of(e),
            c::Expr::Unary(op, e) => self.unary(*op, e),
            c::Expr::Binary(op, a, b) => self.binary(*op, a, b),
            c::Expr::Conditional(condition, a, b) => self.conditional(condition, a, b),
            c::Expr::Prim(f, width, arguments) => self.primitive(*f, *width, arguments),
            c::Expr::Call(name, arguments) => self.call(name, arguments),
            c::Expr::Cast(ty, e) => self.cast(ty, e),
            c::Expr::Index(..) => {
                let place = self.place(e, false)?;
                self.read(place)
            }
            c::Expr::Component(vector, number) => self.component(e, vector, *number),
            c::Expr::VectorOf(t, width, parts) => self.vector(*t, *width, parts),
            c::Expr::VLoad(access) => {
                let (t, width) = (access.element, access.width);
                let access = self.neighbours(access, false)?;
                Ok((Expr::Load(Box::new(access)), Type::Vector(t, width)))
            }
            c::Expr::WorkItem(function, dimension) => match self.is_opencl() && *dimension < 3 {
                // Conversion of `size_t`, which has 64 bits.
                true => Ok((Expr::WorkItem(*function, *dimension), Type::Scalar(PrimType::U64))),
                false => self.refused(
                    &rule::KER_T_CALL,
                    "function",
                    format!("there is no {function:?} of dimension {dimension}"),
                ),
            },
            c::Expr::Field(..) | c::Expr::StructOf(..) => self.refused(
                &rule::KER_T_DECLARE,
                "kind",
                "structs are not of the subset that kernels are written in",
            ),
        }
    }

    fn variable(&mut self, name: &Name) -> Judged<Typed> {
        let variable = self.find(name)?;
        let (slot, ty) = (variable.slot, variable.ty.clone());
        match variable.lies {
            Lies::Slot => Ok((Expr::Variable(slot), ty)),
            Lies::Memory(_) => self.read(Place::Memory(Expr::Variable(slot), ty)),
            Lies::Array(space) => Ok((Expr::Variable(slot), pointer(ty, space, false))),
        }
    }

    /// What a place has.
    fn read(&mut self, place: Place) -> Judged<Typed> {
        match place {
            Place::Slot(slot, ty) => Ok((Expr::Variable(slot), ty)),
            Place::Memory(address, ty) => match types::access(address, &ty) {
                Some(access) => Ok((Expr::Load(Box::new(access)), ty)),
                None => self.refused(
                    &rule::KER_T_OPERATOR,
                    "number",
                    format!("a {} is not read from memory", types::text(&ty)),
                ),
            },
        }
    }

    /// A place; `writes` asks for one that may be written.
    pub(super) fn place(&mut self, e: &c::Expr, writes: bool) -> Judged<Place> {
        rule::KER_T_ASSIGN.apply();
        if writes && self.shared > 0 {
            rule::KER_T_SHARED.apply();
        }
        let constant = |checker: &Self, name: &str| {
            checker.refused(
                &rule::KER_T_ASSIGN,
                "constant",
                format!("`{name}` is constant and assigned to"),
            )
        };
        match e {
            c::Expr::Var(name) => {
                let variable = self.find(name)?;
                let (slot, ty) = (variable.slot, variable.ty.clone());
                match variable.lies {
                    _ if writes && variable.is_const => constant(self, name),
                    Lies::Array(_) => {
                        self.refused(&rule::KER_T_ASSIGN, "place", format!("`{name}` is an array"))
                    }
                    _ if writes && variable.shared < self.shared => self.refused(
                        &rule::KER_T_SHARED,
                        "own",
                        format!("threads assign `{name}`, which they share"),
                    ),
                    Lies::Slot => Ok(Place::Slot(slot, ty)),
                    Lies::Memory(_) => Ok(Place::Memory(Expr::Variable(slot), ty)),
                }
            }
            c::Expr::Index(array, index) => {
                let (base, of) = self.pointed(array)?;
                if writes && of.is_const {
                    return constant(self, "an element");
                }
                let (index, t) = self.number(index)?;
                let address = self.offset(base, &of.to, index, t)?;
                Ok(Place::Memory(address, of.to))
            }
            c::Expr::Unary(UnaryOp::Deref, p) => {
                let (address, of) = self.pointed(p)?;
                if writes && of.is_const {
                    return constant(self, "what a pointer points to");
                }
                Ok(Place::Memory(address, of.to))
            }
            c::Expr::Component(vector, number) => match self.place(vector, writes)? {
                Place::Memory(address, Type::Vector(t, width)) if u32::from(*number) < width.count() => {
                    let index = Expr::Constant(PrimValue::I32((*number).into()));
                    let address = self.offset(address, &Type::Scalar(t), index, PrimType::I32)?;
                    Ok(Place::Memory(address, Type::Scalar(t)))
                }
                _ => self.refused(
                    &rule::KER_T_OPERATOR,
                    "vector",
                    format!("there is no component {number}"),
                ),
            },
            _ => self.refused(&rule::KER_T_ASSIGN, "place", "what is assigned to is no place"),
        }
    }

    /// The address so many elements further on.
    fn offset(&mut self, base: Expr, element: &Type, count: Expr, t: PrimType) -> Judged<Expr> {
        let is_integer = t.is_integer() || t == PrimType::Bool;
        match (types::size(element), is_integer) {
            (Some(size), true) => Ok(Expr::Offset {
                base: Box::new(base),
                count: Box::new(count),
                size,
            }),
            (_, false) => self.refused(&rule::KER_T_OPERATOR, "number", format!("a {t} is no index")),
            (None, _) => self.refused(
                &rule::KER_T_OPERATOR,
                "pointer",
                format!("a {} has no size", types::text(element)),
            ),
        }
    }

    /// A pointer, and what it points to.
    pub(super) fn pointed(&mut self, e: &c::Expr) -> Judged<(Expr, Pointer)> {
        match self.expression(e)? {
            (e, Type::Pointer(pointer)) => Ok((e, *pointer)),
            (_, ty) => self.refused(
                &rule::KER_T_OPERATOR,
                "pointer",
                format!("a {} is no pointer", types::text(&ty)),
            ),
        }
    }

    /// A number, and its type.
    pub(super) fn number(&mut self, e: &c::Expr) -> Judged<(Expr, PrimType)> {
        match self.expression(e)? {
            (e, Type::Scalar(t)) => Ok((e, t)),
            (_, ty) => self.refused(
                &rule::KER_T_OPERATOR,
                "number",
                format!("a {} is no number", types::text(&ty)),
            ),
        }
    }

    /// A number that C computes with, in the type that it has there.
    fn operand(&mut self, e: &c::Expr) -> Judged<(Expr, PrimType)> {
        let (e, t) = self.number(e)?;
        match promoted(t) {
            Some(_) => Ok((e, t)),
            None => self.refused(
                &rule::KER_T_OPERATOR,
                "number",
                format!("C does not compute with a {t}"),
            ),
        }
    }

    /// A number of that type, converted where C does it.
    pub(super) fn converted_to(&mut self, e: &c::Expr, to: PrimType) -> Judged<Expr> {
        let (e, from) = self.number(e)?;
        match types::converts(from, to) {
            true => Ok(converted(e, from, to)),
            false => self.refused(
                &rule::KER_T_ASSIGN,
                "kind",
                format!("a {from} is given where a {to} is wanted"),
            ),
        }
    }

    /// A condition, as a truth value.
    pub(super) fn condition(&mut self, e: &c::Expr) -> Judged<Expr> {
        rule::KER_T_CONDITION.apply();
        match self.expression(e)? {
            (e, Type::Scalar(PrimType::Bool)) => Ok(e),
            (e, Type::Scalar(t)) if promoted(t).is_some() => Ok(Expr::Convert(PrimType::Bool, Box::new(e))),
            (_, ty) => self.refused(
                &rule::KER_T_CONDITION,
                "number",
                format!("a {} is no condition", types::text(&ty)),
            ),
        }
    }

    fn address_of(&mut self, e: &c::Expr) -> Judged<Typed> {
        if let c::Expr::Var(name) = e {
            let variable = self.find(name)?;
            return match variable.lies {
                Lies::Memory(space) => Ok((
                    Expr::Variable(variable.slot),
                    pointer(variable.ty.clone(), space, variable.is_const),
                )),
                _ => self.refused(
                    &rule::KER_T_OPERATOR,
                    "pointer",
                    format!("`{name}` has no address"),
                ),
            };
        }
        let space = self.space_of(e)?;
        match self.place(e, false)? {
            Place::Memory(address, ty) => Ok((address, pointer(ty, space.0, space.1))),
            Place::Slot(..) => self.refused(
                &rule::KER_T_OPERATOR,
                "pointer",
                "what has no address is asked for it",
            ),
        }
    }

    /// The address space of a place in memory, and whether it is constant.
    fn space_of(&mut self, e: &c::Expr) -> Judged<(Space, bool)> {
        match e {
            c::Expr::Index(p, _) | c::Expr::Unary(UnaryOp::Deref, p) => {
                let (_, of) = self.pointed(p)?;
                Ok((of.space, of.is_const))
            }
            c::Expr::Component(vector, _) => self.space_of(vector),
            c::Expr::Var(name) => match self.find(name)?.lies {
                Lies::Memory(space) | Lies::Array(space) => Ok((space, false)),
                Lies::Slot => Ok((Space::Private, false)),
            },
            _ => self.refused(&rule::KER_T_ASSIGN, "place", "what is no place has no address"),
        }
    }

    fn unary(&mut self, op: UnaryOp, e: &c::Expr) -> Judged<Typed> {
        rule::KER_T_OPERATOR.apply();
        match op {
            UnaryOp::Not => Ok((
                Expr::Not(Box::new(self.condition(e)?)),
                Type::Scalar(PrimType::Bool),
            )),
            UnaryOp::Deref => {
                let (address, of) = self.pointed(e)?;
                self.read(Place::Memory(address, of.to))
            }
            UnaryOp::Neg | UnaryOp::Complement | UnaryOp::AddressOf => {
                let (e, from) = self.operand(e)?;
                let t = promoted(from).unwrap_or(from);
                let e = Box::new(converted(e, from, t));
                match op {
                    UnaryOp::Neg => Ok((Expr::Negate(t, e), Type::Scalar(t))),
                    _ if t.is_integer() => Ok((Expr::Complement(t, e), Type::Scalar(t))),
                    _ => self.refused(
                        &rule::KER_T_OPERATOR,
                        "number",
                        format!("a {t} has no complement"),
                    ),
                }
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &c::Expr, b: &c::Expr) -> Judged<Typed> {
        rule::KER_T_OPERATOR.apply();
        let truth = Type::Scalar(PrimType::Bool);
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let a = self.condition(a)?;
            self.conditional += 1;
            let b = self.condition(b);
            self.conditional -= 1;
            let both = Box::new([a, b?]);
            return Ok((
                if op == BinaryOp::And {
                    Expr::And(both)
                } else {
                    Expr::Or(both)
                },
                truth,
            ));
        }
        if op == BinaryOp::Add
            && let (base, Type::Pointer(of)) = self.expression(a)?
        {
            let (count, t) = self.number(b)?;
            let address = self.offset(base, &of.to, count, t)?;
            return Ok((address, Type::Pointer(of)));
        }
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        self.arithmetic(op, a, b)
    }

    /// C's operator on two numbers.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        (a, s): (Expr, PrimType),
        (b, t): (Expr, PrimType),
    ) -> Judged<Typed> {
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let at = if shift { promoted(s) } else { common(s, t) };
        let on_bits = shift
            || matches!(
                op,
                BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
            );
        let Some(at) = at.filter(|at| !on_bits || (at.is_integer() && !t.is_float())) else {
            return self.refused(
                &rule::KER_T_OPERATOR,
                "number",
                format!("C has no {op:?} of {s} and {t}"),
            );
        };
        let right = if shift { promoted(t).unwrap_or(t) } else { at };
        let both = Box::new([converted(a, s, at), converted(b, t, right)]);
        Ok(match op {
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                (Expr::Compare(op, both), Type::Scalar(PrimType::Bool))
            }
            _ => (Expr::Arithmetic(op, at, both), Type::Scalar(at)),
        })
    }

    fn conditional(&mut self, condition: &c::Expr, a: &c::Expr, b: &c::Expr) -> Judged<Typed> {
        let condition = self.condition(condition)?;
        self.conditional += 1;
        let branches = self.expression(a).and_then(|a| Ok((a, self.expression(b)?)));
        self.conditional -= 1;
        let ((a, s), (b, t)) = branches?;
        let (a, b, ty) = match (&s, &t) {
            _ if s == t => (a, b, s),
            (Type::Scalar(s), Type::Scalar(t)) => match common(*s, *t) {
                Some(at) => (converted(a, *s, at), converted(b, *t, at), Type::Scalar(at)),
                None => {
                    return self.refused(
                        &rule::KER_T_OPERATOR,
                        "number",
                        format!("a {s} and a {t} have no common type"),
                    );
                }
            },
            _ => {
                let message = format!(
                    "a {} and a {} have no common type",
                    types::text(&s),
                    types::text(&t)
                );
                return self.refused(&rule::KER_T_OPERATOR, "number", message);
            }
        };
        Ok((Expr::Conditional(Box::new([condition, a, b])), ty))
    }

    fn primitive(&mut self, f: PrimFn, width: Option<Width>, arguments: &[c::Expr]) -> Judged<Typed> {
        rule::KER_T_OPERATOR.apply();
        let parameters = f.parameters();
        if parameters.len() != arguments.len() {
            let message = format!(
                "{f} takes {} operands and is given {}",
                parameters.len(),
                arguments.len()
            );
            return self.refused(&rule::KER_T_OPERATOR, "exact", message);
        }
        let mut out = Vec::with_capacity(arguments.len());
        for (t, argument) in parameters.into_iter().zip(arguments) {
            let (e, ty) = self.expression(argument)?;
            out.push(match (&ty, argument) {
                _ if ty == types::of(t, width) => e,
                // A constant index becomes what the operator wants, save where its type chooses a built-in function.
                (Type::Scalar(from), c::Expr::Int(_)) if t.is_integer() && !self.is_overloaded(f, width) => {
                    converted(e, *from, t)
                }
                _ => {
                    let (wanted, found) = (types::text(&types::of(t, width)), types::text(&ty));
                    let message = format!("{f} takes a {wanted} and is given a {found}");
                    return self.refused(&rule::KER_T_OPERATOR, "exact", message);
                }
            });
        }
        Ok((Expr::Prim(f, width, out), types::of(f.result(), width)))
    }

    /// Whether a primitive function is spelled as one of OpenCL C that the types of its operands choose.
    fn is_overloaded(&self, f: PrimFn, width: Option<Width>) -> bool {
        self.is_opencl() && matches!(prim::spell(f, width, self.target.dialect), Spelling::Builtin(_))
    }

    fn cast(&mut self, ty: &Type, e: &c::Expr) -> Judged<Typed> {
        let (e, from) = self.expression(e)?;
        match (&from, ty) {
            (Type::Scalar(s), Type::Scalar(t))
                if s == t || (promoted(*s).is_some() && promoted(*t).is_some()) =>
            {
                Ok((converted(e, *s, *t), ty.clone()))
            }
            (Type::Pointer(a), Type::Pointer(b)) => {
                rule::KER_T_SPACE.apply();
                if self.is_opencl() && a.space != b.space {
                    return self.refused(
                        &rule::KER_T_SPACE,
                        "same",
                        "a pointer is cast to another address space",
                    );
                }
                let is_const = a.is_const || b.is_const;
                Ok((
                    e,
                    Type::Pointer(Box::new(Pointer {
                        is_const,
                        ..(**b).clone()
                    })),
                ))
            }
            _ => self.refused(
                &rule::KER_T_OPERATOR,
                "number",
                format!("a {} is not cast to a {}", types::text(&from), types::text(ty)),
            ),
        }
    }

    /// A component: of a vector in memory it is read alone.
    fn component(&mut self, whole: &c::Expr, vector: &c::Expr, number: u8) -> Judged<Typed> {
        if matches!(vector, c::Expr::Var(_) | c::Expr::Index(..)) {
            let place = self.place(whole, false)?;
            return self.read(place);
        }
        match self.expression(vector)? {
            (e, Type::Vector(t, width)) if u32::from(number) < width.count() => {
                Ok((Expr::Component(Box::new(e), number), Type::Scalar(t)))
            }
            (_, ty) => self.refused(
                &rule::KER_T_OPERATOR,
                "vector",
                format!("a {} has no component {number}", types::text(&ty)),
            ),
        }
    }

    fn vector(&mut self, t: PrimType, width: Width, parts: &[c::Expr]) -> Judged<Typed> {
        rule::KER_T_OPERATOR.apply();
        if parts.len() != 1 && parts.len() != width.count() as usize {
            let message = format!(
                "a vector of {} components is made of {}",
                width.count(),
                parts.len()
            );
            return self.refused(&rule::KER_T_OPERATOR, "vector", message);
        }
        let parts = parts
            .iter()
            .map(|part| self.converted_to(part, t))
            .collect::<Judged<Vec<Expr>>>()?;
        Ok((Expr::Vector(width, parts), Type::Vector(t, width)))
    }

    /// The access to neighbours in an array of scalars.
    pub(super) fn neighbours(&mut self, access: &VectorAccess, writes: bool) -> Judged<Access> {
        let (base, of) = self.pointed(&access.pointer)?;
        if of.to != Type::Scalar(access.element) || (self.is_opencl() && of.space != access.space) {
            let message = format!(
                "neighbours of {} are asked of a {}",
                access.element,
                types::text(&Type::Pointer(Box::new(of)))
            );
            return self.refused(&rule::KER_T_OPERATOR, "pointer", message);
        }
        if writes && of.is_const {
            return self.refused(
                &rule::KER_T_ASSIGN,
                "constant",
                "neighbours are constant and assigned to",
            );
        }
        let (count, t) = self.number(&access.offset)?;
        if !t.is_integer() {
            return self.refused(&rule::KER_T_OPERATOR, "number", format!("a {t} is no index"));
        }
        let bytes = access.element.bytes();
        Ok(Access {
            address: Expr::Offset {
                base: Box::new(base),
                count: Box::new(count),
                size: (bytes * access.width.count() as usize) as i64,
            },
            element: access.element,
            width: Some(access.width),
            align: bytes,
        })
    }
}

fn constant(value: PrimValue) -> Typed {
    (Expr::Constant(value), Type::Scalar(value.prim_type()))
}

/// A pointer to elements of an array.
pub(super) fn pointer(to: Type, space: Space, is_const: bool) -> Type {
    Type::Pointer(Box::new(Pointer {
        to,
        space,
        is_const,
        restrict: false,
    }))
}
