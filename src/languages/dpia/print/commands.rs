//! Commands as blocks.

use super::{Doc, Level, Printer, types};
use crate::alpha;
use crate::{AddressSpace, DataType, MOST_SIZE, Node, Notice, Phrase, PhraseType, Prim, Strategy, UpdateOp};
use pretty::DocAllocator;

/// The word of a parallel loop, with its dimension.
fn parfor(strategy: Strategy) -> String {
    match strategy {
        Strategy::Any | Strategy::Seq => "parfor".to_owned(),
        Strategy::Global(d) => format!("parforGlobal({d})"),
        Strategy::Workgroup(d) => format!("parforWorkgroup({d})"),
        Strategy::Local(d) => format!("parforLocal({d})"),
    }
}

impl<'a> Printer<'a> {
    /// Whether [`Printer::command`] prints the primitive.
    pub(super) fn is_command(prim: &Prim) -> bool {
        matches!(
            prim,
            Prim::Skip {}
                | Prim::Seq {}
                | Prim::New { .. }
                | Prim::Assign { .. }
                | Prim::For { .. }
                | Prim::Parfor { .. }
                | Prim::ParforInPlace { .. }
                | Prim::ParforEach { .. }
                | Prim::While {}
                | Prim::LetSize { .. }
                | Prim::Part { .. }
                | Prim::Accumulating { .. }
                | Prim::UpdateBy { .. }
                | Prim::SwapAt { .. }
                | Prim::Fail { .. }
                | Prim::Barrier { .. }
                | Prim::Launch { .. }
        )
    }

