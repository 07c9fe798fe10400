//! Where the time of runs goes: by kernel, with the place in the source that it comes from, and by what the host had to do besides.

use crate::columns::columns;
use elder_opencl::Profile;
use elder_opencl::profile::{Done, Tally};
use elder_syntax::{Name, SourceMap, Span};
use rustc_hash::FxHashMap;

/// A run, and what the host did in it if it was watched.
pub type Ran = (Profile, Option<Done>);

/// What some runs of an entry point on the same arguments came to.
#[derive(Debug, Default)]
pub struct Totals {
    /// The kernels, copies and fills, in the order in which they came first.
    pub rows: Vec<Row>,
    at: FxHashMap<(Name, Span), usize>,
    /// The time of each run on the device, in nanoseconds.
    pub device: Vec<u64>,
    /// The time of each run by the clock of the host.
    pub wall: Vec<u64>,
    /// What the host did in all of them, if it was watched.
    pub host: Option<Done>,
    /// What it did before and behind them.
    pub transfers: Option<(Done, Done)>,
}

/// A kernel at a place of the source; `copy` and `fill` are rows too.
#[derive(Debug)]
pub struct Row {
    /// Its name.
    pub name: Name,
    /// Where what it does stands.
    pub place: Span,
    /// How often it was launched.
    pub calls: u64,
    /// The bytes of the blocks that it was given, of copies and fills those read and written.
    pub bytes: u64,
    /// Its time in each run, in nanoseconds.
    pub times: Vec<u64>,
}

impl Totals {
    /// Counts another run, in which the host did this if it was watched.
    pub fn add(&mut self, (profile, host): &Ran) {
        if let Some(done) = host {
            self.host = Some(self.host.unwrap_or_default().and(*done));
        }
        let run = self.device.len();
        self.device.push(profile.total());
        self.wall.push(profile.wall);
        for timed in &profile.entries {
            let rows = &mut self.rows;
            let at = *self
                .at
                .entry((timed.name.clone(), timed.place))
                .or_insert_with(|| {
                    rows.push(Row {
                        name: timed.name.clone(),
                        place: timed.place,
                        calls: 0,
                        bytes: 0,
                        times: Vec::new(),
                    });
                    rows.len() - 1
                });
            if let Some(row) = self.rows.get_mut(at) {
                row.calls += 1;
                row.bytes += timed.bytes;
                row.times.resize(run + 1, 0);
                row.times
                    .iter_mut()
                    .skip(run)
                    .for_each(|time| *time += timed.nanoseconds);
            }
        }
    }

    /// A table: what takes longest first, in numbers of one run.  Shares are of the time by the clock of the host, of which what is left over is the host's
    /// too: its steps, asking for launches, waiting for them.
    pub fn table(&self, sources: &SourceMap) -> String {
        let runs = self.device.len().max(1) as u64;
        let wall: u64 = self.wall.iter().sum();
        let line = |name: &str, place: String, tally: Tally, is_within: bool| {
            let Tally {
                calls,
                nanoseconds: ns,
                bytes,
            } = tally;
            let share = format!("{:.1}%", 100.0 * ns as f64 / wall.max(1) as f64);
            let rate = format!("{:.2}", bytes as f64 / ns.max(1) as f64);
            vec![
                name.to_owned(),
                place,
                each(calls, runs),
                format!("{:.3}", ns as f64 * 1e-6 / runs as f64),
                if is_within { share } else { String::new() },
                if bytes > 0 {
                    each(bytes, runs)
                } else {
                    String::new()
                },
                if bytes > 0 { rate } else { String::new() },
            ]
        };
        let mut kernels: Vec<&Row> = self.rows.iter().collect();
        kernels.sort_by_key(|row| std::cmp::Reverse(row.times.iter().sum::<u64>()));
        let headings = ["kernel", "place", "calls", "ms", "share", "bytes", "GB/s"];
        let mut lines = vec![headings.map(str::to_owned).to_vec()];
        for row in kernels {
            let tally = Tally {
                calls: row.calls,
                nanoseconds: row.times.iter().sum(),
                bytes: row.bytes,
            };
            lines.push(line(&row.name, place(sources, row.place), tally, true));
        }
        let device: u64 = self.device.iter().sum();
        let mut rest = wall.saturating_sub(device);
        let host = |text: &str| format!("({text})");
        if let Some(done) = self.host {
            for (name, tally) in parts(done) {
                rest = rest.saturating_sub(tally.nanoseconds);
                lines.push(line(&host(name), "host".to_owned(), tally, true));
            }
        }
        let rest = Tally {
            calls: runs,
            nanoseconds: rest,
            bytes: 0,
        };
        lines.push(line(&host("steps"), "host".to_owned(), rest, true));
        for (when, done) in self
            .transfers
            .iter()
            .flat_map(|(before, behind)| [("before", before), ("behind", behind)])
        {
            for (name, tally) in parts(*done).filter(|(_, tally)| tally.calls > 0) {
                // Once, however many runs there are.
                let all = |n: u64| n.saturating_mul(runs);
                let tally = Tally {
                    calls: all(tally.calls),
                    nanoseconds: all(tally.nanoseconds),
                    bytes: all(tally.bytes),
                };
                lines.push(line(&host(name), when.to_owned(), tally, false));
            }
        }
        // On a line of its own, for scripts.
        let ms = |ns: u64| ns as f64 * 1e-6 / runs as f64;
        let totals = format!("device: {:.6} ms\nwith the host {:.6} ms\n", ms(device), ms(wall));
        columns(&lines, 2) + &totals
    }
}

