//! Definitions, bodies, statements, and what is said of them.

use super::attributes::attributes;
use super::scope::{Reader, ident_place};
use super::token::{DEFINITION, Kind, Token, token};
use super::{Failure, In, Parsed};
use crate::names::Text;
use crate::rules::syntax::{CORE_S_PROGRAM, CORE_S_SAID};
use crate::site::{Message, Site, SiteId};
use crate::tree::{Body, Definition, Exp, Pat, Stm};
use elder_syntax::attribute::Attributes;
use elder_syntax::parsing::{
    self, SimpleSpan, accept, advance, expect, name_at, nested, next_span, next_text, peek, since, unexpected,
};
use elder_syntax::{Refusal, Span};
use rustc_hash::FxHashMap;

/// The functions of a text with their numbers: they may be called before they are defined, as far as the reader is concerned.
pub(super) fn functions(text: &str, tokens: &[Token]) -> FxHashMap<Text, u32> {
    let mut named = FxHashMap::default();
    let mut count = 0;
    for pair in tokens.windows(2) {
        if let [(Kind::Fun, _), (Kind::Ident, place)] = pair {
            let name = text.get(place.start..place.end).unwrap_or_default();
            named.entry(Text::new(name)).or_insert(count);
            count += 1;
        }
    }
    named
}

