//! The interface of a program without sums: its entry points, taking and giving values of the types that were written.
//!
//! It is Futhark around each entry point.  `entry main (o: opt) : opt` becomes a function that makes a record of `o`, hands it to what `main` has
//! become, and makes a sum of the record that comes back; an array of sums goes element by element.  So both interpreters run it, and
//! values from any point of the pipeline compare.

use super::map::map;
use super::matches::{bind, equal, field};
use super::sums::{Place, has_sum, literal, variable};
use super::{Pass, named};
use elder_futhark::check::build::arrow;
use elder_futhark::check::substitution::{Sizes, subst};
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{
    Def, Entry, Exp, ExpKind, Fun, Instance, Param, Pat, PatKind, Program, RetType, Size, Type, TypeKind,
    VName,
};
use elder_syntax::Name;
use elder_syntax::attribute::Attributes;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The entry points that take or give sums, with their definitions.
pub fn crossed(program: &Program) -> Vec<(Name, Rc<Def>)> {
    let crossed = |entry: &Entry| {
        let def = program.defs.iter().find(|def| def.name == entry.def)?;
        let mut types = def
            .fun
            .params
            .iter()
            .map(|param| &param.pat.ty)
            .chain([&def.fun.ret.ty]);
        types.any(has_sum).then(|| (entry.name.clone(), def.clone()))
    };
    program.entries.iter().filter_map(crossed).collect()
}

/// The program with entry points whose types are those of their definitions as they were `written`.
pub fn program<'w>(program: &Program, written: impl Fn(&str) -> Option<&'w Def>) -> Program {
    let mut interface = Interface {
        pass: Pass::of(program),
    };
    let mut defs = program.defs.clone();
    let around = |own: &Entry| -> Entry {
        let Some(written) = written(&own.name) else {
            return own.clone();
        };
        let def = interface.definition(&own.def, written);
        let name = def.name.clone();
        defs.push(Rc::new(def));
        Entry {
            def: name,
            ..own.clone()
        }
    };
    let entries = program.entries.iter().map(around).collect();
    Program {
        entries,
        names: interface.pass.next,
        defs,
        abstract_types: FxHashMap::default(),
    }
}

/// Which way a value goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Sums become records.
    In,
    /// Records become sums.
    Out,
}

struct Interface {
    pass: Pass,
}

impl Interface {
    /// The definition around an entry point.
    fn definition(&mut self, inner: &VName, written: &Def) -> Def {
        let span = written.span;
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for param in &written.fun.params {
            let name = match &param.pat.kind {
                PatKind::Var(name) => name.clone(),
                _ => self.pass.fresh("argument"),
            };
            let ty = &param.pat.ty;
            args.push(self.cross(variable(&name, ty, param.pat.span), ty, Way::In));
            params.push(Param {
                pat: Pat {
                    kind: PatKind::Var(name),
                    ..param.pat.clone()
                },
                stars: param.stars.clone(),
            });
        }
        let (sizes, given) = self.existential(&written.fun.ret);
        let record = self.pass.ty(&given);
        let types = args.iter().rev().map(|arg| arg.ty.clone());
        let ty = types.fold(record.clone(), |ret, param| arrow(param, ret));
        let instance = Instance::of(written.fun.sizes.iter().cloned().map(Size::Var).collect());
        let fun = Exp::of(ExpKind::Var(inner.clone(), instance), &ty, span);
        let bound = match args.is_empty() {
            true => fun,
            false => {
                let fun = Box::new(fun);
                let infix = false;
                Exp::of(ExpKind::App { fun, args, infix }, &record, span)
            }
        };
        let name = self.pass.fresh("given");
        let body = self.cross(variable(&name, &record, span), &given, Way::Out);
        let body = bind(sizes, &name, bound, body);
        let (exts, ty) = self.existential(&written.fun.ret);
        Def {
            name: self.pass.fresh("border"),
            path: written.path.clone(),
            attributes: Attributes::NONE,
            fun: Fun {
                sizes: written.fun.sizes.clone(),
                types: Vec::new(),
                params,
                ret: RetType {
                    exts,
                    ty,
                    stars: written.fun.ret.stars.clone(),
                },
                annotated: true,
                section: false,
                body,
            },
            span,
        }
    }

