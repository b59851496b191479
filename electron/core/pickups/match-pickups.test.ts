import { readPickupText } from '@lectern/manuscript/pickups';
import { describe, expect, it } from 'vitest';
import { matchPickups } from './match-pickups.ts';
import type { PickupScript, ScriptLine } from './pickup-script.ts';

/** Each line is ten seconds long. */
const LINE_SECONDS = 10;

function scriptOf(chapters: Readonly<Record<string, readonly string[]>>, hasAudio = true): PickupScript {
  const lines: ScriptLine[] = [];
  const named = Object.entries(chapters).map(([title, texts], place) => {
    for (const [at, text] of texts.entries()) {
      const startSeconds = at * LINE_SECONDS;
      const bookSeconds = lines.length * LINE_SECONDS;
      const clip = {
        takeId: lines.length + 101,
        startSeconds,
        bookSeconds,
        fromSeconds: 0.5,
        toSeconds: LINE_SECONDS + 0.5,
      };
      lines.push({
        lineId: lines.length + 1,
        line: `${place + 1}.${at + 1}`,
        chapterId: place + 1,
        roles: ['NARRATOR'],
        text,
        clip: hasAudio ? clip : null,
      });
    }
    return { id: place + 1, number: place + 1, title, file: `0${place + 1} ${title}.mp3` };
  });
  return { chapters: named, lines };
}

const RARE =
  'apricot balcony chimney dolphin eclipse fountain gazelle horizon island jasmine kettle lantern meadow nutmeg orchard pigeon quarry raven saddle thistle umbrella velvet walnut yonder zephyr anchor basket candle dagger engine feather garden hammer insect jungle kitten ladder magnet needle ostrich'.split(
    ' ',
  );

/** Lines with a word that occurs once in each chapter. */
const filler = (chapter: string): string[] => RARE.map((word) => `${chapter}, he went to the ${word} and it was cold.`);

const TEA = [
  'He poured the tea, said the Hatter.',
  'There were twenty-one cucumbers in the market this morning.',
  'Nothing, said the Hatter.',
  'The hare ran down the lane towards the harbour,',
  'and nobody followed the old postman home.',
  ...filler('Monday'),
  'It’s late, said the Hatter.',
];
const SUPPER = [
  'The curtains were drawn across the café window.',
  ...filler('Friday').slice(0, 20),
  'Nothing, said the Hatter.',
  ...filler('Friday').slice(20),
];
const SCRIPT = scriptOf({ 'Chapter One: Tea': TEA, 'Chapter Two: Supper': SUPPER });

function match(list: string, script = SCRIPT) {
  return matchPickups(script, readPickupText(list).pickups).map(({ confidence, places }) => {
    const [best, ...others] = places.map(({ lineId, words, seconds }) => {
      const { line = '', text = '' } = script.lines[lineId - 1] ?? {};
      return { line, words: words && text.slice(words.from, words.to), seconds };
    });
    return { confidence, line: best?.line ?? null, words: best?.words ?? null, seconds: best?.seconds, others };
  });
}
const matchOne = (row: string, script?: PickupScript) => match(row, script)[0];

describe('the words of a correction', () => {
  it.each([
    ['p. 3 "THERE were 21 cucumbers, in the market"', '1.2', 'There were twenty-one cucumbers in the market'],
    ['p. 3 "curtains drawn acros the cafe windwo"', '2.1', 'curtains were drawn across the café window'],
    ['p. 3 "The hare ran home" should be "The hare ran down the lane"', '1.4', 'down the lane'],
    ['p. 3 "nobody nobody" repeated in "and nobody followed the old postman home"', '1.5', 'nobody'],
  ])('are found in other spellings: %s', (row, line, words) => {
    expect(matchOne(row)).toMatchObject({ line, words, confidence: expect.stringMatching(/sure|likely/) });
  });

  it('are found if they are split between two lines, and both lines are offered', () => {
    const found = matchOne('Ch. 1 "towards the harbour and nobody followed"');
    expect(found).toMatchObject({ line: '1.4', words: 'towards the harbour' });
    expect(found?.others[0]).toMatchObject({ line: '1.5', words: 'and nobody followed' });
  });

  it('that occur in several lines need a time or a decision', () => {
    expect(matchOne('p. 3 "Nothing, said the Hatter"')).toMatchObject({
      confidence: 'ask',
      line: '1.3',
      others: expect.arrayContaining([expect.objectContaining({ line: '2.22' })]),
    });
    expect(matchOne('Ch. 2 "Nothing, said the Hatter"')).toMatchObject({ line: '2.22', confidence: 'likely' });
    expect(matchOne('Ch. 1, 0:21 "Nothing, said the Hatter"')).toMatchObject({ line: '1.3', confidence: 'sure' });
  });

  it('that aren’t in the script match nothing without a time', () => {
    expect(matchOne('p. 3 "zebra xylophone kumquat"')).toMatchObject({ confidence: null, line: null });
  });

  it('are only likely if the row names a different chapter', () => {
    expect(matchOne('Ch. 2 "The hare ran down the lane towards the harbour"')).toMatchObject({
      line: '1.4',
      confidence: 'likely',
    });
  });

  it('are only likely if the time differs', () => {
    expect(matchOne('Ch. 1, 5:40 "The hare ran down the lane towards the harbour"')).toMatchObject({
      line: '1.4',
      confidence: 'likely',
    });
  });

  it('give a position in the take', () => {
    const script = scriptOf({ One: ['It was the first line of them all here.', 'Then the second one, with a zebra.'] });
    const found = matchOne('Ch. 1 "the second one, with a zebra" click', script);
    expect(found).toMatchObject({ line: '1.2', seconds: expect.closeTo(0.5 + (5 / 34) * LINE_SECONDS, 1) });
  });
});

