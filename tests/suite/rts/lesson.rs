//! What decided a match: each rule speaks where it should, with the figures, and nowhere else.

use gridmarch::games::rts::figures::Sample;
use gridmarch::games::rts::lesson::{Account, lesson};
use gridmarch::games::rts::rules::{FactionId, Price, Rules};

/// The sample before the army falls: 8:20.
const TURN: usize = 50;
const ALIKE: &str = "Both sides played alike up to the fight that decided: the score and the charts say more.";

/// A side that does everything well enough, whose army falls after [`TURN`].
fn good() -> Vec<Sample> {
    let sample = |at: usize| {
        let number = at as u16;
        Sample {
            gathered: 100 * u32::from(number),
            army: if at <= TURN { 40 * u32::from(number) } else { 0 },
            soldiers: if at <= TURN { number / 2 } else { 0 },
            workers: 5 + number / 2,
            stock: Price { gold: 120, wood: 100 },
            supply: 10 + number,
            supply_given: 20 + number,
            towers: 1,
            bases: 1,
            barracks: u16::from(at >= 9),
            upgrades: number / 20,
            ..Sample::default()
        }
    };
    (0..TURN + 10).map(sample).collect()
}

/// What one is told who has lost with these figures, as Crown against Tribes.
fn lost(own: &[Sample], other: &[Sample]) -> Vec<String> {
    told(own, other, false)
}

fn told(own: &[Sample], other: &[Sample], is_won: bool) -> Vec<String> {
    let account = |faction, samples| Account { faction: FactionId(faction), samples };
    let told = lesson(&Rules::built_in(), account(0, own), account(1, other), "the enemy", is_won);
    told.into_iter().map(|sentence| sentence.replace('\u{a0}', " ")).collect()
}

/// A good side with something changed at some of its samples.
fn but(range: impl IntoIterator<Item = usize>, change: impl Fn(&mut Sample)) -> Vec<Sample> {
    let mut samples = good();
    range.into_iter().for_each(|at| change(&mut samples[at]));
    samples
}

#[test]
fn who_did_everything_as_well_is_told_so() {
    assert_eq!(lost(&good(), &good()), [ALIKE]);
    assert_eq!(told(&good(), &good(), true), [ALIKE]);
    let short = "It was over before anything could be learnt from it.";
    assert_eq!(lost(&good()[..5], &good()[..5]), [short]);
    assert_eq!(lost(&[], &[]), [short]);
}

#[test]
fn gold_that_lay_for_minutes_is_named_with_what_would_have_used_it() {
    let rich = but(18..=42, |sample| sample.stock.gold = 1840);
    let sentence = "1 840 gold lay unspent from 3:00 to 7:00: two more barracks would have used it.";
    assert_eq!(lost(&rich, &good()), [sentence]);
    let full = but(18..=42, |sample| (sample.stock.gold, sample.supply) = (1840, sample.supply_given));
    let sentences = lost(&full, &good());
    assert_eq!(
        sentences[0],
        "There was no room for more for 4:10 in all, first at 3:00: build the next house while four places are free."
    );
    assert_eq!(sentences[1], "1 840 gold lay unspent from 3:00 to 7:00, because the houses were full.");
    assert_eq!(lost(&but(18..=22, |sample| sample.stock.gold = 1840), &good()), [ALIKE], "for less than a minute");
    assert_eq!(lost(&but(18..=42, |sample| sample.stock.gold = 490), &good()), [ALIKE], "what one needs at hand");
    assert_eq!(
        lost(&but(51..=58, |sample| sample.stock.gold = 1840), &good()),
        [ALIKE],
        "after the fight that decided"
    );
    let wood = but(18..=42, |sample| sample.stock.wood = 1845);
    let sentence =
        "1 840 wood lay unspent from 3:00 to 7:00: half of the woodcutters would have done more in the mine.";
    assert_eq!(lost(&wood, &good()), [sentence]);
}

