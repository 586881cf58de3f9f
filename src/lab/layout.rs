//! Where states are drawn that are no cells: in rows by their distance from the start, as they were reached first.

use super::run::{NONE, Run};
use crate::nav::searchers::EventKind;

/// The place of every state in units of a row and of a state; places that come with the run stay where they are.
pub fn layout(run: &Run) -> Vec<(f32, f32)> {
    let count = run.places.count();
    let mut depths: Vec<Option<u32>> = vec![None; count];
    let mut rows: Vec<u32> = Vec::new();
    let mut at: Vec<(f32, f32)> = (0..count as u32).map(|place| run.places.at(place).unwrap_or_default()).collect();
    let is_given = (0..count as u32).all(|place| run.places.at(place).is_some());
    if is_given {
        return at;
    }
    for record in run.records.iter().filter(|record| record.kind != EventKind::Round) {
        if depths[record.place as usize].is_some() {
            continue;
        }
        let parent = (record.parent != NONE).then(|| run.records[record.parent as usize].place);
        let depth = parent.and_then(|parent| depths[parent as usize]).map_or(0, |depth| depth + 1);
        depths[record.place as usize] = Some(depth);
        if rows.len() <= depth as usize {
            rows.resize(depth as usize + 1, 0);
        }
        at[record.place as usize] = (rows[depth as usize] as f32, depth as f32);
        rows[depth as usize] += 1;
    }
    // Every row in the middle of the widest.
    let widest = rows.iter().copied().max().unwrap_or(0) as f32;
    for (place, depth) in depths.iter().enumerate() {
        if let Some(depth) = depth {
            at[place].0 += (widest - rows[*depth as usize] as f32) / 2.0;
        }
    }
    at
}
