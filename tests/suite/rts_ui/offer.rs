//! What is offered after a match.

use gridmarch::games::rts::bot::Program;
use gridmarch::games::rts::client::ui::skirmish::choices::SkirmishChoices;
use gridmarch::games::rts::client::ui::skirmish::offer::offer;
use gridmarch::games::rts::level::Level;
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::skirmish::{Control, SkirmishSetup};
use std::path::Path;
use std::sync::Arc;

/// A person, and programs of these levels; all are enemies.
fn against(levels: &[u8]) -> SkirmishSetup {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts/four-corners.ron");
    let level = Arc::new(Level::load(&path, &Rules::built_in()).expect("a level of the game"));
    let setup = SkirmishChoices::default().setup(&level, &Rules::built_in()).expect("four sides");
    let mut setup = setup.skirmish.expect("a skirmish");
    setup.players.truncate(levels.len() + 1);
    setup.players[1..].iter_mut().zip(levels).for_each(|(player, level)| player.program = Program::level(*level));
    setup
}

/// The label, and the programs and handicaps of what is offered.
fn offered(setup: &SkirmishSetup, is_won: bool, defeats: u8) -> Option<(String, String)> {
    let offer = offer(setup, 0, is_won, defeats)?;
    let foes = offer.setup.players[1..].iter().map(|foe| foe.handicap.beside(&foe.program.to_string()));
    Some((offer.label, foes.collect::<Vec<_>>().join(" ")))
}

fn some(label: &str, foes: &str) -> Option<(String, String)> {
    Some((label.into(), foes.into()))
}

#[test]
fn the_level_changes_by_one_between_the_lowest_and_the_highest() {
    assert_eq!(offered(&against(&[3]), false, 0), some("Against Soldier", "bot:2"));
    assert_eq!(offered(&against(&[3]), true, 0), some("Against Marshal", "bot:4"));
    assert_eq!(offered(&against(&[4]), true, 0), some("Against Warlord", "bot:5"));
    assert_eq!(offered(&against(&[5]), true, 0), None, "there is none above");
    assert_eq!(offered(&against(&[4, 1, 2]), false, 0), some("Against Captain", "bot:3 bot:1 bot:1"));
    assert_eq!(offered(&against(&[4, 1]), true, 0), some("Against Warlord", "bot:5 bot:2"));
}

#[test]
fn who_loses_to_the_lowest_level_again_is_offered_a_handicap_until_there_is_no_more() {
    let mut setup = against(&[1]);
    assert_eq!(offered(&setup, false, 1), None, "the match itself is there to be played again");
    for (percent, defeats) in [(80, 2), (60, 3), (50, 4)] {
        assert_eq!(
            offered(&setup, false, defeats),
            some(&format!("Again, at {percent} %"), &format!("bot:1 {percent} %"))
        );
        setup = offer(&setup, 0, false, defeats).expect("an offer").setup;
    }
    assert_eq!(offered(&setup, false, 5), None);
    assert_eq!(offered(&setup, true, 0), some("Against Soldier", "bot:2 50 %"), "what was agreed stays");
}

#[test]
fn friends_persons_and_the_founder_have_no_level_to_change() {
    let mut setup = against(&[3, 3]);
    setup.players[1].team = 0;
    assert_eq!(offered(&setup, false, 0), some("Against Soldier", "bot:3 bot:2"));
    setup.players[2].program = Program::Founder;
    assert_eq!(offered(&setup, false, 0), None);
    let mut setup = against(&[3]);
    setup.players[1].control = Control::Human;
    assert_eq!(offered(&setup, false, 0), None);
}
