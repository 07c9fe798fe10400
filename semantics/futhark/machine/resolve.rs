//! From the typed tree to code: [`Resolver`].
//!
//! Only what the entry point reaches is resolved.  Names become slots; each function
//! has a frame whose slots are never reused, so that code can be moved within it.
//! Small functions are put in place of their calls, with literal functions given to
//! them put in place of the parameters: after that `map (\x -> ..) xs` is a loop in the
//! frame of its surroundings, although the library's `map` is written in Futhark.
//!
//! | file | what |
//! | --- | --- |
//! | `resolve.rs` | expressions and functions |
//! | `resolve/apply.rs` | application, inlining, intrinsics |
//! | `resolve/attributes.rs` | `#[blank]`, `#[unsafe]`, `#[param(..)]` |
//! | `resolve/coercion.rs` | size coercions, proxies for functions |
//! | `resolve/types.rs` | types, sizes, patterns |
//! | `resolve/kept.rs` | size expressions made while types are expanded |

mod apply;
mod attributes;
mod coercion;
mod kept;
mod types;

pub use kept::Kept;

use crate::futhark::machine::arithmetic::{Arithmetic, concerns, lift_scalar};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::intrinsics::{Intrinsic, Op};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{self, Def, Exp, ExpKind, Fun, Instance, Program, Size, Type, VName};
use elder_syntax::prim::{BinOp, PrimFn, PrimValue};
use elder_syntax::{Name, Rule, Span};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What names mean at one place.  Cloning is cheap.
type Env<'p> = im::GenericHashMap<u32, Binding<'p>, FxBuildHasher, im::shared_ptr::DefaultSharedPtr>;

/// What a name means.
#[derive(Clone)]
enum Binding<'p> {
    /// A value in a slot of a frame.
    Slot { frame: usize, slot: Slot },
    /// A local function; its closure lies in the slot.
    Local {
        frame: usize,
        slot: Slot,
        function: Rc<Function>,
        fun: &'p Fun,
        env: Env<'p>,
    },
    /// A function-valued parameter of an inlined function: the argument as it was written, and where.
    Known(Known<'p>),
    /// A size parameter of an inlined function.
    Size(&'p Size, Env<'p>),
    /// A type parameter of an inlined function.
    Type(Type, Env<'p>),
}

/// A function whose text is known.
#[derive(Clone)]
struct Known<'p> {
    exp: &'p Exp,
    env: Env<'p>,
    /// Arguments it already has.
    prefix: Vec<Given<'p>>,
}

/// An argument that a known function already has.
#[derive(Clone)]
enum Given<'p> {
    /// Its value, in a slot of a frame.
    Slot(usize, Slot),
    /// A function whose text is known as well.
    Known(Known<'p>),
}

/// A frame under construction.
#[derive(Default)]
struct Frame {
    slots: u32,
    captures: Vec<(Slot, Slot)>,
    captured: FxHashMap<(usize, Slot), Slot>,
}

/// A top-level constant.
#[derive(Debug)]
pub struct Constant {
    /// Its code, a function of no arguments.
    pub function: Rc<Function>,
    /// Where to find the sizes that it binds.
    pub exts: Vec<Box<[SizeWalk]>>,
    /// Where it was defined.
    pub span: Span,
}

/// What is known of a definition before it is resolved.
#[derive(Clone, Copy)]
struct Info {
    nodes: usize,
    recursive: bool,
}

/// Makes code of a program, as far as it is needed.
pub struct Resolver<'p> {
    program: &'p Program,
    defs: FxHashMap<u32, &'p Def>,
    top_sizes: FxHashMap<u32, (&'p Def, u32)>,
    /// By definition, and whether assertions are left out.
    functions: FxHashMap<(u32, bool), Rc<Function>>,
    constant_numbers: FxHashMap<u32, u32>,
    constants: Vec<Option<Constant>>,
    infos: FxHashMap<u32, Info>,
    /// Numbers that stand for names of sizes that are expressions, by their descriptions.
    size_numbers: FxHashMap<String, u32>,
    kept: &'p Kept,
    observe: bool,
    arithmetic: Option<Rc<dyn Arithmetic>>,
    parameters: Rc<BTreeMap<String, i64>>,
    /// Whether this is executed by an expression that is `#[unsafe]`.
    unchecked: bool,
    env: Env<'p>,
    frames: Vec<Frame>,
    nesting: u32,
    inlining: u32,
    inlined: usize,
}

