//! Places that the player is told of, and whether one sees them.

use super::field::Field;
use crate::base::Cell;
use crate::client::screens::pause::MenuOpen;
use crate::client::stage::MapCamera;
use crate::games::rts::client::input::free::Covered;
use crate::games::rts::client::view::units::middle_of_body;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// A square of cells: a unit, a building, or a single cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// Its upper left cell.
    pub at: Cell,
    /// Cells of a side.
    pub size: u8,
}

impl Spot {
    /// One cell.
    #[must_use]
    pub const fn cell(at: Cell) -> Self {
        Self { at, size: 1 }
    }

    /// The building that covers a cell, or the cell.
    #[must_use]
    pub(super) fn around(field: &Field, cell: Cell) -> Self {
        let house =
            field.building_index().and_then(|building_index| building_index.at(cell)).and_then(|id| field.house(id));
        house.map_or(Self::cell(cell), |house| Self {
            at: house.at.0,
            size: field.rules().building(house.building.kind()).size,
        })
    }

    /// Its middle in world units.
    #[must_use]
    pub fn middle(self) -> Vec2 {
        middle_of_body(self.at, self.size)
    }
}

/// What the player has before the eyes.
#[derive(SystemParam)]
pub(super) struct Eyes<'w, 's> {
    window: Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    camera: Single<'w, 's, (&'static Transform, &'static Projection), With<MapCamera>>,
    ui: Option<Res<'w, UiScale>>,
    menu: Option<Res<'w, MenuOpen>>,
}

impl Eyes<'_, '_> {
    /// The part of the world that neither the panels nor the menu cover; `None` if all is covered.
    pub(super) fn view(&self) -> Option<Rect> {
        let is_covered = self.menu.as_ref().is_some_and(|menu| menu.0);
        let (transform, projection) = *self.camera;
        (!is_covered).then(|| Covered::by_hud(self.ui.as_deref()).seen(transform, projection, &self.window))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::stage::to_world;

    #[test]
    fn a_sign_lies_in_the_middle_of_a_building() {
        let hall = Spot { at: Cell::new(10, 20), size: 4 };
        assert_eq!(hall.middle(), to_world(12.0, 22.0));
        assert_eq!(Spot::cell(Cell::new(3, 4)).middle(), to_world(3.5, 4.5));
    }
}
