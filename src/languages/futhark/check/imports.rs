//! Whole programs: files, what they import, the prelude.
//!
//! A file is a module (FUT-M-IMPORT).  Before a file is checked, everything that it imports has been: imports are
//! found by looking through its syntax tree, and what they denote is entered by file and text of the import, where
//! [`Context::imported`] finds it.  The prelude is checked once a thread.

use crate::ast::walk::look::{Node, decs, parts};
use crate::ast::{Dec, DecKind, ModExp, ModExpKind, Program as Syntax};
use crate::check::declarations::{Declared, Place};
use crate::check::env::{Env, Module};
use crate::check::{Checked, Context, Failed};
use crate::parser::parse_program;
use crate::prelude;
use crate::rules::modules::FUT_M_IMPORT;
use crate::tree::{Entry, Program};
use elder_syntax::diagnostic::Severity;
use elder_syntax::imports::{Disk, Imports};
use elder_syntax::{Diagnostic, SourceId, SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// What came out of checking a program.
#[derive(Debug)]
pub struct Outcome {
    /// All files that took part, those of the prelude included.
    pub sources: SourceMap,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The program, if there was no error.
    pub program: Option<Program>,
}

/// Checks the program whose root is the file of that name.
pub fn check_file(name: &str, imports: &mut dyn Imports) -> Outcome {
    let prelude = checked_prelude();
    Files::after(&prelude, imports).file(Path::new(name))
}

/// Checks the program whose root is this text; what it imports is relative to the folder of `name`.
pub fn check_text(name: &str, text: &str) -> Outcome {
    let prelude = checked_prelude();
    Files::after(&prelude, &mut Disk).root(Path::new(name), text.to_string())
}

/// As [`check_text`], for a checker that takes functions of branches, loops and arrays if it is told so ([`with_function_branches`]).
pub fn check_text_with(name: &str, text: &str, function_branches: bool) -> Outcome {
    let prelude = checked_prelude();
    let mut disk = Disk;
    let mut files = Files::after(&prelude, &mut disk);
    files.cx.function_branches = function_branches;
    files.root(Path::new(name), text.to_string())
}

/// As [`check_text`], but a definition that uses what it consumed is taken as well: such a program shows what the rules of uniqueness are for,
/// and whether those who run it notice (FUT-E-POISON).
pub fn forced(name: &str, text: &str) -> Outcome {
    let prelude = checked_prelude();
    let mut disk = Disk;
    let mut files = Files::after(&prelude, &mut disk);
    files.cx.unguarded = true;
    files.root(Path::new(name), text.to_string())
}

/// As [`check_file`], but without FUT-T-ORDER0: conditionals, arrays and loops may give functions.  Before such a program is compiled its functions are told apart
/// by tags (FUT-DF-IF-OR).
pub fn with_function_branches(name: &str, imports: &mut dyn Imports) -> Outcome {
    let prelude = checked_prelude();
    let mut files = Files::after(&prelude, imports);
    files.cx.function_branches = true;
    files.file(Path::new(name))
}

/// The prelude's folder; no file outside of the prelude may import from it.
const PRELUDE_FOLDER: &str = "/prelude";

struct Embedded;

impl Imports for Embedded {
    fn text(&mut self, name: &str) -> io::Result<String> {
        let name = Path::new(name).file_stem().and_then(|name| name.to_str());
        let found = name.and_then(prelude::file);
        found
            .map(str::to_string)
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// The checked prelude.
struct Prelude {
    cx: Context,
    env: Env,
    sources: Vec<(String, Arc<str>)>,
}

thread_local! {
    static CHECKED_PRELUDE: OnceCell<Rc<Prelude>> = const { OnceCell::new() };
}

fn checked_prelude() -> Rc<Prelude> {
    CHECKED_PRELUDE.with(|cell| cell.get_or_init(|| Rc::new(check_prelude())).clone())
}

fn check_prelude() -> Prelude {
    let mut cx = Context::default();
    let mut sources = SourceMap::new();
    // The file holds the inside of a module type; this way its lines keep their numbers.
    let text = format!("module type intrinsics = {{ {}\n}}", prelude::INTRINSICS);
    let source = sources.add("<prelude>/intrinsics.fut", text.as_str());
    let (syntax, diagnostics) = parse_program(source, &text);
    cx.diagnostics.extend(diagnostics);
    let env = match syntax {
        Some(syntax) => cx.initial_env(&syntax).unwrap_or_default(),
        None => Env::default(),
    };
    let mut files = Files {
        cx,
        sources,
        env: env.clone(),
        imports: &mut Embedded,
        seen: FxHashMap::default(),
        in_prelude: true,
    };
    let root = Path::new(PRELUDE_FOLDER).join(format!("{}.fut", prelude::ROOT));
    let mut user_env = env;
    if let Ok(text) = files.text(&root)
        && let Some((_, declared)) = files.check(&root, text, Place::Imported)
    {
        user_env.open(&declared.exports);
    }
    let Files { cx, sources, .. } = files;
    let mut texts = Vec::new();
    while let Some(file) = sources.get(SourceId(texts.len() as u32)) {
        texts.push((file.name.clone(), file.text.clone()));
    }
    Prelude {
        cx,
        env: user_env,
        sources: texts,
    }
}

/// Files being checked.
struct Files<'a> {
    cx: Context,
    sources: SourceMap,
    /// What every file sees.
    env: Env,
    imports: &'a mut dyn Imports,
    seen: FxHashMap<PathBuf, State>,
    in_prelude: bool,
}

enum State {
    Checking,
    Checked(Module),
}

impl<'a> Files<'a> {
    /// The program whose root is a file.
    fn file(mut self, path: &Path) -> Outcome {
        match self.text(path) {
            Ok(text) => self.root(path, text),
            Err(error) => {
                let message = format!("cannot read {}: {error}", path.display());
                let refusal = FUT_M_IMPORT.refuse("found");
                let found = Diagnostic::error(refusal, Span::NONE, message);
                self.cx.diagnostics.push(found);
                self.finish(Vec::new())
            }
        }
    }

    fn text(&mut self, path: &Path) -> io::Result<String> {
        self.imports.text(&path.to_string_lossy())
    }

    fn after(prelude: &Prelude, imports: &'a mut dyn Imports) -> Files<'a> {
        let mut sources = SourceMap::new();
        for (name, text) in &prelude.sources {
            sources.add(name.clone(), text.clone());
        }
        let cx = Context {
            next_name: prelude.cx.next_name,
            diagnostics: prelude.cx.diagnostics.clone(),
            defs: prelude.cx.defs.clone(),
            abstract_types: prelude.cx.abstract_types.clone(),
            liftedness: prelude.cx.liftedness.clone(),
            lent: prelude.cx.lent.clone(),
            once: prelude.cx.once.clone(),
            ..Context::default()
        };
        Files {
            cx,
            sources,
            env: prelude.env.clone(),
            imports,
            seen: FxHashMap::default(),
            in_prelude: false,
        }
    }

    fn root(mut self, path: &Path, text: String) -> Outcome {
        let path = normal(path);
        self.seen.insert(path.clone(), State::Checking);
        let checked = crate::LANGUAGE.within(|| self.check(&path, text, Place::Root));
        let checked = checked.unwrap_or_else(|spent| {
            self.cx.diagnostics.push(*spent);
            None
        });
        let entries = checked.map(|(_, declared)| declared.entries).unwrap_or_default();
        self.finish(entries)
    }

    fn finish(self, entries: Vec<Entry>) -> Outcome {
        let failed = self.cx.diagnostics.iter().any(|d| d.severity == Severity::Error);
        let names = self.cx.names();
        let program = (!failed).then_some(Program {
            defs: self.cx.defs,
            entries,
            abstract_types: self.cx.abstract_types,
            names,
        });
        Outcome {
            sources: self.sources,
            diagnostics: self.cx.diagnostics,
            program,
        }
    }

    /// Checks a file and before it those that it imports.
    fn check(&mut self, path: &Path, text: String, place: Place) -> Option<(SourceId, Declared)> {
        let name = match path.strip_prefix(PRELUDE_FOLDER) {
            Ok(file) if self.in_prelude => format!("<prelude>/{}", file.display()),
            _ => path.display().to_string(),
        };
        let text: Arc<str> = text.into();
        let source = self.sources.add(name, text.clone());
        let (syntax, diagnostics) = parse_program(source, &text);
        let mut env = self.env.clone();
        // Names that a refused declaration would have defined are not missed.
        env.poisoned |= diagnostics.iter().any(|d| d.severity == Severity::Error);
        self.cx.diagnostics.extend(diagnostics);
        let syntax = syntax?;
        self.import_all(path, source, &syntax);
        let mut declared = self
            .cx
            .declarations(env.clone(), &syntax.decs, &Rc::from(""), place);
        declared.exports.poisoned |= env.poisoned;
        Some((source, declared))
    }

    fn import_all(&mut self, path: &Path, source: SourceId, syntax: &Syntax) {
        let mut imports = Vec::new();
        decs(&syntax.decs)
            .into_iter()
            .for_each(|dec| imports_in(dec, &mut imports));
        let mut done = FxHashSet::default();
        for (file, span) in imports {
            if done.insert(file) {
                let module = self.import(path, file, span).unwrap_or(Module::Poisoned);
                self.cx.imports.insert((source, file.to_string()), module);
            }
        }
    }

    fn import(&mut self, importer: &Path, file: &str, span: Span) -> Checked<Module> {
        elder_syntax::stack::deep(256 * 1024, 8 * 1024 * 1024, || {
            let folder = importer.parent().unwrap_or(Path::new(""));
            let path = normal(&folder.join(format!("{file}.fut")));
            if path.starts_with(PRELUDE_FOLDER) && !self.in_prelude {
                let message = "the prelude may not be imported: it is in scope already";
                return self
                    .cx
                    .fail(Diagnostic::error(FUT_M_IMPORT.refuse("builtin"), span, message));
            }
            match self.seen.get(&path) {
                Some(State::Checked(module)) => return Ok(module.clone()),
                Some(State::Checking) => {
                    let message = format!("the file {} needs itself", path.display());
                    return self
                        .cx
                        .fail(Diagnostic::error(FUT_M_IMPORT.refuse("cycle"), span, message));
                }
                None => {}
            }
            let text = match self.text(&path) {
                Ok(text) => text,
                Err(error) => {
                    let message = format!("cannot read {}: {error}", path.display());
                    return self
                        .cx
                        .fail(Diagnostic::error(FUT_M_IMPORT.refuse("found"), span, message));
                }
            };
            self.seen.insert(path.clone(), State::Checking);
            let module = match self.check(&path, text, Place::Imported) {
                Some((_, declared)) => Module::Env(Rc::new(declared.exports)),
                None => Module::Poisoned,
            };
            self.seen.insert(path, State::Checked(module.clone()));
            if matches!(module, Module::Poisoned) {
                Err(Failed)
            } else {
                Ok(module)
            }
        })
    }
}

/// The path without `.` and, as far as possible, without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

fn imports_in<'s>(node: Node<'s>, imports: &mut Vec<(&'s str, Span)>) {
    match node {
        Node::Dec(Dec {
            kind: DecKind::Import(file),
            span,
            ..
        })
        | Node::Module(ModExp {
            kind: ModExpKind::Import(file),
            span,
        }) => imports.push((file, *span)),
        // What is no module and has none in it imports nothing.
        Node::Dec(_) | Node::Module(_) => elder_syntax::effort::deeper(|| {
            parts(node).into_iter().for_each(|part| imports_in(part, imports));
        }),
        _ => {}
    }
}
