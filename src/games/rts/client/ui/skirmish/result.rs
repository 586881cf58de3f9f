//! The end of a skirmish: who has won, or that the player is out, and where to go from here. It comes by itself, except
//! over a recording, which a sentence tells. The menu has the score at any time.
//!
//! Time stands while anything lies over the match.

use super::choices::SkirmishChoices;
use super::offer::{self, Defeats, Offer, Table, offered, person};
use super::remembered::Remembered;
use super::score::{self, Scored};
use super::signs::{self, Sign};
use super::teaching::{spawn_lesson, taught};
use crate::client::kit::notices::Notice;
use crate::client::kit::player_colours::PlayerColours;
use crate::client::kit::widgets::{Look, Tip, labelled_button};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::client::screens::pause::leave_online;
use crate::client::stage::MenuOpen;
use crate::games::rts::client::files;
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::session::SessionRequest;
use crate::games::rts::client::stage::reset;
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::client::ui::time;
use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::replay::Recording;
use crate::games::rts::sim::record::seeking::Seeking;
use crate::games::rts::sim::skirmish::{Ending, Sides};
use crate::games::rts::sim::{GameRules, MatchClock, MatchSetup};
use crate::shell::online::Online;
use crate::shell::states::{Paused, Screen};
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndChoice {
    Watch,
    Score,
    Back,
    Replay,
    /// What is offered: a level lower or higher, or a handicap.
    Offer,
    Rematch,
    Setup,
    Title,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Stage {
    #[default]
    Going,
    Beaten,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sheet {
    #[default]
    Nothing,
    Result,
    Score,
}

/// The end of the match, and what is shown of it.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EndSheet {
    pub stage: Stage,
    pub sheet: Sheet,
    /// Whether time stands when that is put away.
    stands: bool,
}

impl EndSheet {
    /// Lays something over the match; `stands`: whether time stands when it is put away.
    pub fn open(&mut self, sheet: Sheet, stands: bool) {
        if self.sheet == Sheet::Nothing {
            self.stands = stands;
        }
        self.sheet = sheet;
    }

    /// Puts it away; gives whether time stands now.
    pub fn close(&mut self) -> Paused {
        self.sheet = Sheet::Nothing;
        Paused(self.stands)
    }

    /// From the score back to the result; whoever asked for the score in the middle of a match or of a recording goes back
    /// to that.
    pub fn back(&mut self, is_recorded: bool, paused: &mut NextState<Paused>) {
        if has_result(self.stage, is_recorded) {
            self.sheet = Sheet::Result;
        } else {
            NextState::set_if_neq(paused, self.close());
        }
    }
}

#[derive(Component, Debug)]
struct ResultDialog;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EndSheet>()
        .add_systems(OnEnter(Screen::Match), reset::<EndSheet>.before(MatchSystems::Begin))
        .add_systems(OnExit(Screen::Match), reset::<EndSheet>)
        .add_systems(
            Update,
            (notice, hold, show.run_if(resource_changed::<EndSheet>.or_else(resource_changed::<MenuOpen>)))
                .chain()
                .after(offer::count)
                .in_set(PanelSystems),
        );
}

/// Finds out how far the match is; what is new opens the result.
fn notice(
    table: Table,
    playback: Res<Playback>,
    clock: Res<MatchClock>,
    seeking: Res<Seeking>,
    art: Res<Art>,
    online: Option<Res<Online>>,
    mut end: ResMut<EndSheet>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(table) = table else { return };
    let (sides, ending) = *table;
    let beaten = || person(sides, &playback, online.as_deref()).and_then(|side| sides.get(side)?.beaten);
    let stage = match ending {
        Some(_) => Stage::Over,
        None if beaten().is_some() => Stage::Beaten,
        None => Stage::Going,
    };
    if stage == end.stage {
        return;
    }
    let is_later = stage > end.stage;
    end.stage = stage;
    match playback.ticks() {
        // What is over stays as it is until the player wants to see more of it.
        None if is_later => end.open(Sheet::Result, stage == Stage::Over),
        // A dialog would hide the strip. At the end of the recording the sign of the pause tells it.
        Some(last) if is_later && clock.tick() < last && seeking.progress(*clock).is_none() => {
            if let Some(ending) = ending {
                let who = winners(sides, art.player_colours, ending);
                notices.write(Notice(format!("{who} The menu has the score.")));
            }
        }
        _ => {}
    }
}

/// Time stands below a dialog.
fn hold(end: Res<EndSheet>, paused: Res<State<Paused>>, mut next: ResMut<NextState<Paused>>) {
    if end.sheet != Sheet::Nothing && !paused.get().0 {
        NextState::set_if_neq(&mut next, Paused(true));
    }
}

