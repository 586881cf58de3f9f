//! Days and moments in UTC.

use gridmarch::base::date::{day, minute, year_of};

#[test]
fn moments_are_found_in_the_calendar() {
    for (seconds, told) in [
        (0, "1970-01-01 00:00"),
        (951_827_696, "2000-02-29 12:34"),
        (1_772_366_459, "2026-03-01 12:00"),
        (-1, "1969-12-31 23:59"),
        (i64::MAX, "9999-12-31 23:59"),
    ] {
        assert_eq!(minute(seconds), told);
        assert_eq!(day(seconds), told[..10]);
    }
}

#[test]
fn a_year_has_its_first_day_and_that_of_the_next() {
    assert_eq!(year_of(0), (0, 365));
    assert_eq!(year_of(364), (0, 365));
    assert_eq!(year_of(365), (365, 730));
    // 2024 is a leap year.
    assert_eq!(year_of(20_000), (19_723, 20_089));
    assert_eq!(year_of(20_088), (19_723, 20_089));
    assert_eq!(year_of(20_089), (20_089, 20_454));
}
