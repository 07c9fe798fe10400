//! The way down: statements in their order, with what is known where each stands.
//!
//! A statement's operands are put for first (CORE-O-COPY), then its parts are walked, then the rows of the [table](super::table) are tried until none
//! applies, and last it is looked for among those before it (CORE-O-CSE).  What is known of a name holds as long as the name is in
//! scope, so only what is known of *expressions*, which statement computes which, ends with its body.

use super::sharing::Sharing;
use super::table::{Becomes, Switches};
use elder_core::rules::simplification::{CORE_O_COPY, CORE_O_CSE};
use elder_core::tree::{Atom, Body, Cut, Exp, Program, Step, Stm, Type};
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{Dim, Name};
use elder_syntax::prim::PrimValue;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Goes over a program once; whether a rule applied.
pub(super) fn round(program: &mut Program, switches: &Switches) -> bool {
    let sharing = Sharing::of(program);
    let mut engine = Engine {
        switches,
        sharing: &sharing,
        put: vec![None; program.names.len()],
        computed: FxHashMap::default(),
        entered: Vec::new(),
        changed: false,
    };
    rewrite::program(&mut engine, program);
    engine.changed
}

/// What is known where a statement stands.
pub struct Engine<'p> {
    switches: &'p Switches,
    sharing: &'p Sharing,
    /// What stands for a name.
    put: Vec<Option<Atom>>,
    /// The names of what statements in scope compute.
    computed: FxHashMap<Key, SmallVec<[Name; 1]>>,
    /// Their keys, in the order in which they came.
    entered: Vec<Key>,
    changed: bool,
}

impl Engine<'_> {
    /// What stands for an operand.
    fn resolved(&self, atom: Atom) -> Atom {
        let put = atom.name().and_then(|name| *self.put.get(name.index())?);
        put.unwrap_or(atom)
    }

    /// CORE-O-COPY: from here on an operand stands for a name.
    fn put(&mut self, name: Name, atom: Atom) {
        if let Some(put) = self.put.get_mut(name.index()) {
            *put = Some(atom);
        }
    }

    /// The rows of the table, until none applies.
    fn rewritten(&mut self, stm: &mut Stm) {
        let switches = self.switches;
        // A row makes a statement smaller, so this ends.
        while let Some(becomes) = switches.rows.iter().find_map(|row| {
            let becomes = (row.apply)(self, stm)?;
            row.rule.apply();
            Some(becomes)
        }) {
            self.changed = true;
            stm.exp = match becomes {
                Becomes::Exp(exp) => exp,
                Becomes::Atom(atom) => Exp::Atom(self.resolved(atom)),
            };
        }
    }

    /// CORE-O-CSE: the names of the same statement before this one.
    fn again(&mut self, stm: &mut Stm) {
        if !self.switches.on(&CORE_O_CSE) || !stm.pat.sizes.is_empty() {
            return;
        }
        let Some(key) = Key::of(&stm.exp) else {
            return;
        };
        let names = stm.pat.values.iter();
        let is_kept = |ty: &Type, name| !matches!(ty, Type::Array { .. }) || !self.sharing.is_consumed(name);
        if !names.clone().all(|value| is_kept(&value.ty, value.name)) {
            return;
        }
        match self.computed.get(&key).map(|names| &names[..]) {
            Some([first]) => {
                CORE_O_CSE.apply();
                self.changed = true;
                stm.exp = Exp::Atom((*first).into());
            }
            _ => {
                let names = names.map(|value| value.name).collect();
                self.computed.insert(key.clone(), names);
                self.entered.push(key);
            }
        }
    }
}

impl Rewrite for Engine<'_> {
    fn used(&mut self, name: &mut Name) {
        if let Atom::Var(other) = self.resolved((*name).into()) {
            *name = other;
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        *atom = self.resolved(*atom);
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        self.rewritten(&mut stm);
        self.again(&mut stm);
        match (&stm.exp, &stm.pat.values[..]) {
            (Exp::Atom(atom), [value]) if self.switches.on(&CORE_O_COPY) => {
                CORE_O_COPY.apply();
                self.changed = true;
                self.put(value.name, *atom);
            }
            _ => out.push(stm),
        }
    }

    fn body(&mut self, body: &mut Body) {
        let outer = self.entered.len();
        rewrite::body(self, body);
        for key in self.entered.drain(outer..) {
            self.computed.remove(&key);
        }
    }
}

