//! For whom is planned: agents at random, those of a scenario, those that the page was opened with.

use super::Plans;
use crate::client::lab::chosen::ChosenMap;
use crate::client::lab::maps::{LabFolder, MapChoice};
use crate::files::{MAX_TEXT, listed, read_text};
use crate::lab::planning::crowd::random;
use crate::nav::coop::mapf::{Instance, Moves};
use crate::nav::movingai::read_scenario;
use crate::shell::folders::root_folder;
use std::path::{Path, PathBuf};

/// Where the agents come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CrowdChoice {
    Random,
    /// The first lines of a MovingAI scenario.
    Scenario(PathBuf),
    /// What the page was opened with: an experiment, a match, a plan that was read.
    Opened,
}

/// The scenarios in the user's folder, and those of many agents that come with the benchmarks.
pub(super) fn scenarios(folder: &LabFolder) -> Vec<PathBuf> {
    let shipped = root_folder().join("tests/instances/movingai/mapf/scen");
    folder.0.iter().chain([&shipped]).flat_map(|folder| listed(folder, "scen").unwrap_or_default()).collect()
}

/// The map that a scenario is for, if it lies beside it or in a folder `maps` beside its own: `rooms-20-random-1.scen` and
/// `rooms-20.map.scen` are for `rooms-20.map`.
pub(super) fn map_of(scenario: &Path) -> Option<MapChoice> {
    let name = scenario.file_stem()?.to_str()?;
    let stem = ["-random-", "-even-", ".map"].iter().find_map(|end| Some(name.rsplit_once(end)?.0)).unwrap_or(name);
    let folder = scenario.parent()?;
    let folders = [folder.to_owned(), folder.with_file_name("maps")];
    folders.iter().map(|folder| folder.join(format!("{stem}.map"))).find(|path| path.is_file()).map(MapChoice::File)
}

/// Which problem is set; it is opened beside the frames.
pub(super) struct Wanted {
    map: ChosenMap,
    crowd: CrowdChoice,
    given: Option<Instance>,
    moves: Moves,
    agents: usize,
    seed: u64,
}

impl Wanted {
    pub(super) fn of(plans: &Plans) -> Self {
        let (map, crowd, moves, seed) = (plans.map.clone(), plans.crowd.clone(), plans.moves, plans.seed);
        let given = plans.given.clone().filter(|_| crowd == CrowdChoice::Opened);
        Self { map, crowd, given, moves, agents: plans.agents as usize, seed }
    }

    /// The problem.
    ///
    /// # Errors
    /// One sentence.
    pub(super) fn instance(self) -> Result<Instance, String> {
        let passable = || self.map.open().map(|opened| opened.passable());
        match &self.crowd {
            CrowdChoice::Opened => {
                let given = self.given.ok_or_else(|| "nothing was opened".to_owned())?;
                Ok(Instance { moves: self.moves, ..given })
            }
            CrowdChoice::Random => {
                let instance = random(&passable()?, self.moves, self.agents, self.seed);
                if instance.starts.is_empty() { Err("there is no room for anybody".into()) } else { Ok(instance) }
            }
            CrowdChoice::Scenario(path) => {
                let name = path.display().to_string();
                let text = read_text(path, MAX_TEXT).map_err(|error| format!("{name}: {error}"))?;
                let scenario = read_scenario(&text, &name).map_err(|error| error.to_string())?;
                let passable = passable()?;
                let lines = scenario.lines_for(&passable).map_err(|problem| format!("{name}: {problem}"))?;
                let agents = self.agents.min(lines.len());
                Instance::of_lines(passable, self.moves, &lines, agents).map_err(|problem| format!("{name}: {problem}"))
            }
        }
    }
}