    /// `{ c }`
    pub(super) fn block(&mut self, body: &Phrase) -> Doc<'a> {
        let body = self.phrase(body, Level::PHRASE);
        let inside = self.arena.hardline().append(body).nest(2);
        self.text("{")
            .append(inside)
            .append(self.arena.hardline())
            .append(self.text("}"))
    }

    pub(super) fn command(&mut self, prim: &Prim, arguments: &[Phrase], place: Level) -> Doc<'a> {
        let index = |n: &crate::Nat| PhraseType::Exp(DataType::Index(n.clone()));
        match (prim, arguments) {
            (Prim::Seq {}, [a, b]) => self.sequence(a, b, place),
            (Prim::Assign { .. }, [target, value]) => self.assignment(target, value, place),
            (Prim::UpdateBy { op, .. }, [target, value]) => {
                let target = self.phrase(target, Level::PIPE);
                let symbol = match op {
                    UpdateOp::Add => "+=".to_owned(),
                    UpdateOp::Mul => "*=".to_owned(),
                    UpdateOp::Set | UpdateOp::Once => ":=".to_owned(),
                    op => format!("{}=", super::update_op(*op)),
                };
                let value = self.phrase(value, Level::PIPE);
                let doc = target.append(self.text(format!(" {symbol} "))).append(value);
                self.bracketed(doc, Level::SINGLE, place)
            }
            (Prim::New { space, of }, [body]) => {
                let word = match space {
                    None => "new",
                    Some(AddressSpace::Global) => "newGlobal",
                    Some(AddressSpace::Local) => "newLocal",
                    Some(AddressSpace::Private) => "newPrivate",
                };
                let data = self.data(of);
                let (names, block) = self.opened(body, &[("v", PhraseType::var(of.clone()))]);
                self.headed(format!("{word} {data} {} ", names.join(" ")), block)
            }
            (Prim::For { unroll, n }, [body]) => {
                let n_text = types::nat(&self.names, n);
                let (names, block) = self.opened(body, &[("i", index(n))]);
                let word = if *unroll { "forUnroll" } else { "for" };
                self.headed(format!("{word} {} < {n_text} ", names.join(" ")), block)
            }
            (Prim::ParforEach { strategy, n }, [body]) => {
                let n_text = types::nat(&self.names, n);
                let (names, block) = self.opened(body, &[("i", index(n))]);
                self.headed(
                    format!("{} {} < {n_text} ", parfor(*strategy), names.join(" ")),
                    block,
                )
            }
            (Prim::Parfor { strategy, n, of }, [target, body]) => {
                let n_text = types::nat(&self.names, n);
                let target = self.phrase(target, Level::PIPE);
                let (names, block) =
                    self.opened(body, &[("i", index(n)), ("o", PhraseType::Acc(of.clone()))]);
                self.repetition(parfor(*strategy), &names, &n_text, " into ", target, block)
            }
            (Prim::ParforInPlace { strategy, n, of }, [target, body]) => {
                let n_text = types::nat(&self.names, n);
                let target = self.phrase(target, Level::PIPE);
                let (names, block) =
                    self.opened(body, &[("i", index(n)), ("v", PhraseType::var(of.clone()))]);
                let word = if *strategy == Strategy::Seq {
                    "for".to_owned()
                } else {
                    parfor(*strategy)
                };
                self.repetition(word, &names, &n_text, " in ", target, block)
            }
            (Prim::While {}, [condition, body]) => {
                let condition = self.phrase(condition, Level::PIPE);
                let block = self.block(body);
                self.text("while ")
                    .append(condition)
                    .append(self.text(" "))
                    .append(block)
            }
            (Prim::LetSize { most, .. }, [number, body]) => {
                let most = match most.as_constant() {
                    Some(MOST_SIZE) => String::new(),
                    _ => format!(" <= {}", types::nat(&self.names, most)),
                };
                let number = self.phrase(number, Level::PIPE);
                let (name, block) = self.opened_nat(body, "k");
                self.text(format!("letSize {name}{most} = "))
                    .append(number.nest(2))
                    .append(self.text(" "))
                    .append(block)
            }
            (Prim::Part { n, m, of }, [variable, body]) => {
                let n_text = types::nat(&self.names, n);
                let variable = self.phrase(variable, Level::PIPE);
                let part = |n: &crate::Nat| PhraseType::var(DataType::array(n.clone(), of.clone()));
                let (names, block) = self.opened(body, &[("lo", part(n)), ("hi", part(m))]);
                self.text(format!("partAt {n_text} in "))
                    .append(variable.nest(2))
                    .append(self.text(format!(" as {} ", names.join(" "))))
                    .append(block)
            }
            (Prim::Accumulating { op, of }, [target, body]) => {
                let target = self.phrase(target, Level::PIPE);
                let (names, block) = self.opened(body, &[("u", PhraseType::Upd(*op, of.clone()))]);
                let head = self
                    .text(format!("accumulate({}) ", super::update_op(*op)))
                    .append(target.nest(2));
                head.append(self.text(format!(" as {} ", names.join(" "))))
                    .append(block)
            }
            (Prim::SwapAt { of }, [place, body]) => {
                let place = self.phrase(place, Level::PIPE);
                let of = PhraseType::var(DataType::Num(*of));
                let (names, block) = self.opened(body, &[("v", of)]);
                self.text("swapAt ")
                    .append(place.nest(2))
                    .append(self.text(format!(" as {} ", names.join(" "))))
                    .append(block)
            }
            (Prim::Fail { notice }, numbers) => self.text("fail ").append(self.failure(notice, numbers)),
            (Prim::Barrier { fences }, _) => self.text(match (fences.local, fences.global) {
                (true, true) => "barrier",
                (true, false) => "barrier(local)",
                (false, true) => "barrier(global)",
                (false, false) => "barrier()",
            }),
            (Prim::Launch { local, global }, [body]) => {
                let sizes = vec![self.extent(local), self.extent(global)];
                let head = self
                    .text("launch")
                    .append(self.list("(", sizes, ")"))
                    .append(self.text(" "));
                head.append(self.block(body))
            }
            _ => self.text("skip"),
        }
    }

    /// `at "no row {} of {}"(i, n)`
    pub(super) fn failure(&mut self, notice: &Notice, numbers: &[Phrase]) -> Doc<'a> {
        let blamed = notice
            .blamed
            .iter()
            .map(|premise| format!("#{premise} "))
            .collect::<String>();
        let mut quoted = String::new();
        for letter in notice.message.chars() {
            match letter {
                '"' | '\\' => quoted.extend(['\\', letter]),
                '\n' => quoted.push_str("\\n"),
                letter => quoted.push(letter),
            }
        }
        let doc = self.text(format!("at {blamed}\"{quoted}\""));
        if numbers.is_empty() {
            return doc;
        }
        let numbers = numbers.iter().map(|e| self.phrase(e, Level::PHRASE)).collect();
        doc.append(self.list("(", numbers, ")"))
    }

    fn headed(&self, head: String, block: Doc<'a>) -> Doc<'a> {
        self.text(head).append(block)
    }

    fn repetition(
        &self,
        word: String,
        names: &[String],
        n: &str,
        preposition: &'static str,
        target: Doc<'a>,
        block: Doc<'a>,
    ) -> Doc<'a> {
        let [i, o] = names else {
            return self.arena.nil();
        };
        let head = self
            .text(format!("{word} {i} < {n}{preposition}"))
            .append(target.nest(2));
        head.append(self.text(format!(" as {o} "))).append(block)
    }

    /// `A := E`
    pub(super) fn assignment(&mut self, target: &Phrase, value: &Phrase, place: Level) -> Doc<'a> {
        let target = self.phrase(target, Level::PIPE);
        let value = match &*value.node {
            Node::Prim(Prim::If { .. }, _) => self.phrase(value, Level::SINGLE),
            _ => self.phrase(value, Level::PIPE),
        };
        let value = self.arena.line().append(value).nest(2);
        let doc = target.append(self.text(" :=")).append(value).group();
        self.bracketed(doc, Level::SINGLE, place)
    }

    /// `a; b; c`, however it associates: sequence is associative.
    fn sequence(&mut self, a: &Phrase, b: &Phrase, place: Level) -> Doc<'a> {
        let commands = alpha::commands(&[a, b]);
        let last = commands.len().saturating_sub(1);
        let parts: Vec<Doc<'a>> = commands
            .into_iter()
            .enumerate()
            .map(|(i, c)| self.phrase(c, if i == last { Level::PHRASE } else { Level::SINGLE }))
            .collect();
        let separator = self.text(";").append(self.arena.hardline());
        let doc = self.arena.intersperse(parts, separator);
        if place > Level::PHRASE {
            let inside = self.arena.hardline().append(doc).nest(2);
            self.text("{")
                .append(inside)
                .append(self.arena.hardline())
                .append(self.text("}"))
        } else {
            doc
        }
    }
}
