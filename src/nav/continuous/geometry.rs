//! Points of the plane and the few questions that everything rests on.

/// Points of maps lie on multiples of 1/64. With coordinates up to [`LONGEST`] a cross product of differences needs 38
/// bits, so that it is exact.
pub const RASTER: f64 = 64.0;

/// Longest side of a map.
pub const LONGEST: f64 = 4096.0;

/// A point, x to the right, y down.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The nearest point of the raster.
    pub fn on_raster(self) -> Self {
        let near = |value: f64| (value * RASTER).round() / RASTER;
        Self::new(near(self.x), near(self.y))
    }

    /// Distance to another point.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// The middle of two points.
    pub fn middle(self, other: Self) -> Self {
        Self::new((self.x + other.x) / 2.0, (self.y + other.y) / 2.0)
    }

    /// The point at a share of the way to another one.
    pub fn towards(self, other: Self, share: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * share, self.y + (other.y - self.y) * share)
    }

    /// The order of points by x, then by y, which leaves no two equal.
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.x.total_cmp(&other.x).then(self.y.total_cmp(&other.y))
    }
}

impl std::ops::Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

/// Cross product of two directions: above 0 if the second is to the right of the first on the screen.
pub fn cross(a: Point, b: Point) -> f64 {
    a.x * b.y - a.y * b.x
}

/// Whether the way a, b, c bends: above 0 to the right on the screen, below 0 to the left, 0 if it goes straight on or back.
pub fn turn(a: Point, b: Point, c: Point) -> f64 {
    cross(b - a, c - a)
}

/// Twice the signed area of a polygon: above 0 if it goes clockwise on the screen.
pub fn doubled_area(corners: &[Point]) -> f64 {
    let Some(first) = corners.first() else { return 0.0 };
    corners.windows(2).fold(0.0, |sum, pair| sum + turn(*first, pair[0], pair[1]))
}

/// The length of a way.
pub fn length(way: &[Point]) -> f64 {
    // Not `sum`, which is -0 of nothing.
    way.windows(2).fold(0.0, |sum, pair| sum + pair[0].distance(pair[1]))
}

/// A square or rectangle along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub least: Point,
    pub most: Point,
}

impl Bounds {
    /// The smallest one around some points.
    pub fn around(points: &[Point]) -> Self {
        let mut bounds = Self { least: Point::new(f64::MAX, f64::MAX), most: Point::new(f64::MIN, f64::MIN) };
        for point in points {
            bounds.least = Point::new(bounds.least.x.min(point.x), bounds.least.y.min(point.y));
            bounds.most = Point::new(bounds.most.x.max(point.x), bounds.most.y.max(point.y));
        }
        bounds
    }

    /// Its corners, clockwise on the screen.
    pub const fn corners(&self) -> [Point; 4] {
        let Self { least, most } = *self;
        [least, Point::new(most.x, least.y), most, Point::new(least.x, most.y)]
    }

    /// Whether a point is in it or on its rim.
    pub fn contains(&self, point: Point) -> bool {
        (self.least.x..=self.most.x).contains(&point.x) && (self.least.y..=self.most.y).contains(&point.y)
    }

    pub fn middle(&self) -> Point {
        self.least.middle(self.most)
    }

    pub fn area(&self) -> f64 {
        (self.most.x - self.least.x) * (self.most.y - self.least.y)
    }

    /// The area of the part of a polygon that lies in here (I. E. Sutherland and G. W. Hodgman, "Reentrant Polygon
    /// Clipping", CACM 1974).
    pub fn covered(&self, corners: &[Point]) -> f64 {
        let mut polygon = corners.to_vec();
        for (axis, limit, sign) in
            [(0, self.least.x, 1.0), (0, self.most.x, -1.0), (1, self.least.y, 1.0), (1, self.most.y, -1.0)]
        {
            // How far a point is on the right side of this one.
            let inside = |point: Point| sign * (if axis == 0 { point.x } else { point.y } - limit);
            let mut clipped = Vec::with_capacity(polygon.len() + 1);
            for (index, from) in polygon.iter().enumerate() {
                let to = polygon[(index + 1) % polygon.len()];
                let (a, b) = (inside(*from), inside(to));
                if a >= 0.0 {
                    clipped.push(*from);
                }
                if a * b < 0.0 {
                    clipped.push(from.towards(to, a / (a - b)));
                }
            }
            polygon = clipped;
        }
        doubled_area(&polygon).abs() / 2.0
    }
}
