//! States, accumulators and readers, and what is done with their references.

use super::{Generator, Kind, Reference, Space, written};
use crate::Choices;

impl Generator {
    /// A value that a handler gives: what its action gives, or the content.
    pub(super) fn handler(&mut self, c: &mut Choices, space: &Space, depth: usize) -> String {
        let kind = [Kind::State, Kind::Accum, Kind::Read][c.below(3)];
        let wants_content = kind != Kind::Read && c.below(2) == 0;
        let content = match wants_content {
            true => space.clone(),
            false => self.space(c, 1),
        };
        let given = match kind {
            Kind::Accum => String::new(),
            _ => self.value(c, &content, 0),
        };
        let (region, name) = (self.name("h"), self.name("r"));
        let result = match wants_content {
            true => None,
            false => Some(space),
        };
        let row: Vec<String> = self
            .references
            .iter()
            .map(|r| format!("{} {}", r.kind.name(), r.region))
            .collect();
        let mut row: Vec<String> = row.into_iter().filter(|effect| !effect.is_empty()).collect();
        row.insert(0, format!("{} {region}", kind.name()));
        row.sort();
        row.dedup();
        let (lines, value) = self.block(|g| {
            g.references.push(Reference {
                name: name.clone(),
                region: region.clone(),
                kind,
                content: content.clone(),
            });
            g.steps(c, 4);
            result.map_or_else(|| "()".to_owned(), |space| g.value(c, space, depth))
        });
        let body = written(&lines, &value, 2);
        let action = format!(
            "(\\{region}: Type. \\{name}: Ref {region} {content} ! <{}>.\n{})",
            row.join(", "),
            body.trim_end()
        );
        let first = result.map_or_else(|| "Unit".to_owned(), Space::to_string);
        match kind {
            Kind::Read => self.bind_linear(space, &format!("runReader {given} {action}")),
            Kind::State | Kind::Accum => {
                let word = if kind == Kind::State {
                    "runState"
                } else {
                    "runAccum"
                };
                let both = format!("{first} & {content}");
                let exp = format!("{word} {given} {action}");
                let both = self.bind("both", &both, &exp);
                let part = if wants_content { "snd" } else { "fst" };
                format!("({part} {both})")
            }
        }
    }

    /// What is done with a reference: it is sliced, read, written or added to, or that is done in a loop.
    pub(super) fn effect(&mut self, c: &mut Choices) {
        let Some(reference) = c.pick(&self.references).cloned() else {
            return;
        };
        match (c.below(6), &reference.content) {
            (0, _) => self.effects_in_loop(c),
            (1 | 2, Space::Table(size, element)) => {
                let at = self.index(c, *size);
                self.slice(&reference, &format!("{} ! {at}", reference.name), element);
            }
            (1, Space::Pair(part, _)) => {
                self.slice(&reference, &format!("refer fst {}", reference.name), part)
            }
            (2, Space::Pair(_, part)) => {
                self.slice(&reference, &format!("refer snd {}", reference.name), part)
            }
            (1, Space::Record(part, _)) => {
                self.slice(&reference, &format!("refer #a {}", reference.name), part)
            }
            (2, Space::Record(_, part)) => {
                self.slice(&reference, &format!("refer #b {}", reference.name), part)
            }
            _ => self.used(c, &reference),
        }
    }

    fn slice(&mut self, of: &Reference, exp: &str, content: &Space) {
        let name = self.bind("s", &format!("Ref {} {content}", of.region), exp);
        self.references.push(Reference {
            name,
            content: content.clone(),
            ..of.clone()
        });
    }

    fn used(&mut self, c: &mut Choices, reference: &Reference) {
        let name = &reference.name;
        match (reference.kind, c.below(2)) {
            (Kind::Read, _) => {
                self.bind_linear(&reference.content, &format!("ask {name}"));
            }
            (Kind::State, 0) => {
                self.bind_linear(&reference.content, &format!("get {name}"));
            }
            (Kind::State, _) => {
                let value = self.value(c, &reference.content, 1);
                self.bind("u", "Unit", &format!("{name} := {value}"));
            }
            (Kind::Accum, _) => {
                let value = self.value(c, &reference.content, 1);
                self.bind("u", "Unit", &format!("{name} += {value}"));
            }
        }
    }

    fn effects_in_loop(&mut self, c: &mut Choices) {
        let size = 1 + c.below(3);
        let index = self.name("j");
        self.room = self.room.saturating_sub(1);
        let (lines, value) = self.block(|g| {
            g.indices.push((index.clone(), size));
            g.steps(c, 3);
            "()".to_owned()
        });
        let word = ["for", "rof"][c.below(2)];
        let body = written(&lines, &value, 2);
        self.bind(
            "all",
            &format!("Fin {size} => Unit"),
            &format!("{word} {index}: Fin {size}.\n{}", body.trim_end()),
        );
    }
}