    /// The type of a result with names of its own for the sizes that it hides.
    fn existential(&mut self, ret: &RetType) -> (Vec<VName>, Type) {
        let mut own = Vec::with_capacity(ret.exts.len());
        for _ in &ret.exts {
            own.push(self.pass.fresh("hidden"));
        }
        let mut renamed = Sizes(|v: &VName| {
            let k = ret.exts.iter().position(|ext| ext == v)?;
            own.get(k).cloned().map(Size::Var)
        });
        let ty = subst(&ret.ty, &mut renamed);
        (own, ty)
    }

    /// A value of a written type, or of the type that it has become, as one of the other.
    fn cross(&mut self, value: Exp, written: &Type, way: Way) -> Exp {
        if !has_sum(written) {
            return value;
        }
        deep(|| {
            let span = value.span;
            let made = self.pass.ty(written);
            let (from, to) = match way {
                Way::In => (written, &made),
                Way::Out => (&made, written),
            };
            let name = self.pass.fresh("value");
            let own = variable(&name, from, span);
            let body = match &**written {
                TypeKind::Array(size, element) => return self.map(value, (size, element), way),
                TypeKind::Record(fields) => {
                    let mut crossed = Vec::with_capacity(fields.len());
                    for (f, ty) in fields {
                        let part = match way {
                            Way::In => field(&own, f.clone(), ty.clone(), span),
                            Way::Out => field(&own, f.clone(), self.pass.ty(ty), span),
                        };
                        crossed.push((f.clone(), self.cross(part, ty, way)));
                    }
                    ExpKind::Record(crossed)
                }
                TypeKind::Sum(constructors) => match way {
                    Way::In => self.record(own, written, constructors),
                    Way::Out => self.sum(&own, written, constructors),
                },
                _ => return value,
            };
            bind(Vec::new(), &name, value, Exp::of(body, to, span))
        })
    }

    /// The record of a sum.
    fn record(&mut self, value: Exp, sum: &Type, constructors: &[(Name, Vec<Type>)]) -> ExpKind {
        let span = value.span;
        let mut cases = Vec::with_capacity(constructors.len());
        for (name, types) in constructors {
            let (mut pats, mut args) = (Vec::new(), Vec::new());
            for ty in types {
                let part = self.pass.fresh("part");
                args.push(self.cross(variable(&part, ty, span), ty, Way::In));
                pats.push(named(&part, ty, span));
            }
            let pat = Pat {
                kind: PatKind::Constr(name.clone(), pats),
                ty: sum.clone(),
                span,
            };
            let record = self.pass.constructor(name, args, sum, span);
            cases.push((pat, Exp::of(record, self.pass.ty(sum), span)));
        }
        ExpKind::Match(Box::new(value), cases)
    }

    /// The sum of a record.
    fn sum(&mut self, value: &Exp, sum: &Type, constructors: &[(Name, Vec<Type>)]) -> ExpKind {
        let span = value.span;
        let mut made: Option<ExpKind> = None;
        for (name, types) in constructors.iter().rev() {
            let Some(place) = self.pass.place(sum, name, span) else {
                continue;
            };
            let mut args = Vec::with_capacity(types.len());
            for (k, ty) in types.iter().enumerate() {
                let part = field(value, place.field(k), self.pass.ty(ty), span);
                args.push(self.cross(part, ty, Way::Out));
            }
            let constructor = ExpKind::Constr(name.clone(), args);
            made = Some(match made {
                None => constructor,
                Some(rest) => {
                    let number = literal(place.number, span);
                    let tag = field(value, Place::tag(), number.ty.clone(), span);
                    ExpKind::If(
                        Box::new(equal(tag, number)),
                        Box::new(Exp::of(constructor, sum, span)),
                        Box::new(Exp::of(rest, sum, span)),
                    )
                }
            });
        }
        made.unwrap_or(ExpKind::Hole)
    }

    /// The elements of an array, one by one.
    fn map(&mut self, value: Exp, (size, element): (&Size, &Type), way: Way) -> Exp {
        let span = value.span;
        let other = self.pass.ty(element);
        let from = match way {
            Way::In => element.clone(),
            Way::Out => other,
        };
        let size = self.pass.size(size);
        let name = self.pass.fresh("element");
        let body = self.cross(variable(&name, &from, span), element, way);
        map(size, &[(name, from)], body, vec![value], span)
    }
}
