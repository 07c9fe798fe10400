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
//! | `resolve.rs` | functions, constants, frames |
//! | `resolve/expressions.rs` | expressions |
//! | `resolve/apply.rs` | application |
//! | `resolve/inline.rs` | functions in place of their calls |
//! | `resolve/intrinsics.rs` | application of intrinsics |
//! | `resolve/rule.rs` | which rule evaluates an expression |
//! | `resolve/attributes.rs` | `#[blank]`, `#[unsafe]`, `#[param(..)]` |
//! | `resolve/coercion.rs` | size coercions, proxies for functions |
//! | `resolve/types.rs` | types, sizes, patterns |
//! | `resolve/kept.rs` | size expressions made while types are expanded |

mod apply;
mod attributes;
mod coercion;
mod expressions;
mod inline;
mod intrinsics;
mod kept;
mod types;

pub use kept::Kept;

use self::inline::Info;
use crate::futhark::machine::arithmetic::{Arithmetic, concerns, lift_scalar};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::tree::{self, Def, Exp, Fun, Program, Size, Type, VName};
use elder_syntax::prim::{PrimFn, PrimValue};
use elder_syntax::{Name, Span};
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

/// An argument on its way.
enum Arg<'p> {
    /// In the current environment.
    Exp(&'p Exp),
    /// Resolved already.
    Code(Code),
    /// A function whose text is known, in its own environment.
    Known(Known<'p>),
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

/// Every so many levels of nesting the evaluator looks whether its stack is large enough.
const DEEP: u32 = 40;

impl<'p> Resolver<'p> {
    /// A resolver for the program, with a place to keep size expressions; with `observe`, expressions are marked for observers.
    pub fn new(program: &'p Program, kept: &'p Kept, observe: bool) -> Resolver<'p> {
        // Most programs have the whole prelude.
        let mut defs = FxHashMap::with_capacity_and_hasher(program.defs.len(), FxBuildHasher);
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
}

/// A number for a constructor, the same in all runs of a thread: what one entry point gave may go to another.
pub(crate) fn tag(name: &Name) -> u32 {
    thread_local! {
        static TAGS: RefCell<FxHashMap<Name, u32>> = RefCell::default();
    }
    TAGS.with_borrow_mut(|tags| {
        let next = tags.len() as u32;
        *tags.entry(name.clone()).or_insert(next)
    })
}

fn new_function(name: Name, fun: &Fun) -> Rc<Function> {
    Rc::new(Function {
        name,
        params: (fun.sizes.len() + fun.types.len() + fun.params.len()) as u32,
        captures: OnceCell::new(),
        body: OnceCell::new(),
    })
}
