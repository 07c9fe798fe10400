//! Terms, and what they mean: exact arithmetic, in which too large is an answer.

use elder_generate::Choices;
use std::collections::BTreeMap;

/// What sizes and loop variables are.  The size `c` is none of the launch: the number `s` is made a size when the program runs.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub sizes: BTreeMap<&'static str, i64>,
    pub loops: BTreeMap<&'static str, i128>,
}

/// Sizes near which arithmetic ends.
const SIZES: [i64; 18] = [
    0,
    1,
    2,
    3,
    7,
    64,
    1000,
    32768,
    46340,
    46341,
    65536,
    100_003,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    1 << 32,
    (1 << 32) + 5,
    1 << 33,
];

impl Scope {
    pub fn random(choices: &mut Choices) -> Scope {
        let mut size = || SIZES[choices.below(SIZES.len())];
        let (k, m, n) = (size(), size(), size().max(1));
        // Numbers that become sizes have 32 bits.
        let s = size().min(m).min(i32::MAX.into());
        Scope {
            sizes: [("k", k), ("m", m), ("n", n), ("s", s), ("c", s)].into(),
            loops: BTreeMap::new(),
        }
    }

    pub fn with(&self, x: &'static str, value: i128) -> Scope {
        let mut scope = self.clone();
        scope.loops.insert(x, value);
        scope
    }

    pub fn size(&self, x: &str) -> i128 {
        self.sizes.get(x).copied().map_or(0, i128::from)
    }
}

/// What the array `xs` has at an index.
pub fn content(at: i64) -> i32 {
    (at.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64) >> 40) as i32
}

/// A nat term.
#[derive(Clone, Debug)]
pub enum Term {
    Lit(i64),
    Var(&'static str),
    /// `n - 1 - i`
    Opposite(&'static str, &'static str),
    Add(Box<Term>, Box<Term>),
    Mul(Box<Term>, Box<Term>),
    /// By one more than the second.
    Div(Box<Term>, Box<Term>),
    Rem(Box<Term>, Box<Term>),
    Min(Box<Term>, Box<Term>),
    Max(Box<Term>, Box<Term>),
    /// To the power of the second modulo a small number.
    Pow(i64, Box<Term>, i64),
}

/// A number that an element of an output is.
#[derive(Clone, Debug)]
pub enum Body {
    Nat(Term),
    /// `nat@i32`, which wraps.
    Narrow(Term),
    /// `xs[t % n]`
    Read(Term),
    /// `if t < n then xs[t] else e`
    ReadIf(Term, Box<Body>),
    /// `if s < t then e else e`
    If(Term, Term, Box<Body>, Box<Body>),
    /// The largest of `c * j + t` for j below the length.
    Largest(Term, i64, Term),
    /// An element of a view of a rows of b columns that is stored nowhere.
    View(Term, Term, Term),
}

/// What a term may speak of.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The variables of the loops around, each with the size that it lies below.
    pub loops: &'a [(&'static str, &'static str)],
    /// The sizes.
    pub sizes: &'a [&'static str],
}

impl Term {
    pub fn random(choices: &mut Choices, place: Place, depth: usize) -> Term {
        let Place { loops, sizes } = place;
        let leaf = depth == 0 || choices.below(5) == 0;
        if leaf {
            return match choices.below(4) {
                0 => Term::Lit([0, 1, 2, 3, 7, 1000, 65536][choices.below(7)]),
                1 => Term::Var(sizes[choices.below(sizes.len())]),
                2 if !loops.is_empty() => {
                    let (x, n) = loops[choices.below(loops.len())];
                    Term::Opposite(n, x)
                }
                _ if !loops.is_empty() => Term::Var(loops[choices.below(loops.len())].0),
                _ => Term::Var("k"),
            };
        }
        let mut part = || Box::new(Term::random(choices, place, depth - 1));
        let (a, b) = (part(), part());
        match choices.below(10) {
            0..=1 => Term::Add(a, b),
            2..=4 => Term::Mul(a, b),
            5 => Term::Div(a, b),
            6 => Term::Rem(a, b),
            7 => Term::Min(a, b),
            8 => Term::Max(a, b),
            _ => {
                let (base, most) = [(2, 40), (3, 20), (2, 62), (10, 10)][choices.below(4)];
                Term::Pow(base, a, most)
            }
        }
    }

