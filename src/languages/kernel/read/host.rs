//! Host programs from their text, as [`crate::host::display`] writes it.
//!
//! ```text
//! program := ("entry" entry ("[" number "]")? taken)* constant* point*
//! constant := "constant" entry (":" kind,*)? step* ("gives" operand,*)?
//! point   := "point" entry ("[" name "]")* "(" (name ":" "*"? type),* ")" step* ("result" type "in" operand)*
//! type    := ("[" operand "]")* prim
//! step    := "let" name ":" prim "=" function "(" operand,* ")" site?
//!          | "let" name ":" "i64" "=" ("tuned" message number | "limit" ("group" | "local" | "cores" | "memory"))
//!          | "check" operand site ("(" operand,* ")")?
//!          | "alloc" name ":" operand "of" prim | "share" name ":" prim "=" name | "drop" name
//!          | "use" (name ":" kind),* "=" entry
//!          | "read" name ":" prim "=" name "[" operand "]" | "write" name "[" operand "]" "=" operand
//!          | "copy" operand "of" name "@" operand "->" name "@" operand
//!          | "fill" operand "of" name "@" operand "=" operand
//!          | "observe" entry ":" type "=" name "@" operand ("[" operand "]")*
//!          | "do" entry ("[" operand,* "]")? taken
//!          | "if" operand "{" step* ("gives" operand,*)? "}" ("else" "{" .. "}")? bound?
//!          | ("for" name ":" prim "<" operand | "while" name) ("with" "(" (name ":" kind "=" operand),* ")")?
//!            "{" step* ("continue" operand,*)? "}" bound?
//! taken   := "(" (scalar,* ";")? block,* "->" block,* (";" block,*)? ")"
//! bound   := "as" (name ":" kind),*
//! kind    := prim | "block" "of" prim
//! site    := "at" premise message
//! ```
//!
//! Layout is free.  Within an entry point, or a constant, a name is the same variable everywhere, and a new one where it is met first: whether it is bound there,
//! once, is for the checker to say.  A number without a type is an `i64`.

use super::Cursor;
use super::token::{Kind as Token, tokens};
use crate::check::{Judged, refused};
use crate::host::{
    Asked, Body, Constant, Entry, Form, Interface, Kind, Limit, Loop, Observed, Operand, Output, Parameter,
    Point, Program, Site, Step, Var,
};
use crate::rules::host::KER_S_HOST;
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use elder_syntax::source::SourceId;
use elder_syntax::value::constant;
use elder_syntax::{Name, Refusal, Rule, Span};
use rustc_hash::FxHashMap;

/// The rules whose premises sites may name: the one of an id.
pub type Rules<'r> = &'r dyn Fn(&str) -> Option<&'static Rule>;

/// Whether a text is a host program, rather than a plan.
pub fn is_host(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("--"));
    let words = ["entry ", "constant ", "point "];
    first.is_some_and(|line| words.iter().any(|word| line.starts_with(word)))
}

/// Where in a text the definitions of its entries begin, which are of another language: at the first line that begins with `def`.
pub fn definitions(text: &str) -> usize {
    match text.starts_with("def ") {
        true => 0,
        false => text.find("\ndef ").map_or(text.len(), |at| at + 1),
    }
}

/// The host program of a text; what its entries are stands elsewhere.
///
/// # Errors
/// KER-S-HOST: the first thing that has no form of the language.
pub fn program(source: SourceId, text: &str, rules: Rules<'_>) -> Judged<Program<()>> {
    KER_S_HOST.apply();
    let tokens = tokens(source, text)?;
    let mut reader = Reader {
        cursor: Cursor::new(&tokens, Span::new(source, text.len(), text.len())),
        rules,
        entries: FxHashMap::default(),
        constants: FxHashMap::default(),
        names: Vec::new(),
        vars: FxHashMap::default(),
    };
    let mut program = Program {
        entries: Vec::new(),
        constants: Vec::new(),
        points: Vec::new(),
    };
    while reader.cursor.word("entry") {
        program.entries.push(reader.entry()?);
    }
    while reader.cursor.word("constant") {
        program.constants.push(reader.constant()?);
    }
    while reader.cursor.word("point") {
        program.points.push(reader.point()?);
    }
    match reader.cursor.is_done() {
        true => Ok(program),
        false => reader.wanted("a step, `result`, `entry`, `constant` or `point`"),
    }
}

