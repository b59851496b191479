import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { rolesOf } from '../../../electron/core/rules/roles.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { spokenText } from '../../../shared/rules/spoken-text.ts';
import { applyChoices, findSimilarNames, roleCandidates } from '../script/import-choices.ts';
import { laidOut } from './testing/laid-out.ts';

const settings = { ...DEFAULT_PROJECT_SETTINGS, speakHeadings: false };
const fixture = (name: string): string =>
  readFileSync(new URL(`../../../e2e/fixtures/texts/layouts/${name}`, import.meta.url), 'utf8');

/** Who speaks how many lines of a script. */
const speakers = (text: string) =>
  Object.fromEntries(rolesOf(parseScript(text, settings), settings).map(({ name, lines }) => [name, lines]));

const spoken = (text: string): string[] =>
  parseScript(text, settings).flatMap(({ lines }) =>
    lines.flatMap(({ turns }) => turns.map((turn) => spokenText(turn, settings))),
  );

/** All words of a text, in capitals as marks have them. A time goes behind the name that it stands before: no order. */
const words = (text: string): string[] => (text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? []).toSorted();

const LAYOUTS: readonly {
  readonly file: string;
  readonly roles: Readonly<Record<string, number>>;
  /** Words of its directions, which stand in no line. */
  readonly silent: readonly string[];
}[] = [
  {
    file: 'colon.txt',
    roles: { NARRATOR: 1, MARA: 4, JONAS: 3, 'RUTH ADEYEMI': 2, TOM: 1 },
    silent: ['theme', 'whispering', 'takes off', 'laughs', 'clears', 'over stones', 'thinks'],
  },
  {
    file: 'capitals.txt',
    roles: { HELEN: 3, PURSER: 2 },
    silent: ['RAIN', 'PIANO', 'offhand', 'bell', 'door', 'ACCORDION', 'V.O.', 'sits down'],
  },
  {
    file: 'bold.md',
    roles: { PRIYA: 4, OSKAR: 3, 'CALLER ONE': 2 },
    silent: ['Theme', 'softly', 'strikes', 'gas ring', 'surprised', 'floorboard', 'sighs', '*', '---'],
  },
  {
    file: 'brackets.txt',
    roles: { NADIA: 3, EMIL: 3 },
    silent: ['Music', 'laughs', 'Laughter', 'Thunder', 'drily'],
  },
  {
    file: 'dashes.txt',
    roles: { NARRATOR: 1, GRETE: 5, PIET: 3, 'OLD MAARTEN': 2 },
    silent: ['shutter', 'STRINGS', 'after a while'],
  },
  { file: 'angles.txt', roles: { LENA: 4, MAREK: 3, 'GUEST 1': 1 }, silent: ['slams', 'window', 'to herself'] },
  {
    file: 'above.txt',
    roles: { IRENE: 4, WALTER: 3, 'THE DOCTOR': 1 },
    silent: ['Setting', 'behind the door', 'unlocks', 'some time', 'O.S.', 'strikes four'],
  },
  {
    file: 'screenplay.txt',
    roles: { DARA: 3, GUARD: 3 },
    silent: ['FADE', 'out of breath', 'WHISTLE', 'V.O.', 'beat', 'CUT'],
  },
  {
    file: 'tabs.txt',
    roles: { SILVIA: 3, BRUNO: 3, 'DR. LANG': 1 },
    silent: ['Speaker', 'guitar', 'scrapes', 'Knife', 'mouth full'],
  },
  {
    file: 'gaps.txt',
    roles: { HERALD: 3, MOONCALF: 3, INSPECTOR: 2 },
    silent: ['FANFARE', 'aside', 'rustles', 'comet'],
  },
  {
    file: 'stamps.txt',
    roles: { HANNA: 3, 'SPEAKER 2': 2, 'JOSEPH STEIN': 1 },
    silent: ['00', 'Theme', 'crosstalk', 'laughs', 'rings'],
  },
  {
    file: 'table.md',
    roles: { FATOU: 3, GEORG: 2 },
    silent: ['Time', 'organ', '0:', 'kneading', 'Dough', 'hands him', '|'],
  },
];

