//! Opening books and scripts: what their files may say, the search that finds openings, what comes of steps.

use super::bot::Situation;
use gridmarch::base::Cell;
use gridmarch::base::rng::stream;
use gridmarch::games::rts::bot::book::goal::Goal;
use gridmarch::games::rts::bot::book::maker;
use gridmarch::games::rts::bot::book::model::Model;
use gridmarch::games::rts::bot::book::search::{exhaustive, play, quickest};
use gridmarch::games::rts::bot::plans::{Openings, Scripts};
use gridmarch::games::rts::bot::{BotOrder, Mind, Occupation, Program};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::terrain::Terrain;

fn openings(text: &str) -> Result<Openings, String> {
    Openings::parse(text, "mine.ron", &Rules::built_in())
}

/// An opening with these steps.
fn opening(steps: &str) -> String {
    format!(
        "(openings: [\n  (name: \"one\", faction: \"Crown\", until_s: 60,\n   goal: [(\"peasant\", 6)],\n   steps: [\n    {steps}\n   ]),\n])"
    )
}

#[test]
fn what_is_wrong_with_openings_is_told_with_file_line_and_field() {
    assert!(openings(&opening("(at: Supply(5), do: Train(\"peasant\"))")).is_ok());
    for (steps, expected) in [
        (
            "(do: Train(\"peasent\"))",
            "mine.ron: line 5, column 6: openings[0].steps[0].do: there is no unit \"peasent\" of the Crown",
        ),
        (
            "(do: Build(\"hut\"))",
            "openings[0].steps[0].do: there is no building that workers build, \"hut\" of the Crown",
        ),
        ("(do: Build(\"keep\"))", "there is no building that workers build, \"keep\" of the Crown"),
        ("(do: Advance(\"house\"))", "there is no higher tier \"house\" of the Crown"),
        ("(do: Research(\"baskets\"))", "there is no upgrade \"baskets\" of the Crown"),
        ("(at: Done(\"nothing\"), do: Build(\"house\"))", "steps[0].at: there is no building or upgrade \"nothing\""),
        ("(at: Second(100001), do: Build(\"house\"))", "steps[0].at: 100001, expected at most 100000"),
        ("(do: Build(\"house\"), times: 0)", "steps[0].times: 0, expected 1 to 200"),
        ("(do: Build(\"house\"), place: Front(999))", "steps[0].place: 999 cells"),
        ("(do: Attack(Everybody))", "steps[0].do: an opening sends nobody"),
        ("(do: Bild(\"house\"))", "mine.ron: line 5, column"),
    ] {
        let problem = openings(&opening(steps)).expect_err(steps);
        assert!(problem.contains(expected), "{steps}: {problem}");
    }
    let wrong = opening("").replace("Crown", "Nobody");
    assert!(openings(&wrong).unwrap_err().contains("openings[0].faction: there is no faction \"Nobody\""));
    let wrong = opening("").replace("\"peasant\", 6", "\"thrall\", 6");
    assert!(openings(&wrong).unwrap_err().contains("openings[0].goal[0]: there is no \"thrall\" of Crown"));
}

#[test]
fn what_is_wrong_with_scripts_is_told_too() {
    let script = |fields: &str, plan: &str| {
        let text = format!(
            "(scripts: [(name: \"a\", about: \"\", looks_every: 10, orders: 1, {fields}\nplans: [(faction: \"Crown\", workers: 9, wood: 20, {plan})])])"
        );
        Scripts::parse(&text, "mine.ron", &Rules::built_in())
    };
    assert!(script("", "").is_ok());
    for (fields, plan, expected) in [
        ("beside: (\"a\", \"b\"),", "", "scripts[0].beside: there is no script \"b\""),
        ("", "train: [\"raider\"]", "line 2, column"),
        ("", "house: \"barracks\"", "scripts[0].plans[0].house: \"barracks\" of the Crown gives no supply"),
        ("", "waves: [(from_s: 1, units: 0, then: 1, place: Home)]", "scripts[0].plans[0].waves[0]: a wave of nobody"),
        ("", "steps: [(do: Attack(Some(0)))]", "scripts[0].plans[0].steps[0].do: nobody is sent"),
    ] {
        let problem = script(fields, plan).expect_err(plan);
        assert!(problem.contains(expected), "{fields}{plan}: {problem}");
    }
}

