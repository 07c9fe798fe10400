//! The documents show the tower as it is: the pipelines and the table of passes in `docs/architecture.md`.  `ELDER_UPDATE=1` writes it.

use elder_driver::tower;
use elder_passes::Position;
use elder_passes::pass::{Floats, Reading, Then};
use elder_tests::binaries::root;
use std::fs;

const BEGIN: &str = "<!-- the tower: held by tests/tests/tower.rs -->\n";
const END: &str = "<!-- end of the tower -->\n";

fn table() -> String {
    let mut out = String::from("| pipeline | passes |\n| --- | --- |\n");
    for pipeline in tower::pipelines() {
        let names: Vec<&str> = pipeline.positions().iter().map(Position::name).collect();
        out.push_str(&format!("| {} | {} |\n", pipeline.name, names.join(", ")));
    }
    out.push_str(
        "\n| pass | between | what it does | how its result is run | floats |\n| --- | --- | --- | --- | --- |\n",
    );
    for pass in tower::passes() {
        let between = match pass.from == pass.to {
            true => pass.from.name.to_owned(),
            false => format!("{} → {}", pass.from.name, pass.to.name),
        };
        let then = match pass.then {
            Then::Same => "as its input is",
            Then::Now(Reading::Iterations) => "iterations one after the other",
            Then::Now(Reading::Unordered) => "not before `launches`",
            Then::Now(Reading::Steps) => "each loop over items a step",
            Then::AtLast(_) => "as its input is; FCL: each loop over items a step",
            Then::Now(Reading::Groups) => "work-groups in lock-step",
            Then::Now(Reading::Device) => "on a device",
        };
        let floats = match pass.floats {
            Floats::Bitwise => "E0",
            Floats::Reassociated => "E1",
        };
        out.push_str(&format!(
            "| `{}` | {between} | {} | {then} | {floats} |\n",
            pass.name, pass.description
        ));
    }
    out
}

#[test]
fn the_documents_show_the_table() {
    let path = root().join("docs/architecture.md");
    let text = fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = text.split_once(BEGIN).expect("the table has a beginning");
    let (shown, after) = rest.split_once(END).expect("the table has an end");
    if std::env::var_os("ELDER_UPDATE").is_some() {
        let text = format!("{before}{BEGIN}{}{END}{after}", table());
        fs::write(&path, text).expect("the document is writable");
        return;
    }
    assert_eq!(shown, table(), "ELDER_UPDATE=1 writes the table");
}

/// Whatever language the definition is of, the commands know, and the other way round.
#[test]
fn the_definition_and_the_commands_know_the_same_languages() {
    let mut defined: Vec<&str> = elder_spec::languages().map(|l| l.declared.name).collect();
    // One without rules of its own is defined with another.
    let own = tower::LANGUAGES.iter().map(|l| l.declared);
    let own = own
        .filter(|declared| !declared.rules.is_empty())
        .map(|declared| declared.name);
    let mut known: Vec<&str> = own.chain([elder_syntax::LANGUAGE.name]).collect();
    defined.sort_unstable();
    known.sort_unstable();
    assert_eq!(defined, known);
}
