//! `strength`: products of a loop's number become sums that are carried from round to round, and so does what a round computes for the next one
//! ([`commoning`]).
//!
//! The number of a round is 0 at first and then one more each time, so its product with what the loop does not change begins at 0 and grows by
//! that factor.  What is added to such a product, and what it is multiplied by again, changes where it begins and by how much it grows.
//! Integers wrap, so that is exact for all of their types.
//!
//! Looked at are the statements of the loop's own body, since what stands in a branch or in a loop further in is not executed once a round.
//! A value is carried in the place of the statements that led to it, as far as nobody else uses them.
//!
//! ```text
//! loop (s: i64 = 0i64) for i: i64 < n do
//!   let a: i64 = i * w   let b: i64 = a + o   let t: i64 = s + b   in t
//!
//! loop (s: i64 = 0i64) (b: i64 = o) for i: i64 < n do
//!   let t: i64 = s + b   let next: i64 = b + w   in t, next
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod commoning;

use crate::core::simplify::Key;
use elder_core::analyses::effects;
use elder_core::analyses::uses::Uses;
use elder_core::rules::strength::{CORE_SR_AGAIN, CORE_SR_COMMON, CORE_SR_PRODUCT, CORE_SR_SUM};
use elder_core::tree::{Binder, Form, Loop, Param, Pat};
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{Atom, Builder, Exp, Name, Names, Program, SiteId, Stm, Type};
use elder_syntax::Rule;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules of the pass.
pub const RULES: &[&Rule] = &[&CORE_SR_PRODUCT, &CORE_SR_SUM, &CORE_SR_AGAIN, &CORE_SR_COMMON];

/// Carries products in loops, without these rules.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let uses = Uses::of(program);
    let mut names = std::mem::take(&mut program.names);
    // From outside to inside: what a loop is given to carry is computed from names around it, so how often names within it are used stays as it was
    // counted.
    let mut reduce = Reduce {
        names: &mut names,
        uses,
        without,
        computed: Vec::new(),
    };
    rewrite::program(&mut reduce, program);
    program.names = names;
}

struct Reduce<'p> {
    names: &'p mut Names,
    uses: Uses,
    without: &'p [&'p Rule],
    /// The scalars of the scopes around a statement by what computes them.
    computed: Vec<FxHashMap<Key, Name>>,
}

/// A value that differs by the same number from each round to the next.
#[derive(Clone)]
struct Line {
    /// What it is in the first round.
    begin: Computed,
    /// By how much it grows.
    step: Computed,
    /// Whether it goes down by that instead.
    down: bool,
    /// The statements that nobody needs if it is carried.
    replaced: Vec<usize>,
    /// Whether one of them is a product.
    product: bool,
    /// By which rules.
    by: Vec<&'static Rule>,
}

impl Line {
    /// The number of a round.
    fn index(ty: PrimType) -> Line {
        Line {
            begin: Computed::of(number(ty, 0)),
            step: Computed::of(number(ty, 1)),
            down: false,
            replaced: Vec::new(),
            product: false,
            by: Vec::new(),
        }
    }

    /// The same value where others use it too, so that its statements stay.
    fn shared(&self) -> Line {
        Line {
            replaced: Vec::new(),
            product: false,
            ..self.clone()
        }
    }

    /// How many operations have to stand before the loop.
    fn before(&self) -> usize {
        self.begin.then.len() + self.step.then.len()
    }
}

/// A number that is computed before the loop.
#[derive(Clone)]
struct Computed {
    from: Atom,
    /// What is done to it, with which other operand, and whether that stands first.
    then: Vec<(BinOp, Atom, bool)>,
}

impl Computed {
    fn of(from: Atom) -> Computed {
        Computed {
            from,
            then: Vec::new(),
        }
    }

    fn then(&mut self, ty: PrimType, op: BinOp, other: Atom, first: bool) {
        let (left, right) = if first {
            (other, self.from)
        } else {
            (self.from, other)
        };
        match known(ty, op, left, right) {
            Some(atom) if self.then.is_empty() => self.from = atom,
            _ => self.then.push((op, other, first)),
        }
    }

    fn build(&self, text: &str, ty: PrimType, builder: &mut Builder<'_>) -> Atom {
        let step = |left: Atom, &(op, other, first): &(BinOp, Atom, bool)| {
            let operands = if first {
                vec![other, left]
            } else {
                vec![left, other]
            };
            builder.prim(text, PrimFn::Bin(op, ty), operands)
        };
        self.then.iter().fold(self.from, step)
    }
}

