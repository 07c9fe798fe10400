//! What is generated is printed as a text that is read as the same program.

use elder_dpia::{load, print};
use elder_generate::Choices;
use elder_generate::dpia::{Shape, case};

fn all_read_back(shape: Shape, count: u64) {
    let mut wrong = Vec::new();
    for seed in 0..count {
        let program = case(&mut Choices::random(seed), shape).program;
        let text = print::program(&program);
        let loaded = load::text("generated.dpia", &text);
        match &loaded.program {
            None => {
                let stated = loaded.diagnostics.first().map(|e| e.message.clone());
                wrong.push(format!("seed {seed}: {}\n{text}", stated.unwrap_or_default()));
            }
            Some(program) => {
                let again = print::program(program);
                if again != text {
                    wrong.push(format!("seed {seed} is read as another program\n{text}\n{again}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} programs: {}", wrong.len(), wrong.join("\n"));
}

#[test]
fn unmarked_programs_read_back() {
    all_read_back(Shape::PLAIN, 1500);
}

#[test]
fn marked_programs_read_back() {
    all_read_back(Shape::MARKED, 1500);
}
