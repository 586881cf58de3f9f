//! The layers of the house, checked on the sources.

use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has sources");
    found
}

/// Lines of code (comments left out) that contain one of the words.
fn lines_with(text: &str, words: &[&str]) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.filter(|line| words.iter().any(|word| line.contains(word))).map(String::from).collect()
}

/// The part of a mode that is ECS.
fn is_plugin(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "plugin" || part.as_os_str() == "plugin.rs")
}

#[test]
fn pure_modules_know_no_bevy_and_no_clock() {
    for folder in ["base", "nav", "search", "level", "modes"] {
        for (path, text) in sources(folder).into_iter().filter(|(path, _)| !is_plugin(path)) {
            let found =
                lines_with(&text, &["bevy", "Instant::now", "SystemTime", "crate::sim", "rand::rng()", "HashMap"]);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}

#[test]
fn tournaments_know_no_game() {
    for (path, text) in sources("tournament") {
        let found = lines_with(&text, &["bevy", "crate::modes", "crate::sim", "crate::cli", "HashMap"]);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn searches_know_no_game() {
    for (path, text) in sources("search") {
        let found = lines_with(&text, &["crate::modes", "crate::cli", "crate::level", "crate::nav"]);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn the_simulation_knows_no_window() {
    let modes = sources("modes").into_iter().filter(|(path, _)| is_plugin(path));
    for (path, text) in sources("sim").into_iter().chain(modes) {
        let words =
            ["crate::view", "crate::ui", "crate::control", "bevy::window", "bevy_ecs_tilemap", "leafwing", "HashMap"];
        let found = lines_with(&text, &words);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn the_picture_gives_no_orders() {
    for folder in ["view", "ui"] {
        for (path, text) in sources(folder) {
            // Its tests may make the moves that it shows.
            let picture = text.split("#[cfg(test)]").next().unwrap_or_default();
            let found = lines_with(picture, &["OrderQueue", "Order::"]);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}

#[test]
fn files_are_of_readable_length() {
    for folder in ["base", "nav", "search", "level", "modes", "tournament", "sim", "cli", "control", "view", "ui"] {
        for (path, text) in sources(folder) {
            let lines = text.lines().count();
            assert!(lines <= 480, "{}: {lines} lines", path.display());
        }
    }
}