fn parts(done: Done) -> impl Iterator<Item = (&'static str, Tally)> {
    let all = [
        ("read", done.reads),
        ("write", done.writes),
        ("allocate", done.allocations),
    ];
    all.into_iter()
}

/// So many of all runs, for one.
fn each(all: u64, runs: u64) -> String {
    match all % runs {
        0 => (all / runs).to_string(),
        _ => format!("{:.1}", all as f64 / runs as f64),
    }
}

/// The file and the line of a place; empty of what nobody wrote.
pub fn place(sources: &SourceMap, span: Span) -> String {
    match (sources.get(span.source), sources.line_column(span)) {
        (Some(file), Some((line, _))) => format!("{}:{line}", file.name),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_opencl::Timed;

    fn run(entries: &[(&str, Span, u64)], wall: u64) -> Ran {
        let timed = |(name, place, nanoseconds): &(&str, Span, u64)| Timed {
            name: (*name).into(),
            place: *place,
            nanoseconds: *nanoseconds,
            bytes: 8,
        };
        let profile = Profile {
            entries: entries.iter().map(timed).collect(),
            wall,
        };
        let reads = Tally {
            calls: 2,
            nanoseconds: 1_000_000,
            bytes: 8,
        };
        let done = Done {
            reads,
            ..Done::default()
        };
        (profile, Some(done))
    }

    /// Launches of a kernel from the same place are a row; of another place they are another.
    #[test]
    fn launches_are_summed_by_name_and_place() {
        let mut sources = SourceMap::new();
        let file = sources.add("p.fut", "one\ntwo\nthree\n");
        let (first, second) = (Span::new(file, 0, 1), Span::new(file, 4, 5));
        let mut totals = Totals::default();
        totals.add(&run(
            &[("k", first, 1_000_000), ("k", first, 2_000_000)],
            8_000_000,
        ));
        totals.add(&run(
            &[("k", first, 3_000_000), ("k", second, 6_000_000)],
            12_000_000,
        ));
        assert_eq!(totals.device, [3_000_000, 9_000_000]);
        assert_eq!(totals.rows[0].times, [3_000_000, 3_000_000]);
        assert_eq!(totals.rows[1].times, [0, 6_000_000]);
        let table = totals.table(&sources);
        let words: Vec<Vec<&str>> = table.lines().map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(words[1], ["k", "p.fut:1", "1.5", "3.000", "30.0%", "12", "0.00"]);
        assert_eq!(words[2], ["k", "p.fut:2", "0.5", "3.000", "30.0%", "4", "0.00"]);
        assert_eq!(words[3], ["(read)", "host", "2", "1.000", "10.0%", "8", "0.00"]);
        assert_eq!(words[6], ["(steps)", "host", "1", "3.000", "30.0%"]);
        assert!(
            table.ends_with("device: 6.000000 ms\nwith the host 10.000000 ms\n"),
            "{table}"
        );
    }
}
