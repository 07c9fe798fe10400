//! Generated programs are accepted by the checker: they are well-typed, free of interference and well-levelled.

use elder_dpia::check;
use elder_generate::Choices;
use elder_generate::dpia::{Shape, case};

#[test]
fn generated_programs_are_accepted() {
    for (shape, count) in [(Shape::PLAIN, 1000), (Shape::MARKED, 1000)] {
        for seed in 0..count {
            let case = case(&mut Choices::random(seed), shape);
            if let Err(errors) = check::program(&case.program) {
                let said: Vec<&str> = errors.iter().map(|e| e.message.as_str()).collect();
                panic!("seed {seed} of {shape:?} is refused: {said:?}");
            }
        }
    }
}
