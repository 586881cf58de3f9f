//! A display of its own, the game on it, and a hand on mouse and keyboard.

use image::RgbaImage;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Size of the display and of the window.
const SIZE: (u32, u32) = (1280, 720);
/// Longest wait for anything; software rendering on a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// A display with the game on it. Closing it ends both.
pub struct Desk {
    display: String,
    server: Child,
    game: Child,
    folder: tempfile::TempDir,
    recording: PathBuf,
}

/// What the screen shows.
pub struct Picture(RgbaImage);

impl Picture {
    /// Mean difference of the channels of two pictures, 0 to 255.
    pub fn distance(&self, other: &Self) -> f64 {
        let pairs = self.0.as_raw().iter().zip(other.0.as_raw());
        pairs.map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / self.0.as_raw().len() as f64
    }

    /// Whether there is more than one colour.
    pub fn differs(&self) -> bool {
        let first = self.0.get_pixel(0, 0);
        self.0.pixels().filter(|pixel| *pixel != first).count() > 1000
    }
}

fn is_there(tool: &str) -> bool {
    Command::new("which")
        .arg(tool)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

impl Desk {
    /// Opens a free display with the game at the title screen. `None`, with a notice, where that is not possible.
    pub fn open(arguments: &[&str]) -> Option<Self> {
        for tool in ["Xvfb", "xdotool"] {
            if !is_there(tool) {
                eprintln!("SKIPPED: {tool} is not installed, so there is no window to test; scripts/test installs it.");
                return None;
            }
        }
        let has_vulkan = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
            .iter()
            .any(|folder| std::fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()));
        if !has_vulkan {
            eprintln!("SKIPPED: no Vulkan driver is installed (Debian: mesa-vulkan-drivers).");
            return None;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        // The server takes a number that is free and tells it when it is ready.
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                &format!("{}x{}x24", SIZE.0, SIZE.1),
                "-nolisten",
                "tcp",
                "-fbdir",
            ])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let told = server.stdout.as_mut().expect("it is piped");
        BufReader::new(told).read_line(&mut number).expect("Xvfb tells its display");
        let display = format!(":{}", number.trim());
        let log = std::fs::File::create(folder.path().join("game.log")).expect("a log file");
        let game = Command::new(env!("CARGO_BIN_EXE_gridmarch"))
            .args(["--window", &format!("{}x{}", SIZE.0, SIZE.1), "--record"])
            .arg(folder.path().join("match.replay"))
            .args(arguments)
            .env("DISPLAY", &display)
            .env_remove("WAYLAND_DISPLAY")
            .env("GRIDMARCH_ROOT", env!("CARGO_MANIFEST_DIR"))
            .env("XDG_RUNTIME_DIR", folder.path())
            // What the game keeps for its user stays in the folder of the test.
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .env("XDG_CONFIG_HOME", folder.path().join("settings"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the game starts");
        let recording = folder.path().join("match.replay");
        let desk = Self { display, server, game, folder, recording };
        let window = desk.xdotool(&["search", "--sync", "--name", "Gridmarch"]);
        // There is no window manager to give the focus.
        if let Some(window) = window.lines().next() {
            desk.xdotool(&["windowmove", window, "0", "0"]);
            desk.xdotool(&["windowfocus", window]);
        }
        desk.xdotool(&["mousemove", "640", "360"]);
        Some(desk)
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("timeout")
            .args(["60", "xdotool"])
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .expect("xdotool runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Where the match is recorded.
    pub fn recording(&self) -> &Path {
        &self.recording
    }

    /// The logs of simulations that the game has written.
    pub fn simulation_logs(&self) -> Vec<String> {
        let folder = self.folder.path().join("data/gridmarch/simulations");
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let logs = files.map(|file| file.path()).filter(|path| path.extension().is_none_or(|end| end != "jsonl"));
        logs.filter_map(|path| std::fs::read_to_string(path).ok()).collect()
    }

    /// What the screen shows, read from the frame buffer file of Xvfb (X window dump format, version 7).
    pub fn look(&self) -> Picture {
        let dump = std::fs::read(self.folder.path().join("Xvfb_screen0")).expect("the frame buffer of Xvfb");
        let field = |index: usize| {
            let bytes: [u8; 4] = dump[index * 4..index * 4 + 4].try_into().expect("four bytes");
            u32::from_be_bytes(bytes) as usize
        };
        let (header, width, height, stride, colours) = (field(0), field(4), field(5), field(12), field(19));
        let start = header + colours * 12;
        let mut picture = RgbaImage::new(width as u32, height as u32);
        for (x, y, pixel) in picture.enumerate_pixels_mut() {
            let at = start + y as usize * stride + x as usize * 4;
            *pixel = image::Rgba([dump[at + 2], dump[at + 1], dump[at], 255]);
        }
        Picture(picture)
    }

    /// Looks until the picture is as wanted.
    pub fn wait_for(&self, what: &str, wanted: impl Fn(&Picture) -> bool) {
        self.wait_until(what, || wanted(&self.look()));
    }

    /// Waits until something is true; the last picture and the log of the game are kept if it never is.
    pub fn wait_until(&self, what: &str, mut is_true: impl FnMut() -> bool) {
        let start = Instant::now();
        while !is_true() {
            if start.elapsed() > PATIENCE {
                let kept = std::env::temp_dir().join("gridmarch-window-test.png");
                let _ = self.look().0.save(&kept);
                let log = std::fs::read_to_string(self.folder.path().join("game.log")).unwrap_or_default();
                panic!("{what} did not come within {PATIENCE:?}; the screen is in {}, the log:\n{log}", kept.display());
            }
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// Lets the game run.
    pub fn rest(&self, time: Duration) {
        std::thread::sleep(time);
    }

    /// Presses and releases a key. Held for a moment, because the program may draw a few frames a second only.
    pub fn key(&self, name: &str) {
        self.xdotool(&["keydown", name]);
        self.rest(Duration::from_millis(250));
        self.xdotool(&["keyup", name]);
        self.rest(Duration::from_millis(250));
    }

    /// Does something while a key is held.
    pub fn hold_key(&self, name: &str, act: impl FnOnce()) {
        self.xdotool(&["keydown", name]);
        self.rest(Duration::from_millis(250));
        act();
        self.xdotool(&["keyup", name]);
    }

    /// Clicks a button at a place.
    pub fn click(&self, (x, y): (i32, i32), button: u32) {
        self.drag((x, y), (x, y), button);
    }

    /// Drags with a button from one place to another.
    pub fn drag(&self, from: (i32, i32), to: (i32, i32), button: u32) {
        let button = button.to_string();
        let place = |(x, y): (i32, i32)| [x.to_string(), y.to_string()];
        let [x, y] = place(from);
        self.xdotool(&["mousemove", &x, &y]);
        self.rest(Duration::from_millis(300));
        self.xdotool(&["mousedown", &button]);
        self.rest(Duration::from_millis(300));
        if from != to {
            let middle = place(((from.0 + to.0) / 2, (from.1 + to.1) / 2));
            self.xdotool(&["mousemove", &middle[0], &middle[1]]);
            self.rest(Duration::from_millis(200));
            let [x, y] = place(to);
            self.xdotool(&["mousemove", &x, &y]);
            self.rest(Duration::from_millis(400));
        }
        self.xdotool(&["mouseup", &button]);
        self.rest(Duration::from_millis(300));
    }

    /// Ends the game and the display.
    pub fn close(self) {}
}

impl Drop for Desk {
    fn drop(&mut self) {
        for child in [&mut self.game, &mut self.server] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
