//! Names are numbers, those of variables and sizes as in all languages between front ends and kernels, and those of functions.
//!
//! What a name is called and of which type it is stands with the name, so whoever has the names of a program can ask for both.  The binder
//! says the type too, and is what is printed and judged; who changes the type of a binder [notes](Names::note) it.

use crate::tree::{Atom, Binder, Program, Type};
use crate::walk::{Fold, fold};
use elder_syntax::names::Names as Texts;

pub use elder_syntax::names::{Name, Text};

/// A function of a program: the index into its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunName(pub u32);

impl FunName {
    /// Its number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Types of names, a row for each name of which one is known.
#[derive(Clone, Debug, Default)]
pub struct Types(Vec<Option<Type>>);

impl Types {
    /// Room for so many names.
    pub fn of_names(count: usize) -> Types {
        Types(vec![None; count])
    }

    /// A name is of this type.
    pub fn set(&mut self, name: Name, ty: Type) {
        if self.0.len() <= name.index() {
            self.0.resize(name.index() + 1, None);
        }
        self.0[name.index()] = Some(ty);
    }

    /// The type of a name, if it is known.
    pub fn get(&self, name: Name) -> Option<&Type> {
        self.0.get(name.index())?.as_ref()
    }

    /// The type of a variable; a certificate's, which nothing can be asked of, if it is not known.
    pub fn variable(&self, name: Name) -> Type {
        self.get(name).cloned().unwrap_or(Type::Cert)
    }

    /// The type of an operand, as [`Types::variable`] says it.
    pub fn atom(&self, atom: Atom) -> Type {
        match atom {
            Atom::Var(name) => self.variable(name),
            Atom::Const(value) => Type::Prim(value.prim_type()),
        }
    }
}

/// What the names of a program are called, and of which types they are.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Texts,
    types: Types,
}

impl Names {
    /// A new name, called so, of whose type nothing is known yet.
    pub fn fresh(&mut self, text: impl Into<Text>) -> Name {
        self.texts.fresh(text)
    }

    /// A new name of this type, called so.
    pub fn typed(&mut self, text: impl Into<Text>, ty: Type) -> Binder {
        let name = self.fresh(text);
        self.types.set(name, ty.clone());
        Binder { name, ty }
    }

    /// A new name, called as another and of its type.
    pub fn again(&mut self, name: Name) -> Name {
        let new = self.texts.again(name);
        if let Some(ty) = self.types.get(name).cloned() {
            self.types.set(new, ty);
        }
        new
    }

    /// What a name is called.
    pub fn text(&self, name: Name) -> &Text {
        self.texts.text(name)
    }

    /// A name is called so from here on.
    pub fn rename(&mut self, name: Name, text: impl Into<Text>) {
        self.texts.rename(name, text);
    }

    /// A name is of this type from here on.
    pub fn note(&mut self, name: Name, ty: &Type) {
        if self.types.get(name) != Some(ty) {
            self.types.set(name, ty.clone());
        }
    }

    /// The types of the names that are known.
    pub fn types(&self) -> &Types {
        &self.types
    }

    /// The type of a name, if it is known.
    pub fn ty(&self, name: Name) -> Option<&Type> {
        self.types.get(name)
    }

    /// All names, in the order in which they were made.
    pub fn all(&self) -> impl Iterator<Item = Name> + use<> {
        self.texts.all()
    }

    /// How many there are: one more than the largest number of a name.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// Notes the types that the binders of a program say.
pub fn note(program: &mut Program) {
    let mut names = std::mem::take(&mut program.names);
    fold::program(&mut Noted(&mut names), program);
    program.names = names;
}

/// A name of which the table of a program says another type than its binder.
pub fn disagreeing(program: &Program) -> Option<Name> {
    struct Compared<'p>(&'p Names, Option<Name>);
    impl Fold for Compared<'_> {
        fn binder(&mut self, binder: &Binder) {
            if self.0.ty(binder.name) != Some(&binder.ty) {
                self.1 = Some(binder.name);
            }
        }
    }
    let mut compared = Compared(&program.names, None);
    fold::program(&mut compared, program);
    compared.1
}

struct Noted<'n>(&'n mut Names);

impl Fold for Noted<'_> {
    fn size(&mut self, size: &Name) {
        self.0.note(*size, &Type::SIZE);
    }

    fn binder(&mut self, binder: &Binder) {
        self.0.note(binder.name, &binder.ty);
    }

    fn index(&mut self, index: &Name, ty: elder_syntax::prim::PrimType) {
        self.0.note(*index, &Type::Prim(ty));
    }
}