/// Functions with bodies up to this size are put in place of their calls.
const INLINE_NODES: usize = 40;
/// Likewise local functions, which are made to be used nearby.
const INLINE_LOCAL: usize = 200;
/// So deep inlined functions may be nested.
const INLINE_DEPTH: u32 = 24;
/// So many nodes may be made by inlining in one program.
const INLINE_TOTAL: usize = 200_000;
/// Every so many levels of nesting the evaluator looks whether its stack is large enough.
const DEEP: u32 = 40;

impl<'p> Resolver<'p> {
    /// A resolver for the program, with a place to keep size expressions; with `observe`, expressions are marked for observers.
    pub fn new(program: &'p Program, kept: &'p Kept, observe: bool) -> Resolver<'p> {
        let mut defs = FxHashMap::default();
        let mut top_sizes = FxHashMap::default();
        for def in &program.defs {
            defs.insert(def.name.id, &**def);
            if def.fun.params.is_empty() && def.fun.sizes.is_empty() && def.fun.types.is_empty() {
                for (k, ext) in def.fun.ret.exts.iter().enumerate() {
                    top_sizes.insert(ext.id, (&**def, k as u32));
                }
            }
        }
        Resolver {
            program,
            defs,
            top_sizes,
            functions: FxHashMap::default(),
            constant_numbers: FxHashMap::default(),
            constants: Vec::new(),
            infos: FxHashMap::default(),
            size_numbers: FxHashMap::default(),
            kept,
            observe,
            arithmetic: None,
            parameters: Rc::default(),
            unchecked: false,
            env: Env::default(),
            frames: Vec::new(),
            nesting: 0,
            inlining: 0,
            inlined: 0,
        }
    }

    /// Floats become numbers of another arithmetic.
    pub fn compute_with(&mut self, arithmetic: Option<Rc<dyn Arithmetic>>) {
        self.arithmetic = arithmetic;
    }

    /// Sets tuning parameters.
    pub fn tune(&mut self, parameters: Rc<BTreeMap<String, i64>>) {
        self.parameters = parameters;
    }

    /// The definition of that name.
    pub fn definition(&self, name: &VName) -> Option<&'p Def> {
        self.defs.get(&name.id).copied()
    }

    /// Code for sizes in a frame that begins with the values of `names`, and the number of slots of that frame.
    pub(crate) fn sizes_over(&mut self, names: &[VName], sizes: &[Size]) -> (Vec<Code>, u32) {
        let env = std::mem::take(&mut self.env);
        self.frames.push(Frame {
            slots: names.len() as u32,
            ..Frame::default()
        });
        let frame = self.frames.len() - 1;
        for (k, name) in names.iter().enumerate() {
            self.bind_slot(name, frame, k as u32);
        }
        let codes = sizes.iter().map(|s| self.size(s)).collect();
        self.env = env;
        (codes, self.frames.pop().map_or(0, |f| f.slots))
    }

    /// Visits every size of a type.
    pub(crate) fn walk_sizes(&mut self, ty: &Type, visit: &mut dyn FnMut(&Size, &[Step], u32)) {
        self.walk(ty, &mut Vec::new(), 0, visit);
    }

    /// All constants that were reached, by number.
    pub fn into_constants(self) -> Vec<Constant> {
        self.constants.into_iter().flatten().collect()
    }

    /// The code of a top-level function: its arguments are sizes, types and values.
    pub fn function(&mut self, def: &'p Def) -> Rc<Function> {
        let key = (def.name.id, self.unchecked);
        if let Some(function) = self.functions.get(&key) {
            return function.clone();
        }
        let function = new_function(Name::new(&def.path), &def.fun);
        self.functions.insert(key, function.clone());
        let env = std::mem::take(&mut self.env);
        let (nesting, inlining) = (
            std::mem::take(&mut self.nesting),
            std::mem::take(&mut self.inlining),
        );
        self.body(&function, &def.fun);
        (self.env, self.nesting, self.inlining) = (env, nesting, inlining);
        function
    }

    /// The number of a constant.
    fn constant(&mut self, def: &'p Def) -> u32 {
        if let Some(&n) = self.constant_numbers.get(&def.name.id) {
            return n;
        }
        let n = self.constants.len() as u32;
        self.constant_numbers.insert(def.name.id, n);
        self.constants.push(None);
        // Whoever needs it first, it is evaluated once.
        let unchecked = std::mem::replace(&mut self.unchecked, false);
        let function = self.function(def);
        self.unchecked = unchecked;
        let exts = def
            .fun
            .ret
            .exts
            .iter()
            .map(|v| self.walks(&def.fun.ret.ty, v))
            .collect();
        self.constants[n as usize] = Some(Constant {
            function,
            exts,
            span: def.span,
        });
        n
    }

    /// Resolves the body of a function in a new frame.
    fn body(&mut self, function: &Rc<Function>, fun: &'p Fun) {
        let frame = self.frames.len();
        self.frames.push(Frame {
            slots: function.params,
            ..Frame::default()
        });
        let mut position = 0;
        for size in &fun.sizes {
            self.bind_slot(size, frame, function.params - 1 - position);
            position += 1;
        }
        for ty in &fun.types {
            self.bind_slot(&ty.name, frame, function.params - 1 - position);
            position += 1;
        }
        let mut patterns = Vec::new();
        let mut shown = Vec::new();
        for param in &fun.params {
            let slot = function.params - 1 - position;
            position += 1;
            let sizes = self.shown_sizes(&param.pat.ty);
            if !sizes.is_empty() {
                shown.push((slot, sizes));
            }
            match &param.pat.kind {
                tree::PatKind::Var(name) => self.bind_slot(name, frame, slot),
                tree::PatKind::Wildcard => {}
                _ => {
                    let pat = self.pattern(&param.pat);
                    patterns.push((slot, pat));
                }
            }
        }
        let body = self.exp(&fun.body);
        let code = shown.into_iter().rev().fold(body, |body, (slot, sizes)| {
            Code::Let(Box::new(LetCode {
                pat: PatCode::Wild,
                bound: Code::Local(slot),
                sizes: sizes.into(),
                body,
            }))
        });
        self.close(function, patterns, code);
    }

    fn close(&mut self, function: &Rc<Function>, patterns: Vec<(Slot, PatCode)>, code: Code) {
        let frame = self.frames.pop().unwrap_or_default();
        // Both cells are empty: a function is resolved once.
        let _ = function.captures.set(frame.captures.into());
        let _ = function.body.set(Body {
            frame: frame.slots,
            patterns: patterns.into(),
            code,
        });
    }

    fn bind_slot(&mut self, name: &VName, frame: usize, slot: Slot) {
        self.env.insert(name.id, Binding::Slot { frame, slot });
    }

    /// A fresh slot of the current frame.
    fn slot(&mut self) -> Slot {
        match self.frames.last_mut() {
            Some(frame) => {
                frame.slots += 1;
                frame.slots - 1
            }
            None => 0,
        }
    }

    /// A fresh slot for a name.
    fn bind(&mut self, name: &VName) -> Slot {
        let slot = self.slot();
        self.bind_slot(name, self.frames.len().saturating_sub(1), slot);
        slot
    }

    /// The slot of the current frame that holds what `slot` of `frame` held when the closures between were made.
    fn reach(&mut self, frame: usize, slot: Slot) -> Slot {
        let mut here = slot;
        for depth in frame + 1..self.frames.len() {
            let inner = &mut self.frames[depth];
            here = match inner.captured.get(&(frame, slot)) {
                Some(&known) => known,
                None => {
                    let new = inner.slots;
                    inner.slots += 1;
                    inner.captures.push((here, new));
                    inner.captured.insert((frame, slot), new);
                    new
                }
            };
        }
        here
    }

    /// A number for a constructor, the same in all runs of a thread: what one entry point gave may go to another.
    fn tag(&mut self, name: &Name) -> u32 {
        thread_local! {
            static TAGS: RefCell<FxHashMap<Name, u32>> = RefCell::default();
        }
        TAGS.with_borrow_mut(|tags| {
            let next = tags.len() as u32;
            *tags.entry(name.clone()).or_insert(next)
        })
    }

    /// Does something in another environment.
    fn within<T>(&mut self, env: Env<'p>, f: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.env, env);
        let result = f(self);
        self.env = saved;
        result
    }

    /// A literal of a scalar type.
    fn literal(&self, p: PrimValue) -> Value {
        match &self.arithmetic {
            Some(arithmetic) => lift_scalar(&**arithmetic, p),
            None => Value::from(p),
        }
    }

    /// Whether another arithmetic computes this function.
    fn is_foreign(&self, f: PrimFn) -> bool {
        self.arithmetic.is_some() && concerns(f)
    }

    /// The code of an expression.
    fn exp(&mut self, e: &'p Exp) -> Code {
        self.nesting += 1;
        let deep = self.nesting.is_multiple_of(DEEP);
        let code = if deep {
            stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || self.exp_here(e))
        } else {
            self.exp_here(e)
        };
        self.nesting -= 1;
        if deep { Code::Deep(Box::new(code)) } else { code }
    }

    fn exp_here(&mut self, e: &'p Exp) -> Code {
        let mut code = self.kind(e);
        if self.observe {
            code = Code::Observed(Box::new(Observed {
                rule: rule_of(&e.kind),
                span: e.span,
                code,
            }));
        }
        if e.sizes.is_empty() {
            return code;
        }
        let bindings = self.size_bindings(&e.sizes, &e.ty);
        Code::Sized(Box::new((code, bindings)))
    }

    fn exps(&mut self, es: &'p [Exp]) -> Box<[Code]> {
        es.iter().map(|e| self.exp(e)).collect()
    }

    fn kind(&mut self, e: &'p Exp) -> Code {
        match &e.kind {
            ExpKind::Lit(p) => Code::Const(self.literal(*p)),
            ExpKind::String(bytes) => {
                let elements = bytes.iter().map(|b| Code::Const(Value::U8(*b)));
                let ty = TypeCode::Known(Rc::new(crate::futhark::machine::value::RtType::Prim(
                    elder_syntax::prim::PrimType::U8,
                )));
                Code::Array(elements.collect(), Box::new(ty), e.span)
            }
            ExpKind::Var(name, instance) => self.variable(name, instance, e),
            ExpKind::Intrinsic(..) => self.apply(e, Vec::new(), false, e.span),
            ExpKind::Record(fields) => {
                let order = self.field_names(&e.ty);
                let fields = fields
                    .iter()
                    .enumerate()
                    .map(|(k, (name, field))| {
                        let place = order.iter().position(|f| f == name).unwrap_or(k) as u32;
                        (place, self.exp(field))
                    })
                    .collect();
                Code::Record(fields)
            }
            ExpKind::Field(record, name) => {
                let code = self.exp(record);
                Code::Field(self.field(&record.ty, name), Box::new(code))
            }
            ExpKind::RecordUpdate(record, path, value) => {
                let mut ty = record.ty.clone();
                let mut numbers = Vec::new();
                for name in path {
                    numbers.push(self.field(&ty, name));
                    ty = self.field_type(&ty, name);
                }
                let pair = (self.exp(record), self.exp(value));
                Code::RecordUpdate(Box::new(pair), numbers.into())
            }
            ExpKind::Array(elements) => {
                let codes = self.exps(elements);
                let ty = if elements.is_empty() {
                    self.element_type(&e.ty)
                } else {
                    self.boxed_type()
                };
                Code::Array(codes, Box::new(ty), e.span)
            }
            ExpKind::Range(range) => Code::Range(Box::new(RangeCode {
                start: self.exp(&range.start),
                second: range.second.as_ref().map(|s| self.exp(s)),
                end: range.end,
                bound: self.exp(&range.bound),
                prim: self
                    .prim(&range.start.ty)
                    .unwrap_or(elder_syntax::prim::PrimType::I64),
                span: e.span,
            })),
            ExpKind::Index(array, dims) => Code::Index(Box::new(self.index(array, dims, e.span))),
            ExpKind::Update(array, dims, value) => {
                let index = self.place(array, dims, e.span);
                Code::Update(Box::new(index), Box::new(self.exp(value)))
            }
            ExpKind::UpdatePath(target, steps, value) => {
                let mut ty = target.ty.clone();
                let target = self.exp(target);
                let mut codes = Vec::with_capacity(steps.len());
                for step in steps {
                    codes.push(match step {
                        tree::UpdateStep::Field(name) => {
                            let place = self.field(&ty, name);
                            ty = self.field_type(&ty, name);
                            StepCode::Field(place)
                        }
                        tree::UpdateStep::Index(dims) => {
                            for _ in dims {
                                if let tree::TypeKind::Array(_, element) = &*self.expand(&ty) {
                                    ty = element.clone();
                                }
                            }
                            StepCode::Index(self.dims(dims))
                        }
                    });
                }
                Code::UpdatePath(Box::new((target, codes.into(), self.exp(value))), e.span)
            }
            ExpKind::Constr(name, args) => {
                let args = self.exps(args);
                self.constructor(name, args, &e.ty)
            }
            ExpKind::App { fun, args, infix } => {
                let args = args.iter().map(apply::Arg::Exp).collect();
                self.apply(fun, args, *infix, e.span)
            }
            ExpKind::And(a, b) => Code::And(Box::new((self.exp(a), self.exp(b)))),
            ExpKind::Or(a, b) => Code::Or(Box::new((self.exp(a), self.exp(b)))),
            ExpKind::Lambda(fun) => {
                let function = self.local_function(Name::new_inline("lambda"), fun);
                Code::Closure(function)
            }
            ExpKind::Let {
                sizes,
                pat,
                bound,
                body,
            } => {
                let bound = self.exp(bound);
                let mut sizes = self.size_bindings(sizes, &pat.ty).into_vec();
                let outside = self.env.clone();
                let shown = self.shown_sizes(&pat.ty);
                let shows = !shown.is_empty();
                sizes.extend(shown);
                let pat = self.pattern(pat);
                let body = self.exp(body);
                if shows {
                    // What the value shows is known in the body only.
                    self.env = outside;
                }
                Code::Let(Box::new(LetCode {
                    pat,
                    bound,
                    sizes: sizes.into(),
                    body,
                }))
            }
            ExpKind::LetFun(name, fun, body) => {
                let function = self.local_function(name.name.clone(), fun);
                let slot = self.slot();
                let env = self.env.clone();
                let frame = self.frames.len().saturating_sub(1);
                self.env.insert(
                    name.id,
                    Binding::Local {
                        frame,
                        slot,
                        function: function.clone(),
                        fun,
                        env,
                    },
                );
                let body = self.exp(body);
                Code::Let(Box::new(LetCode {
                    pat: PatCode::Slot(slot),
                    bound: Code::Closure(function),
                    sizes: Box::default(),
                    body,
                }))
            }
            ExpKind::If(c, t, f) => Code::If(Box::new((self.exp(c), self.exp(t), self.exp(f)))),
            ExpKind::Match(scrutinee, cases) => {
                let scrutinee = self.exp(scrutinee);
                let cases = cases
                    .iter()
                    .map(|(pat, body)| {
                        let pat = self.pattern(pat);
                        (pat, self.exp(body))
                    })
                    .collect();
                Code::Match(Box::new((scrutinee, cases, e.span)))
            }
            ExpKind::Loop(l) => self.loop_code(l, e.span),
            ExpKind::Coerce(inner) => self.coercion(inner, &e.ty, &e.sizes, e.span),
            ExpKind::Attr(attribute, inner) => self.attributed(attribute, inner, e),
            ExpKind::Assert(_, body) if self.unchecked => self.exp(body),
            ExpKind::Assert(c, body) => Code::Assert(Box::new((self.exp(c), self.exp(body))), e.span),
            ExpKind::Hole => Code::Hole(e.span),
        }
    }

    /// A constructor of this type.
    fn constructor(&mut self, name: &Name, args: Box<[Code]>, ty: &Type) -> Code {
        let tag = self.tag(name);
        let others = match &*self.head(ty) {
            tree::TypeKind::Sum(constructors) => {
                let others: Vec<_> = constructors.iter().filter(|(other, _)| other != name).collect();
                self.sum_code(&others)
            }
            _ => None,
        };
        Code::Constr(Box::new(ConstrCode {
            name: name.clone(),
            tag,
            args,
            others,
        }))
    }

    fn loop_code(&mut self, l: &'p tree::Loop, span: Span) -> Code {
        let init = self.exp(&l.init);
        let form = match &l.form {
            tree::LoopForm::For(name, bound) => {
                let prim = self.prim(&bound.ty).unwrap_or(elder_syntax::prim::PrimType::I64);
                let bound = self.exp(bound);
                LoopForm::For(self.bind(name), prim, bound)
            }
            tree::LoopForm::ForIn(pat, array) => {
                let array = self.exp(array);
                let slot = self.slot();
                LoopForm::ForIn(self.pattern(pat), array, slot)
            }
            // The condition sees the parameter.
            tree::LoopForm::While(_) => LoopForm::While(Code::Hole(span)),
        };
        let sizes = self.size_bindings(&l.sizes, &l.pat.ty);
        let pat = self.pattern(&l.pat);
        let form = match &l.form {
            tree::LoopForm::While(condition) => LoopForm::While(self.exp(condition)),
            _ => form,
        };
        let body = self.exp(&l.body);
        let (pat, result) = self.whole(pat);
        Code::Loop(Box::new(LoopCode {
            pat,
            sizes,
            init,
            form,
            body,
            result,
            span,
            kernel: OnceCell::new(),
        }))
    }

    /// Makes a pattern bind everything, and gives the code that puts the value together again.
    fn whole(&mut self, pat: PatCode) -> (PatCode, Code) {
        match pat {
            PatCode::Record(parts) => {
                let (parts, codes): (Vec<PatCode>, Vec<Code>) =
                    parts.into_vec().into_iter().map(|p| self.whole(p)).unzip();
                let codes = codes
                    .into_iter()
                    .enumerate()
                    .map(|(k, c)| (k as u32, c))
                    .collect();
                (PatCode::Record(parts.into()), Code::Record(codes))
            }
            PatCode::Slot(slot) => (PatCode::Slot(slot), Code::Local(slot)),
            _ => {
                let slot = self.slot();
                (PatCode::Slot(slot), Code::Local(slot))
            }
        }
    }

    fn index(&mut self, array: &'p Exp, dims: &'p [tree::DimIndex], span: Span) -> IndexCode {
        // `a[i][j]` is `a[i, j]`, without the row between; but `i` out of bounds comes before an error in `j`.
        if let ExpKind::Index(inner, first) = &array.kind
            && array.sizes.is_empty()
            && !self.observe
            && dims
                .iter()
                .all(|d| matches!(d, tree::DimIndex::Fix(j) if self.always_has_a_value(j)))
            && first.iter().all(|d| matches!(d, tree::DimIndex::Fix(_)))
        {
            let mut index = self.index(inner, first, span);
            let mut all = std::mem::take(&mut index.dims).into_vec();
            all.extend(self.dims(dims).into_vec());
            index.dims = all.into();
            return index;
        }
        self.place(array, dims, span)
    }

    /// Whether it is plain that an expression has a value: names and numbers, and operators that are defined everywhere.
    fn always_has_a_value(&self, e: &Exp) -> bool {
        match &e.kind {
            ExpKind::Lit(_) => true,
            // A constant may be evaluated for the first time here.
            ExpKind::Var(name, _) => self.definition(name).is_none(),
            ExpKind::App { fun, args, .. } => {
                let total = match &fun.kind {
                    ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Bin(op, _)), _) => {
                        matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max)
                    }
                    ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Convert(..)), _) => true,
                    _ => false,
                };
                total && args.iter().all(|arg| self.always_has_a_value(arg))
            }
            _ => false,
        }
    }

    /// A place in just this array, which an update gives back whole.
    fn place(&mut self, array: &'p Exp, dims: &'p [tree::DimIndex], span: Span) -> IndexCode {
        let array = self.exp(array);
        IndexCode {
            array,
            dims: self.dims(dims),
            span,
        }
    }

    fn dims(&mut self, dims: &'p [tree::DimIndex]) -> Box<[DimCode]> {
        dims.iter()
            .map(|dim| match dim {
                tree::DimIndex::Fix(i) => DimCode::Fix(self.subscript(i)),
                tree::DimIndex::Slice(a, b, s) => DimCode::Slice(
                    a.as_ref().map(|x| self.exp(x)),
                    b.as_ref().map(|x| self.exp(x)),
                    s.as_ref().map(|x| self.exp(x)),
                ),
            })
            .collect()
    }

    /// An index as an `i64`.
    fn subscript(&mut self, e: &'p Exp) -> Code {
        let code = self.exp(e);
        match self.prim(&e.ty) {
            Some(elder_syntax::prim::PrimType::I64) | None => code,
            Some(t) => Code::Convert(t, elder_syntax::prim::PrimType::I64, Box::new(code)),
        }
    }

    /// A function in the frame of another.
    fn local_function(&mut self, name: Name, fun: &'p Fun) -> Rc<Function> {
        let function = new_function(name, fun);
        let env = self.env.clone();
        self.body(&function, fun);
        self.env = env;
        function
    }

    /// A use of a name that is not applied.
    fn variable(&mut self, name: &'p VName, instance: &'p Instance, e: &'p Exp) -> Code {
        match self.env.get(&name.id).cloned() {
            Some(Binding::Slot { frame, slot }) => Code::Local(self.reach(frame, slot)),
            Some(Binding::Size(size, env)) => self.within(env, |this| this.size(size)),
            Some(Binding::Local { .. } | Binding::Known(_)) => self.apply(e, Vec::new(), false, e.span),
            Some(Binding::Type(..)) => Code::Hole(e.span),
            None => match self.definition(name) {
                Some(def)
                    if def.fun.params.is_empty()
                        && instance.sizes.is_empty()
                        && instance.types.is_empty() =>
                {
                    Code::Global(self.constant(def), e.span)
                }
                Some(_) => self.apply(e, Vec::new(), false, e.span),
                None => self.size_variable(name),
            },
        }
    }

    /// Size and nature of a definition, for the decision to inline it.
    fn info(&mut self, id: u32, fun: &Fun) -> Info {
        if let Some(&info) = self.infos.get(&id) {
            return info;
        }
        let mut info = Info {
            nodes: 0,
            recursive: false,
        };
        measure(&fun.body, id, &mut info);
        self.infos.insert(id, info);
        info
    }
}

