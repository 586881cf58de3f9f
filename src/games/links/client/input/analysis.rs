//! The keys of the analysis: what is shown of the position, the review of the match, going from mark to mark.

use crate::client::input::ControlSystems;
use crate::client::input::bindings::{self, Press, Verb};
use crate::client::stage::no_tree;
use crate::games::links::analysis::Ply;
use crate::games::links::plugin::analysis::Wishes;
use crate::games::links::plugin::{Analysis, AnalysisControl, Board, Control, LinksSetup, Phase, TableBegins};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// What the keys of the analysis do.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnalysisAction {
    /// The best moves are shown, or no longer.
    Moves,
    /// The shortest ways of both sides and the threats of the other are shown, or no longer.
    Ways,
    /// The whole match is looked at, or no further.
    Review,
    NextMark,
    LastMark,
}

impl Verb for AnalysisAction {}

/// What is shown of the analysis. It stays so from one match to the next.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overlays {
    pub moves: bool,
    pub ways: bool,
    /// Steps of the match to go to as soon as it is watched.
    pub(in crate::games::links::client) sought: Option<usize>,
}

fn default_bindings() -> InputMap<AnalysisAction> {
    let mut map = InputMap::new([
        (AnalysisAction::Moves, KeyCode::KeyA),
        (AnalysisAction::Ways, KeyCode::KeyO),
        (AnalysisAction::Review, KeyCode::KeyE),
        (AnalysisAction::NextMark, KeyCode::KeyN),
    ]);
    map.insert(AnalysisAction::LastMark, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::KeyN));
    map
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(bindings::add::<AnalysisAction>)
        .init_resource::<Overlays>()
        .add_systems(OnEnter(Screen::Match), begin.after(TableBegins).run_if(in_state(Mode::LINKS)))
        .add_systems(
            Update,
            (act.run_if(no_tree), seek, wish).chain().in_set(ControlSystems::Act).run_if(in_state(Mode::LINKS)),
        );
}

fn begin(mut overlays: ResMut<Overlays>, mut commands: Commands) {
    overlays.sought = None;
    commands.spawn((Name::new("Links analysis input"), default_bindings(), DespawnOnExit(Screen::Match)));
}

fn act(
    mut presses: MessageReader<Press<AnalysisAction>>,
    table: Single<(&Board, &Phase, &Analysis)>,
    setup: Res<LinksSetup>,
    mut overlays: ResMut<Overlays>,
    mut wishes: MessageWriter<AnalysisControl>,
) {
    let (board, phase, analysis) = *table;
    let rests = setup.has_no_help(*phase);
    for Press(action) in presses.read() {
        match action {
            AnalysisAction::Moves | AnalysisAction::Ways if rests => {}
            AnalysisAction::Moves => overlays.moves = !overlays.moves,
            AnalysisAction::Ways => overlays.ways = !overlays.ways,
            AnalysisAction::Review if analysis.is_reviewing() => _ = wishes.write(AnalysisControl::Stop),
            AnalysisAction::Review => _ = wishes.write(AnalysisControl::Review),
            AnalysisAction::NextMark | AnalysisAction::LastMark if *phase != Phase::Playing => {
                let at = board.steps().len();
                let mut marked = analysis.plies().iter().filter(|ply| ply.is_improvable()).map(after);
                let found = match action {
                    AnalysisAction::NextMark => marked.find(|steps| *steps > at),
                    _ => marked.rfind(|steps| *steps < at),
                };
                overlays.sought = found.or(overlays.sought);
            }
            AnalysisAction::NextMark | AnalysisAction::LastMark => {}
        }
    }
}

/// Steps of the match after a move.
fn after(ply: &Ply) -> usize {
    ply.at + 1
}

/// Goes where somebody wants to be; a match that is over is watched then.
fn seek(phase: Single<&Phase>, mut overlays: ResMut<Overlays>, mut controls: MessageWriter<Control>) {
    let Some(to) = overlays.sought else { return };
    match **phase {
        Phase::Playing => overlays.sought = None,
        Phase::Over => _ = controls.write(Control::Watch),
        Phase::Watching { .. } => {
            controls.write(Control::Play(false));
            controls.write(Control::Seek(to));
            overlays.sought = None;
        }
    }
}

/// The table is told what is shown. While a puzzle is to be solved, also one that was missed and is taken back, that is
/// nothing: it would be the solution.
fn wish(
    table: Single<(&Phase, &Analysis)>,
    setup: Res<LinksSetup>,
    mut overlays: ResMut<Overlays>,
    mut wishes: MessageWriter<AnalysisControl>,
) {
    let (phase, analysis) = *table;
    if setup.has_no_help(*phase) && (overlays.moves || overlays.ways) {
        (overlays.moves, overlays.ways) = (false, false);
    }
    let wanted = Wishes { moves: overlays.moves, threats: overlays.ways };
    if analysis.wishes() != wanted {
        wishes.write(AnalysisControl::Watch(wanted));
    }
}
