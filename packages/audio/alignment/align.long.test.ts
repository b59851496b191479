import { expect, test } from 'vitest';
import { alignWithFaults, MAX_FRAME_COST } from './align.ts';
import { SOUND_COUNT } from './sound-classes.ts';

const WORD_FRAMES = 12;

test('follows long lines in a band along the diagonal', () => {
  const words = Array.from({ length: 200 }, (_, index) => (index % 20) + 1);
  const sounds = Uint8Array.from(words.flatMap((word) => new Array<number>(WORD_FRAMES).fill(word)));
  const spoken = sounds.filter((_, frame) => frame < 960 || frame >= 1020);
  const costs = new Float32Array(spoken.length * SOUND_COUNT).fill(MAX_FRAME_COST);
  for (const [frame, sound] of spoken.entries()) costs[frame * SOUND_COUNT + sound] = 0;
  const wordStarts = Int32Array.from({ length: words.length + 1 }, (_, word) => word * WORD_FRAMES);
  const { faults } = alignWithFaults({ costs, sounds, wordStarts });
  const best = faults.toSorted((a, b) => b.gain - a.gain)[0];
  expect(best).toMatchObject({ fault: 'skip', fromWord: 80, toWord: 85 });
});