fn new_function(name: Name, fun: &Fun) -> Rc<Function> {
    Rc::new(Function {
        name,
        params: (fun.sizes.len() + fun.types.len() + fun.params.len()) as u32,
        captures: OnceCell::new(),
        body: OnceCell::new(),
    })
}

/// Counts the nodes of an expression until there are too many to inline it.
fn measure(e: &Exp, id: u32, info: &mut Info) {
    if info.nodes > INLINE_LOCAL {
        return;
    }
    info.nodes += 1;
    let mut each = |es: &[&Exp]| es.iter().for_each(|x| measure(x, id, info));
    match &e.kind {
        ExpKind::Lit(_) | ExpKind::String(_) | ExpKind::Intrinsic(..) | ExpKind::Hole => {}
        ExpKind::Var(name, _) => info.recursive |= name.id == id,
        ExpKind::Record(fields) => fields.iter().for_each(|(_, f)| measure(f, id, info)),
        ExpKind::Field(a, _) | ExpKind::Coerce(a) | ExpKind::Attr(_, a) => each(&[a]),
        ExpKind::RecordUpdate(a, _, b)
        | ExpKind::And(a, b)
        | ExpKind::Or(a, b)
        | ExpKind::Assert(a, b)
        | ExpKind::Let {
            bound: a, body: b, ..
        } => each(&[a, b]),
        ExpKind::Array(es) | ExpKind::Constr(_, es) => es.iter().for_each(|x| measure(x, id, info)),
        ExpKind::Range(r) => {
            each(&[&r.start, &r.bound]);
            if let Some(s) = &r.second {
                measure(s, id, info);
            }
        }
        ExpKind::Index(a, dims) => {
            measure(a, id, info);
            measure_dims(dims, id, info);
        }
        ExpKind::Update(a, dims, b) => {
            each(&[a, b]);
            measure_dims(dims, id, info);
        }
        ExpKind::UpdatePath(a, steps, b) => {
            each(&[a, b]);
            for step in steps {
                if let tree::UpdateStep::Index(dims) = step {
                    measure_dims(dims, id, info);
                }
            }
        }
        ExpKind::App { fun, args, .. } => {
            measure(fun, id, info);
            args.iter().for_each(|x| measure(x, id, info));
        }
        ExpKind::Lambda(f) => measure(&f.body, id, info),
        ExpKind::LetFun(_, f, b) => each(&[&f.body, b]),
        ExpKind::If(a, b, c) => each(&[a, b, c]),
        ExpKind::Match(a, cases) => {
            measure(a, id, info);
            cases.iter().for_each(|(_, x)| measure(x, id, info));
        }
        ExpKind::Loop(l) => {
            each(&[&l.init, &l.body]);
            match &l.form {
                tree::LoopForm::For(_, x) | tree::LoopForm::ForIn(_, x) | tree::LoopForm::While(x) => {
                    measure(x, id, info);
                }
            }
        }
    }
}

