//! Sums are taken away: records with a number take their place, and conditionals that of matches.
//!
//! (Notes on Futhark, 10.3, FUT-DF-OR-SUM, and 10.2, FUT-DF-SUM.)  A sum is the record of the number of its constructor, by alphabet, and of the
//! arguments of all constructors, one after the other.  Those of other constructors than its own are blanks: zeros, in arrays of the sizes that
//! the type of the sum says.  So two sums are equal if and only if the records are: their types say the same sizes, and zeros are equal to zeros.
//! For the same reason arguments of one type do not share a place: they may be arrays of different sizes, and each is consumed for itself.  What may be
//! absent may have a type of negative sizes, which no array has: then the blank has no rows, and arrays of no elements show the numbers, one behind the
//! arguments for each that has sizes ([`natural`]).
//!
//! ```text
//! def get (o: #none | #some i32) =          def get (o: (u8, i32)) =
//!   match o                                   if o.0 == 1 then
//!   case #some y -> y                  ⇝        let y = o.1 in y
//!   case #none -> 0                           else 0
//! get (#some 7)                             get (1, 7)
//! ```
//!
//! The cases of a match are tested in their order, each with all that its pattern asks; the last one is taken without a test, since a match of a
//! checked program leaves nothing out.  A test reads numbers and cannot fail, so nothing that can fail moves.
//!
//! Of an entry point the arguments and results change.  [`interface`] makes values of the written types of them.

pub mod interface;
mod map;
mod matches;
mod natural;
mod sums;
mod tangents;

use elder_futhark::rules::translation::{FUT_PA_BIND, FUT_PA_MATCH, FUT_PA_SUM, FUT_PA_TANGENT};
use elder_futhark::tree::walk::{self, deep};
use elder_futhark::tree::{
    Def, Exp, ExpKind, Fun, Instance, LoopForm, Pat, Program, Size, Type, TypeKind, VName,
};
use elder_syntax::{Diagnostic, Name, Rule, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The rules that the pass applies.
pub const RULES: &[&Rule] = &[&FUT_PA_SUM, &FUT_PA_MATCH, &FUT_PA_BIND, &FUT_PA_TANGENT];

/// The program without sums, matches and patterns that a value may not fit.  Its types are free of abstract ones.
///
/// # Errors
/// Where an accumulator would have to be blank; if it is not typed, which is a mistake of who made it.
pub fn run(program: &Program) -> Result<Program, Vec<Diagnostic>> {
    let mut pass = Pass::of(program);
    let mut defs = Vec::with_capacity(program.defs.len());
    for def in &program.defs {
        let mut def = Def::clone(def);
        pass.function(&mut def.fun);
        defs.push(Rc::new(def));
    }
    match pass.wrong.is_empty() {
        true => Ok(Program {
            defs,
            entries: program.entries.clone(),
            abstract_types: FxHashMap::default(),
            names: pass.next,
        }),
        false => Err(pass.wrong),
    }
}

struct Pass {
    /// The id of the next name.
    next: u32,
    /// Types that were met, each with what it is without sums.  The key is where it lies; it is kept so that nothing else comes to lie there.
    types: FxHashMap<*const TypeKind, (Type, Type)>,
    /// Sizes that are the outermost ones of arrays, so that they are not negative.
    shown: FxHashSet<u32>,
    wrong: Vec<Diagnostic>,
}

impl Pass {
    fn of(program: &Program) -> Pass {
        Pass {
            next: program.names,
            types: FxHashMap::default(),
            shown: natural::shown(program),
            wrong: Vec::new(),
        }
    }

    fn fresh(&mut self, name: &'static str) -> VName {
        let id = self.next;
        self.next += 1;
        VName {
            name: Name::new_static(name),
            id,
        }
    }

    fn refuse(&mut self, span: Span, message: &str) {
        self.wrong.push(Diagnostic {
            span,
            ..Diagnostic::outside(message.to_owned())
        });
    }

    /// An expression; what can fail in it stays where it is, and so does its place.
    fn exp(&mut self, e: &mut Exp) {
        deep(|| {
            e.children_mut().into_iter().for_each(|part| self.exp(part));
            let ty = self.ty(&e.ty);
            let kind = std::mem::replace(&mut e.kind, ExpKind::Hole);
            e.kind = match kind {
                ExpKind::Constr(name, args) => self.constructor(&name, args, &e.ty, e.span),
                ExpKind::Match(scrutinee, cases) => self.matched(*scrutinee, cases, &ty, e.span),
                applied @ ExpKind::App { .. } => self.applied(applied, &e.ty, e.span),
                mut rest => {
                    match &mut rest {
                        ExpKind::Lambda(fun) | ExpKind::LetFun(_, fun, _) => self.head(Rc::make_mut(fun)),
                        ExpKind::Let { pat, .. } => *pat = self.pattern(pat),
                        ExpKind::Loop(l) => {
                            l.pat = self.pattern(&l.pat);
                            if let LoopForm::ForIn(pat, _) = &mut l.form {
                                *pat = self.pattern(pat);
                            }
                        }
                        ExpKind::Var(_, instance) | ExpKind::Intrinsic(_, instance) => {
                            self.instance(instance)
                        }
                        // What else there is has no types but its own and those of its parts.
                        _ => {}
                    }
                    rest
                }
            };
            e.ty = ty;
        })
    }

    fn function(&mut self, fun: &mut Fun) {
        self.exp(&mut fun.body);
        self.head(fun);
    }

    /// The parameters and the result of a function.
    fn head(&mut self, fun: &mut Fun) {
        for param in &mut fun.params {
            param.pat = self.pattern(&param.pat);
        }
        fun.ret.ty = self.ty(&fun.ret.ty);
    }

    fn instance(&mut self, instance: &mut Instance) {
        instance.sizes.iter_mut().for_each(|size| *size = self.size(size));
        instance.types.iter_mut().for_each(|ty| *ty = self.ty(ty));
    }

    /// FUT-PA-SUM: a type without sums.
    fn ty(&mut self, ty: &Type) -> Type {
        if let Some((_, made)) = self.types.get(&Rc::as_ptr(ty)) {
            return made.clone();
        }
        let made = deep(|| self.form(ty));
        self.types.insert(Rc::as_ptr(ty), (ty.clone(), made.clone()));
        made
    }

    fn form(&mut self, ty: &Type) -> Type {
        match &**ty {
            TypeKind::Sum(constructors) => self.record(constructors),
            // What is no sum is what its parts have become.
            _ => walk::map(ty, self, |this, size| this.size(size), |this, part| this.ty(part)),
        }
    }

    /// What is computed in a size may have sums.
    fn size(&mut self, size: &Size) -> Size {
        match size {
            Size::Const(_) | Size::Var(_) => size.clone(),
            Size::Exp(e) => {
                let mut own = Exp::clone(e);
                self.exp(&mut own);
                Size::Exp(Rc::new(own))
            }
        }
    }
}

/// A name as a pattern.
fn named(name: &VName, ty: &Type, span: Span) -> Pat {
    Pat::var(name.clone(), ty.clone(), span)
}

/// Whether a value of a sum may have another constructor.
fn several(constructors: &[(Name, Vec<Type>)]) -> bool {
    constructors.len() > 1
}
