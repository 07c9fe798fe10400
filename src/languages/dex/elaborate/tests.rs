//! What texts become, and which are refused, by which rule and where.

use super::{Elaborator, Outcome, file};
use crate::{check, library};
use elder_syntax::{Diagnostic, SourceMap, Span, report};
use std::path::Path;

#[test]
fn the_library_is_legal() {
    let errors = report::render_short(library::errors(), &library::sources());
    assert!(errors.is_empty(), "{errors}");
    let elaborator = library::elaborator();
    let errors = check::program(elaborator.program());
    assert!(
        errors.is_ok(),
        "{:?}",
        errors.err().map(|e| e.into_iter().take(5).collect::<Vec<_>>())
    );
}

#[test]
fn the_modules_are_legal() {
    for (name, _) in library::MODULES {
        let name = name.trim_start_matches("modules/");
        let mut elaborator = library::elaborator();
        let file = file(&mut elaborator, Span::NONE.source, &format!("import {name}\n"));
        let errors = file.into_errors();
        let places = errors.iter().map(|error| &error.labels);
        assert!(errors.is_empty(), "{:?}", places.collect::<Vec<_>>());
        assert!(check::program(elaborator.program()).is_ok(), "{name}");
    }
}

/// What a text becomes, as `elaborate/tests/NAME.dxc` has it; `ELDER_UPDATE=1` writes that.
#[track_caller]
fn becomes(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("elaborate/tests");
    let text = std::fs::read_to_string(folder.join(format!("{name}.dx"))).unwrap();
    let mut elaborator = library::elaborator();
    let before = elaborator.program().definitions.len();
    for (item, outcome) in file(&mut elaborator, Span::NONE.source, &text).items {
        assert!(outcome.is_ok(), "{item:?}: {outcome:?}");
    }
    assert!(check::program(elaborator.program()).is_ok());
    let mut own = elaborator.program().clone();
    own.definitions.drain(..before);
    let printed = crate::core::print::program(&own);
    let definitions = printed.split("\n\n").filter(|part| !part.starts_with("data "));
    let found = definitions.collect::<Vec<_>>().join("\n\n");
    let place = folder.join(format!("{name}.dxc"));
    if std::env::var("ELDER_UPDATE").is_ok() {
        std::fs::write(&place, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&place).unwrap());
}

#[test]
fn functions_and_tables() {
    becomes("functions");
}

#[test]
fn effects() {
    becomes("effects");
}

#[test]
fn data_and_classes() {
    becomes("data");
}

/// A text whose last item is refused by a rule at a place.
#[track_caller]
fn refused(text: &str, rule: &str, place: &str) {
    let mut sources = SourceMap::default();
    let source = sources.add("text.dx", text);
    let mut elaborator = library::elaborator();
    let mut outcomes = file(&mut elaborator, source, text).items;
    let (_, last) = outcomes.pop().unwrap();
    assert!(
        outcomes.iter().all(|(_, outcome)| outcome.is_ok()),
        "{outcomes:?}"
    );
    let Err(errors) = last else {
        panic!("{text} is accepted")
    };
    let error = &errors[0];
    let at = &text[error.span.start as usize..error.span.end as usize];
    let by = error
        .refusal
        .map(|refusal| refusal.to_string())
        .unwrap_or_default();
    assert_eq!((by.as_str(), at), (rule, place), "{}", error.message);
    assert!(error.help.is_some(), "{by} shows no way out");
    assert!(
        check::program(elaborator.program()).is_ok(),
        "what is refused leaves nothing"
    );
}

#[test]
fn refused_texts() {
    for (text, rule, place) in [
        ("x + 1", "DX-EL-NAME/scope", "x"),
        ("idiv = 1", "DX-EL-NAME/defined", "idiv"),
        ("data T = T", "DX-EL-NAME/defined", "T"),
        ("\\(x, x). x", "DX-EL-NAME/twice", "x"),
        ("1 + 1.0", "DX-T-APP/argument", "1.0"),
        ("[1.0, 2.0].1", "DX-T-INDEX/index", "1"),
        ("[1, [2]]", "DX-T-TABLE/element", "[2]"),
        ("fst 3", "DX-T-APP/argument", "3"),
        ("p : (Int & Int) = (1, 2.0)", "DX-T-LET/type", "2.0"),
        (
            "def f (r:Ref h Float) : Float = get r",
            "DX-T-APP/effects",
            "get r",
        ),
        ("yieldState 0.0 \\r. r := 1", "DX-T-APP/argument", "1"),
        ("f = \\x:Int. f x", "DX-EL-NAME/scope", "f"),
        ("(\\x:Int. x) == (\\x:Int. x)", "DX-EL-CLASS/found", "=="),
        ("fst (runState 0.0 \\r. r)", "DX-EL-SCOPE/escape", "r"),
        ("Nothing", "DX-EL-HOLE/known", "Nothing"),
        (
            "def f (n:Int) : (Fin (n + 1)) => Int = todo",
            "DX-EL-TYPE/value",
            "(Fin (n + 1)) => Int",
        ),
        ("for i:Int. 1.0", "DX-EL-KIND/index", "i"),
        ("def g (x:Int=>Float) : Float = 0.0", "DX-EL-KIND/index", "Int"),
        ("ordinal 1.0", "DX-EL-KIND/index", "ordinal"),
        ("runState (\\x:Int. x) \\r. ()", "DX-EL-KIND/data", "runState"),
        ("(Just x) = Just 1", "DX-EL-PAT/sum", "Just x"),
    ] {
        refused(text, rule, place);
    }
}

