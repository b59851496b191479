import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignLines, type KnownText } from './align-lines.ts';

/** Texts with the identities 1, 2, 3 and so on. */
function known(...texts: string[]): KnownText[] {
  return texts.map((text, index) => ({ id: index + 1, text }));
}

function ids(old: readonly KnownText[], ...texts: string[]): (number | null)[] {
  return alignLines(
    old,
    texts.map((text) => ({ text })),
  );
}

const ALICE = 'Alice was beginning to get very tired of sitting by her sister on the bank.';
const RABBIT = 'There was nothing so very remarkable in that; nor did Alice think it so.';
const HOLE = 'In another moment down went Alice after it, never once considering how.';
const WELL = 'Either the well was very deep, or she fell very slowly.';
const YES = 'Yes, sir.';

describe('alignLines', () => {
  it('keeps every line of an unchanged text', () => {
    expect(ids(known(ALICE, RABBIT, HOLE), ALICE, RABBIT, HOLE)).toEqual([1, 2, 3]);
    expect(ids([])).toEqual([]);
    expect(ids([], ALICE)).toEqual([null]);
    expect(ids(known(ALICE))).toEqual([]);
  });

  it('lets an edited text keep its line', () => {
    expect(ids(known(ALICE, RABBIT, HOLE), ALICE, RABBIT.replace('very', 'at all'), HOLE)).toEqual([1, 2, 3]);
    expect(ids(known(ALICE, 'No.', HOLE), ALICE, 'Something else altogether!', HOLE)).toEqual([1, 2, 3]);
  });

  it('tells a new text from an edited one beside it', () => {
    const edited = RABBIT.replace('remarkable', 'strange');
    expect(ids(known(ALICE, RABBIT, HOLE), ALICE, 'Who goes there?', edited, HOLE)).toEqual([1, null, 2, 3]);
    expect(ids(known(ALICE, RABBIT, HOLE), ALICE, edited, 'Who goes there?', HOLE)).toEqual([1, 2, null, 3]);
  });

  it('counts a text as new where nothing is like it and more came than went', () => {
    expect(ids(known(ALICE, 'No.', HOLE), ALICE, 'Who goes there?', 'A friend of the king.', HOLE)).toEqual([
      1,
      null,
      null,
      3,
    ]);
  });

  it('gives a split line to the first half, short or long', () => {
    const old = known(ALICE, `Well! ${RABBIT} ${WELL}`, HOLE);
    expect(ids(old, ALICE, `Well! ${RABBIT}`, WELL, HOLE)).toEqual([1, 2, null, 3]);
    expect(ids(old, ALICE, 'Well!', `${RABBIT} ${WELL}`, HOLE)).toEqual([1, 2, null, 3]);
    expect(ids(old, ALICE, 'Well!', RABBIT, WELL, HOLE)).toEqual([1, 2, null, null, 3]);
    expect(ids(old, ALICE, 'Well!', `${RABBIT} ${WELL.replace('deep', 'wide')}`, HOLE)).toEqual([1, 2, null, 3]);
  });

  it('gives merged lines the first one’s', () => {
    const old = known(ALICE, YES, RABBIT, WELL, HOLE);
    expect(ids(old, ALICE, `${YES} ${RABBIT}`, WELL, HOLE)).toEqual([1, 2, 4, 5]);
    expect(ids(old, ALICE, `${YES} ${RABBIT} ${WELL}`, HOLE)).toEqual([1, 2, 5]);
    expect(ids(old, ALICE, `${YES}\n${RABBIT}`, WELL, HOLE)).toEqual([1, 2, 4, 5]);
  });

  it('gives a split line to its first half though its second is much alike to it, and the line before was edited', () => {
    const old = known(ALICE, RABBIT, `Oh! ${WELL} It was dark.`, HOLE);
    const edited = RABBIT.replace('very', 'at all');
    // As many texts as there were keep their order from both ends.
    expect(ids(old, ALICE, edited, `Oh! ${WELL} It was dim.`, HOLE)).toEqual([1, 2, 3, 4]);
    expect(ids(old, ALICE, edited, 'Oh!', `${WELL} It was dark.`, HOLE)).toEqual([1, 2, 3, null, 4]);
  });

  it('does not take the second half of a split for a text that was deleted beside it', () => {
    expect(ids(known(`${ALICE} ${RABBIT}`, 'No.', HOLE), ALICE, RABBIT, HOLE)).toEqual([1, null, 3]);
  });

  it('lets a moved text take its line along, also where its neighbours were edited', () => {
    expect(ids(known(ALICE, RABBIT, HOLE, WELL), HOLE, ALICE, RABBIT, WELL)).toEqual([3, 1, 2, 4]);
    expect(
      ids(
        known(ALICE, RABBIT, HOLE, WELL),
        ALICE.replace('tired', 'weary'),
        HOLE.replace('moment', 'second'),
        WELL,
        RABBIT,
      ),
    ).toEqual([1, 3, 4, 2]);
  });

  it('knows a text that was moved and edited a little', () => {
    expect(ids(known(ALICE, RABBIT, HOLE, WELL), HOLE.replace('moment', 'second'), ALICE, RABBIT, WELL)).toEqual([
      3, 1, 2, 4,
    ]);
  });

  it('gives merged lines the first one’s, and a split one to its first half, where that stands elsewhere too', () => {
    const old = known(ALICE, HOLE, YES, RABBIT, WELL, 'The end of it all.', 'Another one begins here.');
    // The chapter that ended with them moved behind its neighbour: what followed them doesn’t stand behind them any more.
    expect(ids(old, 'The end of it all.', 'Another one begins here.', ALICE, HOLE, `${YES} ${RABBIT}`, WELL)).toEqual([
      6, 7, 1, 2, 3, 5,
    ]);
    expect(ids(old, WELL, 'The end of it all.', 'Another one begins here.', ALICE, HOLE, `${YES} ${RABBIT}`)).toEqual([
      5, 6, 7, 1, 2, 3,
    ]);
    const whole = known(ALICE, HOLE, `Oh! ${RABBIT}`, WELL, 'The end of it all.', 'Another one begins here.');
    expect(ids(whole, WELL, 'The end of it all.', 'Another one begins here.', ALICE, HOLE, 'Oh!', RABBIT)).toEqual([
      4,
      5,
      6,
      1,
      2,
      3,
      null,
    ]);
  });

  it('tells repeated texts apart by where they stand', () => {
    const old = known(YES, ALICE, YES, RABBIT, YES, HOLE, YES);
    expect(ids(old, YES, ALICE, RABBIT, YES, HOLE, YES)).toEqual([1, 2, 4, 5, 6, 7]);
    expect(ids(old, ALICE, YES, RABBIT, YES, HOLE, YES)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(ids(old, YES, ALICE, YES, RABBIT, YES, WELL, YES, HOLE, YES)).toEqual([1, 2, 3, 4, 5, null, null, 6, 7]);
    expect(ids(old, YES, ALICE, 'Yes, madam.', RABBIT, YES, HOLE, YES)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(ids(old, YES, RABBIT, YES, HOLE, YES, ALICE, YES)).toEqual([1, 4, 5, 6, 3, 2, 7]);
    // A repeated text goes with the neighbour that moved, where the other one was deleted.
    expect(ids(known(ALICE, YES, RABBIT, YES, HOLE, WELL), ALICE, HOLE, WELL, RABBIT, YES)).toEqual([1, 5, 6, 3, 4]);
  });

  it('revives a deleted line for exactly its text only', () => {
    const old: KnownText[] = [
      { id: 1, text: ALICE },
      { id: 2, text: RABBIT, deleted: true },
      { id: 3, text: HOLE },
    ];
    expect(ids(old, ALICE, RABBIT, HOLE)).toEqual([1, 2, 3]);
    expect(ids(old, ALICE, `${RABBIT} `, HOLE)).toEqual([1, null, 3]);
    expect(ids(old, ALICE, HOLE, RABBIT, RABBIT)).toEqual([1, 3, 2, null]);
  });

  it('prefers a living line to a tombstone, but a tombstone to a text that is nothing like it', () => {
    const old: KnownText[] = [
      { id: 1, text: RABBIT, deleted: true },
      { id: 2, text: ALICE },
      { id: 3, text: RABBIT },
    ];
    expect(ids(old, RABBIT, ALICE)).toEqual([3, 2]);
    const replaced: KnownText[] = [
      { id: 1, text: RABBIT, deleted: true },
      { id: 2, text: 'No.' },
    ];
    expect(ids(replaced, RABBIT)).toEqual([1]);
    const edited: KnownText[] = [
      { id: 1, text: RABBIT, deleted: true },
      { id: 2, text: RABBIT.replace('very', 'so') },
    ];
    expect(ids(edited, RABBIT)).toEqual([2]);
  });

  it('believes the editor where it followed an identity, unless two texts claim it or it does not exist', () => {
    const old: KnownText[] = [...known(ALICE, RABBIT, HOLE), { id: 9, text: 'Gone.', deleted: true }];
    expect(alignLines(old, [{ text: RABBIT, known: 1 }, { text: ALICE }, { text: HOLE, known: 77 }])).toEqual([
      1, 2, 3,
    ]);
    expect(alignLines(old, [{ text: ALICE, known: 2 }, { text: RABBIT, known: 2 }, { text: HOLE }])).toEqual([1, 2, 3]);
    expect(alignLines(old, [{ text: ALICE }, { text: 'Back.', known: 9 }, { text: HOLE }])).toEqual([1, 9, 3]);
  });
});

// Invariants.

const WORDS = 'the king went slowly down into a dark house where seven birds never slept again before night fell'.split(
  ' ',
);
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
  fc.constantFrom(YES, 'No.', '', '一二三四五六'),
  fc.string({ unit: 'grapheme' }),
);
const anyOld = fc
  .array(fc.record({ text: anyText, deleted: fc.boolean() }), { maxLength: 25 })
  .map((texts): KnownText[] => texts.map((text, index) => ({ id: index + 1, ...text })));

/** Texts of which no two are alike. */
const distinct = fc
  .uniqueArray(fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 4, maxLength: 12 }), {
    minLength: 1,
    maxLength: 20,
    selector: (numbers) => numbers.join(' '),
  })
  .map((all) => all.map((numbers, index) => numbers.map((n) => `w${n}x${index}`).join(' ')));

