//! What the times of several runs say.

use std::time::Duration;

/// The runs that are timed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rule {
    /// How many runs before them; without it [`WARM_UP`] at most.
    pub warm_up: Option<usize>,
    /// How many; without it until the mean is known well enough.
    pub runs: Option<usize>,
}

/// Without a number, so many runs and so much time for warming up.
const WARM_UP: (usize, Duration) = (10, Duration::from_secs(1));

/// Without a number, at least so many runs.
const LEAST: usize = 10;

/// Without a number, at most so many runs, and after so much time no other.
const MOST: (usize, Duration) = (1000, Duration::from_secs(3));

/// Without a number, the half of the 95% interval of the mean that is small enough, as a share of the mean.
const SURE: f64 = 0.01;

impl Rule {
    /// Whether this many runs, which took so long, have warmed up the device.
    pub fn is_warm(&self, runs: usize, spent: Duration) -> bool {
        match self.warm_up {
            Some(wanted) => runs >= wanted,
            None => runs >= WARM_UP.0 || spent >= WARM_UP.1,
        }
    }

    /// Whether these times, which took so long, suffice; one always does not.
    pub fn is_enough(&self, times: &[u64], spent: Duration) -> bool {
        match self.runs {
            Some(wanted) => times.len() >= wanted.max(1),
            None if times.len() < LEAST => spent >= MOST.1 && !times.is_empty(),
            None => {
                let known = Summary::of(times);
                known.half <= SURE * known.mean || times.len() >= MOST.0 || spent >= MOST.1
            }
        }
    }
}

/// The figures of a sample, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// How many runs.
    pub runs: usize,
    /// The mean.
    pub mean: f64,
    /// The median, of an even number the upper one.
    pub median: u64,
    /// The standard deviation of a run, by the unbiased estimate of the variance.
    pub deviation: f64,
    /// Half of the 95% interval of the mean; infinite of one run, which says nothing of it.
    pub half: f64,
}

impl Summary {
    /// Of these times.
    pub fn of(times: &[u64]) -> Summary {
        let n = times.len();
        let mean = times.iter().map(|t| *t as f64).sum::<f64>() / n.max(1) as f64;
        let squares: f64 = times.iter().map(|t| (*t as f64 - mean).powi(2)).sum();
        let deviation = match n {
            0 | 1 => 0.0,
            _ => (squares / (n - 1) as f64).sqrt(),
        };
        Summary {
            runs: n,
            mean,
            median: median(times),
            deviation,
            half: match n {
                0 | 1 => f64::INFINITY,
                _ => student((n - 1) as f64) * deviation / (n as f64).sqrt(),
            },
        }
    }

    /// Whether the means of two samples differ by more than their deviations allow: by Welch's test, at 95%.  Of single runs nobody knows.
    pub fn differs(&self, other: &Summary) -> bool {
        if self.runs < 2 || other.runs < 2 {
            return false;
        }
        let variance = |s: &Summary| s.deviation.powi(2) / s.runs as f64;
        let (a, b) = (variance(self), variance(other));
        let freedom = match a + b {
            0.0 => f64::INFINITY,
            sum => sum.powi(2) / (a.powi(2) / (self.runs - 1) as f64 + b.powi(2) / (other.runs - 1) as f64),
        };
        (self.mean - other.mean).abs() > student(freedom) * (a + b).sqrt()
    }
}

/// The median, of an even number the upper one.
pub fn median(times: &[u64]) -> u64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}

/// The 97.5% quantile of Student's distribution: of one and two degrees of freedom by their closed forms, of more by the expansion of Cornish and Fisher
/// around the normal distribution, which is right to 1%.
fn student(freedom: f64) -> f64 {
    const Z: f64 = 1.959_964;
    if freedom < 2.0 {
        return 12.706;
    }
    if freedom < 3.0 {
        return 4.303;
    }
    let z = |power: i32| Z.powi(power);
    let first = (z(3) + Z) / 4.0;
    let second = (5.0 * z(5) + 16.0 * z(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * z(7) + 19.0 * z(5) + 17.0 * z(3) - 15.0 * Z) / 384.0;
    Z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_sample() {
        let known = Summary::of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((known.runs, known.mean, known.median), (8, 5.0, 5));
        assert!((known.deviation - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        // 2.365 is the quantile of seven degrees of freedom.
        assert!((known.half / (known.deviation / 8f64.sqrt()) - 2.365).abs() < 0.01);
        assert_eq!(Summary::of(&[3]).half, f64::INFINITY);
    }

    #[test]
    fn quantiles_of_tables() {
        for (freedom, quantile) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (3.0, 3.182),
            (5.0, 2.571),
            (30.0, 2.042),
        ] {
            assert!((student(freedom) / quantile - 1.0).abs() < 0.01, "{freedom}");
        }
    }

    #[test]
    fn a_number_of_runs_is_a_number_of_runs() {
        let (rule, long) = (
            Rule {
                warm_up: Some(2),
                runs: Some(3),
            },
            Duration::from_secs(99),
        );
        assert!(!rule.is_warm(1, long) && rule.is_warm(2, Duration::ZERO));
        assert!(!rule.is_enough(&[1, 9], long) && rule.is_enough(&[1, 9, 5], Duration::ZERO));
    }

    #[test]
    fn without_a_number_the_mean_has_to_be_known() {
        let (rule, soon) = (Rule::default(), Duration::ZERO);
        assert!(!rule.is_enough(&[100; 9], soon) && rule.is_enough(&[100; 10], soon));
        let wide: Vec<u64> = (0..10).map(|i| if i % 2 == 0 { 50 } else { 150 }).collect();
        assert!(!rule.is_enough(&wide, soon) && rule.is_enough(&wide, MOST.1));
        // What takes long is run once at least.
        assert!(!rule.is_enough(&[], MOST.1) && rule.is_enough(&[1], MOST.1));
    }

    #[test]
    fn differences_are_those_beyond_the_deviations() {
        let of = |times: &[u64]| Summary::of(times);
        let (one, slower) = (of(&[100, 101, 99, 100]), of(&[150, 151, 149, 150]));
        assert!(one.differs(&slower) && slower.differs(&one));
        assert!(!one.differs(&of(&[101, 100, 100, 99])));
        assert!(!of(&[100, 300, 200]).differs(&of(&[150, 350, 250])));
        assert!(!of(&[100]).differs(&of(&[1000])));
        assert!(of(&[100, 100]).differs(&of(&[101, 101])));
    }
}
