import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_SAMPLES, concatenate, SampleBlocks, TurnSound } from './turn-sound.ts';

const RATE = 22_050;
const LEVEL = { stretch: 1, gain: 1 };

const sound = (seconds: number, sampleAt: (second: number) => number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * RATE) }, (_, index) => Math.round(sampleAt(index / RATE)));
const tone = (second: number): number => 8000 * Math.cos(2 * Math.PI * 200 * second);

function shaped(samples: Int16Array, shape = LEVEL): Int16Array {
  const turn = new TurnSound(shape, RATE, new SampleBlocks());
  turn.add(samples);
  return concatenate(turn.takeRest());
}

const mean = (samples: Int16Array): number => samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
const loudest = (samples: Int16Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

test('a sound that sits on an offset loses it, and keeps its level', () => {
  const result = shaped(sound(1, (second) => tone(second) + 600));
  expect(Math.abs(mean(result))).toBeLessThan(10);
  expect(loudest(result.subarray(RATE / 2))).toBeGreaterThan(7800);
  expect(loudest(result.subarray(RATE / 2))).toBeLessThan(8200);
});

test('a sound that begins and ends in the middle of a wave fades in and out', () => {
  const result = shaped(sound(1.0012, tone));
  for (const edge of [result.subarray(0, 6), result.subarray(-6)]) expect(loudest(edge)).toBeLessThan(300);
  expect(loudest(result.subarray(0, 200))).toBeGreaterThan(7500);
});

test('what would be beyond full scale is clipped, not turned over', () => {
  const result = shaped(
    sound(0.2, (second) => (Math.sin(2 * Math.PI * 300 * second) < 0 ? -30_000 : 30_000)),
    { stretch: 1, gain: 2 },
  );
  expect(result.subarray(RATE / 100, -RATE / 100).every((sample) => Math.abs(sample) > 15_000)).toBe(true);
});

test('the gain is a factor on the amplitude, the stretch one on the duration', () => {
  const result = shaped(sound(1, tone), { stretch: 1.5, gain: 0.5 });
  expect(result.length).toBe(Math.round(RATE * 1.5));
  expect(loudest(result.subarray(RATE / 10, -RATE / 10)) / 4000).toBeCloseTo(1, 1);
});

for (const stretch of [1, 0.6, 1.7]) {
  test(`in whatever pieces it comes and is taken, the sound is the same (stretched by ${stretch})`, () => {
    const whole = sound(1, (second) => tone(second) * Math.sin(second * 40) + 100);
    const shape = { stretch, gain: 0.8 };
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 8000 }), fc.boolean())), (cuts) => {
        const turn = new TurnSound(shape, RATE, new SampleBlocks());
        const pieces: Int16Array[] = [];
        let at = 0;
        for (const [length, isTaken] of cuts) {
          turn.add(whole.subarray(at, at + length));
          at += length;
          if (isTaken) pieces.push(...turn.takePiece());
        }
        turn.add(whole.subarray(at));
        pieces.push(...turn.takeRest());
        expect(concatenate(pieces)).toEqual(shaped(whole, shape));
      }),
    );
  });
}

test('what is stretched can be taken before its end is there', () => {
  const turn = new TurnSound({ stretch: 2, gain: 1 }, RATE, new SampleBlocks());
  for (let part = 0; part < 4; part += 1) turn.add(sound(0.5, tone));
  const early = concatenate(turn.takePiece());
  expect(early.length).toBeGreaterThan(2 * RATE);
  expect(early.length + concatenate(turn.takeRest()).length).toBe(4 * RATE);
});

test('silence stays silence, and nothing stays nothing', () => {
  expect(loudest(shaped(new Int16Array(5000)))).toBe(0);
  expect(shaped(new Int16Array(0)).length).toBe(0);
});

const taken = (blocks: SampleBlocks, count: number) => Array.from({ length: count }, () => blocks.allocate());

test('no two are given the same block before both are done with it', () => {
  const blocks = new SampleBlocks();
  for (let round = 0; round < 3; round += 1) {
    const all = taken(blocks, 20);
    expect(new Set(all).size).toBe(20);
    expect(all.every((block) => block.length === BLOCK_SAMPLES)).toBe(true);
    blocks.reuse();
  }
});

test('what was given is given again', () => {
  const blocks = new SampleBlocks();
  const first = new Set(taken(blocks, 10));
  blocks.reuse();
  expect(taken(blocks, 10).every((block) => first.has(block))).toBe(true);
});

test('the blocks of a long text are not all kept', () => {
  const blocks = new SampleBlocks();
  const first = new Set(taken(blocks, 1000));
  blocks.reuse();
  expect(taken(blocks, 1000).filter((block) => first.has(block))).toHaveLength(64);
});

test('what is given back is given again at once, and nothing else is', () => {
  const blocks = new SampleBlocks();
  const [first, second] = taken(blocks, 2);
  const foreign = new Int16Array(BLOCK_SAMPLES);
  blocks.release([foreign, first?.subarray(0, 3) ?? foreign]);
  blocks.release([first ?? foreign]);
  const next = taken(blocks, 2);
  expect(next[0]?.buffer).toBe(first?.buffer);
  expect(next[1]).not.toBe(foreign);
  blocks.reuse();
  expect(new Set(taken(blocks, 3).map(({ buffer }) => buffer))).toEqual(
    new Set([first, second, next[1]].map((block) => block?.buffer)),
  );
});
