//! Programs to text, as [`read`](crate::read) reads it: what is printed reads back as the same program up to the numbers of names.
//!
//! Names are printed as they are called, with a number only where that text is taken: by a variable that is in scope, a function,
//! a primitive function or a word.  A variable that is not in scope, as a broken pass makes it, has a `?` before it.
//!
//! | file | what |
//! | --- | --- |
//! | `names.rs` | which text a name gets |
//! | `expressions.rs` | expressions |
//! | `places.rs` | where arrays lie |
//! | `soacs.rs` | functions and combinators |

use crate::memory::Terms;
use crate::names::{Name, Names, Text};
use crate::site::SiteId;
use crate::tree::{
    AccType, Atom, Binder, Body, Definition, Dim, Exp, Ext, Param, Program, Results, Stm, Type,
};
use elder_syntax::attribute::Attributes;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::constant;
use names::Texts;

mod expressions;
mod names;
mod places;
mod soacs;

/// A program.
pub fn program(program: &Program) -> String {
    let mut printer = Printer::new(&program.names, Some(program));
    for (index, function) in program.functions.iter().enumerate() {
        printer.function(index, function);
    }
    for entry in &program.entries {
        printer.entry(entry);
    }
    printer.out
}

/// A type, for messages.
pub fn ty(names: &Names, ty: &Type) -> String {
    let mut printer = Printer::new(names, None);
    printer.ty(ty);
    printer.out
}

/// The type of a result, for messages.
pub fn result(names: &Names, ty: &Type<Ext>) -> String {
    let mut printer = Printer::new(names, None);
    let existential: Vec<Text> = (0..64).map(|k| format!("?{k}").into()).collect();
    printer.result(ty, &existential);
    printer.out
}

/// An operand, for messages.
pub fn atom(names: &Names, atom: Atom) -> String {
    let mut printer = Printer::new(names, None);
    printer.atom(atom);
    printer.out
}

/// The text so far, and what is in scope.
struct Printer<'p> {
    program: Option<&'p Program>,
    texts: Texts<'p>,
    /// The numbers of names, in terms of places.
    terms: Terms,
    out: String,
}

