//! Types, levels and effects with unknowns, as nodes of three tables.
//!
//! A handle is an index; an unknown that is found out becomes a link.  Every unknown has a *rank*, the number of `let`s and level
//! functions around the place that it belongs to: those of a higher rank than the surroundings of a `let` are what it generalises,
//! and a level variable of a higher rank than an unknown may not be put into it (it would leave its scope).

use super::origin::{Demand, Origin};
use super::table::{Key, Table};
use crate::{BaseType, Kind, Type, base_name};
use elder_syntax::{Span, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A type with unknowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct T(pub u32);
/// A level with unknowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct L(pub u32);
/// An effect with unknowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct E(pub u32);
/// A level variable that stands for every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Skolem(pub u32);

macro_rules! keys {
    ($($key:ident),*) => {
        $(impl Key for $key {
            fn of(number: u32) -> $key {
                $key(number)
            }

            fn number(self) -> u32 {
                self.0
            }
        })*
    };
}

keys! { T, L, E, Skolem }

/// The rank of what a scheme binds.
pub(super) const GENERIC: u32 = u32::MAX;

/// The rank of a level variable that a type binds: no unknown outside may be it.
pub(super) const BOUND: u32 = GENERIC - 1;

/// Base types that an overloaded operand may have, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bases(pub u16);

/// All base types; the first that is possible is taken where nothing decides.
const ALL: [BaseType; 12] = [
    BaseType::I32,
    BaseType::F64,
    BaseType::Bool,
    BaseType::F32,
    BaseType::F16,
    BaseType::I64,
    BaseType::I16,
    BaseType::I8,
    BaseType::U64,
    BaseType::U32,
    BaseType::U16,
    BaseType::U8,
];

impl Bases {
    /// The type need not be a base type.
    pub const ANY: Bases = Bases(u16::MAX);

    /// The bit of a base type.
    pub fn of(base: BaseType) -> Bases {
        let place = ALL.iter().position(|b| *b == base).unwrap_or(ALL.len());
        Bases(1 << place)
    }

    /// All those for which `exists` holds.
    pub fn with(exists: impl Fn(BaseType) -> bool) -> Bases {
        let all = ALL.iter().filter(|base| exists(**base));
        Bases(all.fold(0, |bits, base| bits | Bases::of(*base).0))
    }

    /// In words.
    pub fn describe(self) -> String {
        let known = [
            ("a number", Bases::with(|base| base != BaseType::Bool)),
            ("an integer", Bases::with(BaseType::is_integer)),
            ("an integer or bool", Bases::with(|base| !base.is_float())),
            ("half, float or double", Bases::with(BaseType::is_float)),
            ("a number or bool", Bases::with(|_| true)),
        ];
        if let Some((text, _)) = known.into_iter().find(|(_, bases)| *bases == self) {
            return text.to_owned();
        }
        let names: Vec<&str> = self.list().into_iter().map(base_name).collect();
        names.join(" or ")
    }

    /// The base types among them.
    pub fn list(self) -> Vec<BaseType> {
        let all = ALL.iter().copied();
        all.filter(|base| self.0 & Bases::of(*base).0 != 0).collect()
    }
}

/// An unknown type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown {
    pub rank: u32,
    pub kind: Kind,
    pub demand: Demand,
    pub bases: Bases,
    /// Something waits for it to be found out.
    pub watched: bool,
}

/// τ
#[derive(Clone, Debug)]
pub(super) enum TypeNode {
    Link(T),
    Unknown(Unknown),
    /// A variable of a signature: any type of its kind, which its uses decide.
    Rigid(Variable, Kind),
    Base(BaseType),
    Pair(T, T),
    Fun(T, E, T),
    LevelFun(Skolem, E, T),
    Pull(T, E),
    Push(T, L),
}

/// γ
#[derive(Clone, Copy, Debug)]
pub(super) enum LevelNode {
    Link(L),
    Unknown { rank: u32 },
    Zero,
    Succ(L),
    Skolem(Skolem),
}

/// What is known of an effect that is not found out: what it is below of, what is below it.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub rank: u32,
    pub uppers: Vec<E>,
    pub lowers: Vec<E>,
    /// The levels that it is below of, each with who asks.
    pub bounds: Vec<(L, Origin)>,
}

/// ε
#[derive(Clone, Debug)]
pub(super) enum EffectNode {
    Link(E),
    /// ∅; who asks for that, if it is a demand.
    Pure(Origin),
    At(L, Origin),
    Unknown(Box<Flow>),
}

