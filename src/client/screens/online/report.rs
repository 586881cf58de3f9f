//! The report about a difference between two machines: it is written to a file, and where that is is told until it is put away.

use super::errand::Errand;
use crate::client::kit::clipboard::Clipboard;
use crate::client::kit::notices::Notice;
use crate::client::kit::widgets::{Tip, choice_button};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::shell::folders::data_folder;
use crate::shell::online::Online;
use crate::shell::states::Screen;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The folder of reports.
#[derive(Resource, Debug, Clone)]
pub struct ReportsIn(pub PathBuf);

/// A report that is being written.
#[derive(Resource)]
struct Writing(Errand<PathBuf>);

/// The line that tells of it.
#[derive(Component)]
struct Told;

/// Pixels of nodes between the line and the lower edge of the window.
const ABOVE: f32 = 222.0;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ReportsIn(data_folder().join("desyncs"))).add_systems(
        Update,
        (begin.run_if(resource_exists::<Online>), tell.run_if(resource_exists::<Writing>))
            .run_if(in_state(Screen::Match)),
    );
}

fn begin(mut online: ResMut<Online>, folder: Res<ReportsIn>, mut commands: Commands) {
    let Some(report) = online.bypass_change_detection().report.take() else { return };
    let folder = folder.0.clone();
    commands.insert_resource(Writing(Errand::start(move || {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let path = folder.join(format!("desync-{seconds}.txt"));
        let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, report));
        written.map(|()| path.clone()).map_err(|error| format!("{}: {error}", path.display()))
    })));
}

fn tell(
    writing: Res<Writing>,
    open: Query<Entity, With<Told>>,
    art: Res<Art>,
    mut notices: MessageWriter<Notice>,
    mut commands: Commands,
) {
    let Some(written) = writing.0.take() else { return };
    commands.remove_resource::<Writing>();
    match written {
        Ok(path) => {
            open.iter().for_each(|line| commands.entity(line).despawn());
            spawn(&mut commands, &art, &path);
        }
        Err(problem) => {
            notices.write(Notice(format!("The report about the difference cannot be written: {problem}.")));
        }
    }
}

fn spawn(commands: &mut Commands, art: &Art, path: &Path) {
    let place = Node {
        position_type: PositionType::Absolute,
        left: px(8),
        bottom: px(ABOVE),
        padding: UiRect::axes(px(12), px(6)),
        border: UiRect::left(px(4)),
        border_radius: BorderRadius::all(px(5)),
        max_width: px(620),
        ..layout::line(8.0)
    };
    let look = (BackgroundColor(theme::NIGHT.with_alpha(0.95)), BorderColor::all(theme::ALARM));
    let path = path.display().to_string();
    let told = format!("Your machine and another differed; what differs is in {path}");
    let copied = move |_: On<Activate>, mut clipboard: ResMut<Clipboard>, mut notices: MessageWriter<Notice>| {
        let sentence = clipboard.put(path.clone()).map_or_else(|problem| problem, |()| format!("Copied: {path}"));
        notices.write(Notice(sentence));
    };
    commands
        .spawn((Name::new("Report"), Told, DespawnOnExit(Screen::Match), GlobalZIndex(30), place, look))
        .with_children(|line| {
            line.spawn((
                theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, &told),
                Node { max_width: px(480), ..default() },
            ));
            line.spawn((choice_button(art, "Copy"), Tip::new("Copies where the report is"), observe(copied)));
            let put_away = |_: On<Activate>, told: Query<Entity, With<Told>>, mut commands: Commands| {
                told.iter().for_each(|line| commands.entity(line).despawn());
            };
            line.spawn((choice_button(art, "×"), Tip::new("Puts this away"), observe(put_away)));
        });
}