fn show(
    end: Res<EndSheet>,
    menu: Res<MenuOpen>,
    table: Table,
    open: Query<Entity, With<ResultDialog>>,
    playback: Res<Playback>,
    player: Res<Player>,
    art: Res<Art>,
    rules: Res<GameRules>,
    (now, recording): (Res<MatchClock>, Res<Recording>),
    (setup, defeats): (Option<Res<MatchSetup>>, Res<Defeats>),
    online: Option<Res<Online>>,
    mut commands: Commands,
) {
    for entity in &open {
        commands.entity(entity).despawn();
    }
    let Some(table) = table else { return };
    // One dialog at a time: it comes back when the menu is closed.
    if menu.0 || end.sheet == Sheet::Nothing {
        return;
    }
    let (sides, ending) = *table;
    let you = person(sides, &playback, online.as_deref());
    let panel = if end.sheet == Sheet::Score {
        let scored = Scored { sides, rules: &rules.0, you, ticks: now.tick() };
        frames::spawn_dialog(&mut commands, &art, "Skirmish score", 40, TabGroup::modal(), |frame| {
            score::spawn(frame, &art, &scored, has_result(end.stage, playback.ticks().is_some()));
        })
    } else {
        let beaten = || you.and_then(|you| sides.get(you)?.beaten);
        let tick = ending.map(|ending| ending.tick).or_else(beaten).unwrap_or(now.tick());
        let announcement = announcement((sides, art.player_colours), ending, you, &time(tick, &rules.0));
        let can_watch = you.is_some_and(|you| you == player.side) && ending.is_none();
        let told = you.map_or_else(Vec::new, |you| taught((sides, ending, you), art.player_colours, &rules.0));
        let is_online = online.is_some();
        let offer = offered((sides, ending, you), setup.as_deref(), &defeats).filter(|_| !is_online);
        frames::spawn_dialog(&mut commands, &art, "Skirmish result", 40, TabGroup::modal(), |frame| {
            let column = || Node { align_items: AlignItems::Center, ..frames::dialog_column(10.0) };
            let choices = |panel: &mut ChildSpawnerCommands| {
                let is_recorded = ending.is_some() && recording.path().is_some();
                spawn_choices(panel, &art, (can_watch, is_online), is_recorded, offer.as_ref());
            };
            frame.spawn(column()).with_children(|panel| {
                panel.spawn(signs::picture(&art, announcement.sign, 48.0));
                panel.spawn(theme::text(&art, Weight::Black, 44.0, announcement.color, &announcement.title));
                panel.spawn((
                    theme::paragraph(&art, Weight::Regular, theme::LABEL, theme::CREAM, &announcement.sentence),
                    TextLayout::new(Justify::Center, LineBreak::WordBoundary),
                    Node { max_width: px(380), margin: UiRect::bottom(px(10)), ..default() },
                ));
                if told.is_empty() {
                    choices(panel);
                } else {
                    spawn_lesson(panel, &art, &told);
                }
            });
            if !told.is_empty() {
                let middle = Node { justify_content: JustifyContent::Center, ..column() };
                frame.spawn(middle).with_children(choices);
            }
        })
    };
    commands.entity(panel).insert(ResultDialog);
}

/// Whether the result comes by itself, and again after the score.
fn has_result(stage: Stage, is_recorded: bool) -> bool {
    stage != Stage::Going && !is_recorded
}

/// `is_recorded`: whether the match has been recorded to its end. One over the network cannot be begun again here.
fn spawn_choices(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    (can_watch, is_online): (bool, bool),
    is_recorded: bool,
    offer: Option<&Offer>,
) {
    let (offered, about) = offer.map_or(("", ""), |offer| (offer.label.as_str(), offer.tip.as_str()));
    let watch = if can_watch { "Keep watching" } else { "Look at the map" };
    let entries = [
        (EndChoice::Score, "Score and charts", ""),
        (EndChoice::Watch, watch, "The whole map is shown; the menu has the score"),
        (EndChoice::Replay, "Watch the replay", "From the beginning; you can see it with the eyes of all sides"),
        (EndChoice::Offer, offered, about),
        (EndChoice::Rematch, "Rematch", "The same map, sides and rules"),
        (EndChoice::Setup, "Set-up", ""),
        (EndChoice::Title, if is_online { "Leave the match" } else { "Quit to title" }, ""),
    ];
    let entries = entries.into_iter().filter(|(choice, label, _)| match choice {
        EndChoice::Replay => is_recorded,
        EndChoice::Rematch | EndChoice::Setup => !is_online,
        _ => !label.is_empty(),
    });
    for (index, (choice, label, tip)) in entries.enumerate() {
        let look = if index == 0 || choice == EndChoice::Offer { Look::Main } else { Look::Key };
        let button = labelled_button(art, look, label, layout::sized(260.0, 42.0));
        let mut entry = panel.spawn((button, does(choice), TabIndex(0)));
        if !tip.is_empty() {
            entry.insert(Tip::new(tip));
        }
        if index == 0 {
            entry.insert(AutoFocus);
        }
    }
}

