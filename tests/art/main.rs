//! Bakes the game's own drawings (`assets/art/*.svg`) into the images that the game loads.
//!
//! `cargo test --test art` bakes everything in memory and fails if a committed image differs;
//! `GRIDMARCH_BAKE=1 cargo test --test art` writes the images instead. The game never needs an
//! SVG library: only this test does.

mod canvas;
mod field;
mod noise;
mod scatter;
mod shade;
mod sheets;
mod stamps;
mod terrain;
mod units;

use std::{
    fs,
    path::{Path, PathBuf},
};

use image::{
    RgbaImage,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};

/// Channel difference that still counts as the same picture: it covers rounding that differs
/// between processors, and nothing that an eye could see.
const TOLERANCE: u8 = 2;

/// Channel difference that still counts as no seam: tiles are sampled half a pixel inside their
/// edges, where what may differ has already begun to.
const SEAM: u8 = 12;

/// The folder that holds the drawings and the images.
fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// Where the baked image of this name lies.
fn image_path(name: &str) -> PathBuf {
    assets().join("images").join(format!("{name}.png"))
}

/// The names, in order and without ending, of the files in a folder of `assets` that end like this;
/// none if there is no such folder.
fn names(folder: &str, ending: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(assets().join(folder)) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("read the folder").file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(ending).map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// Whether this run writes the images instead of checking them.
fn writes() -> bool {
    std::env::var_os("GRIDMARCH_BAKE").is_some_and(|value| value == "1")
}

/// Writes the image, or says how it differs from the committed one.
///
/// Writing is skipped when nothing visible changed, so that re-baking on another machine does
/// not touch files for the sake of rounding.
fn settle(name: &str, baked: &RgbaImage) {
    let verdict = compare(name, baked);
    if !writes() {
        if let Err(why) = verdict {
            panic!("{why}; re-bake with: GRIDMARCH_BAKE=1 cargo test --test art");
        }
    } else if verdict.is_err() {
        let path = image_path(name);
        fs::create_dir_all(path.parent().expect("an image lies in a folder")).expect("make folder");
        // Painted grounds are smaller filtered, drawings with flat colours without.
        let encoded = [FilterType::Adaptive, FilterType::NoFilter].map(|filter| encode(baked, filter));
        let smallest = encoded.iter().min_by_key(|bytes| bytes.len()).expect("two encodings");
        fs::write(&path, smallest).expect("write image");
    }
}

/// The image as PNG.
fn encode(image: &RgbaImage, filter: FilterType) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, filter);
    image.write_with_encoder(encoder).expect("encode image");
    bytes
}

/// Says whether the committed image shows what was baked, and if not, what differs.
fn compare(name: &str, baked: &RgbaImage) -> Result<(), String> {
    let path = image_path(name);
    let committed = image::open(&path).map_err(|why| format!("{} cannot be read: {why}", path.display()))?.into_rgba8();
    if committed.dimensions() != baked.dimensions() {
        return Err(format!(
            "{} is {:?}, the drawing bakes to {:?}",
            path.display(),
            committed.dimensions(),
            baked.dimensions()
        ));
    }
    let differs = |(a, b): (&u8, &u8)| a.abs_diff(*b) > TOLERANCE;
    let count =
        committed.pixels().zip(baked.pixels()).filter(|(old, new)| old.0.iter().zip(&new.0).any(differs)).count();
    if count > 0 {
        return Err(format!("{} differs from its drawing in {count} pixels", path.display()));
    }
    Ok(())
}

/// Ground tiles: every terrain with its sixteen corner masks and five full variants.
#[test]
fn terrain_atlas() {
    settle("terrain", &terrain::bake());
}

/// Tiles that may lie beside the same neighbour look the same where they touch it.
#[test]
fn terrain_tiles_meet() {
    let (worst, at) = terrain::worst_seam(&terrain::bake());
    assert!(worst <= SEAM, "edges differ by {worst}: {at}");
}

/// Every kind of unit that is drawn, seen from the front, from behind and from the side, in the eight team colours.
#[test]
fn unit_sheets() {
    let kinds = names("art/units", ".svg");
    assert!(!kinds.is_empty(), "no units in assets/art/units");
    let mut faults = Vec::new();
    for kind in kinds {
        match units::sheet(&kind) {
            Ok(sheet) => settle(&format!("units/{kind}"), &sheet),
            Err(fault) => faults.push(fault),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The frames of a unit are eighteen pictures that can be told apart, each within its own square.
#[test]
fn unit_frames_are_sound() {
    let faults: Vec<String> = names("art/units", ".svg").iter().filter_map(|kind| units::fault(kind).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every building that is drawn, on the map and on keys.
#[test]
fn building_sheets() {
    for name in names("art/buildings", ".svg") {
        settle(&format!("buildings/{name}"), &sheets::building(&name));
        settle(&format!("building_icons/{name}"), &sheets::building_icon(&name));
    }
}

/// The characters of Tactics in the colours of both sides.
#[test]
fn tactics_pieces() {
    settle("tactics/pieces", &sheets::pieces());
}

/// The tanks, sharp in each of their sizes.
#[test]
fn tank_sheets() {
    for cells in 1..=4 {
        settle(&format!("tanks/tanks_{cells}"), &sheets::tanks(cells));
    }
}

/// The sheets that are drawn whole, one SVG for one image.
#[test]
fn plain_sheets() {
    let in_folders = ["tactics/board", "tanks/tiles", "tanks/things"].map(str::to_owned);
    for name in names("art", ".svg").into_iter().chain(in_folders) {
        let sheet = sheets::PLAIN.iter().find(|sheet| sheet.name == name);
        let sheet = sheet.unwrap_or_else(|| panic!("{name}.svg has no entry in tests/art/sheets.rs"));
        settle(sheet.name, &sheets::plain(sheet));
    }
}

/// No image is left over from a drawing that is gone.
#[test]
fn every_image_has_its_drawing() {
    let (drawn, painted) = (names("art", ".svg"), ["terrain"]);
    for image in names("images", ".png") {
        let known = drawn.contains(&image) || painted.contains(&image.as_str());
        assert!(known, "images/{image}.png has no drawing in art");
    }
    for (images, folder) in [("units", "units"), ("buildings", "buildings"), ("building_icons", "buildings")] {
        let drawn = names(&format!("art/{folder}"), ".svg");
        for image in names(&format!("images/{images}"), ".png") {
            assert!(drawn.contains(&image), "images/{images}/{image}.png has no drawing in art/{folder}");
        }
    }
}