/// What an operation gives, where that is an operand or a constant.
fn known(ty: PrimType, op: BinOp, left: Atom, right: Atom) -> Option<Atom> {
    match (op, left.integer(), right.integer()) {
        (BinOp::Mul, Some(0), _) | (BinOp::Mul, _, Some(0)) => Some(number(ty, 0)),
        (BinOp::Mul, Some(1), _) | (BinOp::Add, Some(0), _) => Some(right),
        (BinOp::Mul, _, Some(1)) | (BinOp::Add | BinOp::Sub, _, Some(0)) => Some(left),
        (BinOp::Mul, Some(a), Some(b)) => Some(number(ty, a.wrapping_mul(b))),
        (BinOp::Add, Some(a), Some(b)) => Some(number(ty, a.wrapping_add(b))),
        (BinOp::Sub, Some(a), Some(b)) => Some(number(ty, a.wrapping_sub(b))),
        _ => None,
    }
}

fn number(ty: PrimType, number: i128) -> Atom {
    Atom::Const(ty.number(number))
}

/// What a loop's own statements are known to be.
struct Lines<'l> {
    uses: &'l Uses,
    without: &'l [&'l Rule],
    /// What is another one in each round.
    changing: FxHashSet<Name>,
    lines: FxHashMap<Name, Line>,
    /// Whether there is a first round, and nothing can keep it from getting as far as here.
    reached: bool,
}

impl Lines<'_> {
    fn is_on(&self, rule: &Rule) -> bool {
        self.without.iter().all(|off| off.id != rule.id)
    }

    fn is_invariant(&self, atom: Atom) -> bool {
        atom.name().is_none_or(|name| !self.changing.contains(&name))
    }

    /// The line of an operand, as part of a statement that uses it.
    fn of(&self, atom: Atom) -> Option<(Name, Line)> {
        let name = atom.name()?;
        let line = self.lines.get(&name)?;
        let own = self.uses.count(name) == 1;
        Some((name, if own { line.clone() } else { line.shared() }))
    }

    /// What the statement of that number is, and from which name that comes.
    fn line(&self, at: usize, stm: &Stm) -> Option<(Name, Line)> {
        let Exp::Prim(PrimFn::Bin(op, ty), operands) = &stm.exp else {
            return None;
        };
        // Who uses a statement comes after the assertions that it relies on by it.
        if !ty.is_integer() || !stm.certs.is_empty() {
            return None;
        }
        let &[left, right] = operands.as_slice() else {
            return None;
        };
        let ((name, mut line), other, first) = match (self.of(left), self.of(right)) {
            (Some(line), None) if self.is_invariant(right) => (line, right, false),
            (None, Some(line)) if self.is_invariant(left) => (line, left, true),
            _ => return None,
        };
        let (op, other) = match op {
            BinOp::Shl if !first => (BinOp::Mul, power(*ty, other)?),
            BinOp::Mul | BinOp::Add | BinOp::Sub => (*op, other),
            _ => return None,
        };
        let rule = match op {
            BinOp::Mul if line.by.is_empty() => &CORE_SR_PRODUCT,
            BinOp::Mul => &CORE_SR_AGAIN,
            _ => &CORE_SR_SUM,
        };
        if !self.is_on(rule) {
            return None;
        }
        line.begin.then(*ty, op, other, first);
        if op == BinOp::Mul {
            line.step.then(*ty, op, other, first);
            line.product = true;
        }
        line.down ^= op == BinOp::Sub && first;
        line.replaced.push(at);
        line.by.push(rule);
        // What stands before the loop is paid by what the first round does no longer.
        let paid = self.reached && line.before() < line.replaced.len();
        (line.before() == 0 || paid).then_some((name, line))
    }
}

/// The factor by which a shift by a constant multiplies.
fn power(ty: PrimType, shift: Atom) -> Option<Atom> {
    let shift = u32::try_from(shift.integer()?).ok()?;
    (usize::try_from(shift).ok()? < 8 * ty.bytes()).then(|| number(ty, 1 << shift))
}

