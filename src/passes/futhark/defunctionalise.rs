//! Defunctionalisation by static values (slides of Hovgaard, Henriksen and Elsman; notes 10.2, 10.3).
//!
//! A function becomes the record of the variables that it captures, and what it is stays known while the program is translated, as its
//! [`Static`](value::Static) value.  So every application knows what it applies: it becomes a call of a *lifted* top-level function that takes the record and the
//! argument, and no function is left but the operands of combinators.
//!
//! The judgement is `E ⊢ e ⇝ ⟨e', sv⟩`, an arm a rule, with the environment E from the source's names to residual expressions and static values.
//!
//! | file | what |
//! | --- | --- |
//! | `value.rs` | static values, their types and when two are the same |
//! | `expression.rs` | the judgement |
//! | `capture.rs` | free variables, and the record of them |
//! | `types.rs` | sizes, types, patterns; sizes that leave their scope |
//! | `apply.rs` | application, and the functions of combinators |
//! | `coerce.rs` | coercions of functions |
//! | `blank.rs` | blank functions |
//! | `arrays.rs` | arrays of functions |
//! | `beside.rs`, `beside/` | what stands beside the elements of an array of functions |
//! | `lift.rs` | lifted functions, each made once |
//! | `steps.rs` | the derivation, for people |
//! | `join.rs` | `Or`: conditionals that give functions, and the join |
//! | `loops.rs` | loops that give functions |
//!
//! An application that gives a function is written out, as D-App has it; any other is a call.  A program without function values comes out as it went in.

mod apply;
mod blank;
mod branches;
mod capture;
mod coerce;
mod expression;
mod lift;
mod steps;
mod types;
mod value;

use capture::Free;
use coerce::Coercion;
use elder_futhark::check::substitution::is_order_zero;
use elder_futhark::rules::translation as rules;
use elder_futhark::tree::{
    Def, Exp, ExpKind, Fun, Instance, Param, Pat, Program, RetType, Type, TypeKind, VName,
};
use elder_syntax::{Diagnostic, Name, Rule, Span};
use lift::{Lifted, Lifting};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
pub use steps::Step;
use steps::Steps;
use value::{Static, Token};

/// What a name of the source stands for.
#[derive(Clone)]
struct Known {
    /// An expression that may be evaluated any number of times: a variable, or a record of such.
    exp: Exp,
    /// What is known of its value.
    value: Static,
}

/// E: the names in scope.  Names are unique, so one that is out of scope is never asked for.  Where scopes part, a node of the map is copied
/// with all of its entries: they are small.
type Env = im::GenericHashMap<u32, Rc<Known>, rustc_hash::FxBuildHasher, im::shared_ptr::DefaultSharedPtr>;

/// A residual expression with its static value, or why there is none.
type Made = Result<(Exp, Static), Refused>;

/// Why there is none.
type Refused = Box<Diagnostic>;

/// The rules that the pass applies.
pub const RULES: &[&Rule] = &[
    &rules::FUT_DF_VAR,
    &rules::FUT_DF_CONST,
    &rules::FUT_DF_PLUS,
    &rules::FUT_DF_IF,
    &rules::FUT_DF_LET,
    &rules::FUT_DF_LAM,
    &rules::FUT_DF_APP,
    &rules::FUT_DF_LIFT,
    &rules::FUT_DF_DYN,
    &rules::FUT_DF_RCD,
    &rules::FUT_DF_PROJ,
    &rules::FUT_DF_UPDREC,
    &rules::FUT_DF_MAP,
    &rules::FUT_DF_SOAC,
    &rules::FUT_DF_LOOP,
    &rules::FUT_DF_SUM,
    &rules::FUT_DF_SIZE,
    &rules::FUT_DF_COERCE,
    &rules::FUT_DF_BLANK,
    &rules::FUT_DF_J_EQ,
    &rules::FUT_DF_J_RCD,
    &rules::FUT_DF_J_LAM,
    &rules::FUT_DF_IF_OR,
    &rules::FUT_DF_APP_OR,
    &rules::FUT_DF_OR_LOOP,
    &rules::FUT_DF_OR_ARRAY,
    &rules::FUT_DF_BESIDE,
];

/// A constant whose residual definition stands.
struct Constant {
    value: Static,
    /// Whether it is there without evaluation, so that it does not matter where it is named first.
    is_value: bool,
}

struct Pass<'p> {
    program: &'p Program,
    /// Definitions by the id of their name.
    defs: FxHashMap<u32, Rc<Def>>,
    /// The definitions that bind sizes at the top level, by the ids of those.
    top_sizes: FxHashMap<u32, VName>,
    /// Constants that are done.
    constants: FxHashMap<u32, Constant>,
    /// The residual definitions so far.
    out: Vec<Rc<Def>>,
    /// The id of the next name.
    next: u32,
    /// Ids that the residual program binds.
    bound: FxHashSet<u32>,
    /// How many lifted functions have a name.
    called: FxHashMap<Name, u32>,
    lifted: FxHashMap<Vec<Token>, Rc<Lifted>>,
    /// Lifted functions whose bodies are being translated, from the outside in.
    lifting: Vec<Lifting>,
    /// Those that would call one in whose body they are called, with the id of that.
    apart: FxHashMap<Vec<Token>, u32>,
    free: FxHashMap<usize, Rc<Free>>,
    /// Intrinsics that are values, written as functions; by the address of the expression.
    expanded: FxHashMap<usize, Rc<Fun>>,
    /// Coercions of functions.
    coercions: FxHashMap<coerce::Place, Rc<Coercion>>,
    /// Functions that give blank values, by the address of their type.
    blanks: FxHashMap<usize, (Type, Rc<Fun>)>,
    /// Occurrences whose bodies are being written out.
    writing: Vec<usize>,
    /// The derivation, if it is asked for.
    steps: Option<Steps>,
}

