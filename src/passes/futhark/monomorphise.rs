//! Polymorphism is taken away: a copy of each definition for each list of types that it is used at.
//!
//! From the entry points on, a use of a definition at types is a use of its copy for those types ([`Copies`]).  Types are taken without their sizes:
//! each size in a type becomes a size parameter of the copy, and the use gives it an argument, so an empty array of `[m]i32` at type `a` keeps its
//! `m`.  Of a size that may have no value it is the numbers in it that do ([`argument`]).  A size that the use does not know yet, as that of
//! `filter p xs |> f`, is none: in the copy it is read off the value that shows it first.  Local functions have their copies side by side where they stood.  Abstract types are opened; the sizes that they hide are read off
//! values likewise.  A size that is an element of an array has a name from where a value shows it, as nobody may read an array that was consumed.
//!
//! What no entry reaches is left out.  All names are made anew, so that each is bound once.  It ends, since a function calls itself at its
//! own types only.

mod argument;
mod expressions;
mod patterns;
mod types;

use elder_futhark::rules::translation::{FUT_MO_HELD, FUT_MO_INST, FUT_MO_LOCAL, FUT_MO_NAMED, FUT_MO_REACH};
use elder_futhark::tree::{Def, Entry, Exp, Instance, Program, Size, Type, VName};
use elder_syntax::{Diagnostic, Name, Rule};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The rules that the pass applies.
pub const RULES: &[&Rule] = &[
    &FUT_MO_INST,
    &FUT_MO_LOCAL,
    &FUT_MO_NAMED,
    &FUT_MO_HELD,
    &FUT_MO_REACH,
];

/// The part of a program that these entry points reach, without type parameters and abstract types.  What several of them use stands once.
///
/// # Errors
/// If one of them is none.
pub fn run(program: &Program, roots: &[Name]) -> Result<Program, Vec<Diagnostic>> {
    let mut copies = Copies::of(program);
    let mut entries = Vec::with_capacity(roots.len());
    for root in roots {
        let found = program.entries.iter().find(|own| own.name == *root);
        let def = found.and_then(|found| copies.sources.get(&found.def.id).cloned());
        let (Some(found), Some(def)) = (found, def) else {
            let message = format!("there is no entry point `{root}`");
            return Err(vec![Diagnostic::outside(message)]);
        };
        FUT_MO_REACH.apply();
        entries.push(Entry {
            def: copies.definition(&def, Key::default(), &[], Vec::new()),
            ..found.clone()
        });
    }
    Ok(Program {
        defs: copies.made,
        entries,
        abstract_types: FxHashMap::default(),
        names: copies.next,
    })
}

/// The types that a copy is for, as text: two are one if they read the same, where all sizes that the use knows are alike, and all that it does
/// not know.
type Key = Vec<String>;

/// The copies that were made, and what they are made from.
struct Copies<'p> {
    program: &'p Program,
    sources: FxHashMap<u32, Rc<Def>>,
    /// The constant that binds a size of the top level, by the size.
    binders: FxHashMap<u32, Rc<Def>>,
    copies: FxHashMap<(u32, Key), VName>,
    /// Sizes of the top level have one name in the new program.
    top: FxHashMap<u32, VName>,
    /// Each mentions only earlier ones and itself.
    made: Vec<Rc<Def>>,
    /// Names of the new program.
    own: FxHashSet<u32>,
    /// Those of them that are sizes of a function's parameter which may be any.
    any: FxHashSet<u32>,
    /// Those of them that are definitions, so that each copy of another one sees them.
    tops: FxHashSet<u32>,
    /// Constants among these whose evaluation may fail.
    partial: FxHashSet<u32>,
    /// The id of the next name.
    next: u32,
}

/// What names and types of a definition are in the copy that is being made.
#[derive(Default)]
struct Scope {
    names: FxHashMap<u32, VName>,
    /// What was changed in `names`, with what stood there before.
    trail: Vec<(u32, Option<VName>)>,
    /// What type parameters stand for, and whether they are lifted.
    types: FxHashMap<u32, (Type, bool)>,
    /// The copies that are wanted of the local functions around.
    locals: FxHashMap<u32, Vec<Local>>,
    /// Sizes that were met before anything bound them: whoever can bind them takes them from here.
    open: Vec<VName>,
    /// Sizes that are elements of arrays, with the names that stand for them: an array may be consumed before a size that it held is asked for.
    held: Vec<(Rc<Exp>, VName)>,
}

/// A copy of a local function.
struct Local {
    key: Key,
    name: VName,
    types: Vec<Type>,
    sizes: Vec<VName>,
}

impl Scope {
    fn bind(&mut self, old: &VName, new: VName) {
        let before = self.names.insert(old.id, new);
        self.trail.push((old.id, before));
    }

    /// Takes back what was bound since, and says what it was.
    fn leave(&mut self, mark: usize) -> Vec<(u32, VName)> {
        let mut bound = Vec::new();
        for (id, before) in self.trail.drain(mark..).rev() {
            let new = match before {
                Some(before) => self.names.insert(id, before),
                None => self.names.remove(&id),
            };
            bound.extend(new.map(|new| (id, new)));
        }
        bound.reverse();
        bound
    }

    /// Binds again what was taken back.
    fn again(&mut self, bound: Vec<(u32, VName)>) {
        for (id, new) in bound {
            let before = self.names.insert(id, new);
            self.trail.push((id, before));
        }
    }
}