describe('alignLines, whatever the texts', () => {
  it('gives each identity at most once, only known ones, and the same answer again', () => {
    fc.assert(
      fc.property(
        anyOld,
        fc.array(fc.record({ text: anyText, known: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }) }), {
          maxLength: 25,
        }),
        (old, next) => {
          const result = alignLines(old, next);
          const given = result.filter((id) => id !== null);
          expect(result).toHaveLength(next.length);
          expect(new Set(given).size).toBe(given.length);
          for (const id of given) expect(id >= 1 && id <= old.length).toBe(true);
          expect(alignLines(old, next)).toEqual(result);
        },
      ),
    );
  });

  it('keeps everything where nothing changed, repeated texts included', () => {
    fc.assert(
      fc.property(anyOld, (old) => {
        const living = old.filter((text) => !text.deleted);
        expect(alignLines(old, living)).toEqual(living.map((text) => text.id));
      }),
    );
  });

  it('revives a deleted line only for its very text', () => {
    fc.assert(
      fc.property(anyOld, fc.array(anyText, { maxLength: 25 }), (old, texts) => {
        ids(old, ...texts).forEach((id, at) => {
          const source = old.find((text) => text.id === id);
          if (source?.deleted) expect(source.text).toBe(texts[at]);
        });
      }),
    );
  });

  it('touches nothing but the text concerned: deleted, inserted, edited, moved, split, merged', () => {
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (texts, a, b) => {
        const old = known(...texts);
        const all = old.map((text) => text.id);
        const at = a % texts.length;
        const to = b % texts.length;
        const text = texts[at] ?? '';
        const words = text.split(' ');
        const cut = 1 + (b % (words.length - 1));

        expect(ids(old, ...texts.toSpliced(at, 1))).toEqual(all.toSpliced(at, 1));
        expect(ids(old, ...texts.toSpliced(at, 0, 'Nobody said this before'))).toEqual(
          all.toSpliced(at, 0, -1).map((id) => (id < 0 ? null : id)),
        );
        expect(ids(old, ...texts.with(at, words.with(b % words.length, 'other').join(' ')))).toEqual(all);
        expect(ids(old, ...texts.with(at, 'Nobody said this before'))).toEqual(all);
        expect(ids(old, ...texts.toSpliced(at, 1).toSpliced(to, 0, text))).toEqual(
          all.toSpliced(at, 1).toSpliced(to, 0, at + 1),
        );
        const halves = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
        expect(ids(old, ...texts.toSpliced(at, 1, ...halves))).toEqual([
          ...all.slice(0, at + 1),
          null,
          ...all.slice(at + 1),
        ]);
        if (at + 1 < texts.length) {
          const merged = `${text} ${texts[at + 1]}`;
          expect(ids(old, ...texts.toSpliced(at, 2, merged))).toEqual(all.toSpliced(at + 1, 1));
        }
      }),
    );
  });

  it('finds each of many scattered edits among very many lines', () => {
    const texts = Array.from({ length: 20_000 }, (_, n) =>
      n % 9 === 0 ? YES : `Line ${n} says word ${n * 7919} aloud.`,
    );
    const old = known(...texts);
    const next = texts.map((text, n) => (n % 997 === 5 ? text.replace('says', 'shouts') : text));
    const without = next.toSpliced(7000, 1).toSpliced(12_000, 0, 'A new one.');
    const expected: (number | null)[] = old.map((text) => text.id);
    expect(ids(old, ...without)).toEqual(expected.toSpliced(7000, 1).toSpliced(12_000, 0, null));
  });

  it('stays within its budget on thousands of lines that are all the same or all different', () => {
    const same = Array.from({ length: 10_000 }, () => YES);
    expect(ids(known(...same), ...same.slice(1)).filter((id) => id === null)).toHaveLength(0);
    const other = Array.from({ length: 10_000 }, (_, n) => `${n} ${n * 31} ${n * 17}`);
    expect(ids(known(...same), ...other)).toEqual(same.map((_, n) => n + 1));
    expect(ids(known(...same), ...other.slice(1)).every((id) => id === null)).toBe(true);
  });
});

