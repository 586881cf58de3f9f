//! The curves of the score.

use gridmarch::client::kit::plot::{Canvas, scale, step};
use gridmarch::games::rts::client::ui::skirmish::plot::{Curve, minutes, seconds_at};
use gridmarch::games::rts::sim::sides::Sample;

fn samples(gathered: &[u32]) -> Vec<Sample> {
    gathered.iter().map(|gathered| Sample { gathered: *gathered, ..Sample::default() }).collect()
}

#[test]
fn income_is_what_came_in_within_the_last_minute() {
    // Six samples a minute.
    let values = Curve::Income.values(&samples(&[0, 10, 20, 30, 40, 50, 60, 170]), 20);
    assert_eq!(values, [0, 10, 20, 30, 40, 50, 60, 160]);
    let army = [Sample { army: 7, workers: 3, lost: 2, ..Sample::default() }];
    assert_eq!(Curve::ALL.map(|curve| curve.values(&army, 20)[0]), [0, 7, 2, 3]);
    assert_eq!(seconds_at(6, 20), 60);
}

#[test]
fn scales_have_round_numbers_and_few_lines() {
    for (most, expected) in [(0, 1), (4, 1), (5, 1), (6, 2), (17, 5), (1234, 500), (2600, 1000), (900_000, 200_000)] {
        assert_eq!(step(most, 5), expected, "{most}");
    }
    assert!(step(u32::MAX, 5) > 0);
    assert_eq!(scale(0, 1234, 5), [0, 500, 1000, 1500]);
    assert_eq!(scale(0, 0, 5), [0, 1]);
    assert_eq!(scale(1337, 1663, 5), [1300, 1400, 1500, 1600, 1700]);
    assert_eq!(scale(1500, 1500, 5), [1500, 1501]);
    assert_eq!([30, 720, 721, 3600, 100_000].map(minutes), [1, 1, 2, 5, 240]);
}

#[test]
fn curves_are_drawn_from_the_bottom_to_the_top_in_their_colour() {
    let mut canvas = Canvas::new(40, 20, [0, 0, 0]);
    canvas.curve(&[0, 50, 100], (0, 100), 2.0, [200, 0, 0]);
    let (width, height, pixels) = canvas.finish();
    let red = |x: u32, y: u32| pixels[((y * width + x) * 4) as usize];
    assert_eq!((width, height, pixels.len()), (40, 20, 3200));
    assert!(red(0, 18) > 150 && red(39, 1) > 150 && red(20, 10) > 150, "along the diagonal");
    assert_eq!((red(0, 1), red(39, 18), red(5, 10)), (0, 0, 0), "and nowhere else");
    // The same over a range that does not begin at 0.
    let mut other = Canvas::new(40, 20, [0, 0, 0]);
    other.curve(&[1300, 1350, 1400], (1300, 1400), 2.0, [200, 0, 0]);
    assert_eq!(other.finish().2, pixels);
}

#[test]
fn one_value_is_no_curve_and_nothing_leaves_the_picture() {
    let mut canvas = Canvas::new(8, 8, [1, 2, 3]);
    canvas.curve(&[5], (0, 5), 2.0, [9, 9, 9]);
    canvas.line((-100.0, -5.0), (-50.0, 300.0), 3.0, [9, 9, 9]);
    assert!(canvas.finish().2.chunks(4).all(|pixel| pixel == [1, 2, 3, 255]));
}