/// What a level variable is.
#[derive(Clone, Debug)]
pub(super) struct SkolemInfo {
    pub variable: Variable,
    pub rank: u32,
    pub span: Span,
    /// Whether a signature names it without binding it.
    pub signature: bool,
}

/// The three tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub types: Table<T, TypeNode>,
    pub levels: Table<L, LevelNode>,
    pub level_origins: Table<L, Origin>,
    pub effects: Table<E, EffectNode>,
    pub skolems: Table<Skolem, SkolemInfo>,
    /// Effects that got a bound.
    pub bounded: Vec<E>,
    pub rank: u32,
    marks: Vec<u32>,
    mark: u32,
}

impl Tables {
    // Types.

    pub fn node(&mut self, node: TypeNode) -> T {
        self.types.push(node)
    }

    pub fn base(&mut self, base: BaseType) -> T {
        self.node(TypeNode::Base(base))
    }

    pub fn unknown_at(&mut self, rank: u32, kind: Kind, demand: Demand) -> T {
        self.node(TypeNode::Unknown(Unknown {
            rank,
            kind,
            demand,
            bases: Bases::ANY,
            watched: false,
        }))
    }

    pub fn unknown(&mut self) -> T {
        self.unknown_at(self.rank, Kind::TYP, Demand::NONE)
    }

    pub fn of_kind(&mut self, kind: Kind, demand: Demand) -> T {
        self.unknown_at(self.rank, kind, demand)
    }

    pub fn fun(&mut self, from: T, effect: E, to: T) -> T {
        self.node(TypeNode::Fun(from, effect, to))
    }

    /// The type that links lead to.
    pub fn find(&mut self, t: T) -> T {
        let mut root = t;
        while let TypeNode::Link(next) = self.types[root] {
            root = next;
        }
        let mut at = t;
        while let TypeNode::Link(next) = self.types[at] {
            self.types[at] = TypeNode::Link(root);
            at = next;
        }
        root
    }

    /// The node that links lead to.
    pub fn shape(&mut self, t: T) -> (T, TypeNode) {
        let t = self.find(t);
        (t, self.types[t].clone())
    }

    // Levels.

    pub fn level_node(&mut self, node: LevelNode, origin: Origin) -> L {
        self.level_origins.push(origin);
        self.levels.push(node)
    }

    pub fn unknown_level(&mut self, origin: Origin) -> L {
        let rank = self.rank;
        self.level_node(LevelNode::Unknown { rank }, origin)
    }

    pub fn find_level(&mut self, l: L) -> L {
        let mut root = l;
        while let LevelNode::Link(next) = self.levels[root] {
            root = next;
        }
        let mut at = l;
        while let LevelNode::Link(next) = self.levels[at] {
            self.levels[at] = LevelNode::Link(root);
            at = next;
        }
        root
    }

    /// Where a level was written or made; links keep the origin of the place that one comes from.
    pub fn level_origin(&self, l: L) -> Origin {
        let mut at = l;
        loop {
            let origin = self.level_origins[at];
            if !origin.is_none() {
                return origin;
            }
            match self.levels[at] {
                LevelNode::Link(next) => at = next,
                _ => return origin,
            }
        }
    }

    pub fn skolem(&mut self, variable: &Variable, rank: u32, span: Span, signature: bool) -> Skolem {
        self.skolems.push(SkolemInfo {
            variable: variable.clone(),
            rank,
            span,
            signature,
        })
    }

    /// The bottom of `1 + … + γ`: a variable, an unknown or Z.
    pub fn bottom(&mut self, l: L) -> (u32, L, LevelNode) {
        let mut height = 0;
        let mut at = self.find_level(l);
        while let LevelNode::Succ(below) = self.levels[at] {
            at = self.find_level(below);
            height += 1;
        }
        (height, at, self.levels[at])
    }

    /// Whether no choice of unknowns and level variables makes them equal; level variables count as different from all else.
    pub fn apart(&mut self, a: L, b: L) -> bool {
        let (height, _, bottom) = self.bottom(a);
        let (height2, _, bottom2) = self.bottom(b);
        match (bottom, bottom2) {
            (LevelNode::Unknown { .. }, _) | (_, LevelNode::Unknown { .. }) => false,
            (LevelNode::Zero, LevelNode::Zero) => height != height2,
            (LevelNode::Skolem(s), LevelNode::Skolem(s2)) => s != s2 || height != height2,
            _ => true,
        }
    }

