//! Handicaps, and what they leave of a load.

use gridmarch::games::rts::handicap::Handicap;

#[test]
fn what_is_owed_of_one_load_comes_with_a_later_one() {
    let shares = |percent: u8, loads: &[u32]| {
        let (handicap, mut owed) = (Handicap::try_from(percent).unwrap(), 0);
        loads.iter().map(|load| handicap.share(*load, &mut owed)).collect::<Vec<_>>()
    };
    assert_eq!(shares(100, &[10, 7, 1]), [10, 7, 1]);
    assert_eq!(shares(80, &[10, 10, 7]), [8, 8, 5]);
    // 80 % of 13 are 10.4: after five loads 52 have come, and no more.
    assert_eq!(shares(80, &[13, 13, 13, 13, 13]), [10, 10, 11, 10, 11]);
    assert_eq!(shares(50, &[1, 1, 1, 1]), [0, 1, 0, 1]);
    assert_eq!(shares(150, &[11, 11]), [16, 17]);
}

#[test]
fn only_steps_of_ten_are_handicaps() {
    for wrong in ["45", "49", "160", "255", "256", "-50", "85", "", "80 %", "1e2"] {
        let said = wrong.parse::<Handicap>().expect_err(wrong);
        assert_eq!(said, format!("a handicap of {wrong:?} is none, expected 50 to 150 in steps of 10"));
    }
    let all: Vec<Handicap> = std::iter::successors(Some(Handicap::NONE), |one| Some(one.next())).take(11).collect();
    assert_eq!(
        all.iter().map(|one| one.percent()).collect::<Vec<_>>(),
        [100, 110, 120, 130, 140, 150, 50, 60, 70, 80, 90]
    );
    assert!(all.iter().all(|one| one.to_string().parse() == Ok(*one)));
    assert_eq!((Handicap::NONE.less(2).percent(), Handicap::NONE.less(9).percent()), (80, 50));
}