impl Reader<'_> {
    /// A whole text.  Wrong definitions are reported and left out.
    pub fn definitions(&mut self, inp: &mut In<'_, '_>) -> Parsed<()> {
        CORE_S_PROGRAM.apply();
        let nothing = self.open();
        while peek(inp).is_some() && !inp.state().0.is_given_up() {
            inp.state().0.begin();
            let begin = next_span(inp).start;
            if let Err(failure) = self.definition(inp) {
                let from = failure.place();
                inp.state().0.record(failure);
                recover(inp, begin, from);
            }
            self.close(nothing);
        }
        // Past the largest number of errors the rest is not read.
        while peek(inp).is_some() {
            inp.skip();
        }
        Ok(())
    }

    fn definition(&mut self, inp: &mut In<'_, '_>) -> Parsed<()> {
        let asked = attributes(inp)?;
        let is_entry = match peek(inp) {
            Some(Kind::Fun) => false,
            Some(Kind::Entry) => true,
            _ => return unexpected(inp, DEFINITION),
        };
        inp.skip();
        let place = ident_place(inp)?;
        let name = name_at(inp, place);
        let span = inp.state().0.span(place);
        let at = self.site(Site::at(span), &asked);
        self.once(inp, is_entry, &name, place);
        let sizes = match is_entry {
            true => self.sizes(inp)?,
            false => Vec::new(),
        };
        let params = self.params(inp)?;
        if peek(inp) != Some(Kind::Colon) {
            return unexpected(inp, token(Kind::LParen).or(token(Kind::Colon)));
        }
        inp.skip();
        let results = self.results(inp)?;
        expect(inp, Kind::Equals)?;
        let body = self.body(inp)?;
        let definition = Definition {
            name,
            sizes,
            params,
            results,
            body,
            at,
        };
        match is_entry {
            true => self.program.entries.push(definition),
            false => self.program.functions.push(definition),
        }
        Ok(())
    }

    /// Reports a definition of what is defined already.
    fn once(&self, inp: &mut In<'_, '_>, is_entry: bool, name: &Text, place: SimpleSpan) {
        let (sort, is_known) = match is_entry {
            true => ("entry point", self.program.entry(name).is_some()),
            false => ("function", self.program.functions.iter().any(|f| f.name == *name)),
        };
        if is_known {
            let message = format!("a second {sort} is called `{name}`");
            let failure = Failure::mistake(CORE_S_PROGRAM.refuse("once"), place, message);
            inp.state().0.record(failure);
        }
    }

    fn site(&mut self, site: Site, asked: &Attributes) -> SiteId {
        let at = self.program.sites.add(site);
        self.program.sites.with(at, asked)
    }

    /// Statements and results, in a scope of their own.
    pub fn body(&mut self, inp: &mut In<'_, '_>) -> Parsed<Body> {
        let scope = self.open();
        let body = nested(inp, |inp| {
            let mut body = Body::default();
            while matches!(peek(inp), Some(Kind::Let | Kind::Asks | Kind::Release)) {
                body.stms.push(self.stm(inp)?);
            }
            if !accept(inp, Kind::In) {
                return unexpected(inp, token(Kind::Let).or(token(Kind::In)));
            }
            while accept(inp, Kind::LBracket) {
                body.witnesses.push(self.atom(inp)?);
                expect(inp, Kind::RBracket)?;
            }
            body.results = self.bare_atoms(inp)?;
            Ok(body)
        })?;
        self.close(scope);
        Ok(body)
    }

    fn stm(&mut self, inp: &mut In<'_, '_>) -> Parsed<Stm> {
        if peek(inp) == Some(Kind::Release) {
            return self.release(inp);
        }
        let asked = attributes(inp)?;
        expect(inp, Kind::Let)?;
        let pat = self.pat(inp)?;
        expect(inp, Kind::Equals)?;
        let safe = accept(inp, Kind::Safe);
        let mut certs = Vec::new();
        if accept(inp, Kind::Less) {
            certs = parsing::comma_separated(inp, Kind::Greater, ident_place)?;
        }
        let certs = certs.into_iter().map(|place| self.resolve(inp, place)).collect();
        let head = next_span(inp);
        let start = inp.cursor();
        let (exp, text) = self.exp(inp)?;
        let span = match has_bodies(&exp) {
            true => inp.state().0.span(head),
            false => since(inp, &start),
        };
        let site = self.blamed(inp, span, text)?;
        for name in pat.sizes.iter().chain(pat.values.iter().map(|value| &value.name)) {
            self.show(*name);
        }
        Ok(Stm {
            pat,
            exp,
            certs,
            safe,
            at: self.site(site, &asked),
        })
    }

    /// `release xs`
    fn release(&mut self, inp: &mut In<'_, '_>) -> Parsed<Stm> {
        let start = inp.cursor();
        inp.skip();
        let block = self.used(inp)?;
        let site = Site::at(since(inp, &start));
        let at = self.program.sites.add(site);
        Ok(Stm::binding(Pat::default(), Exp::Release(block), at))
    }

    /// `[d] x: [d]i32, y: i32`: what the expression behind it does not see.
    fn pat(&mut self, inp: &mut In<'_, '_>) -> Parsed<Pat> {
        let scope = self.open();
        let sizes = self.sizes(inp)?;
        let mut values = Vec::new();
        if peek(inp) == Some(Kind::Ident) {
            values.push(self.binder(inp)?);
            while accept(inp, Kind::Comma) {
                values.push(self.binder(inp)?);
            }
        }
        self.close(scope);
        if values.is_empty() && peek(inp) != Some(Kind::Equals) {
            let wanted = token(Kind::Ident).or(token(Kind::LBracket));
            return unexpected(inp, wanted.or(token(Kind::Equals)));
        }
        Ok(Pat { sizes, values })
    }

    /// The place of a statement, with what stands behind `#`.
    fn blamed(&mut self, inp: &mut In<'_, '_>, span: Span, message: Option<Message>) -> Parsed<Site> {
        let mut site = Site {
            message,
            ..Site::at(span)
        };
        match peek(inp) {
            Some(Kind::Premise) => {
                let text = next_text(inp);
                let place = advance(inp);
                match self.premise(text) {
                    Some(premise) => site.blamed = Some(premise),
                    None => {
                        let message = format!("no language has the rule and premise `{}`", named(text));
                        let failure = Failure::mistake(CORE_S_SAID.refuse("known"), place, message);
                        inp.state().0.record(failure);
                    }
                }
                if peek(inp) == Some(Kind::Message) {
                    site.message = Some(text_of(inp));
                }
            }
            Some(Kind::Hash) => {
                inp.skip();
                if peek(inp) != Some(Kind::Message) {
                    return unexpected(inp, token(Kind::Premise).or(token(Kind::Message)));
                }
                site.message = Some(text_of(inp));
            }
            _ => {}
        }
        Ok(site)
    }

    /// The premise of `# FUT-E-INDEX/bounds`.  It is not refused: that would count.
    fn premise(&self, text: &str) -> Option<Refusal> {
        CORE_S_SAID.apply();
        let (id, key) = named(text).split_once('/')?;
        let rule = (self.rules)(id)?;
        let premise = rule.premises.iter().position(|premise| premise.key == key)?;
        Some(Refusal {
            rule,
            premise: Some(premise),
        })
    }
}

/// The rule and premise of what stands behind `#`.
fn named(text: &str) -> &str {
    text.trim_start_matches('#').trim()
}

/// The next token, a message, without its quotes.
pub(super) fn text_of(inp: &mut In<'_, '_>) -> Message {
    let quoted = next_text(inp);
    inp.skip();
    let inside = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    let mut text = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        text.push(match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => '\n',
                Some(other) => other,
                None => '\\',
            },
            (letter, false) => letter,
        });
    }
    Message::new(text)
}

/// Whether statements stand within it, so that its place is only where it begins.
fn has_bodies(exp: &Exp) -> bool {
    matches!(
        exp,
        Exp::If { .. } | Exp::Loop(_) | Exp::Soac { .. } | Exp::Segmented(_) | Exp::WithAcc { .. }
    )
}

/// Goes to the next definition at the start of a line.  `begin` is where the wrong definition begins, `from` where it went wrong.
fn recover(inp: &mut In<'_, '_>, begin: usize, from: usize) {
    while let Some(kind) = peek(inp) {
        let at = next_span(inp).start;
        let begins = matches!(kind, Kind::Fun | Kind::Entry);
        if at > begin && at >= from && begins && inp.state().0.line_begins(at) {
            return;
        }
        inp.skip();
    }
}