    pub fn same_level(&mut self, a: L, b: L) -> bool {
        let (height, at, bottom) = self.bottom(a);
        let (height2, at2, bottom2) = self.bottom(b);
        height == height2
            && match (bottom, bottom2) {
                (LevelNode::Zero, LevelNode::Zero) => true,
                (LevelNode::Skolem(s), LevelNode::Skolem(s2)) => s == s2,
                _ => at == at2,
            }
    }

    // Effects.

    pub fn effect_node(&mut self, node: EffectNode) -> E {
        self.effects.push(node)
    }

    pub fn unknown_effect_at(&mut self, rank: u32) -> E {
        self.effect_node(EffectNode::Unknown(Box::new(Flow {
            rank,
            ..Flow::default()
        })))
    }

    pub fn unknown_effect(&mut self) -> E {
        self.unknown_effect_at(self.rank)
    }

    pub fn pure(&mut self) -> E {
        self.effect_node(EffectNode::Pure(Origin::NONE))
    }

    pub fn at(&mut self, level: L, origin: Origin) -> E {
        self.effect_node(EffectNode::At(level, origin))
    }

    pub fn find_effect(&mut self, e: E) -> E {
        let mut root = e;
        while let EffectNode::Link(next) = self.effects[root] {
            root = next;
        }
        let mut at = e;
        while let EffectNode::Link(next) = self.effects[at] {
            self.effects[at] = EffectNode::Link(root);
            at = next;
        }
        root
    }

    /// What is known of an effect that is not found out.
    pub fn flow(&mut self, e: E) -> Option<&mut Flow> {
        let e = self.find_effect(e);
        match &mut self.effects[e] {
            EffectNode::Unknown(flow) => Some(flow),
            _ => None,
        }
    }

    /// The rank of an effect that is not found out.
    pub fn effect_rank(&mut self, e: E) -> Option<u32> {
        self.flow(e).map(|flow| flow.rank)
    }

    // Marks: which types were seen in one walk.

    pub fn new_walk(&mut self) {
        self.mark += 1;
        self.marks.resize(self.types.len(), 0);
    }

    /// Whether the node was not seen before in this walk.
    pub fn first_visit(&mut self, t: T) -> bool {
        let at = t.0 as usize;
        if at >= self.marks.len() {
            self.marks.resize(self.types.len(), 0);
        }
        let seen = self.marks.get_mut(at);
        seen.is_some_and(|seen| std::mem::replace(seen, self.mark) != self.mark)
    }
}

/// What has been found out, as types of the language: unknowns that are left become variables.
#[derive(Default)]
pub(super) struct Reading {
    pub types: FxHashMap<T, Variable>,
    pub levels: FxHashMap<L, Variable>,
    pub effects: FxHashMap<E, Variable>,
    pub type_order: Vec<(Variable, Kind)>,
    pub level_order: Vec<Variable>,
    pub effect_order: Vec<Variable>,
    done: FxHashMap<T, (Type, u64)>,
}

/// The text of the n-th type variable.
pub(super) fn letter(n: usize) -> String {
    let letter = char::from(b'a' + (n % 26) as u8);
    if n < 26 {
        letter.to_string()
    } else {
        format!("{letter}{}", n / 26)
    }
}

impl Reading {
    /// The type, and how many nodes it has when written out.
    pub fn ty(&mut self, tables: &mut Tables, t: T) -> (Type, u64) {
        elder_syntax::effort::deeper(|| {
            let (t, node) = tables.shape(t);
            if let Some(done) = self.done.get(&t) {
                return done.clone();
            }
            let read = match node {
                TypeNode::Link(_) => unreachable!("links were followed"),
                TypeNode::Unknown(unknown) => {
                    let n = self.type_order.len();
                    let x = Variable::fresh(letter(n));
                    self.types.insert(t, x.clone());
                    self.type_order.push((x.clone(), unknown.kind));
                    (Type::Var(x), 1)
                }
                TypeNode::Rigid(x, kind) => {
                    self.type_order.push((x.clone(), kind));
                    (Type::Var(x), 1)
                }
                TypeNode::Base(base) => (Type::Base(base), 1),
                TypeNode::Pair(a, b) => {
                    let (a, m) = self.ty(tables, a);
                    let (b, n) = self.ty(tables, b);
                    (Type::Pair(Arc::new(a), Arc::new(b)), m.saturating_add(n))
                }
                TypeNode::Fun(a, e, b) => {
                    let (a, m) = self.ty(tables, a);
                    let e = self.effect(tables, e);
                    let (b, n) = self.ty(tables, b);
                    (Type::Fun(Arc::new(a), e, Arc::new(b)), m.saturating_add(n))
                }
                TypeNode::LevelFun(s, e, a) => {
                    let e = self.effect(tables, e);
                    let (a, n) = self.ty(tables, a);
                    let x = tables.skolems[s].variable.clone();
                    (Type::LevelFun(x, e, Arc::new(a)), n.saturating_add(1))
                }
                TypeNode::Pull(a, e) => {
                    let (a, n) = self.ty(tables, a);
                    (
                        Type::Pull(Arc::new(a), self.effect(tables, e)),
                        n.saturating_add(1),
                    )
                }
                TypeNode::Push(a, l) => {
                    let (a, n) = self.ty(tables, a);
                    (
                        Type::Push(Arc::new(a), self.level(tables, l)),
                        n.saturating_add(1),
                    )
                }
            };
            self.done.insert(t, read.clone());
            read
        })
    }

