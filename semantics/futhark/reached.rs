//! What an entry point may come to: whether a derivative is among it.

use elder_futhark::check::substitution::for_each_size;
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{Def, Exp, ExpKind, Fun, Instance, LoopForm, Program, Size, Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Whether a derivative stands in what an entry point may come to, the sizes in types included.
pub fn takes_derivatives(program: &Program, entry: &str) -> bool {
    let mut definitions = FxHashMap::default();
    for def in &program.defs {
        // What a constant's type hides is found by evaluating it.
        let names = std::iter::once(&def.name).chain(&def.fun.ret.exts);
        definitions.extend(names.map(|name| (name.id, &**def)));
    }
    let mut reached = Reached {
        definitions,
        waiting: Vec::new(),
        seen: FxHashSet::default(),
        types: FxHashSet::default(),
        found: false,
    };
    if let Some(entry) = program.entries.iter().find(|e| e.name == entry) {
        reached.name(entry.def.id);
    }
    while let Some(def) = reached.waiting.pop().filter(|_| !reached.found) {
        reached.function(&def.fun);
    }
    reached.found
}

struct Reached<'p> {
    /// By their names, and by the sizes that they hide.
    definitions: FxHashMap<u32, &'p Def>,
    waiting: Vec<&'p Def>,
    seen: FxHashSet<u32>,
    /// Types that were met.
    types: FxHashSet<*const TypeKind>,
    found: bool,
}

impl Reached<'_> {
    fn name(&mut self, id: u32) {
        if let Some(def) = self.definitions.get(&id)
            && self.seen.insert(def.name.id)
        {
            self.waiting.push(def);
        }
    }

    fn function(&mut self, fun: &Fun) {
        self.head(fun);
        self.expression(&fun.body);
    }

    /// The parameters and the result.
    fn head(&mut self, fun: &Fun) {
        fun.params.iter().for_each(|param| self.of_type(&param.pat.ty));
        self.of_type(&fun.ret.ty);
    }

    fn expression(&mut self, e: &Exp) {
        deep(|| {
            self.of_type(&e.ty);
            match &e.kind {
                ExpKind::Var(name, instance) => {
                    self.name(name.id);
                    self.instance(instance);
                }
                ExpKind::Intrinsic(of, instance) => {
                    self.found |= matches!(of, Intrinsic::Op(op) if op.is_derivative());
                    self.instance(instance);
                }
                ExpKind::Lambda(fun) | ExpKind::LetFun(_, fun, _) => self.head(fun),
                ExpKind::Let { pat, .. } => self.of_type(&pat.ty),
                ExpKind::Match(_, cases) => cases.iter().for_each(|(pat, _)| self.of_type(&pat.ty)),
                ExpKind::Loop(l) => {
                    self.of_type(&l.pat.ty);
                    if let LoopForm::ForIn(pat, _) = &l.form {
                        self.of_type(&pat.ty);
                    }
                }
                _ => {}
            }
            e.children().into_iter().for_each(|part| self.expression(part));
        })
    }

    fn instance(&mut self, instance: &Instance) {
        instance.sizes.iter().for_each(|size| self.size(size));
        instance.types.iter().for_each(|ty| self.of_type(ty));
    }

    fn of_type(&mut self, ty: &Type) {
        if self.types.insert(Rc::as_ptr(ty)) {
            for_each_size(ty, &mut |size, _, _| self.size(size));
        }
    }

    fn size(&mut self, size: &Size) {
        match size {
            Size::Const(_) => {}
            Size::Var(name) => self.name(name.id),
            Size::Exp(e) => self.expression(e),
        }
    }
}
