//! FUT-DF-BESIDE: what the functions in an array capture alike stands beside its elements, once.
//!
//! An array that a function captured would be copied into each element of an array of such functions.  So it is left out there: the residual value is
//! the record of the elements and of what stands beside them.  It comes back in where an element leaves its array.  The elements of an array have nothing beside
//! themselves: what rows and records in it had is beside the whole, or in their elements.

mod elements;

use super::super::apply::Let;
pub use elements::Rows;

use super::super::types::field;
use super::super::value::{Lam, Payload, Static, unused};
use super::super::{Pass, Refused, hole};
use super::join::{Sizes, with_unknown};
use elder_futhark::check::build;
use elder_futhark::check::substitution::for_each_size;
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::{Attribute, Exp, ExpKind, PatKind, Size, Stars, Type, TypeKind, VName};
use elder_syntax::attribute::Attributes;
use elder_syntax::{Name, Span};

/// The label of the elements where something stands beside them.
pub const ELEMENTS: &str = "elements";

/// What stands beside the elements of an array.
#[derive(Clone)]
pub struct Known {
    /// The variable that functions in it captured, or the parameter that they were given, as they name it.
    pub name: VName,
    /// A value: it may be evaluated any number of times.
    pub exp: Exp,
    /// What is known of it.
    pub value: Static,
}

/// Elements of an array, and what stands beside them.
type Elements = (Vec<(Exp, Static)>, Vec<Known>);

/// Sizes, and what became of them.
type Renamed = Vec<(Size, Size)>;

/// The labels of the elements and of what stands beside them.
pub fn labels(beside: &[(VName, Static)]) -> Vec<Name> {
    let mut made = vec![Name::from(ELEMENTS)];
    for (v, _) in beside {
        made.push(unused(&v.name, |label| made.contains(label)));
    }
    made
}

/// The elements of an array with what stands beside them.
pub fn together(elements: Exp, value: Static, beside: Vec<Known>) -> (Exp, Static) {
    let Static::Arr(size, element, _) = value else {
        return (elements, value);
    };
    let statics: Vec<_> = beside
        .iter()
        .map(|one| (one.name.clone(), one.value.clone()))
        .collect();
    let value = Static::Arr(size, element, statics.clone());
    if beside.is_empty() {
        return (elements, value);
    }
    let (span, mut elements) = (elements.span, elements);
    // The sizes that the elements show are shown by the whole.
    let sizes = std::mem::take(&mut elements.sizes);
    let exps = std::iter::once(elements).chain(beside.into_iter().map(|one| one.exp));
    let fields: Vec<(Name, Exp)> = labels(&statics).into_iter().zip(exps).collect();
    let types = fields.iter().map(|(label, e)| (label.clone(), e.ty.clone()));
    let made = Exp {
        ty: build::record(types.collect()),
        kind: ExpKind::Record(fields),
        sizes,
        span,
        attributes: Attributes::NONE,
    };
    (made, value)
}

/// Where `*` stands in a residual value: what stands beside the elements of an array is not consumed with it.
pub fn stars(stars: &Stars, value: &Static) -> Stars {
    match value {
        _ if !stars.any() || !has_beside(value) => stars.clone(),
        Static::Arr(..) => Stars::Fields(vec![(ELEMENTS.into(), stars.clone())]),
        Static::Rcd(fields) => {
            let fields = fields.iter().map(|(label, sv)| {
                let of_field = self::stars(&stars.field(label), sv);
                (label.clone(), of_field)
            });
            Stars::Fields(fields.collect())
        }
        _ => stars.clone(),
    }
}

/// Whether something stands beside an array that is there.
fn has_beside(value: &Static) -> bool {
    match value {
        Static::Arr(_, _, beside) => !beside.is_empty(),
        Static::Rcd(fields) => fields.iter().any(|(_, sv)| has_beside(sv)),
        Static::Sum(constructors) => constructors.iter().any(|(_, payload)| match payload {
            Payload::Present(args) => args.iter().any(has_beside),
            Payload::Absent(_) => false,
        }),
        Static::Dyn(_) | Static::Lam(_) | Static::Or(_) | Static::Beside(_) => false,
    }
}

/// Whether copies of a value may take more than constant work.
fn is_large(ty: &Type) -> bool {
    match &**ty {
        TypeKind::Arrow(_) => false,
        TypeKind::Array(..) | TypeKind::Named(..) | TypeKind::Var(_) => true,
        // It is copied part by part.
        _ => ty.types().any(is_large),
    }
}

