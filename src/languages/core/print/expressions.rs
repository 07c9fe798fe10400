//! Expressions to text.

use super::{Printer, quoted};
use crate::read::token::symbol;
use crate::site::Message;
use crate::tree::{Atom, Cut, Exp, Form, Loop, Step, Tuned};
use elder_syntax::prim::{PrimFn, PrimType};

impl Printer<'_> {
    /// An expression of a statement that begins so far in.
    pub(super) fn exp(&mut self, exp: &Exp, message: Option<&Message>, indent: usize) {
        match exp {
            Exp::Atom(atom) => self.atom(*atom),
            Exp::Prim(function, operands) => self.prim(*function, operands),
            Exp::Index { array, at } => {
                self.used(*array);
                self.put("[");
                self.atoms(at);
                self.put("]");
            }
            Exp::Slice { array, at } => {
                self.used(*array);
                self.cuts(at);
            }
            Exp::Update { array, at, value } => {
                self.used(*array);
                self.put(" with ");
                self.cuts(at);
                self.put(" = ");
                self.atom(*value);
            }
            Exp::FlatIndex { array, offset, dims } => {
                self.put("flat ");
                self.used(*array);
                self.steps(*offset, dims);
            }
            Exp::FlatUpdate {
                array,
                offset,
                dims,
                value,
            } => {
                self.put("flat ");
                self.used(*array);
                self.put(" with ");
                self.steps(*offset, dims);
                self.put(" = ");
                self.used(*value);
            }
            Exp::Literal { row, elements } => {
                self.put("[");
                self.atoms(elements);
                self.put("]: ");
                self.ty(row);
            }
            Exp::Iota(count) => self.words("iota", &[*count]),
            Exp::Replicate { count, value } => self.words("replicate", &[*count, *value]),
            Exp::Blank(ty) => {
                self.put("blank ");
                self.ty(ty);
            }
            Exp::Size { dimension, array } => {
                self.put(&format!("size {dimension} "));
                self.used(*array);
            }
            Exp::Reshape { dims, array } => {
                self.put("reshape (");
                self.atoms(dims);
                self.put(") ");
                self.used(*array);
            }
            Exp::Coerce { dims, array } => {
                self.put("coerce (");
                self.atoms(dims);
                self.put(") ");
                self.used(*array);
            }
            Exp::Rearrange { order, array } => {
                self.put("rearrange (");
                self.all(", ", order, |p, k| p.put(&k.to_string()));
                self.put(") ");
                self.used(*array);
            }
            Exp::Concat { total, arrays } => {
                self.words("concat", &[*total]);
                self.inputs(arrays);
            }
            Exp::Copy(array) => self.words("copy", &[Atom::Var(*array)]),
            Exp::Release(block) => self.words("release", &[Atom::Var(*block)]),
            Exp::Opaque(atom) => self.words("opaque", &[*atom]),
            Exp::Tuned(Tuned { name, class, default }) => {
                self.put(&format!("tuned {} {}", quoted(name), class.name()));
                if let Some(default) = default {
                    self.put(" ");
                    self.atom(Atom::i64(*default));
                }
            }
            Exp::Assert { holds, numbers } => {
                self.words("assert", &[*holds]);
                if let Some(message) = message {
                    self.put(" ");
                    self.put(&quoted(message.text()));
                }
                if !numbers.is_empty() {
                    self.put(" (");
                    self.atoms(numbers);
                    self.put(")");
                }
            }
            Exp::Call { function, arguments } => {
                let name = self.texts.function(function.index()).to_owned();
                self.words(&name, arguments);
            }
            Exp::If {
                condition,
                then,
                otherwise,
                results,
            } => {
                self.put("if ");
                self.atom(*condition);
                self.put(": ");
                self.results(results);
                self.put(" then");
                self.inline(then, indent + 4);
                match super::is_short(then) {
                    true => self.put(" else"),
                    false => {
                        self.line(indent + 2);
                        self.put("else");
                    }
                }
                self.inline(otherwise, indent + 4);
            }
            Exp::Loop(inside) => self.repetition(inside, indent),
            Exp::Soac { width, inputs, soac } => self.soac(*width, inputs, soac, indent),
            Exp::Segmented(segmented) => self.segmented(segmented, indent),
            Exp::WithAcc { updates, function } => self.with_acc(updates, function, indent),
            Exp::AccUpdate { acc, at, values } => {
                self.used(*acc);
                self.put("[");
                self.atoms(at);
                self.put("] += ");
                self.atoms(values);
            }
        }
    }

    /// A word and what it is applied to.
    fn words(&mut self, word: &str, operands: &[Atom]) {
        self.put(word);
        for operand in operands {
            self.put(" ");
            self.atom(*operand);
        }
    }

    /// An operator between its operands if its type is seen from the first, else the function by its name.
    fn prim(&mut self, function: PrimFn, operands: &[Atom]) {
        if let (PrimFn::Bin(op, t), [first, second]) = (function, operands)
            && let Some(symbol) = symbol(op)
            && self.scalar(*first) == Some(t)
        {
            self.atom(*first);
            self.put(&format!(" {symbol} "));
            self.atom(*second);
            return;
        }
        self.words(&function.to_string(), operands);
    }

    fn scalar(&self, atom: Atom) -> Option<PrimType> {
        match atom {
            Atom::Const(value) => Some(value.prim_type()),
            Atom::Var(name) => self.texts.scalar(name),
        }
    }

    fn cuts(&mut self, cuts: &[Cut]) {
        self.put("[");
        self.all(", ", cuts, |p, cut| match cut {
            Cut::At(at) => p.atom(*at),
            Cut::Section { start, count, stride } => {
                p.atom(*start);
                p.put(" :+ ");
                p.step(&Step {
                    count: *count,
                    stride: *stride,
                });
            }
        });
        self.put("]");
    }

    fn step(&mut self, step: &Step) {
        self.atom(step.count);
        self.put(" * ");
        self.atom(step.stride);
    }

    fn steps(&mut self, offset: Atom, steps: &[Step]) {
        self.put("[");
        self.atom(offset);
        for step in steps {
            self.put(", ");
            self.step(step);
        }
        self.put("]");
    }

    fn repetition(&mut self, inside: &Loop, indent: usize) {
        self.put("loop");
        let scope = self.texts.open();
        for (k, (size, first)) in inside.sizes.iter().enumerate() {
            self.put(if k == 0 { " [" } else { "[" });
            self.bind_size(*size);
            self.put(" = ");
            self.atom(*first);
            self.put("]");
        }
        for (param, first) in &inside.params {
            self.put(" (");
            self.param(param);
            self.put(" = ");
            self.atom(*first);
            self.put(")");
        }
        match &inside.form {
            Form::For { index, ty, bound } => {
                self.put(" for ");
                self.bind(*index, Some(*ty));
                self.put(&format!(": {ty} < "));
                self.atom(*bound);
            }
            Form::While { condition } => {
                self.put(" while ");
                self.used(*condition);
            }
        }
        self.put(" do");
        self.body(&inside.body, indent + 4);
        self.texts.close(scope);
    }
}