describe('the examples of docs/align.md', () => {
  const PARENTS = 'I have lost both my parents.';
  const MISFORTUNE = 'To lose one may be regarded as a misfortune.';
  const chapter = Array.from(
    { length: 70 },
    (_, n) =>
      `Line ${'abcdefghij'[n % 10]}${'klmnopq'[Math.floor(n / 10)]} of the long chapter begins so and ends ${n}.`,
  );
  const all = chapter.map((_, n) => n + 1);

  it.each<[string, string[], string[], (number | null)[]]>([
    ['both ends', ['Who is there?', 'The doctor.', 'Come in.'], ['Who is there?', 'A friend.', 'Come in.'], [1, 2, 3]],
    ['unique texts', ['One.', 'Two.', 'Three.', 'Four.'], ['Three.', 'One.', 'Two.', 'Four, five.'], [3, 1, 2, 4]],
    [
      'neighbours of pairs',
      ['Is he in?', YES, 'Is she?', YES],
      ['Is she?', YES, 'Is he in?', YES, 'Good.'],
      [3, 4, 1, 2, null],
    ],
    ['cutting large gaps', chapter, chapter.map((text) => text.replace(/ends.*/, 'changed its end.')), all],
    [
      'an edit at the end of a gap',
      ['I will see you at the station at five.'],
      ['I will see you at the station at six.'],
      [1],
    ],
    ['a split', [`${PARENTS} ${MISFORTUNE}`], [PARENTS, MISFORTUNE], [1, null]],
    [
      'an edit behind a new line',
      ['Who is it?', 'My lord, the guests have come.', 'Let them in.'],
      ['Who is it?', 'A knock at the door.', 'My lord, all the guests have come.', 'Let them in.'],
      [1, null, 2, 3],
    ],
    [
      'looking ahead',
      chapter,
      ['Something new.', ...chapter.map((text) => `Then ${text.toLowerCase()} Indeed.`)],
      [null, ...all],
    ],
    [
      'edited between texts that moved',
      ['One.', 'Two.', 'Three.', 'The clock struck one.', 'It was late by now.', 'The clock struck two.'],
      ['The clock struck one.', 'It was very late.', 'The clock struck two.', 'One.', 'Two.', 'Three.', 'Four.'],
      [4, 5, 6, 1, 2, 3, null],
    ],
    ['equal leftovers', ['Yes.', 'Yes.', 'No, never.'], ['No, never.', 'Yes.', 'Yes.', 'Well?'], [3, 1, 2, null]],
    [
      'moved and edited',
      ['The train leaves at nine from the north platform.', 'Who told you?', 'My aunt.'],
      ['Who told you?', 'My aunt.', 'The train leaves at ten from the north platform.'],
      [2, 3, 1],
    ],
    ['in order', ['Enter.', 'Good morning.', 'Leave.'], ['Enter.', 'Bonjour, madame.', 'Leave.'], [1, 2, 3]],
  ])('%s', (_, old, next, expected) => {
    expect(ids(known(...old), ...next)).toEqual(expected);
  });

  it('what the editor followed', () => {
    const next = [{ text: 'Where were you last night?', known: 2 }, { text: 'Where were you?' }];
    expect(alignLines(known('Where were you?', 'At the club.'), next)).toEqual([2, 1]);
  });

  it('deleted lines that come back', () => {
    const old = [
      { id: 1, text: 'He is dead.', deleted: true },
      { id: 2, text: 'Long live the king.' },
    ];
    expect(ids(old, 'He is dead.', 'Long live the king.')).toEqual([1, 2]);
  });
});
