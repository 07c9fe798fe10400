//! The derivatives of the logarithm of gamma.

use std::f64::consts::PI;

/// Bernoulli's numbers of even index, from the second.
const BERNOULLI: [f64; 10] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
    43867.0 / 798.0,
    -174611.0 / 330.0,
];

/// From here on the asymptotic series is exact to the last digits, for small orders.
const FAR: f64 = 20.0;

/// The derivative of order `order` of digamma, which is that of order `order + 1` of the logarithm of gamma; NaN at its poles.
///
/// Abramowitz and Stegun, Handbook of Mathematical Functions, 6.3 and 6.4: recurrence (6.4.6), reflection (6.4.7), asymptotic
/// series (6.4.11).
pub fn polygamma(order: u32, x: f64) -> f64 {
    if x.is_nan() || x == f64::NEG_INFINITY || (x <= 0.0 && x == x.floor()) {
        return f64::NAN;
    }
    if x < 0.0 {
        let reflected = polygamma(order, 1.0 - x);
        let sign = if order.is_multiple_of(2) { 1.0 } else { -1.0 };
        return sign * reflected - PI * cotangent(order, x);
    }
    // (-1)^(order+1) order!, by which every term of order above 0 is multiplied.
    let scale = factorial(order) * if order.is_multiple_of(2) { -1.0 } else { 1.0 };
    let (mut y, mut before) = (x, 0.0);
    while y < FAR + f64::from(order) {
        before += scale / y.powi(order as i32 + 1);
        y += 1.0;
    }
    before + far(order, y)
}

fn factorial(n: u32) -> f64 {
    (1..=n).map(f64::from).product()
}

/// The asymptotic series.
fn far(order: u32, x: f64) -> f64 {
    let n = order as i32;
    let even = BERNOULLI.iter().zip(1..);
    if order == 0 {
        let series: f64 = even.map(|(b, k)| b / (2.0 * f64::from(k) * x.powi(2 * k))).sum();
        return x.ln() - 0.5 / x - series;
    }
    let sign = if order.is_multiple_of(2) { -1.0 } else { 1.0 };
    let first = factorial(order - 1) / x.powi(n) + factorial(order) / (2.0 * x.powi(n + 1));
    let series: f64 = even
        .map(|(b, k)| {
            // (2k + n - 1)! / (2k)!
            let ratio: f64 = (2 * k + 1..2 * k + n).map(f64::from).product();
            b * ratio / x.powi(2 * k + n)
        })
        .sum();
    sign * (first + series)
}

/// The derivative of that order of cot(πx): a polynomial in cot(πx), as the derivative of the cotangent is -(1 + cot²).
fn cotangent(order: u32, x: f64) -> f64 {
    // Exact, also beside a pole on either side.
    let rest = x - x.round();
    let cot = 1.0 / (PI * rest).tan();
    let mut polynomial = vec![0.0, 1.0];
    for _ in 0..order {
        let slopes: Vec<f64> = polynomial
            .iter()
            .zip(0..)
            .skip(1)
            .map(|(a, k)| a * f64::from(k))
            .collect();
        let mut next = vec![0.0; slopes.len() + 2];
        for (k, slope) in slopes.iter().enumerate() {
            next[k] -= PI * slope;
            next[k + 2] -= PI * slope;
        }
        polynomial = next;
    }
    polynomial.iter().rev().fold(0.0, |sum, a| sum * cot + a)
}