#[test]
fn the_shipped_openings_are_six_for_each_faction_and_two_for_each_style() {
    let rules = Rules::built_in();
    let all = &Openings::built_in().openings;
    for faction in &rules.factions {
        let own: Vec<_> = all.iter().filter(|one| one.faction == faction.name && !one.steps.is_empty()).collect();
        assert!(own.len() >= 6, "{}: {}", faction.name, own.len());
        for style in gridmarch::games::rts::bot::Style::ALL {
            assert!(own.iter().filter(|one| one.style == Some(style)).count() >= 2, "{} {style:?}", faction.name);
        }
    }
    let written = Openings::built_in().write("A head.\nOf two lines.");
    assert_eq!(openings(&written).expect("what is written can be read"), *Openings::built_in());
}

#[test]
fn the_search_finds_what_trying_every_order_finds() {
    let rules = Rules::built_in();
    for (faction, goals) in [
        (
            "Crown",
            [
                vec![("peasant", 8)],
                vec![("peasant", 7), ("house", 1)],
                vec![("peasant", 6), ("barracks", 1), ("footman", 1)],
                vec![("mill", 1), ("house", 1), ("peasant", 6)],
            ],
        ),
        (
            "Tribes",
            [
                vec![("thrall", 8)],
                vec![("thrall", 6), ("warlodge", 1), ("raider", 2)],
                vec![("hut", 2), ("woodlodge", 1)],
                vec![("beastpit", 1), ("wolf", 2)],
            ],
        ),
    ] {
        let faction = rules.faction_named(faction).expect("a faction");
        let model = Model::new(&rules, faction, 30).expect("a worker");
        for names in goals {
            let names: Vec<(String, u16)> = names.into_iter().map(|(name, count)| (name.to_string(), count)).collect();
            let goal = Goal::new(&model, &names).expect("a goal");
            let best = exhaustive(&model, &goal);
            let found = quickest(&model, &goal, 1_000_000).expect("a plan");
            assert!(found.is_proved, "{names:?}");
            assert_eq!(Some(found.done), best, "{names:?}");
            let played = play(&model, &goal, &found.acts).expect("it can be played");
            assert_eq!((played.done, &played.starts), (found.done, &found.starts), "{names:?}");
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_openings_and_more_are_no_worse() {
    let rules = Rules::built_in();
    let one = |name: &str| Openings {
        openings: Openings::built_in().openings.iter().filter(|one| one.name == name).cloned().collect(),
    };
    let asked = one("wolves-first");
    let make = |nodes| maker::make(&asked, &rules, nodes, || ()).expect("an opening").remove(0).0;
    let (few, again, more) = (make(2000), make(2000), make(8000));
    assert_eq!(few, again);
    assert!(more.done_s <= few.done_s, "{} and {}", more.done_s, few.done_s);
    let impossible = Openings {
        openings: vec![gridmarch::games::rts::bot::plans::Opening { goal: vec![("footman".into(), 1)], ..few }],
    };
    assert!(maker::make(&impossible, &rules, 100, || ()).unwrap_err().contains("\"footman\" is not of the Tribes"));
}

/// A camp with a mine and trees, played by a program.
fn camp(program: &str, gold: u32, wood: u32, thralls: usize) -> Situation {
    let mut camp = Situation::new(gold, wood);
    let program: Program = program.parse().expect("a program");
    camp.bot = Mind::new(program, &mut stream(1, "bots"));
    camp.mine(Cell::new(18, 8), 9000);
    (0..8).for_each(|y| camp.terrain[Cell::new(2, 20 + y)] = Terrain::Forest);
    camp.add(thralls, "thrall", Occupation::Idle);
    camp
}

#[test]
fn the_beginner_gives_one_order_in_three_seconds_and_builds_one_barracks() {
    let mut camp = camp("script:beginner", 400, 200, 12);
    let lodge = camp.rules.building_named("warlodge").expect("barracks");
    let mut built = 0;
    for _ in 0..60 {
        let now = camp.now;
        let orders = camp.think();
        assert!(orders.len() <= 1 && (orders.is_empty() || now.is_multiple_of(60)), "at {now}: {orders:?}");
        for order in orders {
            if let BotOrder::Build(who, kind, _) = order {
                built += u32::from(kind == lodge);
                camp.units
                    .iter_mut()
                    .filter(|unit| who.contains(&unit.id))
                    .for_each(|unit| unit.does = Occupation::Builds(kind));
            }
        }
    }
    assert_eq!(built, 1);
}

#[test]
fn an_upper_level_begins_by_the_book_and_goes_on_by_itself_when_it_is_upset() {
    let mut camp = camp("bot:5,style=boom", 400, 200, 5);
    let orders = camp.think();
    let name = camp.bot.opening().expect("a book is open").to_owned();
    let first = Openings::built_in().named(&name).expect("an opening").steps[0].clone();
    assert!(
        matches!(&first.deed, gridmarch::games::rts::bot::plans::Deed::Train(name) if name == "thrall"),
        "{first:?}"
    );
    assert!(orders.iter().any(|order| matches!(order, BotOrder::Train(..))), "{orders:?}");
    // Nothing that it orders happens: after a while it is on its own.
    for _ in 0..200 {
        camp.think();
    }
    assert_eq!(camp.bot.opening(), None, "a step that cannot be done shuts the book");
    let mut lower = self::camp("bot:3,style=boom", 400, 200, 5);
    lower.think();
    assert_eq!(lower.bot.opening(), None, "lower levels have no book");
}

#[test]
fn what_strangers_write_into_the_memory_of_a_script_or_a_book_is_refused() {
    let rules = Rules::built_in();
    let check = |mind: &Mind| mind.check(100, 10_000, &rules, |cell| cell.x < 96 && cell.y < 96);
    let thinker = |program: &str| {
        let mut camp = camp(program, 100, 0, 5);
        camp.think();
        ron::to_string(&camp.bot).expect("a mind is written")
    };
    let (script, book) = (thinker("script:worker-rush"), thinker("bot:5"));
    for (mind, field, value, expected) in [
        (&script, "(script:", "(script:25", "script"),
        (&script, "progress:(next:", "progress:(next:99", "progress"),
        (&script, ",since:0),squads", ",since:4000),squads", "progress"),
        (&script, "waves:[", "waves:[1,60000", "waves"),
        (&script, "squads:[", "squads:[(task:Walk((x:900,y:2)),units:[1])", "squads"),
        (&book, "book:At(opening:\"", "book:At(opening:\"nobody's ", "book"),
        (&book, "progress:(next:", "progress:(next:999", "book"),
    ] {
        let read = |text: &str| ron::from_str::<Mind>(text).expect("it can be read");
        assert_eq!(check(&read(mind)), Ok(()));
        assert_eq!(mind.matches(field).count(), 1, "{field} in {mind}");
        assert_eq!(check(&read(&mind.replace(field, value))), Err(expected), "{field}");
    }
}

#[test]
fn who_can_earn_nothing_any_more_spends_all_on_soldiers_and_attacks_with_what_there_is() {
    let mut camp = camp("bot:5", 200, 300, 0);
    // The hall has fallen, nobody works, and another hall would cost more than there will ever be.
    camp.buildings[0].kind = camp.rules.building_named("warlodge").expect("barracks");
    camp.buildings.push(camp.buildings[0].clone());
    camp.buildings[1].id = gridmarch::nav::step::UnitId(1);
    camp.buildings[1].at = Cell::new(14, 20);
    camp.buildings[1].is_finished = false;
    camp.add(3, "raider", Occupation::Idle);
    camp.now = 6000;
    let mut orders = Vec::new();
    for _ in 0..4 {
        orders.extend(camp.think());
    }
    let has = |test: &dyn Fn(&BotOrder) -> bool| orders.iter().any(test);
    assert!(has(&|order| matches!(order, BotOrder::Train(..))), "{orders:?}");
    assert!(has(&|order| matches!(order, BotOrder::Demolish(site) if site.0 == 1)), "{orders:?}");
    let sets_out = |order: &BotOrder| matches!(order, BotOrder::Assault(_, to) if to.x > 60 && to.y > 60);
    assert!(has(&sets_out), "{orders:?}");
}