    pub fn text(&self) -> String {
        let two = |op: &str, a: &Term, b: &Term| format!("({} {op} {})", a.text(), b.text());
        let over = |op: &str, a: &Term, b: &Term| format!("({} {op} ({} + 1))", a.text(), b.text());
        match self {
            Term::Lit(k) => k.to_string(),
            Term::Var(x) => (*x).to_owned(),
            Term::Opposite(n, x) => format!("({n} - 1 - {x})"),
            Term::Add(a, b) => two("+", a, b),
            Term::Mul(a, b) => two("*", a, b),
            Term::Div(a, b) => over("/", a, b),
            Term::Rem(a, b) => over("%", a, b),
            Term::Min(a, b) => format!("min({}, {})", a.text(), b.text()),
            Term::Max(a, b) => format!("max({}, {})", a.text(), b.text()),
            Term::Pow(base, e, most) => format!("{base}^({} % {most})", e.text()),
        }
    }

    /// The exact value; `None` if not even 128 bits hold what it is computed from.
    pub fn value(&self, scope: &Scope) -> Option<i128> {
        let both = |a: &Term, b: &Term| Some((a.value(scope)?, b.value(scope)?));
        match self {
            Term::Lit(k) => Some(i128::from(*k)),
            Term::Var(x) => Some(scope.loops.get(x).copied().unwrap_or_else(|| scope.size(x))),
            Term::Opposite(n, x) => Some(scope.size(n) - 1 - scope.loops.get(x).copied().unwrap_or(0)),
            Term::Add(a, b) => both(a, b).and_then(|(a, b)| a.checked_add(b)),
            Term::Mul(a, b) => match (a.value(scope), b.value(scope)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (a, b) => a?.checked_mul(b?),
            },
            Term::Div(a, b) => both(a, b).and_then(|(a, b)| a.checked_div(b.checked_add(1)?)),
            Term::Rem(a, b) => match b.value(scope)?.checked_add(1)? {
                1 => Some(0),
                divisor => a.value(scope)?.checked_rem(divisor),
            },
            // What 128 bits do not hold is larger than what they hold.
            Term::Min(a, b) => match (a.value(scope), b.value(scope)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (one, other) => one.or(other),
            },
            Term::Max(a, b) => both(a, b).map(|(a, b)| a.max(b)),
            Term::Pow(base, e, most) => {
                Some(i128::from(*base).pow(u32::try_from(e.value(scope)? % i128::from(*most)).ok()?))
            }
        }
    }

    /// Whether 64 bits hold the term and all its parts.
    fn fits(&self, scope: &Scope) -> bool {
        let own = self
            .value(scope)
            .is_some_and(|value| value <= i128::from(i64::MAX));
        own && match self {
            Term::Lit(_) | Term::Var(_) | Term::Opposite(..) => true,
            Term::Add(a, b)
            | Term::Mul(a, b)
            | Term::Div(a, b)
            | Term::Rem(a, b)
            | Term::Min(a, b)
            | Term::Max(a, b) => a.fits(scope) && b.fits(scope),
            Term::Pow(_, e, _) => e.fits(scope),
        }
    }

    /// Whether it and all its parts fit whatever the loops are at: at their ends, where those parts are largest that grow.
    pub fn is_exact(&self, scope: &Scope, loops: &[(&'static str, &'static str)]) -> bool {
        let mut scopes = vec![scope.clone()];
        for (x, n) in loops {
            let last = (scope.size(n) - 1).max(0);
            scopes = scopes
                .iter()
                .flat_map(|s| [s.with(x, 0), s.with(x, last)])
                .collect();
        }
        scopes.iter().all(|s| self.fits(s))
    }
}

impl Body {
    pub fn random(choices: &mut Choices, place: Place, depth: usize) -> Body {
        let below = if depth == 0 { 5 } else { 7 };
        let kind = choices.below(below);
        let mut term = || Term::random(choices, place, 3);
        match kind {
            0 => Body::Nat(term()),
            1 => Body::Narrow(term()),
            2 => Body::Read(term()),
            3 => {
                let (length, start) = (term(), term());
                Body::Largest(length, [0, 1, 3, 65536][choices.below(4)], start)
            }
            4 => Body::View(term(), term(), term()),
            5 => {
                let t = term();
                Body::ReadIf(t, Box::new(Body::random(choices, place, depth - 1)))
            }
            _ => {
                let (s, t) = (term(), term());
                let mut body = || Box::new(Body::random(choices, place, depth - 1));
                let (yes, no) = (body(), body());
                Body::If(s, t, yes, no)
            }
        }
    }