/// The program without functions as values.
///
/// # Errors
/// FUT-DF-OR-LOOP/finite, FUT-DF-OR-ARRAY/regular, FUT-DF-LIFT/apart.
pub fn run(program: &Program) -> Result<Program, Vec<Diagnostic>> {
    let mut pass = Pass::of(program);
    pass.all().map_err(|refused| vec![*refused])?;
    let out = std::mem::take(&mut pass.out);
    Ok(Program {
        defs: pass.needed(out),
        entries: program.entries.clone(),
        abstract_types: program.abstract_types.clone(),
        names: pass.next,
    })
}

/// The derivation by which [`run`] comes to its program: premises stand before the conclusion, and what is tried and given up stands there as well.
///
/// # Errors
/// As those of [`run`].
pub fn steps(program: &Program) -> Result<Vec<Step>, Vec<Diagnostic>> {
    let mut pass = Pass::of(program);
    pass.steps = Some(Steps::default());
    pass.all().map_err(|refused| vec![*refused])?;
    Ok(pass.steps.take().map_or_else(Vec::new, Steps::made))
}

impl<'p> Pass<'p> {
    fn of(program: &'p Program) -> Pass<'p> {
        let mut pass = Pass {
            program,
            defs: FxHashMap::default(),
            top_sizes: FxHashMap::default(),
            constants: FxHashMap::default(),
            out: Vec::new(),
            next: program.names,
            bound: FxHashSet::default(),
            called: FxHashMap::default(),
            lifted: FxHashMap::default(),
            lifting: Vec::new(),
            apart: FxHashMap::default(),
            free: FxHashMap::default(),
            expanded: FxHashMap::default(),
            coercions: FxHashMap::default(),
            blanks: FxHashMap::default(),
            writing: Vec::new(),
            steps: None,
        };
        for def in &program.defs {
            let is_entry = program.entries.iter().any(|entry| entry.def == def.name);
            let def = if is_entry {
                pass.saturated(def)
            } else {
                def.clone()
            };
            if is_constant(&def) {
                let exts = def.fun.ret.exts.iter();
                pass.top_sizes.extend(exts.map(|ext| (ext.id, def.name.clone())));
            }
            pass.defs.insert(def.name.id, def);
        }
        pass
    }

    /// All definitions that an entry point reaches, in order; those that take or give functions when they are used.
    fn all(&mut self) -> Result<(), Refused> {
        let reached = self.reached();
        for def in &self.program.defs {
            let Some(def) = self.defs.get(&def.name.id).cloned() else {
                continue;
            };
            if !reached.contains(&def.name.id) {
                continue;
            }
            if is_constant(&def) {
                self.constant(&def)?;
            } else if is_first_order(&def.fun) {
                self.ordinary(&def)?;
            }
        }
        Ok(())
    }

    /// The ids of the definitions that entry points mention, and those that these mention.
    fn reached(&mut self) -> FxHashSet<u32> {
        let mut reached = FxHashSet::default();
        let mut next: Vec<u32> = self.program.entries.iter().map(|entry| entry.def.id).collect();
        while let Some(id) = next.pop() {
            let id = self.top_sizes.get(&id).map_or(id, |def| def.id);
            let Some(def) = self.defs.get(&id).cloned() else {
                continue;
            };
            if reached.insert(id) {
                capture::names(&def.fun, &mut |v, _| next.push(v.id));
            }
        }
        reached
    }

    /// The residual definitions that entry points mention, directly or not: attempts leave others.
    fn needed(&self, defs: Vec<Rc<Def>>) -> Vec<Rc<Def>> {
        let by_name: FxHashMap<u32, &Rc<Def>> = defs.iter().map(|def| (def.name.id, def)).collect();
        let mut needed = FxHashSet::default();
        let mut next: Vec<u32> = self.program.entries.iter().map(|entry| entry.def.id).collect();
        while let Some(id) = next.pop() {
            let id = self.top_sizes.get(&id).map_or(id, |def| def.id);
            if let Some(def) = by_name.get(&id).filter(|_| needed.insert(id)) {
                capture::names(&def.fun, &mut |v, _| next.push(v.id));
            }
        }
        defs.into_iter()
            .filter(|def| needed.contains(&def.name.id))
            .collect()
    }

    /// FUT-T-ENTRY: an entry point that gives a function takes its arguments itself.
    fn saturated(&mut self, def: &Rc<Def>) -> Rc<Def> {
        let TypeKind::Arrow(_) = &*def.fun.ret.ty else {
            return def.clone();
        };
        let (params, args, ret) = self.parameters(&def.fun.ret.ty, def.fun.body.span);
        let mut def = (**def).clone();
        def.fun.params.extend(params);
        let body = std::mem::replace(&mut def.fun.body, hole(ret.ty.clone()));
        let span = body.span;
        def.fun.body = Exp::of(ExpKind::app(body, args), ret.ty.clone(), span).making(ret.exts.clone());
        def.fun.ret = ret;
        Rc::new(def)
    }

    /// Parameters for all arguments of a function type, the same as arguments, and what is left.
    fn parameters(&mut self, ty: &Type, span: elder_syntax::Span) -> (Vec<Param>, Vec<Exp>, RetType) {
        let (mut params, mut args) = (Vec::new(), Vec::new());
        let mut ret = RetType {
            exts: Vec::new(),
            ty: ty.clone(),
            stars: elder_futhark::tree::Stars::None,
        };
        while let TypeKind::Arrow(arrow) = &*ret.ty.clone() {
            let name = arrow.param_name.clone().unwrap_or_else(|| self.name("x"));
            params.push(Param {
                pat: Pat::var(name.clone(), arrow.param.clone(), span),
                stars: arrow.param_stars.clone(),
            });
            args.push(types::variable(&name, arrow.param.clone(), span));
            ret = arrow.ret.clone();
        }
        (params, args, ret)
    }

    /// A name that no other has.
    fn name(&mut self, text: impl Into<Name>) -> VName {
        let id = self.next;
        self.next += 1;
        self.bound.insert(id);
        VName {
            name: text.into(),
            id,
        }
    }

    /// A name for what is written as if it were of the source: the residual program binds it by others.
    fn source(&mut self, text: impl Into<Name>) -> VName {
        let name = self.name(text);
        self.bound.remove(&name.id);
        name
    }

    /// The name by which the residual program binds what the source binds by this one: the same, but for copies.
    fn fresh(&mut self, v: &VName) -> VName {
        match self.bound.insert(v.id) {
            true => v.clone(),
            false => self.name(v.name.clone()),
        }
    }

    /// The static value of a constant, whose residual definition stands.
    fn constant(&mut self, def: &Rc<Def>) -> Result<Static, Refused> {
        if let Some(done) = self.constants.get(&def.name.id) {
            return Ok(done.value.clone());
        }
        let mut env = Env::default();
        let name = self.fresh(&def.name);
        let (body, value) = self.exp(&mut env, &def.fun.body)?;
        let is_value = self.is_value(&body);
        let mut exts = self.bind_sizes(&mut env, &def.fun.ret.exts);
        let (ty, value) = match is_order_zero(&def.fun.ret.ty) {
            true => {
                let ty = self.ty(&mut env, &def.fun.ret.ty)?;
                (ty.clone(), Static::Dyn(ty))
            }
            false => {
                let (value, existential) = self.leave(&value, &mut |pass, v| {
                    !pass.defs.contains_key(&v.id) && !pass.top_sizes.contains_key(&v.id)
                });
                for ext in &existential {
                    self.top_sizes.insert(ext.id, name.clone());
                }
                exts.extend(existential);
                (value.rep(), value)
            }
        };
        self.out.push(Rc::new(Def {
            name,
            path: def.path.clone(),
            attributes: def.attributes.clone(),
            fun: Fun {
                ret: RetType {
                    exts,
                    ty,
                    stars: def.fun.ret.stars.clone(),
                },
                body,
                ..def.fun.clone()
            },
            span: def.span,
        }));
        let known = Constant {
            value: value.clone(),
            is_value,
        };
        self.constants.insert(def.name.id, known);
        Ok(value)
    }
}

/// Whether a definition is evaluated once.
fn is_constant(def: &Def) -> bool {
    def.fun.params.is_empty() && def.fun.sizes.is_empty() && def.fun.types.is_empty()
}

/// FUT-DF-DYN: whether a function takes and gives no functions.
fn is_first_order(fun: &Fun) -> bool {
    let params = fun.params.iter().all(|param| is_order_zero(&param.pat.ty));
    params && is_order_zero(&fun.ret.ty)
}

fn hole(ty: Type) -> Exp {
    hole_at(ty, elder_syntax::Span::NONE)
}

/// A hole that a program may reach, blamed there.
fn hole_at(ty: Type, span: elder_syntax::Span) -> Exp {
    Exp::of(ExpKind::Hole, ty, span)
}

/// The use of a name that has no parameters.
fn plain(v: &VName) -> ExpKind {
    ExpKind::Var(v.clone(), Instance::default())
}

/// Runs one level of the recursion.
fn deep<R>(f: impl FnOnce() -> R) -> R {
    elder_futhark::tree::walk::deep(f)
}

/// What is not known statically, or not yet translated.
fn unknown(span: Span, what: &str) -> Refused {
    let message = format!("defunctionalisation does not know the functions of {what}");
    Box::new(Diagnostic {
        span,
        ..Diagnostic::outside(message)
    })
}
