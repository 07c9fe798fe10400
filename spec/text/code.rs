//! In which files the code of each rule is: where its constant is used, outside of tables and tests.

use elder_syntax::Rule;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The files that use a constant, by its name.
pub struct Code {
    files: BTreeMap<String, BTreeSet<String>>,
}

impl Code {
    /// Of the project in this folder.
    pub fn of(root: &Path) -> Code {
        let mut code = Code {
            files: BTreeMap::new(),
        };
        for folder in ["src", "semantics"] {
            code.walk(root, folder);
        }
        code
    }

    fn walk(&mut self, root: &Path, folder: &str) {
        let entries = fs::read_dir(root.join(folder)).expect("the source is where the texts are");
        for entry in entries {
            let entry = entry.expect("a readable folder");
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{folder}/{name}");
            // Tables declare rules, and tests speak of them.
            if ["rules", "rules.rs", "tests", "tests.rs", "target"].contains(&name.as_str()) {
                continue;
            }
            if entry.path().is_dir() {
                self.walk(root, &path);
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(entry.path()).expect("a readable file");
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                    if word.contains('_') && word.starts_with(|c: char| c.is_ascii_uppercase()) {
                        let files = self.files.entry(word.to_owned()).or_default();
                        files.insert(path.clone());
                    }
                }
            }
        }
    }

    /// Where the code of a rule is, in the order of names.
    pub fn files(&self, rule: &Rule) -> Vec<String> {
        let constant = rule.id.replace('-', "_");
        self.files
            .get(&constant)
            .map_or(vec![], |files| files.iter().cloned().collect())
    }
}
