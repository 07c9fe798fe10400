//! Substitution in terms that share parts.
//!
//! A definition that uses another one twice, which uses a third one twice, and so on, is small only as long as what is shared
//! stays shared: parts that do not change are kept as they are, and a part that occurs more than once is treated once.

use elder_fcl::{Base, Configuration, Expression, Level, Node, Setting, Variable};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is put for what.
enum What<'a> {
    /// A term for a variable.
    Variable(&'a Variable, &'a Expression),
    /// A level for a variable.
    Level(&'a Variable, &'a Level),
    /// Sizes for the settings.
    Settings(&'a Configuration),
}

/// `e[x ↦ value]`, for a closed value; and how many nodes were looked at.
pub fn variable(e: &Expression, x: &Variable, value: &Expression) -> (Expression, usize) {
    Substitution::run(What::Variable(x, value), e)
}

/// `e[α ↦ γ]`; and how many nodes were looked at.
pub fn level(e: &Expression, x: &Variable, level: &Level) -> (Expression, usize) {
    Substitution::run(What::Level(x, level), e)
}

/// FCL-G-BS: the sizes of the configuration in the place of `#BlockSize` and `#WarpSize`.
pub fn settings(e: &Expression, configuration: &Configuration) -> Expression {
    Substitution::run(What::Settings(configuration), e).0
}

struct Substitution<'a> {
    what: What<'a>,
    /// What became of parts that occur more than once; `None`: nothing.
    seen: FxHashMap<*const Node, Option<Arc<Node>>>,
    /// The nodes with parts that were looked at.
    visited: usize,
}

impl<'a> Substitution<'a> {
    fn run(what: What<'a>, e: &Expression) -> (Expression, usize) {
        let mut substitution = Substitution {
            what,
            seen: FxHashMap::default(),
            visited: 0,
        };
        let result = substitution.part(e).unwrap_or_else(|| e.clone());
        (result, substitution.visited)
    }

