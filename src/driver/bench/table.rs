//! Results as text: a table an entry point, a row a data set, devices side by side.

use super::compare::Earlier;
use super::result::{Measured, Result};
use super::sample::median;
use crate::columns::{columns, time};

/// What stands of each device.
const HEADINGS: [&str; 6] = ["mean", "±95%", "deviation", "median", "with host", "of a copy"];

/// The table of the results of an entry point; of each data set there is one a device, in the same order.
pub fn table(results: &[Result], earlier: Option<&Earlier>) -> String {
    let Some(first) = results.first() else {
        return String::new();
    };
    let mut devices: Vec<&str> = Vec::new();
    for result in results {
        if !devices.contains(&result.key.device.as_str()) {
            devices.push(&result.key.device);
        }
    }
    let mut out = format!("{}, {}", first.key.program, first.key.entry);
    let suffix = |number: usize| match devices.len() {
        1 => String::new(),
        _ => format!(" {}", letter(number)),
    };
    match devices.as_slice() {
        [only] => out += &format!(", {only}\n"),
        several => {
            out.push('\n');
            for (number, device) in several.iter().enumerate() {
                out += &format!("{}: {device}\n", letter(number));
            }
        }
    }
    let mut headings = vec!["data set".to_owned()];
    for number in 0..devices.len() {
        headings.extend(HEADINGS.iter().map(|text| format!("{text}{}", suffix(number))));
        headings.extend(earlier.map(|_| format!("ratio{}", suffix(number))));
    }
    let mut rows = vec![headings];
    for of_data in results.chunk_by(|a, b| a.key.data == b.key.data) {
        let mut row = vec![
            of_data
                .first()
                .map_or(String::new(), |result| result.key.data.clone()),
        ];
        for device in &devices {
            let found = of_data.iter().find(|result| result.key.device == *device);
            row.extend(found.map_or_else(|| blank(earlier), |result| cells(result, earlier)));
        }
        rows.push(row);
    }
    out + &columns(&rows, 1)
}

/// The letter of a device.
fn letter(number: usize) -> char {
    char::from(b'a' + u8::try_from(number % 26).unwrap_or(0))
}

fn blank(earlier: Option<&Earlier>) -> Vec<String> {
    vec![String::new(); HEADINGS.len() + usize::from(earlier.is_some())]
}

fn cells(result: &Result, earlier: Option<&Earlier>) -> Vec<String> {
    let measured: &Measured = match &result.outcome {
        Ok(measured) => measured,
        Err(_) => {
            let mut cells = blank(earlier);
            if let Some(first) = cells.first_mut() {
                *first = "failed".to_owned();
            }
            return cells;
        }
    };
    let known = measured.summary();
    let percent = |part: f64| match part.is_finite() && known.mean > 0.0 {
        true => format!("{:.1}%", 100.0 * part / known.mean),
        false => String::new(),
    };
    let mut cells = vec![
        time(known.mean),
        percent(known.half),
        percent(known.deviation),
        time(known.median as f64),
        time(median(&measured.wall) as f64),
        measured
            .share()
            .map_or(String::new(), |share| format!("{:.1}%", 100.0 * share)),
    ];
    if let Some(earlier) = earlier {
        let change = earlier.change(&result.key, &known);
        cells.push(change.map_or("new ".to_owned(), |change| change.to_string()));
    }
    cells
}

/// What the marks in a table mean.
pub const RATIOS: &str = "ratio: the mean by that of the earlier run; * where both differ by more than their deviations allow (at 95%)\n";

#[cfg(test)]
mod tests {
    use super::super::compare::tests::measured;
    use super::*;

    #[test]
    fn devices_stand_side_by_side() {
        let mut other = measured(&[400_000, 400_000]);
        other.key.device = "another".into();
        let results = [measured(&[200_000, 200_000]), other];
        let earlier =
            Earlier::read(&super::super::result::document(&[measured(&[100_000, 100_000])])).unwrap();
        let text = table(&results, Some(&earlier));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..3], ["p.fut, main", "a: a device", "b: another"]);
        let words: Vec<&str> = lines[4].split_whitespace().collect();
        let own = [
            "[3]i32", "200.00", "us", "0.0%", "0.0%", "200.00", "us", "200.00", "us", "0.0%", "2.00*",
        ];
        assert_eq!(words[..own.len()], own);
        assert_eq!((words[own.len()], words.last()), ("400.00", Some(&"new")));
    }
}
