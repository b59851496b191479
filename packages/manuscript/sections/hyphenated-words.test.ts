import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { proseToScript } from './prose-text.ts';

const book = (...rows: readonly string[]): string =>
  proseToScript(`CHAPTER I\n\n${rows.join('\n')}\n`).text.split('\n\n')[1] ?? '';

it('joins words that were parted at the ends of rows where the text has them in one', () => {
  const text = book(
    'The old well-known mansion stood on the hill above the town. No one went into the mag-',
    'nificent halls, or the garden of the cross-eyed owner, who was a man of great under-',
    'standing. It was a magnificent house, and the understanding of it came slowly.',
  );
  expect(text).toContain('the magnificent halls');
  expect(text).toContain('great understanding. It');
});

it('keeps the hyphens of compounds, and of words of which nothing is known', () => {
  const text = book(
    'Its long-',
    'forgotten gardens ran down to the river, where a mother-',
    'in-law of the owner lived, a self-made woman. The self-',
    'made are never forgiven, said the eye-',
    'witness. But the eye of a witness is never eyewit-',
    'ness enough, and eyewitness is a word for it.',
  );
  for (const word of ['long-forgotten', 'mother-in-law', 'self-made are', 'eyewitness enough'])
    expect(text).toContain(word);
});

it('joins common words, and what ends as words do, in a text that has them nowhere else', () => {
  const text = book(
    'The old man had lived alone in the house by the harbour for longer than any-',
    'body in the village could remember, and some-',
    'thing about the way he looked at strangers kept most of them away, talking excited-',
    'ly about clocks in the gather-',
    'ing dark with-',
    'out any patience for the construc-',
    'tion of a half-',
    'finished boat, painted blood-',
    'red by a well-',
    'known sea-',
    'king who was ready-',
    'made for it.',
  );
  for (const word of ['anybody', 'something', 'excitedly', 'gathering', 'without', 'construction'])
    expect(text).toContain(` ${word} `);
  for (const word of ['half-finished', 'blood-red', 'well-known', 'sea-king', 'ready-made'])
    expect(text).toContain(word);
});

it('joins what German rows part, but not before what is left out', () => {
  const text = book(
    'Er sprach mit großer Höflich-',
    'keit von der Bedeu-',
    'tung des Hauses, das er freund-',
    'lich betrachtete, vom Ein-',
    'und Ausgehen, vor all dem, was ihm nun so fremd geworden war wie nie.',
  );
  for (const word of ['Höflichkeit', 'Bedeutung', 'freundlich']) expect(text).toContain(` ${word} `);
  expect(text).not.toContain('Einund');
});

it('knows from a whole book what is no word, and says the same of it however its rows are cut', () => {
  const alice = readFileSync(new URL('../../../e2e/fixtures/texts/alice.txt', import.meta.url), 'utf8');
  const { text } = proseToScript(alice);
  const words = (script: string): string[] => script.match(/[\p{L}\p{N}’'-]+/gu) ?? [];
  // Rows end within every fifth word that is long enough, as those of a printed page do.
  let seen = 0;
  const cut = alice.replace(/(?<=[a-z ])[a-z]{9,}(?=[ ,.;])/g, (word) => {
    seen += 1;
    return seen % 5 === 0 ? `${word.slice(0, 4)}-\n${word.slice(4)}` : word;
  });
  const [whole, joined] = [words(text), words(proseToScript(cut).text)];
  const lost = joined.filter((word, at) => word !== whole[at]);
  expect(joined).toHaveLength(whole.length);
  expect(lost.filter((word) => !word.includes('-'))).toEqual([]);
  expect(lost.length).toBeLessThan(seen / 5 / 4);
});
