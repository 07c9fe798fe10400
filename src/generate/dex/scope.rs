//! What is in scope, and the block that stands open.

use super::Shape;
use crate::Choices;
use elder_dex::core::rewrite::{free, free_of};
use elder_dex::core::{Binder, Block, Exp, Program, Row, Stm, Type, Value};
use elder_syntax::Span;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimType;

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub ty: Type,
    pub used: bool,
    /// Whether its floats are such as a function may have of which a derivative is taken.
    pub tame: bool,
    /// Whether it depends on the argument of such a function.
    pub moves: bool,
    /// Whether a statement computes it.
    pub computed: bool,
    /// Whether nothing else may use it.
    pub hidden: bool,
}

/// What floats are computed by, where they are computed of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floats {
    /// All primitive functions.
    Any,
    /// Those that take small whole numbers to such: every order of adding them gives the same bits.
    Whole,
    /// Those that have derivatives, where they have them.
    Curved,
}

/// What is known while a program is made.
pub struct Generator {
    pub program: Program,
    pub shape: Shape,
    /// The statements of the block that stands open.
    stms: Vec<Stm>,
    pub scope: Vec<Variable>,
    /// What may be done here.
    pub row: Row,
    /// What inputs are that sizes are made of.
    pub numbers: Vec<(Name, i64)>,
    /// How often the block that stands open is run, as far as loops around it say.
    pub rounds: u64,
    /// How many statements more the program may have.
    pub room: usize,
    /// Whether floats that are made now have to be small and whole.
    pub exact: bool,
    /// What floats are computed by here.
    pub floats: Floats,
    /// Of which type they are where derivatives are taken.
    pub float: PrimType,
    /// What the program has.
    pub features: Features,
    /// How many functions more there may be of which derivatives are taken.
    pub derivatives: usize,
    /// Functions that are linear by their form.
    pub linear: Vec<Name>,
    /// Where the variables of the innermost function begin of which a derivative is taken, and how many such functions there are around.
    pub within: (usize, usize),
    /// The declared type of dictionaries, if there is one.
    pub dictionary: Option<elder_dex::core::DataName>,
    /// The number that turns branches.
    pub turn: Option<Name>,
}

/// What a program may have besides; each program has some of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// Derivatives, of functions that compute floats so.
    pub derivatives: Option<Floats>,
    /// Functions, and tables and pairs of them, as values.
    pub functions: bool,
}

/// The most functions of a program of which derivatives are taken.
const DERIVATIVES: usize = 4;

/// The most statements of a program.
const STATEMENTS: usize = 80;

impl Generator {
    /// Nothing is in scope.
    pub fn new(shape: Shape) -> Generator {
        Generator {
            program: Program::default(),
            shape,
            stms: vec![],
            scope: vec![],
            row: Row::PURE,
            numbers: vec![],
            rounds: 1,
            room: STATEMENTS,
            exact: false,
            floats: Floats::Any,
            float: PrimType::F32,
            features: Features::default(),
            derivatives: DERIVATIVES,
            linear: vec![],
            within: (0, 0),
            dictionary: None,
            turn: None,
        }
    }

    /// A new name.
    pub fn fresh(&mut self, text: &str) -> Name {
        self.program.names.fresh(text)
    }

    /// A name is in scope from here on.
    pub fn declare(&mut self, name: Name, ty: Type) {
        self.scope.push(Variable {
            name,
            ty,
            used: false,
            tame: self.floats != Floats::Any,
            moves: false,
            computed: false,
            hidden: false,
        });
    }

    /// Whether floats are computed so here that derivatives can be taken.
    pub fn is_differentiable(&self) -> bool {
        self.floats != Floats::Any
    }

    /// A name is in scope from here on that moves, where that is followed.
    pub fn declare_moving(&mut self, name: Name, ty: Type) {
        self.declare(name, ty);
        let moves = self.follows();
        if let Some(variable) = self.scope.last_mut() {
            variable.moves = moves;
        }
    }

    /// Whether it is followed what depends on arguments: where derivatives are taken, and in smooth programs.
    pub fn follows(&self) -> bool {
        self.floats != Floats::Any || self.shape.smooth
    }

    /// Whether an expression has a name that moves.
    pub fn moves(&self, exp: &Exp) -> bool {
        match exp {
            // What was put there is not looked for.
            Exp::Get(_) | Exp::Ask(_) => true,
            _ => {
                let names = free_of(exp);
                let mut own = self.scope[self.within.0.min(self.scope.len())..].iter();
                own.any(|variable| variable.moves && names.contains(&variable.name))
            }
        }
    }

    /// Whether a value is a variable that moves, or a part of one.
    pub fn is_moving(&self, value: &Value) -> bool {
        self.floats != Floats::Any && self.moves(&Exp::Value(value.clone()))
    }

    /// What an input is known to be.
    pub fn known(&self, name: Name) -> Option<u64> {
        let known = self.numbers.iter().find(|(own, _)| *own == name);
        known.map(|(_, number)| u64::try_from(*number).unwrap_or(0))
    }