    pub fn text(&self) -> String {
        match self {
            Body::Nat(t) => format!("nat@i64({})", t.text()),
            Body::Narrow(t) => format!("i64(nat@i32({}))", t.text()),
            Body::Read(t) => format!("i64(xs[{} % n])", t.text()),
            Body::ReadIf(t, e) => {
                let (t, e) = (t.text(), e.text());
                format!("(if nat@i64({t}) < nat@i64(n) then i64(xs[{t}]) else {e})")
            }
            Body::If(s, t, a, b) => {
                format!(
                    "(if nat@i64({}) < nat@i64({}) then {} else {})",
                    s.text(),
                    t.text(),
                    a.text(),
                    b.text()
                )
            }
            Body::Largest(n, c, t) => {
                let (n, t) = (n.text(), t.text());
                format!("(generate({n}, fun j. nat@i64({c} * j + {t})) |> reduce(max, 0i64))")
            }
            Body::View(a, b, t) => {
                let (a, b, t) = (a.text(), b.text(), t.text());
                format!(
                    "join(generate({a} + 1, fun p. generate({b} + 1, fun q. nat@i64(p * 3 + q))))[{t} % (({a} + 1) * ({b} + 1))]"
                )
            }
        }
    }

    /// How many terms it has.
    pub fn terms(&self) -> usize {
        match self {
            Body::Nat(_) | Body::Narrow(_) | Body::Read(_) => 1,
            Body::ReadIf(_, e) => 1 + e.terms(),
            Body::If(_, _, a, b) => 2 + a.terms() + b.terms(),
            Body::Largest(..) => 2,
            Body::View(..) => 3,
        }
    }

    pub fn value(&self, scope: &Scope) -> Option<i64> {
        let read = |at: i128| i64::try_from(at).ok().map(|at| i64::from(content(at)));
        match self {
            Body::Nat(t) => i64::try_from(t.value(scope)?).ok(),
            Body::Narrow(t) => Some(i64::from(t.value(scope)? as i32)),
            Body::Read(t) => read(t.value(scope)?.checked_rem(scope.size("n"))?),
            Body::ReadIf(t, e) => match t.value(scope)? {
                at if at < scope.size("n") => read(at),
                _ => e.value(scope),
            },
            Body::If(s, t, a, b) => match s.value(scope)? < t.value(scope)? {
                true => a.value(scope),
                false => b.value(scope),
            },
            Body::Largest(n, c, t) => {
                let last = n.value(scope)? - 1;
                if last < 0 {
                    return Some(0);
                }
                i64::try_from(i128::from(*c) * last + t.value(scope)?).ok()
            }
            Body::View(a, b, t) => {
                let (rows, columns) = (a.value(scope)? + 1, b.value(scope)? + 1);
                let at = t.value(scope)?.checked_rem(rows.checked_mul(columns)?)?;
                i64::try_from(at.checked_div(columns)?.checked_mul(3)? + at % columns).ok()
            }
        }
    }

    pub fn is_exact(&self, scope: &Scope, loops: &[(&'static str, &'static str)]) -> bool {
        let exact = |t: &Term| t.is_exact(scope, loops);
        match self {
            Body::Nat(t) | Body::Narrow(t) | Body::Read(t) => exact(t),
            Body::ReadIf(t, e) => exact(t) && e.is_exact(scope, loops),
            Body::If(s, t, a, b) => {
                exact(s) && exact(t) && a.is_exact(scope, loops) && b.is_exact(scope, loops)
            }
            Body::Largest(n, c, t) => {
                let product = Term::Mul(Box::new(Term::Lit(*c)), Box::new(n.clone()));
                exact(&Term::Add(Box::new(product), Box::new(t.clone())))
            }
            Body::View(a, b, t) => {
                let more = |t: &Term| Box::new(Term::Add(Box::new(t.clone()), Box::new(Term::Lit(1))));
                exact(&Term::Mul(
                    Box::new(Term::Mul(Box::new(Term::Lit(3)), more(a))),
                    more(b),
                )) && exact(t)
            }
        }
    }
}
