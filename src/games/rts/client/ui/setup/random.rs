//! A map to order: type, size, seed.

use super::{Setup, SetupButton};
use crate::client::kit::art::Art;
use crate::client::kit::chance;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::number::{Number, number_field};
use crate::client::kit::widgets::{Ink, Look, Tip, button, icon_button};
use crate::games::rts::level::generate::{MapKind, MapSpec};
use crate::shell::states::Screen;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

/// Side lengths to choose from, in cells.
const SIDES: [u16; 6] = [48, 64, 96, 128, 192, 256];

/// The sentence about the chosen kind of map.
#[derive(Component)]
pub(super) struct KindText;

/// A seed that a person can read out to another.
pub(super) fn fresh_seed() -> u64 {
    chance::fresh_seed() % 1_000_000
}

/// Changes the order as a button says.
pub(super) fn change(spec: &mut MapSpec, button: SetupButton) {
    match button {
        SetupButton::Kind(kind) => spec.kind = kind,
        SetupButton::Width(width) => spec.width = width,
        SetupButton::Height(height) => spec.height = height,
        SetupButton::SeedDown => spec.seed = spec.seed.saturating_sub(1),
        SetupButton::SeedUp => spec.seed = spec.seed.saturating_add(1),
        SetupButton::SeedRoll => spec.seed = fresh_seed(),
        _ => {}
    }
}

pub(super) fn spawn(page: &mut ChildSpawnerCommands, art: &Art, setup: &Setup) {
    heading(page, art, "Type");
    page.spawn(Node {
        display: Display::Grid,
        grid_template_columns: vec![RepeatedGridTrack::flex(3, 1.0)],
        column_gap: px(5),
        row_gap: px(5),
        ..default()
    })
    .with_children(|grid| {
        for kind in MapKind::ALL {
            grid.spawn(choice(art, kind.title(), Node { height: px(32), ..default() })).insert(SetupButton::Kind(kind));
        }
    });
    page.spawn((
        theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, setup.spec.kind.describe()),
        Node { margin: UiRect::top(px(6)), min_height: px(38), ..default() },
        KindText,
    ));
    heading(page, art, "Size");
    size_row(page, art, "Width", SetupButton::Width);
    size_row(page, art, "Height", SetupButton::Height);
    heading(page, art, "Seed");
    page.spawn(Node { column_gap: px(5), align_items: AlignItems::Center, ..default() }).with_children(|row| {
        row.spawn((number_field(art, setup.spec.seed, Node { flex_grow: 1.0, ..default() }), TabIndex(0)));
        let step = |label: &str, tip: &str| {
            (choice(art, label, Node { width: px(36), height: px(36), ..default() }), Tip::new(tip))
        };
        row.spawn(step("−", "The map before")).insert(SetupButton::SeedDown);
        row.spawn(step("+", "The next map")).insert(SetupButton::SeedUp);
        row.spawn((icon_button(art, Icon::Dice as usize, 36.0), TabIndex(0), Tip::new("Roll the dice")))
            .insert(SetupButton::SeedRoll);
    });
}

fn heading(page: &mut ChildSpawnerCommands, art: &Art, label: &str) {
    page.spawn((
        theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, label),
        Node { margin: UiRect::new(px(2), px(0), px(6), px(5)), ..default() },
    ));
}

fn choice(art: &Art, label: &str, node: Node) -> impl Bundle + use<> {
    let label = theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, label);
    (
        button(art, Look::Key, Node { padding: UiRect::axes(px(6), px(4)), ..node }),
        TabIndex(0),
        children![(label, Ink(theme::CREAM))],
    )
}

fn size_row(page: &mut ChildSpawnerCommands, art: &Art, label: &str, button: fn(u16) -> SetupButton) {
    page.spawn(Node { column_gap: px(5), align_items: AlignItems::Center, margin: UiRect::bottom(px(5)), ..default() })
        .with_children(|row| {
            row.spawn((
                theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, label),
                Node { width: px(52), flex_shrink: 0.0, ..default() },
            ));
            for side in SIDES {
                row.spawn(choice(
                    art,
                    &side.to_string(),
                    Node { flex_grow: 1.0, flex_basis: px(0), height: px(32), ..default() },
                ))
                .insert(button(side));
            }
        });
}

/// Keeps the field and the sentence in step with the choice.
pub(super) fn show_seed(
    setup: Res<Setup>,
    mut fields: Query<&mut Number>,
    mut sentence: Query<&mut Text, With<KindText>>,
) {
    for mut number in &mut fields {
        number.set_if_neq(Number(setup.spec.seed));
    }
    for mut text in &mut sentence {
        crate::client::kit::widgets::set_text(&mut text, setup.spec.kind.describe());
    }
}

/// The field of the seed is the only one of this screen.
pub(super) fn seed_typed(change: On<ValueChange<u64>>, screen: Res<State<Screen>>, mut setup: ResMut<Setup>) {
    if *screen.get() == Screen::SANDBOX_SETUP && setup.spec.seed != change.value {
        setup.spec.seed = change.value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_at_the_edge_stays_where_it_is() {
        let mut spec = MapSpec { kind: MapKind::Caves, width: 48, height: 64, seed: 0 };
        change(&mut spec, SetupButton::SeedDown);
        assert_eq!(spec.seed, 0);
        spec.seed = u64::MAX;
        change(&mut spec, SetupButton::SeedUp);
        assert_eq!(spec.seed, u64::MAX);
    }

    #[test]
    fn every_offered_size_can_be_generated() {
        use crate::games::rts::level::generate::{MAX_SIDE, MIN_SIDE};
        assert!(SIDES.iter().all(|side| (MIN_SIDE..=MAX_SIDE).contains(side)));
    }
}
