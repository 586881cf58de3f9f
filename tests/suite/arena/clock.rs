//! Rules of time.

use gridmarch::arena::TimeControl;
use std::time::Duration;

fn control(text: &str) -> TimeControl {
    text.parse().expect("a rule of time")
}

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[test]
fn rules_of_time_are_written_and_read() {
    for text in ["none", "300+5", "60+0", "0.5+0.025", "move:30", "move:1.25"] {
        assert_eq!(control(text).to_string(), text);
    }
    assert_eq!(control("90"), control("90+0"));
    assert_eq!(control("300+5"), TimeControl::Match { main: ms(300_000), increment: ms(5_000) });
    for wrong in ["", "5+", "+5", "0", "move:", "move:0", "1e3", "-3", "300+5+1", "99999", "1.2345", "turn:3"] {
        let told = wrong.parse::<TimeControl>().expect_err(wrong).to_string();
        assert!(told.starts_with(&format!("{wrong:?} is no rule of time")), "{told}");
    }
    let line = serde_json::to_string(&control("300+5")).expect("JSON");
    assert_eq!((line.as_str(), serde_json::from_str(&line).ok()), ("\"300+5\"", Some(control("300+5"))));
    assert!(serde_json::from_str::<TimeControl>("\"soon\"").is_err());
}

#[test]
fn what_is_left_follows_from_the_turns_so_far() {
    let clock = control("10+2");
    assert_eq!(clock.left(&[], ms(0)), Some(ms(10_000)));
    assert_eq!(clock.left(&[], ms(3_000)), Some(ms(7_000)));
    assert_eq!(clock.left(&[ms(3_000)], ms(0)), Some(ms(9_000)), "the increment comes with the end of the turn");
    assert_eq!(clock.left(&[ms(3_000), ms(500)], ms(1_500)), Some(ms(9_000)));
    assert_eq!(clock.left(&[ms(3_000)], ms(9_000)), Some(ms(0)), "the flag falls");
    let turn = control("move:30");
    assert_eq!(turn.left(&[ms(29_000)], ms(1_000)), Some(ms(29_000)), "every turn has its own time");
    assert_eq!(turn.left(&[], ms(31_000)), Some(ms(0)));
    assert_eq!(TimeControl::None.left(&[ms(1 << 40)], ms(1 << 40)), None);
}

#[test]
fn a_program_that_plans_by_its_clock_never_loses_by_it() {
    for text in ["300+5", "60+0", "5+1", "0.5+0.2", "move:30", "move:0.1"] {
        let clock = control(text);
        let mut times = Vec::new();
        for turn in 0..2_000 {
            let left = clock.left(&times, ms(0)).expect("a limit");
            let planned = clock.plan(left);
            assert!(planned < left, "{text}: turn {turn}: {planned:?} of {left:?}");
            times.push(planned);
            if clock.left(&times, ms(0)) < Some(ms(70)) {
                // Without an increment somebody has to move at once in the end.
                assert!(text.ends_with("+0") && turn > 200, "{text}: turn {turn}");
                break;
            }
        }
    }
    let first = |text: &str| control(text).plan(control(text).left(&[], ms(0)).expect("a limit"));
    assert_eq!((first("300+5"), first("move:30")), (ms(7_500 + 3_750), ms(24_000)));
}