/// What a statement computes, in words: the form, and numbers of operands.  Of forms whose values are the same wherever they are
/// computed from the same operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key(SmallVec<[u64; 6]>);

impl Key {
    fn of(exp: &Exp) -> Option<Key> {
        let mut key = Key(SmallVec::new());
        match exp {
            Exp::Prim(function, operands) => {
                key.word(1);
                key.hashed(function);
                key.atoms(operands);
            }
            Exp::Index { array, at } => {
                key.word(2);
                key.name(*array);
                key.atoms(at);
            }
            Exp::Slice { array, at } => {
                key.word(3);
                key.name(*array);
                for cut in at {
                    match cut {
                        Cut::At(at) => {
                            key.word(0);
                            key.atom(*at);
                        }
                        Cut::Section { start, count, stride } => {
                            key.word(1);
                            key.atoms(&[*start, *count, *stride]);
                        }
                    }
                }
            }
            Exp::FlatIndex { array, offset, dims } => {
                key.word(4);
                key.name(*array);
                key.atom(*offset);
                for Step { count, stride } in dims {
                    key.atoms(&[*count, *stride]);
                }
            }
            Exp::Literal { row, elements } => {
                key.word(5);
                key.ty(row)?;
                key.atoms(elements);
            }
            Exp::Iota(count) => {
                key.word(6);
                key.atom(*count);
            }
            Exp::Replicate { count, value } => {
                key.word(7);
                key.atoms(&[*count, *value]);
            }
            Exp::Reshape { dims, array } => {
                key.word(8);
                key.name(*array);
                key.atoms(dims);
            }
            Exp::Coerce { dims, array } => {
                key.word(9);
                key.name(*array);
                key.atoms(dims);
            }
            Exp::Rearrange { order, array } => {
                key.word(10);
                key.name(*array);
                order.iter().for_each(|dim| key.word(u64::from(*dim)));
            }
            Exp::Concat { total, arrays } => {
                key.word(11);
                key.atom(*total);
                arrays.iter().for_each(|array| key.name(*array));
            }
            Exp::Copy(array) => {
                key.word(12);
                key.name(*array);
            }
            Exp::Assert { holds, .. } => {
                key.word(13);
                key.atom(*holds);
            }
            _ => return None,
        }
        Some(key)
    }

    fn word(&mut self, word: u64) {
        self.0.push(word);
    }

    fn name(&mut self, name: Name) {
        self.word(name.index() as u64);
    }

    fn atoms(&mut self, atoms: &[Atom]) {
        self.word(atoms.len() as u64);
        for atom in atoms {
            self.atom(*atom);
        }
    }

    fn atom(&mut self, atom: Atom) {
        match atom {
            Atom::Var(name) => {
                self.word(0);
                self.name(name);
            }
            Atom::Const(value) => {
                self.word(1 + value.prim_type() as u64);
                self.word(match value {
                    PrimValue::Bool(b) => u64::from(b),
                    PrimValue::I8(n) => n as u64,
                    PrimValue::I16(n) => n as u64,
                    PrimValue::I32(n) => n as u64,
                    PrimValue::I64(n) => n as u64,
                    PrimValue::U8(n) => n.into(),
                    PrimValue::U16(n) => n.into(),
                    PrimValue::U32(n) => n.into(),
                    PrimValue::U64(n) => n,
                    PrimValue::F16(x) => x.to_bits().into(),
                    PrimValue::F32(x) => x.to_bits().into(),
                    PrimValue::F64(x) => x.to_bits(),
                });
            }
        }
    }

    /// Of data; of other types `None`.
    fn ty(&mut self, ty: &Type) -> Option<()> {
        self.word(ty.element()? as u64);
        for dim in ty.dims() {
            match dim {
                Dim::Is(size) => self.atom(*size),
                Dim::Open => return None,
            }
        }
        Some(())
    }

    /// A function is told apart by its name.
    fn hashed(&mut self, function: &elder_syntax::prim::PrimFn) {
        use elder_syntax::prim::PrimFn;
        let words = match *function {
            PrimFn::Bin(op, ty) => [0, op as u64, ty as u64],
            PrimFn::Un(op, ty) => [1, op as u64, ty as u64],
            PrimFn::Tern(op, ty) => [2, op as u64, ty as u64],
            PrimFn::Convert(from, to) => [3, from as u64, to as u64],
            PrimFn::Ldexp(ty) => [4, ty as u64, 0],
        };
        self.0.extend(words);
    }
}
