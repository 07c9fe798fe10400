//! Deviations of other implementations that are known, each until a date.
//!
//! A row is a paragraph of lines `key: value`; it says of which findings it is, and until when nobody needs to look again.  After that day it
//! excuses nothing, and a test fails.  `docs/deviations.txt` is the file that is used unless the command line names one.

use super::difference::{Found, Sort};
use std::time::{SystemTime, UNIX_EPOCH};

/// Those that come with Elder.
pub const OWN: &str = include_str!("../../../../docs/deviations.txt");

/// The rows of a file.
#[derive(Clone, Debug, Default)]
pub struct Deviations {
    rows: Vec<Deviation>,
    today: Date,
}

/// A day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: i64,
    month: i64,
    day: i64,
}

/// A deviation: all that a row says of a finding has to hold.
#[derive(Clone, Debug)]
pub struct Deviation {
    /// What it is called.
    pub name: String,
    /// The day until which it excuses something.
    pub until: Date,
    /// Names of implementations; any, if there is none.
    of: Vec<String>,
    sort: Sort,
    /// Words of the finding's class or message; any of them.
    says: Vec<String>,
    /// Words of the reduced program; any of them.
    program: Vec<String>,
}

/// A finding that may be known.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The name of the implementation.
    pub implementation: &'a str,
    /// How it differs.
    pub found: &'a Found,
    /// The program, once it is small.
    pub program: Option<&'a str>,
}

impl Date {
    /// The day of a text such as `2026-11-23`.
    pub fn of(text: &str) -> Option<Date> {
        let parts: Option<Vec<i64>> = text.split('-').map(|part| part.parse().ok()).collect();
        match *parts?.as_slice() {
            [year, month @ 1..=12, day @ 1..=31] => Some(Date { year, month, day }),
            _ => None,
        }
    }

    /// This day, in universal time.
    pub fn today() -> Date {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut days = seconds.map_or(0, |time| (time.as_secs() / 86_400) as i64);
        let mut year = 1970;
        loop {
            let leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
            let lengths = [31, 28 + i64::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, length) in (1..).zip(lengths) {
                if days < length {
                    let day = days + 1;
                    return Date { year, month, day };
                }
                days -= length;
            }
            year += 1;
        }
    }
}

impl Deviations {
    /// The rows of a file.
    ///
    /// # Errors
    /// Which line says what no row can.
    pub fn read(text: &str, today: Date) -> Result<Deviations, String> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let paragraphs = lines.split(|line| line.trim().is_empty());
        let rows = paragraphs
            .filter(|lines| !lines.is_empty())
            .map(Deviation::read)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Deviations { rows, today })
    }

    /// The row that excuses a finding.
    pub fn known(&self, asked: &Asked<'_>) -> Option<&Deviation> {
        let mut rows = self.rows.iter();
        rows.find(|row| row.until >= self.today && row.is_of(asked))
    }

    /// The rows whose day is over.
    pub fn over(&self) -> impl Iterator<Item = &Deviation> {
        self.rows.iter().filter(|row| row.until < self.today)
    }
}

impl Deviation {
    fn read(lines: &[&str]) -> Result<Deviation, String> {
        let (mut name, mut until, mut sort, mut why) = (None, None, None, None);
        let (mut of, mut says, mut program) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            let Some((key, value)) = line.split_once(": ") else {
                return Err(format!("{line:?} is no `key: value`"));
            };
            let value = value.trim();
            let wrong = || format!("{line:?} says nothing that is known");
            match key {
                "deviation" => name = Some(value.to_owned()),
                "of" => of.extend(value.split(", ").map(str::to_owned)),
                "difference" => {
                    let known = Sort::ALL.into_iter().find(|sort| sort.name() == value);
                    sort = Some(known.ok_or_else(wrong)?);
                }
                "says" => says.push(value.to_owned()),
                "program" => program.push(value.to_owned()),
                "until" => until = Some(Date::of(value).ok_or_else(wrong)?),
                "why" => why = Some(value),
                _ => return Err(wrong()),
            }
        }
        match (name, until, sort, why) {
            (Some(name), Some(until), Some(sort), Some(_)) => Ok(Deviation {
                name,
                until,
                of,
                sort,
                says,
                program,
            }),
            _ => Err(format!(
                "a row lacks one of deviation, difference, until and why: {}",
                lines.join(", ")
            )),
        }
    }

    fn is_of(&self, asked: &Asked<'_>) -> bool {
        let Asked {
            implementation,
            found,
            program,
        } = asked;
        let any = |words: &[String], holds: &dyn Fn(&str) -> bool| {
            words.is_empty() || words.iter().any(|word| holds(word))
        };
        self.sort == found.sort
            && any(&self.of, &|name| name == *implementation)
            && any(&self.says, &|words| {
                found.message.contains(words) || found.about.contains(words)
            })
            && any(&self.program, &|words| {
                program.is_some_and(|program| program.contains(words))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sort: Sort, message: &str) -> Found {
        Found {
            sort,
            about: String::new(),
            message: message.to_owned(),
            output: Vec::new(),
            errors: String::new(),
        }
    }

    #[test]
    fn no_deviation_that_comes_with_elder_is_over() {
        let own = Deviations::read(OWN, Date::today()).unwrap();
        let over: Vec<&str> = own.over().map(|row| row.name.as_str()).collect();
        assert!(
            over.is_empty(),
            "look again at {over:?}, and give them another day or take them out"
        );
    }

    #[test]
    fn a_row_excuses_what_it_says_until_its_day() {
        let row = "# a comment\ndeviation: shifts\nof: futhark-c, futhark-opencl\ndifference: other value\nsays: i32\nprogram: <<\nprogram: >>\nuntil: 2026-12-31\nwhy: undefined\n";
        let read = |day| Deviations::read(row, Date::of(day).unwrap()).unwrap();
        let now = read("2026-12-31");
        let value = found(Sort::OtherValue, "result 0: 1i32, expected 2i32");
        let asked = |implementation, found, program| Asked {
            implementation,
            found,
            program,
        };
        let known = |deviations: &Deviations, asked: &Asked<'_>| deviations.known(asked).is_some();
        let all = asked("futhark-c", &value, Some("x << 40"));
        assert!(known(&now, &all));
        assert!(!known(&read("2027-01-01"), &all));
        assert_eq!(read("2027-01-01").over().count(), 1);
        assert!(!known(&now, &asked("futhark-run", &value, Some("x << 40"))));
        assert!(!known(&now, &asked("futhark-c", &value, Some("x + 40"))));
        assert!(!known(&now, &asked("futhark-c", &value, None)));
        let other = found(Sort::Error, "1i32");
        assert!(!known(&now, &asked("futhark-c", &other, Some("x << 40"))));
        let other = found(Sort::OtherValue, "result 0: 1f32, expected 2f32");
        assert!(!known(&now, &asked("futhark-c", &other, Some("x << 40"))));
    }

    #[test]
    fn what_no_row_can_say_is_refused() {
        let whole = "deviation: a\ndifference: error\nuntil: 2026-01-01\nwhy: b\n";
        assert!(Deviations::read(whole, Date::today()).is_ok());
        for line in whole.lines() {
            assert!(Deviations::read(&whole.replace(line, "of: c"), Date::today()).is_err());
        }
        for other in ["until: soon", "difference: none", "when: 1", "no key"] {
            assert!(Deviations::read(&format!("{whole}{other}\n"), Date::today()).is_err());
        }
    }
}