fn measure_dims(dims: &[tree::DimIndex], id: u32, info: &mut Info) {
    for dim in dims {
        match dim {
            tree::DimIndex::Fix(i) => measure(i, id, info),
            tree::DimIndex::Slice(a, b, s) => {
                [a, b, s].into_iter().flatten().for_each(|x| measure(x, id, info));
            }
        }
    }
}

/// The rule that evaluates an expression.
fn rule_of(kind: &ExpKind) -> &'static Rule {
    match kind {
        ExpKind::Lit(_) | ExpKind::String(_) => &rules::FUT_E_CONST,
        ExpKind::Var(..) | ExpKind::Intrinsic(..) => &rules::FUT_E_VAR,
        ExpKind::Record(_) => &rules::FUT_E_TUP,
        ExpKind::Field(..) => &rules::FUT_E_FIELD,
        ExpKind::RecordUpdate(..) => &rules::FUT_E_RECUPDATE,
        ExpKind::Array(_) => &rules::FUT_E_ARRAY,
        ExpKind::Range(_) => &rules::FUT_E_RANGE,
        ExpKind::Index(_, dims) => {
            if dims.iter().any(|d| matches!(d, tree::DimIndex::Slice(..))) {
                &rules::FUT_E_SLICE
            } else {
                &rules::FUT_E_INDEX
            }
        }
        ExpKind::Update(..) | ExpKind::UpdatePath(..) => &rules::FUT_E_UPDATE,
        ExpKind::Constr(..) => &rules::FUT_E_CONSTR,
        ExpKind::App { fun, .. } => match &fun.kind {
            ExpKind::Intrinsic(Intrinsic::Prim(_) | Intrinsic::Futhark(_), _) => &rules::FUT_E_BINOP,
            ExpKind::Intrinsic(Intrinsic::Eq | Intrinsic::Ne, _) => &rules::FUT_E_EQ,
            ExpKind::Intrinsic(Intrinsic::Op(op), _) => rule_of_op(*op),
            _ => &rules::FUT_E_CALL,
        },
        ExpKind::And(..) | ExpKind::Or(..) => &rules::FUT_E_LOGIC,
        ExpKind::Lambda(_) => &rules::FUT_E_LAMBDA,
        ExpKind::Let { .. } | ExpKind::LetFun(..) => &rules::FUT_E_LET,
        ExpKind::If(..) => &rules::FUT_E_IF,
        ExpKind::Match(..) => &rules::FUT_E_MATCH,
        ExpKind::Loop(l) => match l.form {
            tree::LoopForm::For(..) => &rules::FUT_E_LOOPFOR,
            tree::LoopForm::ForIn(..) => &rules::FUT_E_LOOPIN,
            tree::LoopForm::While(_) => &rules::FUT_E_WHILE,
        },
        ExpKind::Coerce(_) => &rules::FUT_E_COERCE,
        ExpKind::Assert(..) => &rules::FUT_E_ASSERT,
        ExpKind::Attr(..) => &rules::FUT_E_ATTR,
        ExpKind::Hole => &rules::FUT_E_HOLE,
    }
}