describe('a script in another layout', () => {
  it.each([
    [
      'a name in lenticular brackets',
      '【太郎】「おはよう。」\n【花子】「（笑って）そうね。」\n【太郎】「急ごう。」\n【花子】「はい。」\n',
    ],
    [
      'above its words',
      '【太郎】\nおはよう。\n\n【花子】（笑って）\nそう\nね。\n\n【太郎】\n急ごう。\n\n【花子】\nはい。\n',
    ],
    ['before a colon', '太郎：「おはよう。」\n花子：「（笑って）そうね。」\n太郎：「急ごう。」\n花子：「はい。」\n'],
    ['before corner brackets', '太郎「おはよう。」\n花子（笑って）「そうね。」\n太郎「急ごう。」\n花子「はい。」\n'],
  ])('in Japanese has its roles and speaks nothing but their words: %s', (_, text) => {
    const { confirmedRoles, text: script } = applyChoices(laidOut(text, false) ?? text, {
      kind: 'script',
      roles: null,
      merges: [],
    });
    expect([...confirmedRoles].toSorted()).toEqual(['太郎', '花子']);
    const own = { ...settings, roleMarks: 'confirmed' as const, confirmedRoles: [...confirmedRoles] };
    const turns = parseScript(script, own).flatMap(({ lines }) => lines.flatMap((line) => line.turns));
    const words = turns.map((turn) => spokenText(turn, own).replace(/[「」\s]/g, ''));
    expect(words).toEqual(['おはよう。', 'そうね。', '急ごう。', 'はい。']);
  });

  it('in columns joins words that were parted at the ends of rows', () => {
    const script = laidOut(fixture('columns.txt'), false) ?? '';
    expect(speakers(script)).toEqual({ NARRATOR: 1, MARA: 3, JONAS: 3 });
    expect(spoken(script)).toContain('It is a disaster, then, and you call it magnificent.');
    expect(spoken(script)[0]).toContain('the rain-swollen river');
  });

  it.each([
    [
      'Japanese',
      '田中：おはよう。\n\n佐藤：おはよう。\n\n（雨の音）\n\n田中：はい。\n\n佐藤：うん。\n',
      ['田中', '佐藤'],
      '雨',
    ],
    [
      'Chinese',
      '王强：你好。\n\n李梅：你好。\n\n（下雨声）\n\n王强：是啊。\n\n旁白：他们走了。\n',
      ['王强', '李梅', '旁白'],
      '雨',
    ],
    [
      'Arabic',
      'أحمد: صباح الخير.\n\nليلى: صباح النور.\n\n(صوت المطر)\n\nأحمد: بخير.\n\nليلى: نعم.\n',
      ['أحمد', 'ليلى'],
      'صوت',
    ],
    ['Hindi', 'राम: नमस्ते।\n\nसीता: मैं ठीक हूँ।\n\n[बारिश]\n\nराम: अच्छा।\n\nसीता: चलो।\n', ['राम', 'सीता'], 'बारिश'],
  ])('has the roles of a language without capitals: %s', (_, text, roles, silent) => {
    const script = laidOut(text, false) ?? text;
    const options = applyChoices(script, { kind: 'script', roles: null, merges: [] });
    expect([...options.confirmedRoles].toSorted()).toEqual(roles.toSorted());
    const paragraphs = parseScript(options.text, {
      ...settings,
      ...options,
      confirmedRoles: [...options.confirmedRoles],
    });
    const turns = paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.turns));
    expect(turns.map(({ role }) => role ?? '')).toHaveLength(4);
    expect(turns.every(({ role }) => role !== null && roles.includes(role))).toBe(true);
    expect(turns.map((turn) => spokenText(turn, settings)).join(' ')).not.toContain(silent);
  });

  it('takes a title before a dash for a name among colons, once though it comes, and no other words', () => {
    const script =
      'MARA: Hello.\n\nDr. Okafor – Good evening.\n\nMARA: Sit down.\n\nLondon – the same evening.\n\nTOM: I will.\n\nTom – Now.\n';
    expect(laidOut(script, false)).toBe(
      'MARA: Hello.\n\nDR. OKAFOR: Good evening.\n\nMARA: Sit down.\n\nLondon – the same evening.\n\nTOM: I will.\n\nTOM: Now.\n',
    );
  });

  it('makes no names of what verses and sentences say before a colon', () => {
    expect(
      laidOut('他走过来。\n\n他说：“你好。”\n\n她问：“你是谁？”\n\n他说：“我是王强。”\n\n雨下了一夜。\n', false),
    ).toBeNull();
  });

  it('with names in capitals above their words has no role of words alone in a row', () => {
    const text =
      'TOM\n\nDid you hear, Ann?\n\nANN\n\nYes, sir. (Rises.)\n\nTOM\n\nAnn, will you come? (Waits.)\n\nANN\n\nYes, sir. (Sits.)\n';
    expect(laidOut(text, true) ?? laidOut(text, false)).toBe(
      'TOM: Did you hear, Ann?\n\nANN: Yes, sir. (Rises.)\n\nTOM: Ann, will you come? (Waits.)\n\nANN: Yes, sir. (Sits.)\n',
    );
  });

  it.each(LAYOUTS)('$file has every role, and no direction is spoken', ({ file, roles, silent }) => {
    const text = laidOut(fixture(file), false) ?? '';
    expect(speakers(text)).toEqual(roles);
    const heard = spoken(text).join('\n');
    for (const direction of silent) expect(heard).not.toContain(direction);
  });

  it.each(LAYOUTS)('$file keeps all words', ({ file }) => {
    // A mark need not say that someone goes on, and the rows of a script have numbers of their own.
    const before = fixture(file)
      .replace(/\(cont'd\)/gi, '')
      .replace(/^\d+ {2}/gm, '');
    expect(words((laidOut(before, false) ?? '').replaceAll('[scene break]', ''))).toEqual(words(before));
  });

  it.each([
    ['in brackets above its words', '[Mara]\nOne.\n\n[Jo]\nTwo.\nThree.\n\n[Rain]\n\n[Mara]\nFour.\n', ['MARA', 'JO']],
    [
      'beside a time',
      'Speaker 1  00:00\nOne.\n\nSpeaker 2  00:09\nTwo.\n\nSpeaker 1  00:14\nThree.\n',
      ['SPEAKER 1', 'SPEAKER 2'],
    ],
    [
      'in exported messages',
      '12/03/24, 14:22 - Mara: One.\n12/03/24, 14:23 - Jo Doe: Two.\nThree.\n',
      ['MARA', 'JO DOE'],
    ],
    [
      'in messages with seconds and pictures',
      '[1.3.24, 2:22:10\u202fPM] Mara: One.\n[1.3.24, 2:23:01\u202fPM] Jo 🙂: Two.\n',
      ['MARA', 'JO'],
    ],
  ])('has a role whose name comes once %s', (_, text, roles) => {
    expect(Object.keys(speakers(laidOut(text, false) ?? ''))).toEqual(roles);
  });

  it('parts rows in capitals where more than two speak in a paragraph', () => {
    const made = laidOut('MARA: One.\nJO: Two.\nTOM: Three.\nMARA: Four.\n', false) ?? '';
    expect(made).toBe('MARA: One.\n\nJO: Two.\n\nTOM: Three.\n\nMARA: Four.\n');
  });

  it('leaves three roles in a paragraph as they are where other speeches have paragraphs of their own', () => {
    expect(laidOut('MARA: One.\n\nMARA: Two.\nJO: Three.\nTOM: Four.\n', false)).toBeNull();
  });

  it('offers the same name in another spelling as one role', () => {
    const text = laidOut('Algernon: One.\nLane: Two.\nAlgernnon: Three.\nAlgernon Moncrieff: Four.\n', false) ?? '';
    const names = roleCandidates(text, 'script').map(({ name }) => name);
    expect(Object.fromEntries(findSimilarNames(names))).toEqual({
      ALGERNNON: 'ALGERNON',
      'ALGERNON MONCRIEFF': 'ALGERNON',
    });
  });

  it('leaves emphasised words to be spoken, and pauses as they are', () => {
    const text = laidOut('Ann: I *never* said *that*. [pause 1s] *Why* would I?\n\nBob: [beat] *Really*, no.\n', false);
    expect(spoken(text ?? '')).toEqual(['I never said that.', 'Why would I?', 'Really, no.']);
  });

  it('takes no recurring noise, label or transition for a role', () => {
    const text =
      'Ann: One.\n\n[Applause]\n\nBob: Two.\n\n[Applause]\n\nCUT TO:\n\nScene: A garden.\n\nAnn: Three.\n\nBob: Four.\n';
    expect(speakers(laidOut(text, false) ?? '')).toEqual({ ANN: 2, BOB: 2 });
  });

  it('keeps what is done under a name that says nothing', () => {
    const text = 'CAROL\nYes.\n\nCAROL (V.O.)\n(Rises.)\n\nDAN\nNo.\n\nDAN\n\n*Waits.*\n';
    expect(laidOut(text, false)).toBe('CAROL: Yes.\n\n(CAROL (V.O.))\n\n(Rises.)\n\nDAN: No.\n\n(DAN)\n\n(Waits.)\n');
  });

  it('gives a cast list to no role', () => {
    const text = 'Cast:\nAnn: a baker\nBob: her brother\n\nAnn: One.\n\nBob: Two.\n\nAnn: Three.\n';
    expect(speakers(laidOut(text, false) ?? '')).toEqual({ ANN: 2, BOB: 1 });
  });

  it('loses no word, whatever its rows', () => {
    const row = fc.oneof(
      fc.constantFrom(
        '',
        'ANN: yes',
        '**Bob:** no *sighs* so',
        '[Ann] [x] y',
        'Bob – z',
        'CAROL',
        '(a',
        'b)',
        'SFX: c',
      ),
      fc.constantFrom(
        'ANN\tq',
        '| Bob | r |',
        '<Ann> s',
        '00:01 Bob: t',
        '# u',
        'ACT ONE',
        '*v*',
        'Note: w',
        '> Ann: i',
      ),
      fc.string({
        unit: fc.constantFrom('a', 'B', ' ', '(', ')', '[', ']', '*', '_', ':', '–', '.', '\t'),
        maxLength: 30,
      }),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.boolean(), (rows, isBook) => {
        const text = rows.join('\n');
        const made = laidOut(text, isBook);
        if (made === null) return;
        const left = words(made.replaceAll('[scene break]', ''));
        for (const word of words(text)) expect(left.splice(left.indexOf(word) >>> 0, 1)).toEqual([word]);
        // A role goes on behind a cue, under its mark once more.
        const names = new Set(words(['NARRATOR', ...Object.keys(speakers(made))].join(' ')));
        expect(left.filter((word) => !names.has(word))).toEqual([]);
      }),
      { numRuns: rounds(500) },
    );
  });
});