    /// `None` if nothing changes.
    fn part(&mut self, e: &Expression) -> Option<Expression> {
        match (&*e.node, &self.what) {
            (Node::Base(_), _) => return None,
            (Node::Var(y), What::Variable(x, value)) => return (y == *x).then(|| (*value).clone()),
            (Node::Var(_), _) => return None,
            (Node::Setting(setting), What::Settings(configuration)) => {
                let value = match setting {
                    Setting::BlockSize => configuration.block_size,
                    Setting::BlockWidth => configuration.width(),
                    Setting::WarpSize => configuration.warp_size,
                };
                let value = Base::I32(i32::try_from(value).unwrap_or(i32::MAX));
                return Some(Expression::base(value, e.span));
            }
            (Node::Setting(_), _) => return None,
            // Binders of the same variable hide it.
            (Node::Fn(y, _), What::Variable(x, _)) | (Node::LevelFn(y, _), What::Level(x, _)) if y == *x => {
                return None;
            }
            _ => {}
        }
        let key = Arc::as_ptr(&e.node);
        let shared = Arc::strong_count(&e.node) > 1;
        let node = match shared.then(|| self.seen.get(&key)).flatten() {
            Some(known) => known.clone(),
            None => {
                let node = elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || self.node(e));
                if shared {
                    self.seen.insert(key, node.clone());
                }
                node
            }
        };
        node.map(|node| Expression { node, span: e.span })
    }

    /// The new term of a node with parts.
    fn node(&mut self, e: &Expression) -> Option<Arc<Node>> {
        self.visited += 1;
        let node = match &*e.node {
            Node::Base(_) | Node::Var(_) | Node::Setting(_) => return None,
            Node::Array(parts) => Node::Array(self.parts(parts)?),
            Node::PushArray(parts, level) => {
                let (parts, level) = either(parts, level, self.parts(parts), self.level(level))?;
                Node::PushArray(parts, level)
            }
            Node::Operator {
                operator,
                level,
                arguments,
            } => {
                let new = level.as_ref().and_then(|level| self.level(level)).map(Some);
                let (arguments, level) = either(arguments, level, self.parts(arguments), new)?;
                Node::Operator {
                    operator: *operator,
                    level,
                    arguments,
                }
            }
            Node::Scalar(operator, arguments) => Node::Scalar(*operator, self.parts(arguments)?),
            Node::Fn(x, body) => Node::Fn(x.clone(), self.part(body)?),
            Node::LevelFn(x, body) => Node::LevelFn(x.clone(), self.part(body)?),
            Node::Apply(f, x) => {
                let (f, x) = self.both(f, x)?;
                return Some(f.apply(x).node);
            }
            Node::LevelApply(f, level) => {
                let (f, level) = either(f, level, self.part(f), self.level(level))?;
                return Some(f.apply_level(level).node);
            }
            Node::Let(x, bound, body) => {
                let hidden = matches!(self.what, What::Variable(y, _) if y == x);
                let new = if hidden { None } else { self.part(body) };
                let (bound, body) = either(bound, body, self.part(bound), new)?;
                Node::Let(x.clone(), bound, body)
            }
            Node::Pair(a, b) => {
                let (a, b) = self.both(a, b)?;
                Node::Pair(a, b)
            }
            Node::ConcatDelay(a, b) => {
                let (a, b) = self.both(a, b)?;
                Node::ConcatDelay(a, b)
            }
            Node::Project(side, pair) => Node::Project(*side, self.part(pair)?),
            Node::If(a, b, c) => {
                let (a, b, c) = self.three(a, b, c)?;
                Node::If(a, b, c)
            }
            Node::InterleaveDelay(a, b, c) => {
                let (a, b, c) = self.three(a, b, c)?;
                Node::InterleaveDelay(a, b, c)
            }
            Node::InterleaveIntoDelay(a, b, c, d) => {
                let (first, second) = (self.both(a, b), self.both(c, d));
                let old = |x: &Expression, y: &Expression| (x.clone(), y.clone());
                let ((a, b), (c, d)) = match (first, second) {
                    (None, None) => return None,
                    (x, y) => (x.unwrap_or_else(|| old(a, b)), y.unwrap_or_else(|| old(c, d))),
                };
                Node::InterleaveIntoDelay(a, b, c, d)
            }
            Node::Loop(a, b, c) => {
                let (a, b, c) = self.three(a, b, c)?;
                Node::Loop(a, b, c)
            }
        };
        Some(Arc::new(node))
    }

    fn level(&self, level: &Level) -> Option<Level> {
        match self.what {
            What::Level(x, value) if level.variable() == Some(x) => Some(level.substitute(x, value)),
            _ => None,
        }
    }

    fn parts(&mut self, parts: &[Expression]) -> Option<Vec<Expression>> {
        let first = parts
            .iter()
            .enumerate()
            .find_map(|(k, part)| Some((k, self.part(part)?)));
        let (k, changed) = first?;
        let mut all = parts.to_vec();
        all[k] = changed;
        for part in all.iter_mut().skip(k + 1) {
            if let Some(changed) = self.part(part) {
                *part = changed;
            }
        }
        Some(all)
    }

    fn both(&mut self, a: &Expression, b: &Expression) -> Option<(Expression, Expression)> {
        let new = (self.part(a), self.part(b));
        either(a, b, new.0, new.1)
    }

    fn three(
        &mut self,
        a: &Expression,
        b: &Expression,
        c: &Expression,
    ) -> Option<(Expression, Expression, Expression)> {
        match (self.part(a), self.part(b), self.part(c)) {
            (None, None, None) => None,
            (x, y, z) => Some((
                x.unwrap_or_else(|| a.clone()),
                y.unwrap_or_else(|| b.clone()),
                z.unwrap_or_else(|| c.clone()),
            )),
        }
    }
}

/// The new ones, with the old one for what does not change; `None` if nothing does.
fn either<A, B, C, D>(a: &A, b: &B, new_a: Option<C>, new_b: Option<D>) -> Option<(C, D)>
where
    A: ToOwned<Owned = C> + ?Sized,
    B: ToOwned<Owned = D> + ?Sized,
{
    match (new_a, new_b) {
        (None, None) => None,
        (x, y) => Some((
            x.unwrap_or_else(|| a.to_owned()),
            y.unwrap_or_else(|| b.to_owned()),
        )),
    }
}