impl Reduce<'_> {
    /// The values that a loop is to carry, in the order of their statements.
    fn lines(&self, it: &Loop, index: Name, ty: PrimType, bound: Atom) -> Vec<(Name, Line)> {
        let sizes = it.sizes.iter().map(|(name, _)| *name);
        let params = it.params.iter().map(|(param, _)| param.binder.name);
        let within = it.body.stms.iter().flat_map(|stm| stm.pat.names());
        let mut lines = Lines {
            uses: &self.uses,
            without: self.without,
            changing: sizes.chain(params).chain(within).chain([index]).collect(),
            lines: FxHashMap::from_iter([(index, Line::index(ty))]),
            reached: bound.integer().is_some_and(|bound| bound > 0),
        };
        let mut found = Vec::new();
        let mut further = FxHashSet::default();
        for (at, stm) in it.body.stms.iter().enumerate() {
            lines.reached &= effects::is_pure(stm);
            if let [value] = stm.pat.values.as_slice()
                && self.uses.count(value.name) > 0
                && let Some((from, line)) = lines.line(at, stm)
            {
                if self.uses.count(from) == 1 {
                    further.insert(from);
                }
                lines.lines.insert(value.name, line);
                found.push(value.name);
            }
        }
        let ends = found.into_iter().filter(|name| !further.contains(name));
        let ends = ends.filter_map(|name| Some((name, lines.lines.remove(&name)?)));
        ends.filter(|(_, line)| line.product).collect()
    }

    /// A loop carries what it can; what that needs stands before it.
    fn repetition(&mut self, it: &mut Loop, pat: &mut Pat, at: SiteId, out: &mut Vec<Stm>) {
        let Form::For { index, ty, bound } = it.form else {
            return;
        };
        let lines = self.lines(it, index, ty, bound);
        let mut replaced = FxHashSet::default();
        for (name, line) in lines {
            for rule in &line.by {
                rule.apply();
            }
            let mut before = Builder::new(self.names, at);
            let begin = line.begin.build("begin", ty, &mut before);
            let step = line.step.build("step", ty, &mut before);
            out.extend(before.finish(Vec::new()).stms);
            let op = if line.down { BinOp::Sub } else { BinOp::Add };
            let mut after = Builder::new(self.names, at);
            let next = after.prim("next", PrimFn::Bin(op, ty), vec![Atom::Var(name), step]);
            it.body.stms.extend(after.finish(Vec::new()).stms);
            replaced.extend(line.replaced);
            self.carry(it, pat, (name, ty), begin, next);
        }
        let mut number = 0..;
        it.body
            .stms
            .retain(|_| number.next().is_none_or(|at| !replaced.contains(&at)));
    }
}

impl Reduce<'_> {
    /// A loop carries a scalar of this name; nobody uses the last one.
    fn carry(&mut self, it: &mut Loop, pat: &mut Pat, (name, ty): (Name, PrimType), first: Atom, next: Atom) {
        let ty = Type::Prim(ty);
        pat.values.push(Binder {
            name: self.names.again(name),
            ty: ty.clone(),
        });
        it.params.push((Param::plain(Binder { name, ty }), first));
        it.body.results.push(next);
    }
}