describe('a time without words', () => {
  it('needs a decision between the lines around it', () => {
    expect(matchOne('Ch. 1, 0:34 click')).toMatchObject({ line: '1.4', confidence: 'ask', seconds: 4.5 });
  });

  it('is likely once other rows have shown how the times are shifted', () => {
    const rows = ['cucumbers in the market', 'the hare ran down the lane', 'nobody followed the old postman'];
    const shifted = [rows, ['curtains were drawn across the café']].flat();
    const seconds = [16 + 20, 30 + 20, 44 + 20, 1.5 + 20];
    const list = shifted.map((quoted, at) => `Ch. ${at < 3 ? 1 : 2}, ${seconds[at]}s "${quoted}"`);
    const fillers = [3, 9, 15].map((at) => `Ch. 1, ${(5 + at) * 10 + 26}s "went to the ${RARE[at]}"`);
    const found = match([...list, ...fillers, 'Ch. 1, 55s click'].join('\n')).at(-1);
    expect(found).toMatchObject({ line: '1.4', confidence: 'likely', seconds: expect.any(Number) });
  });

  it('matches nothing if there is no audio', () => {
    const silent = scriptOf({ 'Chapter One: Tea': TEA }, false);
    expect(matchOne('Ch. 1, 0:34 click', silent)).toMatchObject({ confidence: null });
    expect(matchOne('Ch. 1, 0:34 "The hare ran down the lane towards the harbour"', silent)).toMatchObject({
      line: '1.4',
      confidence: 'sure',
    });
  });
});

it('reads a time in the hours of a spreadsheet as minutes', () => {
  expect(matchOne('Chapter,Time,Comment\n1,0:34:00,click\n1,1:00:00,"""The hare ran down the lane"""\n')).toBeDefined();
  const list = 'Chapter,Time,Comment\n1,00:21:00,"""Nothing, said the Hatter"""\n';
  expect(matchOne(list)?.line).toBe('1.3');
});

it.each([
  ['1', '1.4'],
  ['Tea', '1.4'],
  ['Chapter One', '1.4'],
  ['01 Chapter One: Tea.mp3', '1.4'],
  ['01_Chapter_1.wav', '1.4'],
  ['Kapitel I', '1.4'],
])('finds the chapter %j', (chapter, line) => {
  const list = `Chapter;Text as written\n${chapter};The hare ran down the lane towards the harbour\n`;
  expect(matchOne(list)).toMatchObject({ line, confidence: 'sure' });
});

it('matches Japanese text, which has no spaces', () => {
  const script = scriptOf({
    第一章: ['吾輩は猫である。', '名前はまだ無い。どこで生れたか頓と見当がつかぬ。'],
    第二章: ['何でも薄暗い所でニャーニャー泣いていた。'],
  });
  expect(matchOne('第1章「名前はまだ無い」の間が長い', script)).toMatchObject({ line: '1.2', words: '名前はまだ無い' });
});

it('settles repeated words by the order of a list', () => {
  const quoted = [
    'There were twenty-one cucumbers in the market this morning',
    'The hare ran down the lane towards the harbour',
    'down the lane towards the harbour, and nobody followed',
    'nobody followed the old postman home',
    'The curtains were drawn across the café window',
    'Nothing, said the Hatter',
  ];
  const found = match(`Page;Text as written\n${quoted.map((text) => `1;${text}`).join('\n')}\n`);
  expect(found[5]).toMatchObject({ line: '2.22', confidence: 'likely' });
});