impl<'p> Copies<'p> {
    fn of(program: &'p Program) -> Copies<'p> {
        let is_constant = |def: &&Rc<Def>| {
            def.fun.params.is_empty() && def.fun.sizes.is_empty() && def.fun.types.is_empty()
        };
        let constants = program.defs.iter().filter(is_constant);
        let binders = constants.flat_map(|def| def.fun.ret.exts.iter().map(|v| (v.id, def.clone())));
        Copies {
            program,
            sources: program
                .defs
                .iter()
                .map(|def| (def.name.id, def.clone()))
                .collect(),
            binders: binders.collect(),
            copies: FxHashMap::default(),
            top: FxHashMap::default(),
            made: Vec::new(),
            own: FxHashSet::default(),
            any: FxHashSet::default(),
            tops: FxHashSet::default(),
            partial: FxHashSet::default(),
            next: program.names,
        }
    }

    /// A name that nothing of the new program has.
    fn fresh(&mut self, name: &Name) -> VName {
        let fresh = self.nobody(name);
        self.own.insert(fresh.id);
        fresh
    }

    /// A name that nothing binds yet: it stands for another one as soon as something does.
    fn nobody(&mut self, name: &Name) -> VName {
        let id = self.next;
        self.next += 1;
        VName {
            name: name.clone(),
            id,
        }
    }

    /// The name of a size that a constant binds at the top level.
    fn top(&mut self, old: &VName) -> Option<VName> {
        if !self.binders.contains_key(&old.id) {
            return None;
        }
        if let Some(top) = self.top.get(&old.id) {
            return Some(top.clone());
        }
        let top = self.fresh(&old.name);
        self.top.insert(old.id, top.clone());
        Some(top)
    }

    /// A new name for an old one.
    fn bind(&mut self, scope: &mut Scope, old: &VName) -> VName {
        let new = self.fresh(&old.name);
        scope.bind(old, new.clone());
        new
    }

    fn bind_all(&mut self, scope: &mut Scope, old: &[VName]) -> Vec<VName> {
        old.iter().map(|old| self.bind(scope, old)).collect()
    }

    /// The name of a variable or size in the copy.  One that nothing bound yet is open.
    fn name(&mut self, scope: &mut Scope, old: &VName) -> VName {
        if let Some(new) = scope.names.get(&old.id) {
            return new.clone();
        }
        if self.own.contains(&old.id) {
            return old.clone();
        }
        if let Some(def) = self.sources.get(&old.id).cloned() {
            return self.definition(&def, Key::default(), &[], Vec::new());
        }
        if let Some(top) = self.top(old) {
            if let Some(def) = self.binders.get(&old.id).cloned() {
                self.definition(&def, Key::default(), &[], Vec::new());
            }
            return top;
        }
        let new = self.bind(scope, old);
        scope.open.push(new.clone());
        new
    }

    /// FUT-MO-INST: the copy of a definition for these types, whose sizes are further size parameters.
    fn definition(&mut self, def: &Rc<Def>, key: Key, types: &[Type], sizes: Vec<VName>) -> VName {
        let id = (def.name.id, key);
        if let Some(copy) = self.copies.get(&id) {
            return copy.clone();
        }
        let name = self.fresh(&def.name.name);
        // Before its body: it may call itself.
        self.copies.insert(id, name.clone());
        self.tops.insert(name.id);
        let mut scope = Scope::default();
        for ext in &def.fun.ret.exts {
            self.top(ext);
        }
        let fun = elder_futhark::tree::walk::deep(|| self.fun(&mut scope, &def.fun, types, sizes));
        if fun.params.is_empty() && !self.has_value(&fun.body) {
            self.partial.insert(name.id);
        }
        self.made.push(Rc::new(Def {
            name: name.clone(),
            path: def.path.clone(),
            attributes: def.attributes.clone(),
            fun,
            span: def.span,
        }));
        name
    }

    /// FUT-MO-INST, FUT-MO-LOCAL: a use of a function at sizes and types, as a use of its copy.
    fn instance(&mut self, scope: &mut Scope, of: &VName, instance: &Instance) -> (VName, Instance) {
        let mut sizes = self.sizes(scope, &instance.sizes);
        let (mut key, mut types, mut params) = (Key::new(), Vec::new(), Vec::new());
        for ty in &instance.types {
            let argument = self.argument(scope, ty);
            for (param, size) in argument.sizes {
                params.push(param);
                sizes.push(size);
            }
            key.push(argument.key);
            types.push(argument.ty);
        }
        let name = if let Some(wanted) = scope.locals.get_mut(&of.id) {
            FUT_MO_LOCAL.apply();
            let found = wanted.iter().find(|local| local.key == key);
            match found.map(|local| local.name.clone()) {
                Some(name) => name,
                None => {
                    let name = self.fresh(&of.name);
                    if let Some(wanted) = scope.locals.get_mut(&of.id) {
                        wanted.push(Local {
                            key,
                            name: name.clone(),
                            types,
                            sizes: params,
                        });
                    }
                    name
                }
            }
        } else if let Some(def) = self.sources.get(&of.id).cloned() {
            FUT_MO_INST.apply();
            self.definition(&def, key, &types, params)
        } else {
            self.name(scope, of)
        };
        let instance = Instance::of(sizes);
        (name, instance)
    }

    /// The sizes of a use.  What nothing has bound yet, the use does not need: it is 0, as it is where the program runs.
    fn sizes(&mut self, scope: &mut Scope, sizes: &[Size]) -> Vec<Size> {
        let mark = (scope.trail.len(), scope.open.len());
        let mut given = Vec::with_capacity(sizes.len());
        for size in sizes {
            let size = self.size(scope, size);
            let open = scope.open.split_off(mark.1);
            given.push(match types::mentions(&size, &open) {
                true => Size::Const(0),
                false => size,
            });
            scope.leave(mark.0);
        }
        given
    }
}
