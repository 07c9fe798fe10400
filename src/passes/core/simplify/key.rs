//! What a statement computes, as a key of a table.

use elder_core::Name;
use elder_core::tree::{Atom, Cut, Exp, Step, Type};
use elder_syntax::prim::PrimFn;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::hash::BuildHasher;

/// What a statement computes, in words: the form, and numbers of operands.  Of forms whose values are the same wherever they are
/// computed from the same operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key(SmallVec<[u64; 6]>);

impl Key {
    /// The key of an expression whose values are the same wherever it is computed.
    pub fn of(exp: &Exp) -> Option<Key> {
        let mut key = Key(SmallVec::new());
        match exp {
            Exp::Prim(function, operands) => {
                key.function(function);
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

    /// In one word, which other keys may have too.
    pub fn hash(&self) -> u64 {
        FxBuildHasher.hash_one(self)
    }

    fn word(&mut self, word: u64) {
        self.0.push(word);
    }

    fn name(&mut self, name: Name) {
        self.word(name.index() as u64);
    }

    /// As many as the form has, or the last ones of the key.
    fn atoms(&mut self, atoms: &[Atom]) {
        for atom in atoms {
            self.atom(*atom);
        }
    }

    fn atom(&mut self, atom: Atom) {
        match atom {
            Atom::Var(name) => self.word((name.index() as u64) << 8),
            Atom::Const(value) => {
                self.word(1 + value.prim_type() as u64);
                self.word(value.bits());
            }
        }
    }

    /// Of data; of other types `None`.
    fn ty(&mut self, ty: &Type) -> Option<()> {
        self.word(ty.element()? as u64);
        self.word(ty.rank() as u64);
        for dim in ty.dims() {
            self.atom(dim.size()?);
        }
        Some(())
    }

    /// A function is told apart by its name.
    fn function(&mut self, function: &PrimFn) {
        let [form, name, ty] = match *function {
            PrimFn::Bin(op, ty) => [0, op as u64, ty as u64],
            PrimFn::Un(op, ty) => [1, op as u64, ty as u64],
            PrimFn::Tern(op, ty) => [2, op as u64, ty as u64],
            PrimFn::Convert(from, to) => [3, from as u64, to as u64],
            PrimFn::Ldexp(ty) => [4, ty as u64, 0],
        };
        self.word(1 | form << 8 | name << 16 | ty << 32);
    }
}
