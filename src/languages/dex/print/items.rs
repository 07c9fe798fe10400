//! Items of a file.

use super::Printer;
use super::expressions::Place;
use crate::ast::{Command, Item, ItemKind};
use crate::lexer::literal::escaped;

impl Printer {
    /// An item with the lines that belong to it, each with its end.
    pub(super) fn item(&mut self, item: &Item) {
        for setting in &item.settings {
            self.put("%");
            self.put(&setting.name.name);
            for word in &setting.words {
                self.put(" ");
                self.put(word);
            }
            self.put("\n");
        }
        match &item.kind {
            ItemKind::Prose(text) => {
                self.put("'");
                self.put(text);
            }
            ItemKind::Declaration(declaration) => self.declaration(declaration),
            ItemKind::Import(name) => {
                self.put("import ");
                self.put(&name.name);
            }
            ItemKind::Include(path) => {
                self.put("include \"");
                path.chars().for_each(|c| escaped(c, &mut self.out));
                self.put("\"");
            }
            ItemKind::Command(Command::Value, e) => {
                let start = self.out.len();
                self.exp(e, Place::WHOLE);
                // At the start of a line these begin prose, or say how an item is run.
                if self.out[start..].starts_with(['\'', '%']) {
                    self.out.insert(start, '(');
                    self.put(")");
                }
            }
            ItemKind::Command(command, e) => {
                match command {
                    Command::Print | Command::Value => self.put(":p"),
                    Command::Type => self.put(":t"),
                    Command::Html => self.put(":html"),
                    Command::Export(name) => {
                        self.put(":export ");
                        self.put(&name.name);
                    }
                }
                self.body(e, 2);
            }
            ItemKind::Wrong => self.put("-- wrong"),
        }
        self.put("\n");
        for line in &item.expected {
            self.put(if line.is_empty() { ">" } else { "> " });
            self.put(line);
            self.put("\n");
        }
    }
}