    /// `let x: type = exp`
    pub fn bind(&mut self, text: &str, ty: Type, exp: Exp) -> Value {
        let name = self.fresh(text);
        let moves = self.follows() && self.moves(&exp);
        self.declare(name, ty.clone());
        if let Some(variable) = self.scope.last_mut() {
            variable.computed = true;
        }
        if moves && self.has_numbers(&ty) {
            let last = self.scope.len() - 1;
            self.scope[last].moves = true;
        }
        self.room = self.room.saturating_sub(1);
        self.written(&exp);
        self.stms.push(Stm {
            binder: Binder { name, ty },
            exp,
            at: Span::NONE,
        });
        Value::Var(name)
    }

    /// Of what was bound last nothing else is made.
    pub fn hide(&mut self, value: Value) -> Value {
        if let Some(variable) = self.scope.last_mut() {
            (variable.hidden, variable.used) = (true, true);
        }
        value
    }

    /// A variable is taken as an operand.
    pub fn take(&mut self, at: usize) -> (Value, Type) {
        let variable = &mut self.scope[at];
        variable.used = true;
        (Value::Var(variable.name), variable.ty.clone())
    }

    /// Whether a variable may be used here: floats of all sorts not where a derivative is taken, and what computes whole numbers there only.
    fn fits(&mut self, at: usize, ty: &Type) -> bool {
        if self.scope[at].hidden {
            return false;
        }
        match (self.floats, self.scope[at].tame) {
            (Floats::Any, true) => !super::held::holds_functions(ty),
            (Floats::Any, false) | (_, true) => true,
            (_, false) => !self.has_numbers(ty),
        }
    }

    /// A variable that is as wanted, most often one that nothing used.
    pub fn find(
        &mut self,
        c: &mut Choices,
        wanted: impl Fn(&mut Generator, &Type) -> bool,
    ) -> Option<(Value, Type)> {
        let mut all = Vec::new();
        for at in 0..self.scope.len() {
            let ty = self.scope[at].ty.clone();
            if wanted(self, &ty) && self.fits(at, &ty) {
                all.push(at);
            }
        }
        let all = self.that_move(c, all);
        let new: Vec<usize> = all.iter().copied().filter(|at| !self.scope[*at].used).collect();
        let from = match c.below(4) > 0 && !new.is_empty() {
            true => &new,
            false => &all,
        };
        // The last ones are those of the innermost block.
        let near = from.len().saturating_sub(8);
        let at = c.pick(&from[near..]).copied()?;
        Some(self.take(at))
    }

    /// What is made in a block of its own, under this capability if one is given, and the statements of the block.
    pub fn nested<T>(&mut self, row: Option<Row>, make: impl FnOnce(&mut Generator) -> T) -> (T, Vec<Stm>) {
        let outside = std::mem::take(&mut self.stms);
        let depth = self.scope.len();
        let before = self.row.clone();
        if let Some(row) = row {
            self.row = row;
        }
        let made = make(self);
        self.row = before;
        self.scope.truncate(depth);
        (made, std::mem::replace(&mut self.stms, outside))
    }

    /// A block of which the value is made.
    pub fn block(&mut self, row: Option<Row>, make: impl FnOnce(&mut Generator) -> Value) -> Block {
        let (result, stms) = self.nested(row, make);
        Block { stms, result }
    }

    /// What is left over of the variables from this one on, as one value: data whose type has none of them.
    pub fn given(&mut self, c: &mut Choices, from: usize, most: usize) -> (Value, Type) {
        let mut chosen = Vec::new();
        let moving = self.scope[from..].iter().any(|one| one.moves && !one.used);
        for at in (from..self.scope.len()).rev() {
            let Variable { ty, used, moves, .. } = self.scope[at].clone();
            if (moving && !moves)
                || used
                || chosen.len() >= most
                || ty == Value::UnitType
                || self.escapes(from, &ty)
            {
                continue;
            }
            if self.is_data(&ty) && self.scalars(&ty).is_some_and(|count| count <= 32) {
                chosen.push(at);
            }
        }
        let mut parts: Vec<(Value, Type)> = chosen.into_iter().map(|at| self.take(at)).collect();
        if self.is_differentiable() && !moving {
            // What does not depend on the argument has no derivative.
            let float = Value::Base(self.float);
            parts.extend(self.find(c, |_, ty| *ty == float));
        }
        let Some((mut value, mut ty)) = parts.pop() else {
            let base = Value::Base(self.base(c));
            return (self.make(c, &base, 1), base);
        };
        while let Some((next, of)) = parts.pop() {
            value = Value::pair(value, next);
            ty = Value::pair_type(ty, of);
        }
        (value, ty)
    }

    /// Whether a type has one of the variables from this one on.
    pub fn escapes(&self, from: usize, ty: &Type) -> bool {
        let mentioned = free(ty);
        let mut inner = self.scope[from..].iter();
        inner.any(|variable| mentioned.contains(&variable.name))
    }
}