#[test]
fn workers_that_fell_or_idled_are_counted() {
    let raided = but(30..TURN + 10, |sample| sample.workers_lost = 11);
    let sentence = "11 workers fell before your army did, all of them from 4:00 to 5:00: soldiers or a tower beside them \
                    would have kept most.";
    assert_eq!(lost(&raided, &good()), [sentence]);
    assert_eq!(lost(&but(30..TURN + 10, |sample| sample.workers_lost = 3), &good()), [ALIKE], "that happens");
    assert_eq!(lost(&but(TURN + 1..TURN + 10, |sample| sample.workers_lost = 30), &good()), [ALIKE], "a consequence");
    let idle = but(0..TURN + 10, |sample| sample.idle = 4);
    let sentence =
        "On average 4 of your 18 workers had nothing to do: the button at the top that counts them finds them.";
    assert_eq!(lost(&idle, &good()), [sentence]);
    assert_eq!(lost(&but(0..TURN + 10, |sample| sample.idle = 1), &good()), [ALIKE]);
    assert_eq!(lost(&but(0..2, |sample| sample.idle = 5), &good()), [ALIKE], "everybody begins so");
}

#[test]
fn few_workers_bases_and_late_barracks_are_compared_with_the_enemy() {
    let few = but(0..TURN + 10, |sample| sample.workers = 8);
    let sentence = "At 5:00 you had 8 workers, the enemy 20: let the hall train them without a pause.";
    assert_eq!(lost(&few, &good()), [sentence]);
    assert_eq!(lost(&but(0..TURN + 10, |sample| sample.workers -= 4), &good()), [ALIKE], "about as many");
    let more = but(30..TURN + 10, |sample| sample.bases = 3);
    let sentence = "From 5:00 on the enemy had more bases, three against your one in the end: a hall beside another mine \
                    pays for itself.";
    assert_eq!(lost(&good(), &more), [sentence]);
    assert_eq!(lost(&good(), &but(45..TURN + 10, |sample| sample.bases = 3)), [ALIKE], "too late to matter");
    let late = but(0..24, |sample| sample.barracks = 0);
    let sentence = "Your first barracks stood at 4:00, the enemy had one at 1:30: begin it within the first minute.";
    assert_eq!(lost(&late, &good()), [sentence]);
    assert_eq!(lost(&late, &late), [ALIKE], "nobody was earlier");
    let never = but(0..TURN + 10, |sample| sample.barracks = 0);
    assert_eq!(lost(&never, &good())[0], "By 8:20 you had no barracks: without soldiers nothing else counts.");
    let poor = but(0..TURN + 10, |sample| sample.gathered /= 3);
    let sentence =
        "By 8:20 your workers had brought home 1 660, those of the enemy 5 000: more workers, sooner, decide the rest.";
    assert_eq!(lost(&poor, &good()), [sentence]);
}

#[test]
fn armies_are_compared_where_the_fight_that_decided_began() {
    let small = but(0..=TURN, |sample| (sample.army, sample.soldiers) = (sample.army / 4, sample.soldiers / 4));
    let sentence = "When the fight that decided began, at 8:20, you had 6 soldiers worth 500, the enemy 25 worth 2 000: train \
                    without a pause, and meet an army beside your towers.";
    assert_eq!(lost(&small, &good()), [sentence]);
    let two = but(9..TURN + 10, |sample| sample.barracks = 2);
    assert!(lost(&small, &two)[0].ends_with("more barracks would have helped."));
    assert_eq!(lost(&but(0..=TURN, |sample| sample.army -= sample.army / 5), &good()), [ALIKE], "nearly as many");
    let better = but(0..TURN + 10, |sample| sample.upgrades += 2);
    let sentence = "At 8:20 you had 2 upgrades, the enemy 4: each one makes all soldiers better.";
    assert_eq!(lost(&good(), &better), [sentence]);
    let open = but(0..TURN + 10, |sample| sample.towers = 0);
    assert_eq!(lost(&open, &good()), [ALIKE], "no building fell");
    let mut razed = open;
    razed[TURN + 3..].iter_mut().for_each(|sample| sample.fallen = 2);
    let sentence =
        "No watch tower stood where your first building fell, at 8:50: one behind your soldiers is worth several.";
    assert_eq!(lost(&razed, &good()), [sentence]);
}

