//! How the network learns: the chance to win that it sees is brought near to how the matches ended, by gradient descent
//! with momentum (D. P. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015). It learns with fractions; the
//! whole numbers are made at the end.

pub mod lesson;

use super::network::{HIDDEN, INPUTS, MOST, Network, ONE};
use crate::base::rng;
use lesson::Lesson;
use rand::RngExt;
use rand::seq::SliceRandom;

/// How many of an input count as one, so that all are of about the same size.
const SCALES: [f32; INPUTS] = {
    let side = [4.0, 16.0, 32.0, 64.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 4.0, 8.0, 8.0, 8.0];
    let mut scales = [1.0; INPUTS];
    let mut index = 0;
    while index < side.len() {
        scales[index] = side[index];
        scales[side.len() + index] = side[index];
        index += 1;
    }
    scales[2 * side.len()] = 8.0;
    scales[2 * side.len() + 1] = 16.0;
    scales[2 * side.len() + 2] = 16.0;
    scales
};

/// Lessons between two steps.
const BATCH: usize = 256;

/// The length of the first steps; they become shorter.
const RATE: f32 = 0.003;

/// How much a number that is not needed fades.
const DECAY: f32 = 1e-5;

const SUMS: usize = HIDDEN * INPUTS;
const NUMBERS: usize = SUMS + HIDDEN + 1;

/// The network in fractions: sums, what they weigh, the bias.
struct Fractions(Vec<f32>);

impl Fractions {
    /// The value, in natural odds, and the sums.
    fn value(&self, inputs: &[f32; INPUTS]) -> (f32, [f32; HIDDEN]) {
        let most = MOST as f32 / ONE as f32;
        let sums: [f32; HIDDEN] = std::array::from_fn(|index| {
            let weights = &self.0[index * INPUTS..(index + 1) * INPUTS];
            weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum::<f32>().clamp(0.0, most)
        });
        let value: f32 = sums.iter().zip(&self.0[SUMS..]).map(|(sum, weight)| sum * weight).sum();
        (value + self.0[NUMBERS - 1], sums)
    }

    /// Adds what each number adds to the error of a lesson.
    fn slope(&self, lesson: &Lesson, slopes: &mut [f32]) {
        let inputs = scaled(lesson);
        let (value, sums) = self.value(&inputs);
        let error = chance(value) - f32::from(u8::from(lesson.won));
        slopes[NUMBERS - 1] += error;
        for (index, sum) in sums.into_iter().enumerate() {
            slopes[SUMS + index] += error * sum;
            if sum > 0.0 && sum < MOST as f32 / ONE as f32 {
                let share = error * self.0[SUMS + index];
                let slopes = &mut slopes[index * INPUTS..(index + 1) * INPUTS];
                slopes.iter_mut().zip(&inputs).for_each(|(slope, input)| *slope += share * input);
            }
        }
    }

    fn network(&self) -> Network {
        let whole = |number: f32| (number * ONE as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let sum = |numbers: &[f32]| numbers.iter().zip(&SCALES).map(|(number, scale)| whole(number / scale)).collect();
        Network {
            sums: self.0[..SUMS].chunks(INPUTS).map(sum).collect(),
            weights: self.0[SUMS..NUMBERS - 1].iter().map(|number| whole(*number)).collect(),
            bias: (self.0[NUMBERS - 1] * ONE as f32).round() as i32,
        }
    }
}

fn scaled(lesson: &Lesson) -> [f32; INPUTS] {
    std::array::from_fn(|index| f32::from(lesson.inputs[index]) / SCALES[index])
}

/// The chance to win of a value in natural odds.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// How far a network is from how lessons ended: the mean surprise, in natural units; 0.693 for one that knows nothing.
pub fn surprise(lessons: &[Lesson], value: impl Fn(&Lesson) -> f32) -> f64 {
    let each = |lesson: &Lesson| {
        let chance = chance(value(lesson)).clamp(1e-6, 1.0 - 1e-6);
        -f64::from(if lesson.won { chance } else { 1.0 - chance }.ln())
    };
    lessons.iter().map(each).sum::<f64>() / lessons.len().max(1) as f64
}

/// Learns from lessons, all of them `epochs` times, and keeps what was best on `held`, which it does not learn from. `watch`
/// is told the surprise on both after each time.
pub fn train(
    lessons: &[Lesson],
    held: &[Lesson],
    epochs: usize,
    seed: u64,
    watch: &mut impl FnMut(usize, f64, f64),
) -> Network {
    let mut rng = rng::stream(seed, "links training");
    let mut numbers = Fractions((0..NUMBERS).map(|_| rng.random_range(-0.3..0.3)).collect());
    let (mut mean, mut size) = (vec![0.0f32; NUMBERS], vec![0.0f32; NUMBERS]);
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    let mut best = (f64::MAX, numbers.network());
    let mut steps = 0;
    for epoch in 0..epochs {
        order.shuffle(&mut rng);
        let rate = RATE * (1.0 - epoch as f32 / epochs as f32) + RATE / 30.0;
        for batch in order.chunks(BATCH) {
            let mut slopes = vec![0.0f32; NUMBERS];
            batch.iter().for_each(|index| numbers.slope(&lessons[*index], &mut slopes));
            steps += 1;
            let (new, old) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            for (index, number) in numbers.0.iter_mut().enumerate() {
                let slope = slopes[index] / batch.len() as f32 + DECAY * *number;
                mean[index] = 0.9 * mean[index] + 0.1 * slope;
                size[index] = 0.999 * size[index] + 0.001 * slope * slope;
                *number -= rate * (mean[index] / new) / ((size[index] / old).sqrt() + 1e-8);
            }
        }
        let value = |lesson: &Lesson| numbers.value(&scaled(lesson)).0;
        let (own, other) = (surprise(lessons, value), surprise(held, value));
        watch(epoch + 1, own, other);
        if other < best.0 {
            best = (other, numbers.network());
        }
    }
    best.1
}