/// What is still to be read, and what names stand for.
struct Reader<'t, 'r> {
    cursor: Cursor<'t>,
    rules: Rules<'r>,
    /// The numbers of entries, those that there are not among them.
    entries: FxHashMap<String, usize>,
    /// Those of constants; one that there is not before the place where it is used is none.
    constants: FxHashMap<String, usize>,
    /// What the variables of the entry point, or of the constant, are called, by number.
    names: Vec<Name>,
    vars: FxHashMap<&'t str, Var>,
}

/// How a step is read behind its first word.
type Rest<R> = fn(&mut R) -> Judged<Step>;

/// What stands between the parentheses of an entry.
struct Taken<S, B> {
    scalars: Vec<S>,
    reads: Vec<B>,
    writes: Vec<B>,
    updates: Vec<B>,
}

impl<'t> Reader<'t, '_> {
    fn wanted<T>(&self, what: &str) -> Judged<T> {
        self.cursor.wanted(&KER_S_HOST, "form", what)
    }

    fn mark(&mut self, mark: &str) -> Judged {
        match self.cursor.mark(mark) {
            true => Ok(()),
            false => self.wanted(&format!("`{mark}`")),
        }
    }

    fn word(&mut self, word: &str) -> Judged {
        match self.cursor.word(word) {
            true => Ok(()),
            false => self.wanted(&format!("`{word}`")),
        }
    }

    /// Things between commas, up to this mark, which is left.
    fn list<T>(&mut self, end: &[&str], mut item: impl FnMut(&mut Self) -> Judged<T>) -> Judged<Vec<T>> {
        let mut all = Vec::new();
        let ends =
            |reader: &Self| matches!(reader.cursor.peek(), Some(Token::Mark(mark)) if end.contains(&mark));
        while !ends(self) {
            if !all.is_empty() {
                self.mark(",")?;
            }
            all.push(item(self)?);
        }
        Ok(all)
    }

    /// Things between commas, of which there is at least one.
    fn some<T>(&mut self, mut item: impl FnMut(&mut Self) -> Judged<T>) -> Judged<Vec<T>> {
        let mut all = vec![item(self)?];
        while self.cursor.mark(",") {
            all.push(item(self)?);
        }
        Ok(all)
    }

    /// A name with points in it.
    fn entry_name(&mut self) -> Judged<String> {
        let Some(Token::Word(first)) = self.cursor.peek() else {
            return self.wanted("a name");
        };
        self.cursor.next();
        let mut name = first.to_owned();
        while self.cursor.mark(".") {
            match self.cursor.next() {
                Some(Token::Word(text) | Token::Number(text)) => {
                    name.push('.');
                    name.push_str(text);
                }
                _ => return self.wanted("what follows a point in a name"),
            }
        }
        Ok(name)
    }

    fn var(&mut self) -> Judged<Var> {
        let Some(Token::Word(text)) = self.cursor.peek() else {
            return self.wanted("a variable");
        };
        self.cursor.next();
        let next = Var(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        let var = *self.vars.entry(text).or_insert(next);
        if var == next {
            self.names.push(text.into());
        }
        Ok(var)
    }

    fn prim(&mut self) -> Judged<PrimType> {
        match self.cursor.peek() {
            Some(Token::Word(text)) if let Some(t) = PrimType::from_name(text) => {
                self.cursor.next();
                Ok(t)
            }
            _ => self.wanted("a primitive type"),
        }
    }

    fn kind(&mut self) -> Judged<Kind> {
        match self.cursor.word("block") {
            true => {
                self.word("of")?;
                self.prim().map(Kind::Block)
            }
            false => self.prim().map(Kind::Scalar),
        }
    }

    /// A variable with what it is.
    fn binder(&mut self) -> Judged<(Var, Kind)> {
        let var = self.var()?;
        self.mark(":")?;
        Ok((var, self.kind()?))
    }

    /// A variable or a number.
    fn operand(&mut self) -> Judged<Operand> {
        let text = match (self.cursor.peek(), self.cursor.second()) {
            (Some(Token::Word(word)), Some(Token::Mark("."))) if PrimType::from_name(word).is_some() => {
                self.entry_name()?
            }
            (Some(Token::Word(word @ ("true" | "false"))), _) => {
                self.cursor.next();
                return Ok(Operand::Const(PrimValue::Bool(word == "true")));
            }
            (Some(Token::Word(_)), _) => return self.var().map(Operand::Var),
            (Some(Token::Number(number)), _) => {
                self.cursor.next();
                number.to_owned()
            }
            (Some(Token::Mark("-")), _) => {
                self.cursor.next();
                // The number itself may have a name: `-f32.inf`.
                match self.cursor.peek() {
                    Some(Token::Number(number)) => {
                        self.cursor.next();
                        format!("-{number}")
                    }
                    _ => format!("-{}", self.entry_name()?),
                }
            }
            _ => return self.wanted("a variable or a number"),
        };
        let value = match text.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit()) {
            true => text.parse().ok().map(PrimValue::I64),
            false => constant::read(&text, None).ok().flatten(),
        };
        match value {
            Some(value) => Ok(Operand::Const(value)),
            None => refused(
                &KER_S_HOST,
                "form",
                self.cursor.span(),
                format!("`{text}` is no number"),
            ),
        }
    }

    fn operands(&mut self, end: &[&str]) -> Judged<Vec<Operand>> {
        self.list(end, Self::operand)
    }

    /// `(x; b -> c; d)`; what stands first are scalars if a `;` follows them, else blocks.
    fn taken<S, B>(
        &mut self,
        mut scalar: impl FnMut(&mut Self) -> Judged<S>,
        mut block: impl FnMut(&mut Self) -> Judged<B>,
    ) -> Judged<Taken<S, B>> {
        self.mark("(")?;
        let before = |token: &&super::Token<'_>| !matches!(token.kind, Token::Mark("->" | ")"));
        let mut first = self.cursor.tokens.iter().take_while(before);
        let mut scalars = Vec::new();
        if first.any(|token| token.kind == Token::Mark(";")) {
            scalars = self.list(&[";"], &mut scalar)?;
            self.mark(";")?;
        }
        let reads = self.list(&["->"], &mut block)?;
        self.mark("->")?;
        let writes = self.list(&[";", ")"], &mut block)?;
        let updates = match self.cursor.mark(";") {
            true => self.list(&[")"], &mut block)?,
            false => Vec::new(),
        };
        self.mark(")")?;
        Ok(Taken {
            scalars,
            reads,
            writes,
            updates,
        })
    }

    /// What follows `entry`.
    fn entry(&mut self) -> Judged<Entry<()>> {
        let span = self.cursor.span();
        let name = self.entry_name()?;
        let mut sizes = 0;
        if self.cursor.mark("[") {
            sizes = match self.cursor.peek() {
                Some(Token::Number(number)) if let Ok(count) = number.parse() => count,
                _ => return self.wanted("the number of its sizes"),
            };
            self.cursor.next();
            self.mark("]")?;
        }
        let taken = self.taken(Self::prim, Self::prim)?;
        let number = self.entries.len();
        self.entries.insert(name.clone(), number);
        Ok(Entry {
            name: name.into(),
            interface: Interface {
                sizes,
                scalars: taken.scalars,
                reads: taken.reads,
                writes: taken.writes,
                updates: taken.updates,
            },
            what: (),
            span,
        })
    }

    /// What follows `constant`.
    fn constant(&mut self) -> Judged<Constant> {
        self.names.clear();
        self.vars.clear();
        let span = self.cursor.span();
        let name = self.entry_name()?;
        let results = match self.cursor.mark(":") {
            true => self.some(Self::kind)?,
            false => Vec::new(),
        };
        let body = Body {
            steps: self.steps()?,
            results: match self.cursor.word("gives") {
                true => self.some(Self::operand)?,
                false => Vec::new(),
            },
        };
        let number = self.constants.len();
        self.constants.insert(name.clone(), number);
        Ok(Constant {
            name: name.into(),
            names: std::mem::take(&mut self.names),
            body,
            results,
            span,
        })
    }

    /// What follows `point`.
    fn point(&mut self) -> Judged<Point> {
        self.names.clear();
        self.vars.clear();
        let span = self.cursor.span();
        let name = self.entry_name()?.into();
        let mut sizes = Vec::new();
        while self.cursor.mark("[") {
            sizes.push(self.var()?);
            self.mark("]")?;
        }
        self.mark("(")?;
        let parameters = self.list(&[")"], Self::parameter)?;
        self.mark(")")?;
        let mut body = Body {
            steps: self.steps()?,
            results: Vec::new(),
        };
        let mut results = Vec::new();
        while self.cursor.word("result") {
            let (shape, element) = self.typed()?;
            self.word("in")?;
            results.push(Output {
                element,
                rank: shape.len(),
            });
            body.results.extend(shape);
            body.results.push(self.operand()?);
        }
        Ok(Point {
            name,
            names: std::mem::take(&mut self.names),
            sizes,
            parameters,
            body,
            results,
            span,
        })
    }

    fn parameter(&mut self) -> Judged<Parameter> {
        let var = self.var()?;
        self.mark(":")?;
        let unique = self.cursor.mark("*");
        let (shape, element) = self.typed()?;
        Ok(Parameter {
            var,
            element,
            shape,
            unique,
        })
    }

    /// `[n][m]f32`
    fn typed(&mut self) -> Judged<(Vec<Operand>, PrimType)> {
        let mut shape = Vec::new();
        while self.cursor.mark("[") {
            shape.push(self.operand()?);
            self.mark("]")?;
        }
        Ok((shape, self.prim()?))
    }

    fn steps(&mut self) -> Judged<Vec<Step>> {
        let mut steps = Vec::new();
        let known: [(&str, Rest<Self>); 15] = [
            ("let", Self::binding),
            ("check", Self::check),
            ("alloc", Self::alloc),
            ("share", Self::share),
            ("use", Self::using),
            ("drop", Self::dropping),
            ("read", Self::reading),
            ("write", Self::writing),
            ("copy", Self::copying),
            ("fill", Self::filling),
            ("do", Self::doing),
            ("observe", Self::observing),
            ("if", Self::conditional),
            ("for", Self::counting),
            ("while", Self::repeating),
        ];
        while let Some(Token::Word(word)) = self.cursor.peek()
            && let Some((_, step)) = known.iter().find(|(known, _)| *known == word)
        {
            self.cursor.next();
            steps.push(elder_syntax::effort::deeper(|| step(self))?);
        }
        Ok(steps)
    }

    /// ` at PREMISE "message"`
    fn site(&mut self) -> Judged<Site> {
        let span = self.cursor.span();
        let mut id = String::new();
        while let Some(Token::Word(text) | Token::Number(text)) = self.cursor.peek() {
            id.push_str(text);
            self.cursor.next();
            if !self.cursor.mark("-") {
                break;
            }
            id.push('-');
        }
        let key = match self.cursor.mark("/") {
            true => Some(self.entry_name()?),
            false => None,
        };
        let rule = (self.rules)(&id);
        let premise = rule.and_then(|rule| match &key {
            Some(key) => Some(rule.blamed(key)).filter(|refusal| refusal.premise.is_some()),
            None => Some(Refusal { rule, premise: None }),
        });
        let Some(premise) = premise else {
            let key = key.map(|key| format!("/{key}")).unwrap_or_default();
            let message = format!("there is no premise `{id}{key}`");
            return refused(&KER_S_HOST, "premise", span, message);
        };
        let Some(Token::Quoted(text)) = self.cursor.peek() else {
            return self.wanted("a message in quotes");
        };
        self.cursor.next();
        Ok(Site {
            premise,
            span,
            message: unquoted(text).into(),
        })
    }

    /// `observe x.1: [n]t = b@o[s]`
    fn observing(&mut self) -> Judged<Step> {
        let name = self.entry_name()?.into();
        self.mark(":")?;
        let (sizes, element) = self.typed()?;
        self.mark("=")?;
        let block = self.var()?;
        self.mark("@")?;
        let offset = self.operand()?;
        let mut dims = Vec::with_capacity(sizes.len());
        for size in sizes {
            self.mark("[")?;
            dims.push((size, self.operand()?));
            self.mark("]")?;
        }
        Ok(Step::Observe(Box::new(Observed {
            name,
            element,
            block,
            offset,
            dims,
        })))
    }

    /// `let x: t = f(a, b)`
    fn binding(&mut self) -> Judged<Step> {
        let var = self.var()?;
        self.mark(":")?;
        let ty = self.prim()?;
        self.mark("=")?;
        if ty == PrimType::I64 && self.cursor.word("tuned") {
            let Some(Token::Quoted(text)) = self.cursor.peek() else {
                return self.wanted("the name of the number in quotes");
            };
            let name = unquoted(text).into();
            self.cursor.next();
            let Operand::Const(PrimValue::I64(default)) = self.operand()? else {
                return self.wanted("a number");
            };
            let number = Asked::Tuned { name, default };
            return Ok(Step::Ask { var, number });
        }
        if ty == PrimType::I64 && self.cursor.word("limit") {
            let known = |limit: &Limit| self.cursor.peek() == Some(Token::Word(limit.name()));
            let Some(limit) = Limit::ALL.into_iter().find(known) else {
                return self.wanted("what a device has a limit of");
            };
            self.cursor.next();
            let number = Asked::Limit(limit);
            return Ok(Step::Ask { var, number });
        }
        let function = match self.cursor.peek() {
            Some(Token::Word(text)) => PrimFn::from_name(text),
            _ => None,
        };
        let Some(function) = function.filter(|function| function.result() == ty) else {
            return self.wanted(&format!("a primitive function that gives {ty}"));
        };
        self.cursor.next();
        self.mark("(")?;
        let operands = self.operands(&[")"])?;
        self.mark(")")?;
        let site = match self.cursor.word("at") {
            true => Some(self.site()?),
            false => None,
        };
        Ok(Step::Let {
            var,
            function,
            operands,
            site,
        })
    }

    fn check(&mut self) -> Judged<Step> {
        let holds = self.operand()?;
        self.word("at")?;
        let site = self.site()?;
        let mut numbers = Vec::new();
        if self.cursor.mark("(") {
            numbers = self.operands(&[")"])?;
            self.mark(")")?;
        }
        Ok(Step::Check { holds, numbers, site })
    }

    fn alloc(&mut self) -> Judged<Step> {
        let span = self.cursor.span();
        let var = self.var()?;
        self.mark(":")?;
        let count = self.operand()?;
        self.word("of")?;
        let element = self.prim()?;
        Ok(Step::Alloc {
            var,
            element,
            count,
            span,
        })
    }

    fn share(&mut self) -> Judged<Step> {
        let var = self.var()?;
        self.mark(":")?;
        let element = self.prim()?;
        self.mark("=")?;
        let of = self.var()?;
        Ok(Step::Share { var, element, of })
    }

    /// `use x: i64, b: block of f32 = c`
    fn using(&mut self) -> Judged<Step> {
        let results = self.list(&["="], Self::binder)?;
        self.mark("=")?;
        let name = self.entry_name()?;
        let unknown = usize::MAX;
        let constant = *self.constants.get(&name).unwrap_or(&unknown);
        Ok(Step::Use { constant, results })
    }

    fn dropping(&mut self) -> Judged<Step> {
        self.var().map(Step::Drop)
    }

    /// `b[i]`
    fn element(&mut self) -> Judged<(Var, Operand)> {
        let block = self.var()?;
        self.mark("[")?;
        let index = self.operand()?;
        self.mark("]")?;
        Ok((block, index))
    }

    fn reading(&mut self) -> Judged<Step> {
        let var = self.var()?;
        self.mark(":")?;
        let element = self.prim()?;
        self.mark("=")?;
        let (block, index) = self.element()?;
        Ok(Step::Read {
            var,
            element,
            block,
            index,
        })
    }

    fn writing(&mut self) -> Judged<Step> {
        let (block, index) = self.element()?;
        self.mark("=")?;
        let value = self.operand()?;
        Ok(Step::Write { block, index, value })
    }

    /// `b@o`
    fn part(&mut self) -> Judged<(Var, Operand)> {
        let block = self.var()?;
        self.mark("@")?;
        Ok((block, self.operand()?))
    }

    fn copying(&mut self) -> Judged<Step> {
        let count = self.operand()?;
        self.word("of")?;
        let (from, from_offset) = self.part()?;
        self.mark("->")?;
        let (to, to_offset) = self.part()?;
        Ok(Step::Copy {
            from,
            from_offset,
            to,
            to_offset,
            count,
        })
    }

    fn filling(&mut self) -> Judged<Step> {
        let count = self.operand()?;
        self.word("of")?;
        let (block, offset) = self.part()?;
        self.mark("=")?;
        let value = self.operand()?;
        Ok(Step::Fill {
            block,
            offset,
            count,
            value,
        })
    }

    /// `do ENTRY[n, m](x; b -> c; d)`
    fn doing(&mut self) -> Judged<Step> {
        let name = self.entry_name()?;
        let unknown = self.entries.len();
        let entry = *self.entries.get(&name).unwrap_or(&unknown);
        let mut sizes = Vec::new();
        if self.cursor.mark("[") {
            sizes = self.operands(&["]"])?;
            self.mark("]")?;
        }
        let taken = self.taken(Self::operand, Self::var)?;
        Ok(Step::Do {
            entry,
            sizes,
            scalars: taken.scalars,
            reads: taken.reads,
            writes: taken.writes,
            updates: taken.updates,
        })
    }

    /// A body between braces; what it gives stands behind this word.
    fn body(&mut self, word: &str) -> Judged<Body> {
        self.mark("{")?;
        let steps = self.steps()?;
        let results = match self.cursor.word(word) {
            true => self.some(Self::operand)?,
            false => Vec::new(),
        };
        if !self.cursor.mark("}") {
            return self.wanted(&format!("a step, `{word}` or `}}`"));
        }
        Ok(Body { steps, results })
    }

    fn bound(&mut self) -> Judged<Vec<(Var, Kind)>> {
        match self.cursor.word("as") {
            true => self.some(Self::binder),
            false => Ok(Vec::new()),
        }
    }

    fn conditional(&mut self) -> Judged<Step> {
        let condition = self.operand()?;
        let then = self.body("gives")?;
        let otherwise = match self.cursor.word("else") {
            true => self.body("gives")?,
            false => Body::default(),
        };
        Ok(Step::If {
            condition,
            then,
            otherwise,
            results: self.bound()?,
        })
    }

    fn counting(&mut self) -> Judged<Step> {
        let index = self.var()?;
        self.mark(":")?;
        let ty = self.prim()?;
        self.mark("<")?;
        let bound = self.operand()?;
        let params = self.params()?;
        self.looping(params, Form::For { index, ty, bound })
    }

    fn repeating(&mut self) -> Judged<Step> {
        let condition = self.var()?;
        let params = self.params()?;
        let number = params.iter().position(|(var, ..)| *var == condition);
        let form = Form::While(number.unwrap_or(params.len()));
        self.looping(params, form)
    }

    /// `with (x: i32 = a, b: block of f32 = c)`
    fn params(&mut self) -> Judged<Vec<(Var, Kind, Operand)>> {
        if !self.cursor.word("with") {
            return Ok(Vec::new());
        }
        self.mark("(")?;
        let params = self.list(&[")"], |reader| {
            let (var, kind) = reader.binder()?;
            reader.mark("=")?;
            Ok((var, kind, reader.operand()?))
        })?;
        self.mark(")")?;
        Ok(params)
    }

    fn looping(&mut self, params: Vec<(Var, Kind, Operand)>, form: Form) -> Judged<Step> {
        let body = self.body("continue")?;
        Ok(Step::Loop(Box::new(Loop {
            params,
            form,
            body,
            results: self.bound()?,
        })))
    }
}

/// A message as it is meant.
fn unquoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => out.extend(
                letters
                    .next()
                    .map(|letter| if letter == 'n' { '\n' } else { letter }),
            ),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests;
