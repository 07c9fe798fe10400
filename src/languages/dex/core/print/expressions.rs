//! Expressions.

use super::{Level, Printer};
use crate::core::{Alternative, Exp, IndexOp, Loop, Value};
use crate::lexer::literal::escaped;

impl Printer<'_> {
    /// An expression behind `=`.
    pub(super) fn exp(&mut self, exp: &Exp) {
        match exp {
            Exp::Value(value) => self.value(value),
            Exp::Apply(function, argument) => self.joined(function, " ", argument),
            Exp::Index(table, at) => {
                self.head(table);
                self.word("[");
                self.value(at);
                self.word("]");
            }
            Exp::For(l) => self.for_loop(l),
            Exp::Case(scrutinee, alternatives) => self.case(scrutinee, alternatives),
            Exp::Table(set, elements) => {
                self.word("table ");
                self.head(set);
                self.word(" [");
                self.list(elements, ", ", Self::value);
                self.word("]");
            }
            Exp::Prim(f, operands) => self.prefix(&format!("%{f}"), operands),
            Exp::IndexSet(op, operands) => {
                let known = IndexOp::ALL.iter().find(|(own, _)| own == op);
                self.prefix(known.map_or("size", |(_, name)| name), operands);
            }
            Exp::Slice(reference, at) => self.joined(reference, " ! ", at),
            Exp::Part(part, reference) => {
                self.word("refer ");
                self.projection(part);
                self.word(" ");
                self.value_at(reference, Level::Atom);
            }
            Exp::Get(reference) => self.prefix("get", [reference]),
            Exp::Ask(reference) => self.prefix("ask", [reference]),
            Exp::Put(reference, value) => self.joined(reference, " := ", value),
            Exp::Accumulate(reference, value) => self.joined(reference, " += ", value),
            Exp::RunState(value, action) => self.prefix("runState", [value, action]),
            Exp::RunReader(value, action) => self.prefix("runReader", [value, action]),
            Exp::RunAccum(None, action) => self.prefix("runAccum", [action]),
            Exp::RunAccum(Some(monoid), action) => {
                self.prefix("runAccum with", [&monoid.zero, &monoid.plus, action]);
            }
            Exp::Catch(action) => self.prefix("catch", [action]),
            Exp::Throw(ty) => self.prefix("throw", [ty]),
            Exp::Fail(ty, why) => {
                self.prefix("fail", [ty]);
                self.word(" \"");
                for letter in why.chars() {
                    escaped(letter, &mut self.out);
                }
                self.word("\"");
            }
            Exp::Linearize(function, point) => self.prefix("linearize", [function, point]),
            Exp::Transpose(function, cotangent) => self.prefix("transpose", [function, cotangent]),
        }
    }

    /// A word and operands.
    fn prefix<'v>(&mut self, word: &str, operands: impl IntoIterator<Item = &'v Value>) {
        self.word(word);
        for operand in operands {
            self.word(" ");
            self.value_at(operand, Level::Atom);
        }
    }

    /// Two operands, the first where it is seen only behind it what the expression is.
    fn joined(&mut self, first: &Value, between: &str, second: &Value) {
        self.head(first);
        self.word(between);
        self.value_at(second, Level::Atom);
    }

    /// A variable; all else in parentheses, as it may go on with what follows.
    fn head(&mut self, value: &Value) {
        match value {
            Value::Var(_) => self.value(value),
            _ => {
                self.word("(");
                self.value(value);
                self.word(")");
            }
        }
    }

    fn for_loop(&mut self, l: &Loop) {
        self.word(if l.descending { "rof " } else { "for " });
        if let Some(class) = l.class {
            self.word(class.name());
            self.word(" ");
        }
        self.binder(&l.binder);
        self.word(".");
        self.body(&l.body);
    }

    fn case(&mut self, scrutinee: &Value, alternatives: &[Alternative]) {
        self.word("case ");
        self.value_at(scrutinee, Level::Atom);
        self.word(" of");
        for alternative in alternatives {
            self.line();
            self.word("| ");
            self.tag(&alternative.tag);
            self.held(&alternative.binders);
            self.word(" ->");
            self.body(&alternative.body);
        }
        self.line();
        self.word("end");
    }
}
