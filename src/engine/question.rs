//! The engine as one function from a text to a text, for whoever cannot link it: a question and its answer are objects of JSON.
//!
//! `docs/messages.md` says what stands in them.

use crate::language::Language;
use crate::languages;
use crate::{Argument, Exit, Limits, Output, Program, Rejected, Settings, Switches, Watch};
use crate::{input, message};
use elder_syntax::{Diagnostic, SourceMap, Value as Data, effort};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What is asked.
struct Question {
    /// The name of the text that is the program.
    program: String,
    /// All texts by their names.
    texts: Vec<(String, String)>,
    /// The entry point that is called; without one, the commands of a literate file print their results, and other programs are called at `main`.
    entry: Option<String>,
    /// Its arguments, in the text format.
    input: String,
    /// Whether the program is checked only.
    check: bool,
    switches: Switches,
    settings: Settings,
    watch: Watch,
}

/// The answer to a question.
pub fn answer(question: &str) -> Value {
    match Question::read(question) {
        Ok(question) => question.answer(),
        Err(message) => refusal(
            &[Diagnostic::outside(message)],
            &SourceMap::new(),
            Exit::StaticError,
        ),
    }
}

/// The answer to a question whose work was given up where nothing unwinds; `None` if it was not, and what ended it is a mistake in Elder.
pub fn given_up(question: &str) -> Option<Value> {
    let spent = effort::given_up()?;
    let question = Question::read(question).ok()?;
    let rule = question
        .language()
        .ok()
        .and_then(|language| language.declared.effort);
    let diagnostic = match rule {
        Some(rule) => spent.diagnostic(rule),
        None => Diagnostic::outside("this takes too much"),
    };
    Some(refusal(&[diagnostic], &SourceMap::new(), Exit::Limit))
}

fn refusal(diagnostics: &[Diagnostic], sources: &SourceMap, exit: Exit) -> Value {
    let stated = diagnostics.iter().map(|d| message::json(d, sources));
    json!({
        "status": exit as u8,
        "diagnostics": stated.collect::<Vec<_>>(),
    })
}

impl Question {
    fn read(text: &str) -> Result<Question, String> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| format!("the question is no JSON: {error}"))?;
        let Value::Object(fields) = value else {
            return Err("the question is no object".to_owned());
        };
        let known = [
            "program",
            "texts",
            "entry",
            "input",
            "check",
            "definition",
            "derivation",
            "cost",
            "rules",
            "words",
            "seed",
            "zeros",
            "fuel",
            "memory",
            "seconds",
            "function_branches",
        ];
        if let Some(other) = fields.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!("a question has no field `{other}`"));
        }
        let fields = Fields(&fields);
        let texts = match fields.0.get("texts") {
            Some(Value::Object(texts)) => texts
                .iter()
                .map(|(name, text)| Some((name.clone(), text.as_str()?.to_owned())))
                .collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let definition = fields.is("definition")?;
        let rules = fields.is("rules")?;
        Ok(Question {
            program: fields.text("program")?.ok_or("the question names no `program`")?,
            texts: texts.ok_or("`texts` is an object of texts by their names")?,
            entry: fields.text("entry")?,
            input: fields.text("input")?.unwrap_or_default(),
            check: fields.is("check")?,
            switches: Switches {
                function_branches: fields.is("function_branches")?,
            },
            settings: Settings {
                limits: Limits {
                    fuel: fields.number("fuel")?,
                    memory: fields.number("memory")?,
                    time: fields.number("seconds")?.map(Duration::from_secs),
                },
                seed: fields.number("seed")?.unwrap_or(0),
                zeros: fields.is("zeros")?,
                definition: definition || rules,
                ..Settings::default()
            },
            watch: Watch {
                definition,
                derivation: fields.number("derivation")?.map(|depth| depth as usize),
                cost: fields.is("cost")?,
                rules,
                words: fields.is("words")?,
            },
        })
    }

    fn language(&self) -> Result<&'static Language, Rejected> {
        languages::of_name(&self.program).map_err(|help| Rejected::no_program(&self.program, help))
    }

    fn answer(&self) -> Value {
        match self.answered() {
            Ok(answer) => answer,
            Err(rejected) => refusal(&rejected.diagnostics, &rejected.sources, rejected.exit()),
        }
    }

    fn answered(&self) -> Result<Value, Rejected> {
        let mut imports = self.texts.as_slice();
        let language = self.language()?;
        if let (Some(literate), None, false) = (language.literate, &self.entry, self.check) {
            let printed = (literate.run)(&self.program, &mut imports, &self.settings)?;
            let stated: Vec<Value> = printed
                .diagnostics()
                .map(|d| message::json(d, &printed.sources))
                .collect();
            return Ok(json!({
                "status": printed.exit() as u8,
                "diagnostics": stated,
                "printed": printed.text(),
            }));
        }
        let program = (language.load)(&self.program, &mut imports, self.switches)?;
        let warnings = program
            .warnings()
            .iter()
            .map(|d| message::json(d, program.sources()));
        let mut answer = json!({
            "status": Exit::Value as u8,
            "diagnostics": warnings.collect::<Vec<_>>(),
        });
        if self.check {
            return Ok(answer);
        }
        let entry = self.entry.as_deref().unwrap_or("main");
        let values = input::values(self.input.as_bytes(), &program.parameter_types(entry))
            .map_err(|error| Rejected::outside(Diagnostic::outside(format!("input, {error}"))))?;
        self.run(&program, entry, values, &mut answer);
        Ok(answer)
    }

    fn run(&self, program: &Program, entry: &str, values: Vec<Data>, answer: &mut Value) {
        let arguments = values.into_iter().map(Argument::Data).collect();
        let watched = program.watch(entry, arguments, &self.settings, self.watch);
        let mut say = |key: &str, value: Value| answer[key] = value;
        if let Some(derivation) = watched.derivation {
            say("derivation", derivation.into());
        }
        if let Some(cost) = watched.cost {
            say("cost", cost.into());
        }
        if let Some(words) = watched.words {
            say("words", words.into());
        }
        match watched.results {
            Ok(outputs) => {
                let texts = outputs.map(|output| match output {
                    Output::Value(value) => value.to_string(),
                    Output::Opaque(text) => text,
                });
                say("values", texts.collect::<Vec<_>>().into());
            }
            Err(stopped) => {
                let stated = message::json(&stopped.diagnostic, program.sources());
                say("status", (Exit::from(stopped.kind) as u8).into());
                if let Value::Array(all) = &mut answer["diagnostics"] {
                    all.push(stated);
                }
            }
        }
    }
}

/// The fields of a question.
struct Fields<'f>(&'f Map<String, Value>);

impl Fields<'_> {
    fn text(&self, key: &str) -> Result<Option<String>, String> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(format!("`{key}` is a text")),
        }
    }

    fn number(&self, key: &str) -> Result<Option<u64>, String> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value
                .as_u64()
                .map(Some)
                .ok_or(format!("`{key}` is a number, not negative")),
        }
    }

    fn is(&self, key: &str) -> Result<bool, String> {
        match self.0.get(key) {
            None | Some(Value::Null) => Ok(false),
            Some(value) => value.as_bool().ok_or(format!("`{key}` is true or false")),
        }
    }
}