/// The rule that evaluates a polymorphic operation.
fn rule_of_op(op: Op) -> &'static Rule {
    match op {
        Op::Map | Op::Map2 | Op::Map3 | Op::Map4 | Op::Map5 | Op::Flatmap => &rules::FUT_E_MAP,
        Op::Zip | Op::Zip3 | Op::Zip4 | Op::Zip5 => &rules::FUT_E_ZIP,
        Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5 => &rules::FUT_E_ZIP,
        Op::Reduce | Op::ReduceComm => &rules::FUT_E_REDUCE,
        Op::Scan => &rules::FUT_E_SCAN,
        Op::Filter => &rules::FUT_E_FILTER,
        Op::Partition => &rules::FUT_E_PARTITION,
        Op::Scatter | Op::Scatter2d | Op::Scatter3d => &rules::FUT_E_SCATTER,
        Op::Hist1d | Op::Hist2d | Op::Hist3d => &rules::FUT_E_HIST,
        Op::Iota => &rules::FUT_E_IOTA,
        Op::Replicate => &rules::FUT_E_REPL,
        Op::Copy | Op::Manifest | Op::Concat => &rules::FUT_E_COPY,
        Op::Flatten | Op::Unflatten | Op::Reshape => &rules::FUT_E_RESHAPE,
        Op::Transpose | Op::Rearrange => &rules::FUT_E_REARR,
        Op::StreamMap => &rules::FUT_E_STREAM_MAP,
        Op::StreamRed => &rules::FUT_E_STREAM_RED,
        Op::ScatterStream | Op::HistStream => &rules::FUT_E_ACC_NEW,
        Op::AccWrite => &rules::FUT_E_ACC_UPD,
        Op::FlatIndex2d | Op::FlatIndex3d | Op::FlatIndex4d => &rules::FUT_E_FLATINDEX,
        Op::FlatUpdate1d | Op::FlatUpdate2d | Op::FlatUpdate3d | Op::FlatUpdate4d => &rules::FUT_E_FLATINDEX,
        Op::Opaque | Op::Trace | Op::Break => &rules::FUT_E_CALL,
        Op::Jvp | Op::Vjp | Op::JvpVec | Op::VjpVec | Op::WithVjp => &rules::FUT_E_CALL,
    }
}
