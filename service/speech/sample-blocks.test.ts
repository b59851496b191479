import { expect, test } from 'vitest';
import { BLOCK_SAMPLES, SampleBlocks } from './sample-blocks.ts';

const taken = (blocks: SampleBlocks, count: number) => Array.from({ length: count }, () => blocks.take());

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
  blocks.giveBack([foreign, first?.subarray(0, 3) ?? foreign]);
  blocks.giveBack([first ?? foreign]);
  const next = taken(blocks, 2);
  expect(next[0]?.buffer).toBe(first?.buffer);
  expect(next[1]).not.toBe(foreign);
  blocks.reuse();
  expect(new Set(taken(blocks, 3).map(({ buffer }) => buffer))).toEqual(
    new Set([first, second, next[1]].map((block) => block?.buffer)),
  );
});
