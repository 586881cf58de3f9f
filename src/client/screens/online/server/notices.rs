//! What has happened, and one's vacation. What is shown here counts as read.

use super::buttons::{ServerButton, does};
use super::rows::{refill, row, sentence};
use super::visit::{Done, Visit};
use super::{NOTICES, frame, words};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Tip, choice_button, set_text};
use crate::client::kit::{Art, Weight, frames, theme};
use crate::online::account::says::NoticeKind;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

#[derive(Component)]
struct List;

/// The sentence about one's vacation.
#[derive(Component)]
struct Vacation;

/// Days to choose from.
const DAYS: [u32; 4] = [1, 3, 7, 14];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(NOTICES), spawn.run_if(resource_exists::<Visit>))
        .add_systems(Update, (list, rest).chain().run_if(in_state(NOTICES).and_then(resource_exists::<Visit>)));
}

fn spawn(mut commands: Commands, art: Res<Art>, mut visit: ResMut<Visit>) {
    visit.shelf.vacation = None;
    frame::spawn(
        &mut commands,
        &art,
        &visit,
        (NOTICES, "Notices"),
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.6))).with_children(|panel| {
                let list = scrolled(panel, 2.0, |_| {});
                panel.commands().entity(list).insert(List);
            });
            body.spawn(Node { justify_content: JustifyContent::Start, ..frames::column(1.0) }).with_children(
                |column| {
                    column.spawn(theme::panel(&art, frames::stack(8.0))).with_children(|panel| {
                        panel.spawn(frames::heading(&art, "Vacation"));
                        let about = "The clocks of your games by correspondence stand meanwhile.";
                        panel.spawn(theme::paragraph(&art, Weight::Regular, theme::BODY, theme::MUTED, about));
                        panel.spawn((theme::paragraph(&art, Weight::Bold, theme::BODY, theme::CREAM, ""), Vacation));
                        panel.spawn(frames::row()).with_children(|row| {
                            for days in DAYS {
                                let label = words::counted(days.into(), "day");
                                let tip = Tip::new("From today on, today included; it cannot be taken back");
                                row.spawn((choice_button(&art, &label), does(ServerButton::Vacation(days)), tip));
                            }
                        });
                    });
                },
            );
        },
        |_| {},
    );
}

fn list(
    mut visit: ResMut<Visit>,
    list: Option<Single<(Entity, Ref<List>)>>,
    (focus, buttons): (Res<InputFocus>, Query<&ServerButton>),
    art: Res<Art>,
    mut shown: Local<u64>,
    mut commands: Commands,
) {
    let (Some(list), Some(member)) = (list, &visit.member) else { return };
    let (entity, is_new) = (list.0, list.1.is_added());
    let mut newest = None;
    member.with(|known, version| {
        if version == *shown && !is_new {
            return;
        }
        *shown = version;
        refill(&mut commands, entity, (&focus, &buttons), |rows| {
            for notice in &known.notices {
                let (weight, color) =
                    if notice.read.is_none() { (Weight::Black, theme::CREAM) } else { (Weight::Regular, theme::MUTED) };
                let cells = vec![
                    (Some(104.0), Weight::Regular, theme::MUTED, words::moment(notice.at)),
                    (None, weight, color, words::notice(&visit, notice)),
                ];
                let main = notice.game.and_then(|game| match notice.kind {
                    NoticeKind::YourTurn | NoticeKind::Started => Some((ServerButton::Enter(game), "Enters the game")),
                    NoticeKind::GameOver => Some((ServerButton::Replay(game), "Shows the game again")),
                    _ => None,
                });
                row(rows, &art, main, cells, Vec::new());
            }
            if known.notices.is_empty() {
                sentence(rows, &art, "Nothing has happened yet.");
            }
        });
        newest = known.notices.iter().filter(|notice| notice.read.is_none()).map(|notice| notice.id).max();
    });
    // They stay as they are until the page is shown again.
    let Some(newest) = newest.filter(|_| visit.going().is_none()) else { return };
    member.read(newest);
    *shown += 1;
    visit.ask("", move |api| api.mark_read(newest).map(|()| Done::Changed(None)));
}

fn rest(mut visit: ResMut<Visit>, mut sentences: Query<&mut Text, With<Vacation>>, mut buttons: Buttons<ServerButton>) {
    if visit.shelf.vacation.is_none() && visit.going().is_none() && visit.problem.is_empty() {
        visit.ask("", |api| api.vacation().map(Done::Vacation));
    }
    let is_idle = visit.going().is_none();
    let Some(vacation) = visit.shelf.vacation else { return };
    buttons.enable(|button| match button {
        ServerButton::Vacation(days) => Some(is_idle && i64::from(*days) <= vacation.days_left),
        _ => None,
    });
    let left = words::counted(vacation.days_left.max(0).unsigned_abs(), "day");
    let until = vacation
        .until
        .map_or_else(String::new, |until| format!(" You are on vacation for {} more.", words::until(until)));
    for mut text in &mut sentences {
        set_text(&mut text, format!("{left} left of this year.{until}"));
    }
}