#[test]
fn who_gives_up_before_blows_have_fallen_is_told_of_no_fight() {
    let peace = |army: u32| -> Vec<Sample> {
        let sample =
            |at: usize| Sample { army: army * at as u32, soldiers: at as u16 * army.min(1) as u16, ..good()[at] };
        (0..12).map(sample).collect()
    };
    let told = lost(&peace(0), &peace(0));
    assert!(!told.iter().any(|sentence| sentence.contains("soldiers worth")), "{told:?}");
    let told = lost(&peace(0), &peace(40));
    assert!(told.iter().any(|sentence| sentence.starts_with("When it ended, at 1:50, you had 0 soldiers")), "{told:?}");
}

#[test]
fn kinds_that_do_little_to_those_of_the_enemy_are_named_with_better_ones() {
    let rules = Rules::built_in();
    let army = |name: &str| {
        let kind = rules.kind_named(name).expect("a kind of the game");
        but(0..=TURN, move |sample| sample.main = Some(kind))
    };
    let lost = |own: &str, other: &str| {
        let (own, other) = (army(own), army(other));
        let account = |faction, samples| Account { faction: FactionId(faction), samples };
        lesson(&rules, account(1, &own), account(0, &other), "Red", false)
    };
    let sentence = "Your main kind, the slinger, does 70 % of its damage to the footman, the main kind of Red: the spearman \
                    does 125 %.";
    assert_eq!(lost("slinger", "footman"), [sentence]);
    assert_eq!(lost("spearman", "footman"), [ALIKE], "nothing is better");
    assert_eq!(lost("slinger", "archer"), [ALIKE], "stones are good against who wears little");
}

#[test]
fn the_heaviest_three_are_told_and_a_victory_by_what_the_enemy_did_badly() {
    let mut bad = but(18..=42, |sample| sample.stock.gold = 1840);
    bad.iter_mut().for_each(|sample| {
        sample.workers = 6;
        sample.idle = 4;
        sample.army /= 4;
    });
    let (own, foe) = (bad, good());
    let sentences = lost(&own, &foe);
    assert_eq!(sentences.len(), 3, "{sentences:?}");
    let other = told(&foe, &own, true);
    assert_eq!(other.len(), 3, "{other:?}");
    assert!(other.iter().all(|sentence| sentence.starts_with("The enemy ")), "{other:?}");
    let careless = but(18..=42, |sample| sample.stock.gold = 1840);
    let last = told(&careless, &own, true).pop().unwrap_or_default();
    assert_eq!(last, "To do better: 1 840 gold lay unspent from 3:00 to 7:00: two more barracks would have used it.");
}

#[test]
fn figures_that_no_match_has_break_nothing() {
    let most = Sample {
        gathered: u32::MAX,
        army: u32::MAX,
        lost: u32::MAX,
        workers: u16::MAX,
        idle: u16::MAX,
        workers_lost: u32::MAX,
        fallen: u32::MAX,
        stock: Price { gold: 1 << 30, wood: 1 << 30 },
        upgrades: u16::MAX,
        bases: u16::MAX,
        soldiers: u16::MAX,
        ..Sample::default()
    };
    let lists = [vec![most; 40], vec![Sample::default(); 40], good(), vec![most], Vec::new()];
    for (own, other) in lists.iter().flat_map(|own| lists.iter().map(move |other| (own, other))) {
        for is_won in [false, true] {
            assert!((1..=3).contains(&told(own, other, is_won).len()));
        }
    }
}