    pub fn level(&mut self, tables: &mut Tables, l: L) -> crate::Level {
        let (height, at, bottom) = tables.bottom(l);
        let mut level = match bottom {
            LevelNode::Skolem(s) => crate::Level::Var(tables.skolems[s].variable.clone()),
            LevelNode::Unknown { .. } => {
                let n = self.level_order.len();
                let x = self.levels.entry(at).or_insert_with(|| {
                    let text = if n == 0 {
                        "lvl".to_owned()
                    } else {
                        format!("lvl{n}")
                    };
                    let x = Variable::fresh(text);
                    self.level_order.push(x.clone());
                    x
                });
                crate::Level::Var(x.clone())
            }
            _ => crate::Level::Zero,
        };
        for _ in 0..height {
            level = level.successor();
        }
        level
    }

    pub fn effect(&mut self, tables: &mut Tables, e: E) -> crate::Effect {
        let e = tables.find_effect(e);
        match tables.effects[e] {
            EffectNode::At(l, _) => crate::Effect::At(self.level(tables, l)),
            EffectNode::Pure(_) | EffectNode::Link(_) => crate::Effect::Pure,
            EffectNode::Unknown(_) => {
                let n = self.effect_order.len();
                let x = self.effects.entry(e).or_insert_with(|| {
                    let x = Variable::fresh(format!("e{n}"));
                    self.effect_order.push(x.clone());
                    x
                });
                crate::Effect::Var(x.clone())
            }
        }
    }
}

/// How often each effect occurs in a type, covariantly and contravariantly.
#[derive(Default)]
pub(super) struct Polarity {
    pub positive: FxHashSet<E>,
    pub negative: FxHashSet<E>,
    /// Those of the elements of arrays that are given.
    pub elements: FxHashSet<E>,
    /// In the order of occurrence.
    pub order: Vec<E>,
    seen: FxHashSet<(T, bool)>,
}

impl Polarity {
    pub fn walk(&mut self, tables: &mut Tables, t: T, positive: bool) {
        elder_syntax::effort::deeper(|| {
            let (t, node) = tables.shape(t);
            match node {
                TypeNode::Link(_) | TypeNode::Unknown(_) | TypeNode::Rigid(..) | TypeNode::Base(_) => return,
                _ => {}
            }
            if !self.seen.insert((t, positive)) {
                return;
            }
            match node {
                TypeNode::Pair(a, b) => {
                    self.walk(tables, a, positive);
                    self.walk(tables, b, positive);
                }
                TypeNode::Fun(a, e, b) => {
                    self.walk(tables, a, !positive);
                    self.effect(tables, e, positive);
                    self.walk(tables, b, positive);
                }
                TypeNode::LevelFun(_, e, a) => {
                    self.effect(tables, e, positive);
                    self.walk(tables, a, positive);
                }
                TypeNode::Pull(a, e) => {
                    self.effect(tables, e, positive);
                    if positive {
                        self.elements.insert(tables.find_effect(e));
                    }
                    self.walk(tables, a, positive);
                }
                // What push arrays hold has no effects.
                _ => {}
            }
        });
    }

    fn effect(&mut self, tables: &mut Tables, e: E, positive: bool) {
        let e = tables.find_effect(e);
        if tables.flow(e).is_none() {
            return;
        }
        if !self.positive.contains(&e) && !self.negative.contains(&e) {
            self.order.push(e);
        }
        if positive {
            self.positive.insert(e);
        } else {
            self.negative.insert(e);
        }
    }
}