/// How many items of files are elaborated as they should be: `ELDER_DEX` names the folder.
#[test]
#[ignore = "wants the files of another project"]
fn measure() {
    let Ok(folder) = std::env::var("ELDER_DEX") else {
        return;
    };
    show_library();
    let names = ["uexpr", "type", "eval", "adt", "parser", "shadow"];
    for name in names {
        measure_file(&Path::new(&folder).join(format!("tests/{name}-tests.dx")));
    }
}

/// What is wrong with the library as it lies there, and where.
fn show_library() {
    let mut sources = SourceMap::default();
    let mut elaborator = Elaborator::bare();
    for (name, _) in library::FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("library/{name}.dx"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let source = sources.add(*name, text.clone());
        for (_, outcome) in file(&mut elaborator, source, &text).items {
            if let Err(errors) = outcome {
                println!("{}", rendered(&errors, &sources));
            }
        }
    }
    if let Err(errors) = check::program(elaborator.program()) {
        println!("{}", rendered(&errors, &sources));
    }
}

fn measure_file(path: &Path) {
    let Ok(text) = std::fs::read_to_string(path) else {
        return;
    };
    let mut sources = SourceMap::default();
    let source = sources.add(path.display().to_string(), text.clone());
    let mut elaborator = library::elaborator();
    let outcomes = file(&mut elaborator, source, &text).items;
    let (mut good, mut all, mut wrong) = (0, 0, Vec::new());
    let (mut refusals, mut places) = (0, 0);
    for (item, outcome) in &outcomes {
        if matches!(outcome, Ok(Outcome::Nothing)) {
            continue;
        }
        all += 1;
        let refused = item.expected.iter().any(|line| {
            ["Type error", "Error:", "Parse error"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        if let Err(errors) = outcome
            && let Some(place) = theirs(item, &text)
        {
            refusals += 1;
            places += usize::from(place == errors[0].span.start as usize);
        }
        match outcome {
            Ok(_) if !refused => good += 1,
            Err(_) if refused => good += 1,
            Ok(_) => wrong.push(format!(
                "accepted: {}",
                &text[item.span.start as usize..item.span.end as usize]
            )),
            Err(errors) => wrong.push(rendered(errors, &sources)),
        }
    }
    let checked = match check::program(elaborator.program()) {
        Ok(()) => "all legal".to_owned(),
        Err(errors) => {
            let count = errors.len();
            wrong.push(rendered(&errors, &sources));
            format!("{count} errors of check")
        }
    };
    println!(
        "{}: {good} of {all}, {checked}; {places} of {refusals} refused where theirs point",
        path.display()
    );
    if std::env::var("ELDER_DEX_SHOW").is_ok() {
        for text in wrong {
            println!("{text}");
        }
    }
}

/// Where theirs begin to point at what they refuse: a line of the item under which the output has `^`.
fn theirs(item: &crate::ast::Item, text: &str) -> Option<usize> {
    let marked = item
        .expected
        .iter()
        .position(|line| line.trim_start().starts_with('^'))?;
    let column = item.expected[marked].find('^')?;
    let line = item.expected.get(marked.checked_sub(1)?)?;
    let start = item.span.start as usize;
    let begin = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let place = text.get(begin..item.span.end as usize)?.find(line.as_str())?;
    Some(begin + place + line.char_indices().nth(column)?.0)
}

fn rendered(errors: &[Diagnostic], sources: &SourceMap) -> String {
    let errors = errors
        .iter()
        .take(12)
        .map(|error| report::render(std::slice::from_ref(error), sources, false));
    errors.collect::<Vec<_>>().join("\n")
}
