//! How a rating went, as a line with its scale: a picture without a script.

use crate::base::date::day;
use crate::serve::records::RatingPoint;
use maud::{Markup, html};

/// Width and height of the picture, and the edges in it that its numbers take, in units of its own.
const SIZE: (f64, f64) = (300.0, 96.0);
const LEFT: f64 = 40.0;
const BELOW: f64 = 18.0;
const EDGE: f64 = 6.0;

/// A rating from game to game, from the one before the first; nothing where there is no game.
pub(super) fn curve(points: &[RatingPoint]) -> Markup {
    let ([first, ..], [.., last]) = (points, points) else { return html! {} };
    let ratings: Vec<f64> = std::iter::once(first.before).chain(points.iter().map(|point| point.after)).collect();
    let low = ratings.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (width, height) = (SIZE.0 - LEFT - EDGE, SIZE.1 - BELOW - EDGE);
    let y = |rating: f64| EDGE + height * (high - rating) / (high - low).max(1.0);
    // Far below the numbers up to which this is exact.
    #[allow(clippy::cast_precision_loss)]
    let x = |at: usize| LEFT + width * at as f64 / (ratings.len() - 1) as f64;
    let line = ratings.iter().enumerate().map(|(at, rating)| format!("{:.1},{:.1}", x(at), y(*rating)));
    let line = line.collect::<Vec<_>>().join(" ");
    let (from, to) = (day(first.at.div_euclid(1000)), day(last.at.div_euclid(1000)));
    let words = format!("Rating from {low:.0} to {high:.0}, {:.0} at the end; {from} to {to}", last.after);
    html! {
        svg.curve viewBox=(format!("0 0 {} {}", SIZE.0, SIZE.1)) role="img" aria-label=(words) {
            title { (words) }
            @for rating in [high, low] {
                line.scale x1=(LEFT) x2=(SIZE.0 - EDGE) y1=(y(rating)) y2=(y(rating)) {}
                text x=(LEFT - 6.0) y=(y(rating) + 4.0) text-anchor="end" { (format!("{rating:.0}")) }
            }
            polyline points=(line) {}
            text x=(LEFT) y=(SIZE.1 - 4.0) { (from) }
            @if from != to { text x=(SIZE.0 - EDGE) y=(SIZE.1 - 4.0) text-anchor="end" { (to) } }
        }
    }
}