describe('a text', () => {
  it.each([
    [
      'a script in Lectern’s own form',
      'ANN: One,\n  two.\nBOB: (softly) Three.\n\n[SFX: rain]\n\nANN: [pause 1s] Four.\n',
    ],
    ['prose', 'It was late.\n\nNote: nothing.\n\nAnn went out. “Bob – no,” she said.\n\nBob: that was all.\n'],
    ['prose with headings', '# One\n\nAnn\n\nIt rained [sic] for days.\n\n*Always*, he said.\n'],
    ['a list', '- One: a\n- two\n- three\n'],
  ])('that is %s stays as it is', (_, text) => {
    expect(laidOut(text, false)).toBeNull();
  });

  it('that looks like a book takes far more marks to be a script', () => {
    const turns = 'MARA\nYes.\n\nTOM\nNo.\n\n';
    expect(laidOut(turns, true)).toBeNull();
    expect(speakers(laidOut(turns.repeat(4), true) ?? '')).toEqual({ MARA: 4, TOM: 4 });
    expect(laidOut(turns.repeat(4) + 'It was a long night in the house.\n\n'.repeat(20), true)).toBeNull();
  });

  it('in Lectern’s own form keeps its rows, and only its directions get brackets', () => {
    expect(laidOut('ANN: One. [sighs]\nBOB: Two.\n\nMUSIC: Out.\n\n[Exit Ann]\n', false)).toBe(
      'ANN: One. (sighs)\nBOB: Two.\n\n[MUSIC: Out.]\n\n(Exit Ann)\n',
    );
  });

  it('is titled by the row above who wrote it, and speaks neither that nor notes for the producers', () => {
    const made = laidOut(
      'Signal Lost\nWritten by J. Doe\nDraft 3, 12/03/2026\n\nMara: Yes.\nNote: check this.\nTom: No.\nMara: Note: I said no.\n',
      false,
    );
    expect(made).toBe(
      '# Signal Lost\n\n(Written by J. Doe)\n\n(Draft 3, 12/03/2026)\n\nMARA: Yes.\n\n(Note: check this.)\n\nTOM: No.\n\nMARA: Note: I said no.\n',
    );
  });

  it('in Lectern’s own form has no word parted at the ends of its rows', () => {
    const text =
      'ANN: It is an unbelievable story, and some-\nthing of an unbe-\nlievable one. Half-\nbaked.\n\nBOB: No.\n\nSo it was, every-\nwhere.\n';
    expect(spoken(laidOut(text, false) ?? text)).toEqual([
      'It is an unbelievable story, and something of an unbelievable one. Half-baked.',
      'No.',
      'So it was, everywhere.',
    ]);
  });

  it('keeps first rows that are words', () => {
    const made = laidOut(
      'It rained for days.\nBy then all was lost.\nThen it froze.\n\nMara: Yes.\nTom: No.\nMara: Why?\n',
      false,
    );
    expect(made).toMatch(/^It rained for days\.\nBy then all was lost\.\nThen it froze\./);
  });
});