impl Rewrite for Reduce<'_> {
    fn enter(&mut self) {
        self.computed.push(FxHashMap::default());
    }

    fn leave(&mut self) {
        self.computed.pop();
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        if let Exp::Loop(it) = &mut stm.exp {
            Reduce::repetition(self, it, &mut stm.pat, stm.at, out);
            self.common(it, &mut stm.pat, stm.at, out);
        }
        rewrite::stm(self, &mut stm);
        self.note(&stm);
        out.push(stm);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_core::{check, names, print, read};
    use elder_syntax::SourceId;

    pub(super) fn reduced(text: &str, without: &[&Rule]) -> String {
        let mut program = read::program(SourceId(0), text, &|_| None).unwrap();
        names::note(&mut program);
        run(&mut program, without);
        check::sized(&program).unwrap_or_else(|errors| panic!("{errors:?}\n{}", print::program(&program)));
        print::program(&program)
    }

    /// A loop over this body, which gives t, with this bound.
    fn looped(bound: &str, body: &str) -> String {
        format!(
            "entry main (n: i64) (s: i64) (o: i64): i64 =
               let a: i64 = loop (a: i64 = 0i64) for i: i64 < {bound} do {body} in t
               in a"
        )
    }

    fn is_left(text: &str) {
        let without: Vec<&Rule> = RULES.to_vec();
        assert_eq!(reduced(text, &[]), reduced(text, &without));
    }

    #[test]
    fn products_are_carried() {
        for product in ["i * s", "s * i", "i << 3i64", "i * 5i64", "i * i64.x"] {
            let product = product.replace("i64.x", "-9223372036854775808i64");
            let made = reduced(
                &looped("n", &format!("let x: i64 = {product} let t: i64 = a + x")),
                &[],
            );
            assert!(made.contains("(x: i64 = 0i64)"), "{made}");
            assert!(!made.contains(&product), "{made}");
        }
    }

    #[test]
    fn all_integers_wrap_alike() {
        for (t, least) in [
            ("i8", "-128"),
            ("u8", "128"),
            ("i32", "-2147483648"),
            ("u64", "9223372036854775808"),
        ] {
            let bits: u32 = t[1..].parse().unwrap();
            let text = format!(
                "entry main (n: {t}): {t} = let a: {t} = loop (a: {t} = 0{t}) for i: {t} < n do
                   let x: {t} = i << {}{t} let t: {t} = a + x in t in a",
                bits - 1
            );
            let made = reduced(&text, &[]);
            assert!(made.contains(&format!("x + {least}{t}")), "{made}");
            // A shift by all bits gives 0, and no power of two stands for it.
            is_left(&text.replace(&format!("{}{t} let", bits - 1), &format!("{bits}{t} let")));
        }
    }

    #[test]
    fn sums_say_where_lines_begin() {
        let made = reduced(
            &looped("n", "let x: i64 = i * s let y: i64 = o - x let t: i64 = a + y"),
            &[],
        );
        assert!(made.contains("(y: i64 = o)") && made.contains("y - s"), "{made}");
        // Nothing is computed before a loop that may not run.
        let made = reduced(
            &looped("n", "let x: i64 = i * s let y: i64 = x - o let t: i64 = a + y"),
            &[],
        );
        assert!(
            made.contains("(x: i64 = 0i64)") && made.contains("x - o"),
            "{made}"
        );
    }

    #[test]
    fn what_stands_before_is_paid_by_the_first_round() {
        let line = "let x: i64 = i * s let y: i64 = x + o let z: i64 = y * n let t: i64 = a + z";
        let made = reduced(&looped("2i64", line), &[]);
        assert!(made.contains("o * n") && made.contains("s * n"), "{made}");
        for bound in ["n", "0i64", "-1i64"] {
            let made = reduced(&looped(bound, line), &[]);
            assert!(made.contains("(y: i64 = o)") && made.contains("y * n"), "{made}");
        }
        // Four operations before the loop for four statements and a step.
        let longer = line
            .replace("a + z", "a + v")
            .replace("let t", "let v: i64 = z * s let t");
        let made = reduced(&looped("2i64", &longer), &[]);
        assert!(made.contains("z * s"), "{made}");
        let failing = format!("let q: i64 = s / o {line}");
        let made = reduced(&looped("2i64", &failing), &[]);
        assert!(made.contains("y * n"), "{made}");
    }

    #[test]
    fn what_others_use_stays() {
        let made = reduced(
            &looped(
                "n",
                "let x: i64 = i * s let y: i64 = x + o let z: i64 = x ^ y let t: i64 = a + z",
            ),
            &[],
        );
        assert!(
            made.contains("(x: i64 = 0i64)") && made.contains("x + o"),
            "{made}"
        );
        // A size is a use.
        let made = reduced(
            &looped(
                "n",
                "let x: i64 = i * 2i64 let y: i64 = x + o let is: [x]i64 = safe iota x let t: i64 = a + y",
            ),
            &[],
        );
        assert!(made.contains("[x]i64") && made.contains("x + o"), "{made}");
    }

    #[test]
    fn what_is_no_line_stays() {
        for body in [
            "let x: i64 = i * s let t: i64 = a + i",
            "let x: i64 = i + o let t: i64 = a + x",
            "let x: i64 = i * i let t: i64 = a + x",
            "let x: i64 = i * a let t: i64 = a + x",
            "let b: i64 = a ^ s let x: i64 = i * b let t: i64 = a + x",
            "let x: i64 = s << i let t: i64 = a + x",
            "let x: i64 = i << s let t: i64 = a + x",
            "let p: bool = i < a let x: i64 = if p: i64 then let x: i64 = i * s in x else in o let t: i64 = a + x",
            "let p: bool = i < s let c: cert = assert p let x: i64 = <c> i * s let t: i64 = a + x",
        ] {
            is_left(&looped("n", body));
        }
    }

    #[test]
    fn what_an_outer_loop_carries_is_an_operand_further_in() {
        let made = reduced(
            &looped(
                "n",
                "let r: i64 = i * o let t: i64 = loop (b: i64 = a) for j: i64 < s do
                   let x: i64 = j * o let y: i64 = x + r let t: i64 = b + y in t",
            ),
            &[],
        );
        assert!(
            made.contains("(r: i64 = 0i64)") && made.contains("(y: i64 = r)"),
            "{made}"
        );
    }

    #[test]
    fn each_rule_can_be_left_out() {
        let text = looped(
            "n",
            "let x: i64 = i * 3i64 let y: i64 = x + 4i64 let z: i64 = y * 5i64 let t: i64 = a + z",
        );
        let all = reduced(&text, &[]);
        assert!(
            all.contains("(z: i64 = 20i64)") && all.contains("z + 15i64"),
            "{all}"
        );
        for rule in [&CORE_SR_PRODUCT, &CORE_SR_SUM, &CORE_SR_AGAIN] {
            let made = reduced(&text, &[rule]);
            assert_ne!(made, all, "{}", rule.id);
        }
    }
}