impl<'p> Printer<'p> {
    fn new(names: &'p Names, program: Option<&'p Program>) -> Printer<'p> {
        Printer {
            program,
            texts: Texts::new(names, program),
            terms: program
                .map(|program| program.memory.terms.clone())
                .unwrap_or_default(),
            out: String::new(),
        }
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A new line that is so far in.
    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    /// These, with something between them.
    fn all<T>(
        &mut self,
        between: &str,
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T),
    ) {
        for (k, item) in items.into_iter().enumerate() {
            if k > 0 {
                self.put(between);
            }
            each(self, item);
        }
    }

    fn function(&mut self, index: usize, function: &Definition) {
        let scope = self.texts.begin();
        let name = self.texts.function(index).to_owned();
        self.definition("fun", &name, function);
        self.texts.close(scope);
    }

    fn entry(&mut self, entry: &Definition) {
        let scope = self.texts.begin();
        self.definition("entry", &entry.name, entry);
        self.texts.close(scope);
    }

    fn definition(&mut self, word: &str, name: &str, definition: &Definition) {
        if !self.out.is_empty() {
            self.put("\n");
        }
        self.attributes(definition.at, "\n");
        self.put(word);
        self.put(" ");
        self.put(name);
        for (k, size) in definition.sizes.iter().enumerate() {
            self.put(if k == 0 { " [" } else { "[" });
            self.bind_size(*size);
            self.put("]");
        }
        for param in &definition.params {
            self.put(" (");
            self.param(param);
            self.put(")");
        }
        self.put(": ");
        self.results(&definition.results);
        self.put(" =");
        self.body(&definition.body, 2);
        self.put("\n");
    }

    /// A name where it is bound, and in scope from here on.
    fn bind(&mut self, name: Name, scalar: Option<PrimType>) {
        self.texts.choose(name, scalar);
        self.texts.show(name);
        self.used(name);
    }

    fn bind_size(&mut self, name: Name) {
        self.bind(name, Some(PrimType::I64));
    }

    /// `x: i32`, in scope from here on; with its place, `xs: [n]i32 @ xs`.
    fn binder(&mut self, binder: &Binder) {
        self.starred(binder, false);
    }

    fn param(&mut self, param: &Param) {
        self.starred(&param.binder, param.unique);
    }

    fn starred(&mut self, binder: &Binder, star: bool) {
        self.bind(binder.name, scalar(&binder.ty));
        self.put(if star { ": *" } else { ": " });
        self.ty(&binder.ty);
        self.place(binder);
    }

    fn used(&mut self, name: Name) {
        self.out.push_str(&self.texts.of(name));
    }

    fn atom(&mut self, atom: Atom) {
        match atom {
            Atom::Var(name) => self.used(name),
            Atom::Const(value) => self.put(&constant::write(value)),
        }
    }

    fn atoms(&mut self, atoms: &[Atom]) {
        self.all(", ", atoms, |p, atom| p.atom(*atom));
    }

    fn dim(&mut self, dim: &Dim) {
        self.put("[");
        match dim {
            Dim::Open => {}
            Dim::Is(Atom::Const(PrimValue::I64(number @ 0..))) => self.put(&number.to_string()),
            Dim::Is(atom) => self.atom(*atom),
        }
        self.put("]");
    }

    fn ty(&mut self, ty: &Type) {
        self.any_type(ty, &mut |p, dim| p.dim(dim));
    }

    fn result(&mut self, ty: &Type<Ext>, existential: &[Text]) {
        self.any_type(ty, &mut |p, dim| match dim {
            Ext::Is(dim) => p.dim(dim),
            Ext::Existential(k) => {
                p.put("[");
                p.put(existential.get(usize::from(*k)).map_or("?", Text::as_str));
                p.put("]");
            }
        });
    }

    fn any_type<D>(&mut self, ty: &Type<D>, dim: &mut dyn FnMut(&mut Self, &D)) {
        match ty {
            Type::Prim(element) => self.put(element.name()),
            Type::Array { dims, element } => {
                for size in dims {
                    dim(self, size);
                }
                self.put(element.name());
            }
            Type::Cert => self.put("cert"),
            Type::Acc(acc) => {
                let AccType { space, elements } = &**acc;
                self.put("acc ");
                for size in space {
                    dim(self, size);
                }
                if !space.is_empty() {
                    self.put(" ");
                }
                if let [(dims, element)] = elements.as_slice()
                    && dims.is_empty()
                {
                    self.put(element.name());
                    return;
                }
                self.put("(");
                self.all(", ", elements, |p, (dims, element)| {
                    for size in dims {
                        dim(p, size);
                    }
                    p.put(element.name());
                });
                self.put(")");
            }
        }
    }

    /// `?[d].([d]i32, *[n]f64)`
    fn results(&mut self, results: &Results) {
        let scope = self.texts.open();
        let existential: Vec<Text> = (0..results.existential)
            .map(|_| self.texts.existential())
            .collect();
        if !existential.is_empty() {
            self.put("?");
            for size in &existential {
                self.put(&format!("[{size}]"));
            }
            self.put(".");
        }
        let single = results.given.len() == 1 && existential.is_empty();
        self.put(if single { "" } else { "(" });
        self.all(", ", &results.given, |p, given| {
            p.put(if given.unique { "*" } else { "" });
            p.result(&given.ty, &existential);
        });
        self.put(if single { "" } else { ")" });
        self.texts.close(scope);
    }

    /// `i32`, `(i32, [m]f32)`
    fn types(&mut self, types: &[Type]) {
        match types {
            [ty] => self.ty(ty),
            types => {
                self.put("(");
                self.all(", ", types, |p, ty| p.ty(ty));
                self.put(")");
            }
        }
    }

    /// A body, beginning on a new line.
    fn body(&mut self, body: &Body, indent: usize) {
        elder_syntax::effort::deeper(|| {
            let scope = self.texts.open();
            for stm in &body.stms {
                self.line(indent);
                self.stm(stm, indent);
            }
            self.line(indent);
            self.gives(body);
            self.texts.close(scope);
        });
    }

    /// A short body on the same line, another on lines of its own.
    fn inline(&mut self, body: &Body, indent: usize) {
        if !is_short(body) {
            return self.body(body, indent);
        }
        let scope = self.texts.open();
        for stm in &body.stms {
            self.put(" ");
            self.stm(stm, indent);
        }
        self.put(" ");
        self.gives(body);
        self.texts.close(scope);
    }

    fn gives(&mut self, body: &Body) {
        self.put("in");
        for (k, witness) in body.witnesses.iter().enumerate() {
            self.put(if k == 0 { " [" } else { "[" });
            self.atom(*witness);
            self.put("]");
        }
        if !body.results.is_empty() {
            self.put(" ");
            self.atoms(&body.results);
        }
    }

    /// `#[unroll] `, each with something behind it.
    fn attributes(&mut self, at: SiteId, behind: &str) {
        if at.is_plain() {
            return;
        }
        let all = self.program.map(|program| program.attributes(at));
        for attribute in all.iter().flat_map(Attributes::iter) {
            self.put(&format!("#[{attribute}]{behind}"));
        }
    }

    fn stm(&mut self, stm: &Stm, indent: usize) {
        if let Exp::Release(block) = stm.exp {
            self.put("release ");
            return self.used(block);
        }
        self.attributes(stm.at, " ");
        self.put("let");
        // What the pattern binds is not in scope in the expression.
        let scope = self.texts.open();
        for (k, size) in stm.pat.sizes.iter().enumerate() {
            self.put(if k == 0 { " [" } else { "[" });
            self.bind_size(*size);
            self.put("]");
        }
        self.put(if stm.pat.values.is_empty() { "" } else { " " });
        self.all(", ", &stm.pat.values, |p, value| p.binder(value));
        self.texts.close(scope);
        self.put(" = ");
        self.put(if stm.safe { "safe " } else { "" });
        if !stm.certs.is_empty() {
            self.put("<");
            self.all(", ", &stm.certs, |p, cert| p.used(*cert));
            self.put("> ");
        }
        let site = self.program.map(|program| program.site(stm.at));
        let message = site.and_then(|site| site.message.as_ref());
        let is_assertion = matches!(stm.exp, Exp::Assert { .. });
        let own = message.filter(|_| is_assertion);
        self.exp(&stm.exp, own, indent);
        let blamed = site.and_then(|site| site.blamed);
        let message = message.filter(|_| !is_assertion);
        match (blamed, message) {
            (None, None) => {}
            (Some(blamed), None) => self.put(&format!("    # {blamed}")),
            (Some(blamed), Some(message)) => self.put(&format!("    # {blamed} {}", quoted(message.text()))),
            (None, Some(message)) => self.put(&format!("    # {}", quoted(message.text()))),
        }
        for size in &stm.pat.sizes {
            self.texts.show(*size);
        }
        for value in &stm.pat.values {
            self.texts.show(value.name);
        }
    }
}

/// The type of a scalar.
fn scalar(ty: &Type) -> Option<PrimType> {
    match ty {
        Type::Prim(t) => Some(*t),
        Type::Array { .. } | Type::Acc(_) | Type::Cert => None,
    }
}

/// Whether a body fits a line: one statement at most, without bodies of its own.
fn is_short(body: &Body) -> bool {
    let has_bodies = |stm: &Stm| {
        matches!(
            stm.exp,
            Exp::If { .. } | Exp::Loop(_) | Exp::Soac { .. } | Exp::Segmented(_) | Exp::WithAcc { .. }
        )
    };
    body.stms.len() <= 1 && !body.stms.iter().any(has_bodies)
}

/// A message in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
