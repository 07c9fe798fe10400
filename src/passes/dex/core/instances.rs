//! Declared types that definitions make index sets: these are translated where sizes, ordinals and members are asked for (DX-CO-INSTANCE).

use super::emit::{bind_certified, converted};
use super::layout::{TAG, Tagged, is_tagged};
use super::values::INT;
use super::{Made, Pass};
use crate::normal::{Blamed, both};
use elder_core::Builder;
use elder_core::tree::{Atom, Exp, Type};
use elder_dex::core::rewrite::{Rewrite, Substitution};
use elder_dex::core::{IndexSet, Type as Dex, Value};
use elder_dex::rules::evaluation::DX_E_INSTANCE;
use elder_dex::rules::to_core::DX_CO_INSTANCE;
use elder_syntax::names::Name;
use elder_syntax::prim::{BinOp, PrimType};

const RANGE: Blamed = (&DX_E_INSTANCE, "range");
const INVERSE: Blamed = (&DX_E_INSTANCE, "inverse");

impl Pass<'_> {
    /// The definitions that make a type an index set, if its form does not, and the parameters of the type.
    pub(super) fn counted_by<'t>(&self, set: &'t Dex) -> Option<(IndexSet, &'t [Value])> {
        match set {
            Value::DataType(data, parameters) => Some((self.program.index_set(*data)?, parameters)),
            _ => None,
        }
    }

    /// DX-CO-INSTANCE: size(T)
    pub(super) fn size_by_instance(
        &mut self,
        b: &mut Builder<'_>,
        (set, parameters): (IndexSet, &[Value]),
    ) -> Made<Atom> {
        DX_CO_INSTANCE.apply();
        let size = self.computed(b, set.size, parameters, None)?;
        let size = self.only(&size)?;
        let size = converted(b, INT, PrimType::I64, size);
        Ok(b.number(BinOp::Max, size, Atom::i64(0)))
    }

    /// DX-CO-INSTANCE: ord(w), which is that of a member, and of w.
    pub(super) fn ordinal_by_instance(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        (set, parameters): (IndexSet, &[Value]),
        atoms: &[Atom],
    ) -> Made<Atom> {
        DX_CO_INSTANCE.apply();
        let given = (atoms.to_vec(), ty.clone());
        let size = self.size(b, ty)?;
        let ordinal = self.computed(b, set.ordinal, parameters, Some(given))?;
        let ordinal = self.only(&ordinal)?;
        let wide = converted(b, INT, PrimType::I64, ordinal);
        let cert = self.bounded(b, wide, size, RANGE);
        let own = (vec![ordinal], Value::INT);
        let own = self.computed(b, set.member, parameters, Some(own))?;
        let same = self.same(b, ty, &own, atoms)?;
        self.assert(b, same, INVERSE);
        Ok(bind_certified(b, "k", Type::SIZE, Exp::Atom(wide), cert))
    }

    /// DX-CO-INSTANCE: elem_T(k), which has that ordinal.
    pub(super) fn member_by_instance(
        &mut self,
        b: &mut Builder<'_>,
        ty: &Dex,
        (set, parameters): (IndexSet, &[Value]),
        ordinal: Atom,
    ) -> Made<Vec<Atom>> {
        DX_CO_INSTANCE.apply();
        let size = self.size(b, ty)?;
        self.bounded(b, ordinal, size, RANGE);
        let narrow = converted(b, PrimType::I64, INT, ordinal);
        let narrow = (vec![narrow], Value::INT);
        let member = self.computed(b, set.member, parameters, Some(narrow))?;
        let given = (member.clone(), ty.clone());
        let own = self.computed(b, set.ordinal, parameters, Some(given))?;
        let own = self.only(&own)?;
        let own = converted(b, INT, PrimType::I64, own);
        let same = b.compare("is", BinOp::Eq, own, ordinal);
        self.assert(b, same, INVERSE);
        Ok(member)
    }

    fn only(&self, atoms: &[Atom]) -> Made<Atom> {
        match atoms {
            [only] => Ok(*only),
            _ => self.unexpected("a number that is no scalar"),
        }
    }

    /// What a definition gives for the parameters of the type, and for an argument: its body, with names of its own.
    fn computed(
        &mut self,
        b: &mut Builder<'_>,
        definition: Name,
        parameters: &[Value],
        argument: Option<(Vec<Atom>, Dex)>,
    ) -> Made<Vec<Atom>> {
        let program = self.program;
        let mut definitions = program.definitions.iter();
        let Some(definition) = definitions.find(|own| own.binder.name == definition) else {
            return self.unexpected("an index set without a definition");
        };
        if parameters.is_empty() && argument.is_none() {
            // A size that is a number is one in types, too.
            let whole = match definition.body.stms.as_slice() {
                [] => definition.body.result.clone(),
                _ => Value::Var(definition.binder.name),
            };
            return Ok(self.operand(b, &whole)?.0);
        }
        let mut copied = Substitution {
            names: &mut self.names,
            values: Default::default(),
        };
        let mut body = &definition.body;
        let mut own = None;
        for place in 0..parameters.len() + usize::from(argument.is_some()) {
            let Value::Lambda(lambda) = &body.result else {
                return self.unexpected("a parameter that is not written");
            };
            match parameters.get(place) {
                Some(parameter) => {
                    copied.values.insert(lambda.binder.name, parameter.clone());
                }
                None => own = Some(copied.binder(&lambda.binder)),
            }
            body = &lambda.body;
        }
        let block = copied.block(body);
        if let (Some(own), Some(argument)) = (own, argument) {
            self.regions.types.insert(own.name, own.ty);
            self.values.insert(own.name, argument);
        }
        self.regions.block(&block);
        Ok(self.block(b, &block)?.0)
    }

    /// Whether two values of a type are one.
    fn same(&mut self, b: &mut Builder<'_>, ty: &Dex, left: &[Atom], right: &[Atom]) -> Made<Atom> {
        match (ty, left, right) {
            (Value::Base(base), [left], [right]) => Ok(equal(b, *base, *left, *right)),
            (Value::Fin(_) | Value::Range(_), [left], [right]) => Ok(equal(b, INT, *left, *right)),
            (Value::Table(..), ..) => {
                let message = format!(
                    "members that hold tables, here {}, are not compared",
                    self.text(ty)
                );
                self.refuse(&DX_CO_INSTANCE, "tables", message)
            }
            _ => {
                let alternatives = self.alternatives(ty)?;
                let (mut left, mut right) = (left, right);
                let mut all = Atom::TRUE;
                let mut tag = None;
                match (is_tagged(ty, &alternatives), left, right) {
                    (Tagged::Bool, [left], [right]) => return Ok(equal(b, PrimType::Bool, *left, *right)),
                    (Tagged::Number, [own, held @ ..], [other, others @ ..]) => {
                        all = equal(b, TAG, *own, *other);
                        tag = Some(*own);
                        (left, right) = (held, others);
                    }
                    _ => {}
                }
                for (constructor, parts) in alternatives.iter().enumerate() {
                    let mut same = Atom::TRUE;
                    for part in parts {
                        let count = self.count(part)?.min(left.len()).min(right.len());
                        let ((own, rest), (other, others)) = (left.split_at(count), right.split_at(count));
                        (left, right) = (rest, others);
                        let part = self.same(b, part, own, other)?;
                        same = both(b, "is", same, part);
                    }
                    // What another constructor would hold is of no matter.
                    if let (Some(tag), false) = (tag, parts.is_empty()) {
                        let wanted = Atom::Const(TAG.number(constructor as i128));
                        let other = b.op("is", (BinOp::Ne, TAG), tag, wanted);
                        same = b.logic("is", BinOp::Or, other, same);
                    }
                    all = both(b, "is", all, same);
                }
                Ok(all)
            }
        }
    }
}

fn equal(b: &mut Builder<'_>, ty: PrimType, left: Atom, right: Atom) -> Atom {
    b.op("is", (BinOp::Eq, ty), left, right)
}