/// The fields of a function's record that may stand beside an array of it, with the names that they have there.
fn places(lam: &Lam) -> impl Iterator<Item = (&VName, &Name, &Static)> {
    let captured = lam.captured.iter().map(|c| (&c.name, &c.label, &c.value));
    let params = lam.code.fun().params.iter();
    let given = lam
        .given
        .iter()
        .zip(params)
        .filter_map(|((label, sv), param)| match &param.pat.kind {
            PatKind::Var(v) => Some((v, label, sv)),
            _ => None,
        });
    captured.chain(given).filter(|(.., sv)| is_large(&sv.rep()))
}

/// Whether two values are the same: variables, and records and fields of such.
fn same_value(a: &Exp, b: &Exp) -> bool {
    match (&a.kind, &b.kind) {
        (ExpKind::Var(v, _), ExpKind::Var(w, _)) => v == w,
        (ExpKind::Field(a, label), ExpKind::Field(b, other)) => label == other && same_value(a, b),
        (ExpKind::Record(xs), ExpKind::Record(ys)) => {
            let mut pairs = xs.iter().zip(ys);
            xs.len() == ys.len() && pairs.all(|((l, x), (m, y))| l == m && same_value(x, y))
        }
        _ => false,
    }
}

impl Pass<'_> {
    /// The elements of an array, and what stands beside them.
    pub fn taken_apart(&mut self, lets: &mut Vec<Let>, array: Exp, value: &Static) -> (Exp, Vec<Known>) {
        let Static::Arr(size, element, beside) = value else {
            return (array, Vec::new());
        };
        if beside.is_empty() {
            return (array, Vec::new());
        }
        let is_written = match &array.kind {
            ExpKind::Record(fields) if array.sizes.is_empty() => fields
                .iter()
                .all(|(label, e)| *label == *ELEMENTS || self.is_value(e)),
            _ => false,
        };
        let array = match is_written {
            true => array,
            false => self.named(lets, array, value),
        };
        let mut labels = labels(beside).into_iter();
        let elements = labels.next().unwrap_or_else(|| ELEMENTS.into());
        let elements = field(&array, &elements, build::array(size.clone(), element.rep()));
        let beside = beside.iter().zip(labels).map(|((name, value), label)| Known {
            name: name.clone(),
            exp: field(&array, &label, value.rep()),
            value: value.clone(),
        });
        (elements, beside.collect())
    }

    /// FUT-DF-BESIDE: elements of an array that is made, without what stands beside them, and that.
    pub fn set_beside(
        &mut self,
        lets: &mut Vec<Let>,
        elements: Vec<(Exp, Static)>,
    ) -> Result<Elements, Refused> {
        let mut made = Vec::with_capacity(elements.len());
        // FUT-E-ORDER: what is evaluated before something that has a name has one as well.
        let last = elements
            .iter()
            .rposition(|(e, value)| !self.is_written(e) && is_candidate(value));
        for (k, (e, value)) in elements.into_iter().enumerate() {
            let e = match last.is_some_and(|last| k <= last) && !self.is_written(&e) {
                true => self.named(lets, e, &value),
                false => e,
            };
            made.push((e, value));
        }
        let mut found: Vec<(Known, bool)> = Vec::new();
        for (e, value) in &made {
            self.candidates(e, value, &mut |one| match found
                .iter_mut()
                .find(|(other, _)| other.name == one.name)
            {
                Some((other, alike)) => {
                    *alike &= same_value(&other.exp, &one.exp) && other.value.same(&one.value);
                }
                None => found.push((one, true)),
            });
        }
        let beside: Vec<Known> = found
            .into_iter()
            .filter_map(|(one, alike)| alike.then_some(one))
            .collect();
        if !beside.is_empty() {
            self.by(&rules::FUT_DF_BESIDE);
        }
        let made = made.into_iter().map(|(e, value)| self.without(e, value, &beside));
        Ok((made.collect::<Result<_, _>>()?, beside))
    }

    /// Whether an expression is made of constructors, records and values.
    fn is_written(&self, e: &Exp) -> bool {
        match &e.kind {
            ExpKind::Constr(_, args) => e.sizes.is_empty() && args.iter().all(|arg| self.is_written(arg)),
            ExpKind::Record(fields) => {
                e.sizes.is_empty() && fields.iter().all(|(_, field)| self.is_written(field))
            }
            _ => self.is_value(e),
        }
    }

    /// What may stand beside an array in which an element is.
    fn candidates(&mut self, e: &Exp, value: &Static, f: &mut dyn FnMut(Known)) {
        match value {
            Static::Lam(lam) => {
                for (name, label, value) in places(lam) {
                    let exp = field(e, label, value.rep());
                    if self.is_value(&exp) {
                        let (name, value) = (name.clone(), value.clone());
                        f(Known { name, exp, value });
                    }
                }
            }
            Static::Rcd(fields) => {
                for (label, value) in fields {
                    self.candidates(&field(e, label, value.rep()), value, f);
                }
            }
            Static::Sum(constructors) => {
                let ExpKind::Constr(name, args) = &e.kind else {
                    return;
                };
                if let Some(Payload::Present(values)) = super::super::types::payload_of(constructors, name) {
                    for (arg, value) in args.iter().zip(values) {
                        self.candidates(arg, value, f);
                    }
                }
            }
            Static::Arr(..) => {
                let mut lets = Vec::new();
                let (_, beside) = self.taken_apart(&mut lets, e.clone(), value);
                if lets.is_empty() {
                    beside.into_iter().for_each(f);
                }
            }
            Static::Dyn(_) | Static::Or(_) | Static::Beside(_) => {}
        }
    }

    /// What stands beside two arrays that are joined, and what became of the sizes that it shows.  What stands beside one of the two only is blank for the
    /// other, as no function of the other captured it.
    pub fn join_beside(
        &mut self,
        a: &[(VName, Static)],
        b: &[(VName, Static)],
        sizes: &mut Sizes,
        span: Span,
    ) -> Result<(Vec<(VName, Static)>, Renamed), Refused> {
        let (mut made, mut shown) = (Vec::new(), Vec::new());
        let of_a = self.one_sided(a, b, sizes);
        let of_b = self.one_sided(b, a, sizes);
        let find = |all: &[(VName, Static)], v: &VName| {
            let found = all.iter().find(|(w, _)| w == v);
            found.map(|(_, sv)| sv.clone())
        };
        for (v, x) in a {
            let value = match (find(b, v), find(&of_a, v)) {
                (Some(y), _) => {
                    let value = self.join_values(x, &y, sizes, span)?;
                    became(&y, &value, &mut shown);
                    value
                }
                (None, value) => value.unwrap_or_else(|| x.clone()),
            };
            became(x, &value, &mut shown);
            made.push((v.clone(), value));
        }
        for (v, value) in of_b {
            if let Some(y) = find(b, &v) {
                became(&y, &value, &mut shown);
            }
            made.push((v, value));
        }
        Ok((made, shown))
    }

    /// What stands beside one of two arrays only: all of it is there together, so sizes that are one stay one.
    fn one_sided(
        &mut self,
        own: &[(VName, Static)],
        others: &[(VName, Static)],
        sizes: &mut Sizes,
    ) -> Vec<(VName, Static)> {
        let own = own.iter().filter(|(v, _)| others.iter().all(|(w, _)| w != v));
        let (names, parts): (Vec<_>, Vec<_>) = own
            .map(|(v, sv)| (v.clone(), (v.name.clone(), sv.clone())))
            .unzip();
        match self.apart(&Static::Rcd(parts), sizes) {
            Static::Rcd(parts) => names
                .into_iter()
                .zip(parts.into_iter().map(|(_, sv)| sv))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// What stands beside an array, for one to which it was joined.
    pub fn coerced_beside(
        &mut self,
        beside: Vec<Known>,
        all: &[(VName, Static)],
        existential: &[VName],
        span: Span,
    ) -> Result<Vec<Known>, Refused> {
        let mut made = Vec::with_capacity(all.len());
        for (name, to) in all {
            let exp = match beside.iter().find(|one| one.name == *name) {
                Some(one) => self.coerced(one.exp.clone(), &one.value, to, existential)?,
                None => {
                    let ty = with_unknown(&to.rep(), existential);
                    Exp::of(
                        ExpKind::Attr(Attribute::Blank, Box::new(hole(ty.clone()))),
                        ty,
                        span,
                    )
                }
            };
            let (name, value) = (name.clone(), to.clone());
            made.push(Known { name, exp, value });
        }
        Ok(made)
    }
}

/// Whether something in an element could stand beside the array.
fn is_candidate(value: &Static) -> bool {
    match value {
        Static::Lam(lam) => places(lam).next().is_some(),
        Static::Rcd(fields) => fields.iter().any(|(_, sv)| is_candidate(sv)),
        Static::Sum(constructors) => constructors.iter().any(|(_, payload)| match payload {
            Payload::Present(args) => args.iter().any(is_candidate),
            Payload::Absent(_) => false,
        }),
        Static::Arr(_, _, beside) => !beside.is_empty(),
        Static::Dyn(_) | Static::Or(_) | Static::Beside(_) => false,
    }
}

/// Notes what became of the sizes of a value.
fn became(from: &Static, to: &Static, out: &mut Renamed) {
    let (Static::Dyn(from), Static::Dyn(to)) = (from, to) else {
        return;
    };
    let sizes = |ty: &Type| {
        let mut all = Vec::new();
        for_each_size(ty, &mut |size, _, _| all.push(size.clone()));
        all
    };
    out.extend(sizes(from).into_iter().zip(sizes(to)));
}
