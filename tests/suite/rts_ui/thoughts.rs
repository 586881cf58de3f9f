//! What a program thinks, in words.

use gridmarch::base::Cell;
use gridmarch::games::rts::bot::thoughts::{
    Answer, Asked, Goal, Hindrance, PassedOver, Phase, Plan, Role, Seen, Squad, Waits,
};
use gridmarch::games::rts::bot::{Body, Thoughts, Want};
use gridmarch::games::rts::client::ui::thoughts::words::{Teller, program};
use gridmarch::games::rts::rules::{Price, Rules};
use gridmarch::nav::step::UnitId;

const NAMES: [&str; 2] = ["Blue", "Red"];

/// The page of side 0 at 4:00 on a map of 96 cells, with its titles.
fn page(rules: &Rules, thoughts: &Thoughts) -> Vec<String> {
    let name = |side: u8| NAMES[usize::from(side)];
    let starts = [Cell::new(10, 10), Cell::new(80, 80)];
    let stock = Price { gold: 100, wood: 0 };
    let teller = Teller { rules, starts: &starts, name: &name, side: 0, stock, now: 4800, map: (96, 96) };
    let mut page = Vec::new();
    for chapter in teller.page(thoughts) {
        page.push(chapter.title.to_owned());
        page.extend(chapter.lines.into_iter().map(|line| line.words));
    }
    page
}

#[test]
fn the_panel_tells_plan_army_fights_and_enemies() {
    let rules = Rules::built_in();
    let building = |name: &str| rules.building_named(name).expect("a building of the game");
    let (barracks, tower) = (Want::Build(building("barracks")), Want::Build(building("tower")));
    let price = rules.building(building("barracks")).cost;
    let footman = rules.kind_named("footman").expect("a kind of the game");
    let body = Body {
        id: UnitId(9),
        side: 1,
        unit: Some(footman),
        building: None,
        at: Cell::new(60, 10),
        health: 100,
        is_finished: true,
        is_visible: false,
    };
    let thoughts = Thoughts {
        at: Some(4800),
        plan: Plan {
            phase: Phase::Opening { until_s: 270 },
            workers: (14, 18),
            income: 1620,
            army_percent: 60,
            trains: vec![(footman, 2)],
            line: vec![barracks, tower],
            saves_for: vec![barracks],
            begun: vec![(4560, tower)],
            passed_over: vec![PassedOver { want: tower, until: 5000, why: Some(Hindrance::NoSite) }],
        },
        goal: Goal::Out { target: Cell::new(82, 78), since: 4200 },
        squads: vec![
            Squad {
                role: Role::Main,
                units: vec![UnitId(1), UnitId(2)],
                worth: 1240,
                at: Cell::new(50, 50),
                target: Some(Cell::new(82, 78)),
            },
            Squad { role: Role::Scout, units: vec![UnitId(3)], worth: 0, at: Cell::new(5, 90), target: None },
        ],
        answers: vec![Answer {
            tick: 4740,
            asked: Asked::Attack,
            at: Cell::new(82, 78),
            own: 1240,
            foe: 900,
            ratio: 138,
            bar: 115,
            needs: 1000,
            is_yes: true,
        }],
        sightings: vec![Seen { body, tick: 3600, weight: 25, worth: 20 }],
        ..Thoughts::default()
    };
    let missing = match (price.gold.saturating_sub(100), price.wood) {
        (0, wood) => format!("{wood} wood"),
        (gold, 0) => format!("{gold} gold"),
        (gold, wood) => format!("{gold} gold and {wood} wood"),
    };
    assert_eq!(
        page(&rules, &thoughts),
        [
            "Plan",
            "Opening: no attack before 4:30.",
            "14 workers of 18, 1\u{a0}620 a minute, 60 % of it for soldiers.",
            "Trains 2 × footman.",
            &format!("Saves for barracks: {missing} missing."),
            "Begun last: watch tower, 0:12 ago.",
            "Passes over watch tower, no site, for 0:10 more.",
            "Army",
            "Out against Red's base, for 0:30.",
            "Main army of 2, worth 1\u{a0}240 → Red's base",
            "Scout",
            "Fights computed",
            "Attack on Red's base: ours 1\u{a0}240 against 900 (0:03 ago)",
            "They lose 138 for 100 of ours, 115 wanted: goes.",
            "Enemies known",
            "1 soldier, believed worth 20, last seen up to 1:00 ago.",
            "No workers, no buildings.",
        ]
    );
}

#[test]
fn an_army_that_waits_says_for_what() {
    let rules = Rules::built_in();
    let answer = Answer {
        tick: 4800,
        asked: Asked::Attack,
        at: Cell::new(48, 90),
        own: 700,
        foe: 100,
        ratio: 300,
        bar: 110,
        needs: 1500,
        is_yes: false,
    };
    let goal = Goal::Home(Waits::Wave { at_s: 330, have: 3, units: 5 });
    let thoughts = Thoughts { at: Some(4800), goal, answers: vec![answer], ..Thoughts::default() };
    let page = page(&rules, &thoughts);
    assert!(page.contains(&"At home: a wave of 5 goes at 5:30, 3 are ready.".to_owned()), "{page:#?}");
    assert!(page.contains(&"Attack on the south: ours 700 against 100".to_owned()), "{page:#?}");
    let verdict = "They lose 300 for 100 of ours, 110 wanted: waits for 1\u{a0}500, more may be there.";
    assert!(page.contains(&verdict.to_owned()), "{page:#?}");
}

#[test]
fn programs_are_named_with_level_and_style() {
    let named = |spec: &str| program(spec.parse().expect("a program"));
    assert_eq!(named("bot:5,style=rush"), "Warlord (level 5), rush");
    assert_eq!(named("bot:2"), "Soldier (level 2)");
    assert_eq!(named("founder"), "The first program, founder");
    assert!(named("bot:5,style=turtle,personality=Old Tam").starts_with("Old Tam, Warlord (level 5)"));
}