/// What is written large, with a picture, and the sentence below.
struct Announcement {
    sign: Sign,
    title: String,
    color: Color,
    sentence: String,
}

fn names(sides: &Sides, player_colours: PlayerColours, team: u8) -> Vec<&'static str> {
    (0..).zip(sides.iter()).filter(|(_, side)| side.team == team).map(|(side, _)| player_colours.name(side)).collect()
}

pub fn winners(sides: &Sides, player_colours: PlayerColours, ending: &Ending) -> String {
    let names = ending.winner.map_or_else(Vec::new, |team| names(sides, player_colours, team));
    match &names[..] {
        [] => "Nobody has won.".into(),
        [name] => format!("{name} has won."),
        names => format!("{} have won.", names.join(" and ")),
    }
}

fn announcement(
    (sides, player_colours): (&Sides, PlayerColours),
    ending: Option<&Ending>,
    you: Option<u8>,
    time: &str,
) -> Announcement {
    let team = you.and_then(|you| Some(sides.get(you)?.team));
    let lost = |title: &str, sentence: String| Announcement {
        sign: Sign::Defeat,
        title: title.into(),
        color: theme::ALARM,
        sentence,
    };
    let Some(ending) = ending else {
        return lost("Defeat", format!("You are out after {time}. The others fight on."));
    };
    let Some(winner) = ending.winner else {
        return lost("Nobody wins", format!("The last sides fell together after {time}."));
    };
    let names = names(sides, player_colours, winner).join(" and ");
    let won = |title: String, sentence| Announcement { sign: Sign::Victory, title, color: theme::GOLD, sentence };
    match team {
        Some(team) if team == winner => won("Victory".into(), format!("All enemies are beaten after {time}.")),
        Some(_) => lost("Defeat", format!("The match went to {names} after {time}.")),
        None => won(names, format!("Victory after {time}.")),
    }
}

pub(super) fn does(choice: EndChoice) -> impl Bundle {
    (choice, observe(choose))
}

fn choose(
    activate: On<Activate>,
    choices: Query<&EndChoice>,
    (playback, table, defeats): (Res<Playback>, Table, Res<Defeats>),
    mut setup: Option<ResMut<MatchSetup>>,
    mut end: ResMut<EndSheet>,
    mut recording: ResMut<Recording>,
    (mut paused, mut screen): (ResMut<NextState<Paused>>, ResMut<NextState<Screen>>),
    mut requests: MessageWriter<SessionRequest>,
    (mut next, mut remembered): (ResMut<SkirmishChoices>, ResMut<Remembered>),
    online: Option<Res<Online>>,
    mut commands: Commands,
) {
    let Ok(choice) = choices.get(activate.entity) else { return };
    match choice {
        EndChoice::Title if online.is_some() => commands.queue(leave_online),
        EndChoice::Watch => {
            NextState::set_if_neq(&mut paused, end.close());
            requests.write(SessionRequest::Observe);
        }
        EndChoice::Score => end.sheet = Sheet::Score,
        // The match is left and entered again as it was recorded.
        EndChoice::Replay => {
            let Some(path) = recording.finish() else { return };
            commands.queue(move |world: &mut World| {
                if let Err(problem) = files::watch(world, &path) {
                    world.write_message(Notice(problem));
                }
            });
        }
        EndChoice::Back => end.back(playback.ticks().is_some(), &mut paused),
        EndChoice::Offer => {
            let (Some(table), Some(setup)) = (table, setup.as_mut()) else { return };
            let (sides, ending) = *table;
            let you = person(sides, &playback, online.as_deref());
            let Some(offer) = offered((sides, ending, you), Some(&**setup), &defeats) else {
                return;
            };
            offer::remember(&mut next, &offer.setup, &setup.level);
            remembered.keep(&next, &mut commands);
            setup.skirmish = Some(offer.setup);
            screen.set(Screen::Match);
        }
        // The same state once more: it is left and entered again, with the same set-up.
        EndChoice::Rematch => screen.set(Screen::Match),
        EndChoice::Setup => screen.set(Screen::SKIRMISH_SETUP),
        EndChoice::Title => screen.set(Screen::Title),
    }
}
