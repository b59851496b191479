import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { rolesOf } from '../../../electron/core/rules/roles.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { mayBeSamePerson } from '../../../shared/rules/cast/same-person.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { hostileText } from '../../../shared/rules/testing/hostile-text.ts';
import { applyChoices, findSimilarNames, roleCandidates, suggestedRoles } from './import-choices.ts';

const SCRIPT = `# Act

ALGERNON: One.

ALGERNOM: Two.
LANE: Three.

NOTE: It rains.

[pause 1s] LANE: Four: five.
`;

const speakers = (text: string, options: { roleMarks: 'capitals' | 'confirmed'; confirmedRoles: readonly string[] }) =>
  rolesOf(parseScript(text, { speakBrackets: false, speakHeadings: true, lineCharacters: 2_000, ...options }), {
    speakBrackets: false,
  }).map(({ name, lines }) => `${name} ${lines}`);

describe('who speaks in a script', () => {
  it.each([
    ['Hinweis', []],
    ['Cue', []],
    ['Synopsis', []],
    ['登場人物', []],
    ['Time Traveller', ['Time Traveller']],
  ])('takes %s, which repeats, for %j', (name, roles) => {
    const text = `${name}: one.\n\n${name}: two.\n`;
    expect(suggestedRoles(roleCandidates(text, 'script'), 'script')).toEqual(roles);
  });

  it.each([
    ['母: はい。\n\n村人A: こんにちは。\n\n兵士A: 止まれ。\n\n村人B: はい。\n', ['母', '村人A', '兵士A', '村人B']],
    ['أحمد: مرحبا.\n\nليلى: أهلا!\n\nسامي: من هناك؟\n', ['أحمد', 'ليلى', 'سامي']],
    ['材料：小麦粉\n\n時間：30分\n\n作り方：混ぜて焼く。\n', []],
    ['雨が降っていた。\n\n母は言った。\n\n母: はい。\n\n父: うん。\n\n姉: そう。\n', []],
  ])('takes names without capitals that come once where nearly all rows are theirs: %s', (text, roles) => {
    expect(suggestedRoles(roleCandidates(text, 'script'), 'script')).toEqual(roles);
  });

  it('is everybody in capitals before a colon, with what they have to say', () => {
    expect(roleCandidates(SCRIPT, 'script')).toEqual([
      { name: 'LANE', rows: 2, characters: 17 },
      { name: 'ALGERNON', rows: 1, characters: 4 },
      { name: 'ALGERNOM', rows: 1, characters: 4 },
      { name: 'NOTE', rows: 1, characters: 9 },
    ]);
    expect(applyChoices(SCRIPT, { kind: 'script', roles: null, merges: [] }).text).toBe(SCRIPT);
  });

  it('is not who was unticked, and two spellings are one', () => {
    const { text, ...options } = applyChoices(SCRIPT, {
      kind: 'script',
      roles: ['LANE', 'ALGERNON', 'ALGERNOM'],
      merges: [{ from: 'ALGERNOM', into: 'ALGERNON' }],
    });
    expect(text).toContain('\\NOTE: It rains.');
    expect(text).toContain('ALGERNON: Two.\nLANE: Three.');
    expect(speakers(text, options)).toEqual(['NARRATOR 2', 'ALGERNON 2', 'LANE 2']);
  });

  describe('of a document that states its roles', () => {
    const document = [
      '# One',
      { role: '村人A', words: 'Halt.' },
      { role: 'ANN', words: 'Tom: no (quietly).' },
      'Tom: rain.',
    ];

    it('is everybody whom it states, though each comes once', () => {
      expect(roleCandidates(document, 'script')).toEqual([
        { name: '村人A', rows: 1, characters: 5, isStated: true },
        { name: 'ANN', rows: 1, characters: 18, isStated: true },
        { name: 'Tom', rows: 1, characters: 5 },
      ]);
      const usual = applyChoices(document, { kind: 'script', roles: null, merges: [] });
      expect(usual).toMatchObject({ document, confirmedRoles: ['村人A'] });
      expect(usual.text).toBe('# One\n\n村人A: Halt.\n\nANN: Tom: no (quietly).\n\nTom: rain.\n');
    });

    it('can be other roles, or the narrator', () => {
      const merges = [{ from: 'ANN', into: 'Tom' }];
      const chosen = applyChoices(document, { kind: 'script', roles: [], merges });
      expect(chosen.document).toEqual([
        '# One',
        '村人A: Halt.',
        { role: 'Tom', words: 'Tom: no (quietly).' },
        'Tom: rain.',
      ]);
      expect(speakers(chosen.text, chosen)).toEqual(['NARRATOR 2', 'Tom 2']);
      const silent = applyChoices(document, { kind: 'script', roles: [], merges: [] });
      expect(silent.text).toBe('# One\n\n村人A: Halt.\n\n\\ANN: Tom: no (quietly).\n\nTom: rain.\n');
      expect(speakers(silent.text, silent)).toEqual(['NARRATOR 4']);
    });
  });

  describe('with names in ordinary case', () => {
    const mixed = 'Mara: Hello.\n\nTom: Who?\n\nMara: Me: Mara.\n\nLANE: Yes.\n\nNote: it rains.\n\nNote: it pours.\n';

    it('offers them all, and takes those that repeat', () => {
      expect(roleCandidates(mixed, 'script')).toEqual([
        { name: 'Mara', rows: 2, characters: 15 },
        { name: 'Note', rows: 2, characters: 18 },
        { name: 'Tom', rows: 1, characters: 4 },
        { name: 'LANE', rows: 1, characters: 4 },
      ]);
      const { text, document, ...options } = applyChoices(mixed, { kind: 'script', roles: null, merges: [] });
      expect(text).toBe(mixed);
      expect(document).toEqual([mixed]);
      expect(options).toEqual({ roleMarks: 'capitals', confirmedRoles: ['Mara'] });
      expect(speakers(text, options)).toEqual(['Mara 2', 'NARRATOR 3', 'LANE 1']);
    });

    it('is exactly who was ticked, and spellings can be merged', () => {
      const merges = [{ from: 'Mara', into: 'LANE' }];
      const merged = applyChoices(mixed, { kind: 'script', roles: ['Tom', 'LANE'], merges });
      expect(merged).toMatchObject({ roleMarks: 'capitals', confirmedRoles: ['Tom'] });
      expect(speakers(merged.text, merged)).toEqual(['LANE 3', 'Tom 1', 'NARRATOR 2']);
      const none = applyChoices(mixed, { kind: 'script', roles: [], merges: [] });
      expect(speakers(none.text, none)).toEqual(['NARRATOR 6']);
      const into = applyChoices(mixed, { kind: 'script', roles: null, merges: [{ from: 'LANE', into: 'Mara' }] });
      expect(speakers(into.text, into)).toEqual(['Mara 3', 'NARRATOR 3']);
    });
  });

  it('is everybody with a name of letters without capitals, Latin ones and digits among them', () => {
    const names = ['村人A', '兵士A', 'AI先生', '女の子1', 'Mr.田中', '민수B', '母'];
    const text = names.flatMap((name) => [`${name}：やあ。`, `${name}: さあ。`]).join('\n\n');
    expect(suggestedRoles(roleCandidates(text, 'script'), 'script')).toEqual(names);
    expect(roleCandidates('Nº 5: a scent.\n\n他说：好。\n\n12：30\n', 'script')).toEqual([]);
  });

  it('is who is stated, once or often, in a script and in prose; the name alone stands where it reads as a mark', () => {
    const stated = '@村人A: Halt.\n\n[pause 1s] @Ann: Yes.\n\nLANE: No.\n\n@#1 fan: Hooray!\n';
    expect(suggestedRoles(roleCandidates(stated, 'script'), 'script')).toEqual(['村人A', 'Ann', 'LANE', '#1 fan']);
    const asScript = applyChoices(stated, { kind: 'script', roles: null, merges: [] });
    expect(asScript.text).toBe('村人A: Halt.\n\n[pause 1s] Ann: Yes.\n\nLANE: No.\n\n@#1 fan: Hooray!\n');
    expect(speakers(asScript.text, asScript)).toEqual(['村人A 1', 'Ann 1', 'LANE 1', '#1 fan 1']);
    const asProse = applyChoices(stated, { kind: 'prose', roles: null, merges: [] });
    expect(speakers(asProse.text, asProse)).toEqual(['村人A 1', 'Ann 1', 'NARRATOR 1', '#1 fan 1']);
  });

  it('is not who is stated and unticked, whose name stays in the words', () => {
    const { text, ...options } = applyChoices('@村人A: Halt.\n\n@Ann: Yes.\n', {
      kind: 'script',
      roles: ['Ann'],
      merges: [],
    });
    expect(text).toBe('村人A: Halt.\n\nAnn: Yes.\n');
    expect(speakers(text, options)).toEqual(['NARRATOR 1', 'Ann 1']);
    const merged = applyChoices('@村人A: Halt.\n\nANN: Yes.\n', {
      kind: 'script',
      roles: null,
      merges: [{ from: '村人A', into: 'ANN' }],
    });
    expect(merged.text).toBe('ANN: Halt.\n\nANN: Yes.\n');
  });

  it('is only who was ticked, if it is prose', () => {
    const prose = 'BOOK ONE: 1805\n\nAnna: Well?\n\nAnna: Well.\n\nAnna: So.\n\nPierre: Once only.\n';
    expect(roleCandidates(prose, 'prose').map(({ name }) => name)).toEqual(['Anna', 'BOOK ONE']);
    const none = applyChoices(prose, { kind: 'prose', roles: null, merges: [] });
    expect(speakers(none.text, none)).toEqual(['NARRATOR 5']);
    const anna = applyChoices(prose, { kind: 'prose', roles: ['Anna'], merges: [] });
    expect([anna.text, speakers(anna.text, anna)]).toEqual([prose, ['NARRATOR 2', 'Anna 3']]);
  });

  it('is exactly who was ticked, whatever the script', () => {
    const names = ['ANNA', 'BEN', 'CORA'];
    const row = fc.tuple(fc.constantFrom(...names, ''), fc.constantFrom('Yes.', 'No: never.', '[pause 1s] So.'));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), fc.subarray(names), (rows, ticked) => {
        const text = `${rows.map(([name, words]) => (name ? `${name}: ${words}` : words)).join('\n\n')}\n`;
        const { text: read, ...options } = applyChoices(text, { kind: 'script', roles: ticked, merges: [] });
        const found = speakers(read, options).map((each) => each.split(' ')[0]);
        for (const name of names) {
          const speaks = rows.some(([who]) => who === name);
          expect(found.includes(name)).toBe(speaks && ticked.includes(name));
        }
      }),
    );
  });
});

describe('choices about any text', () => {
  const anyRows = fc.array(
    fc.oneof(hostileText, fc.constantFrom('A\ufeff: a', 'A\u2003: a', `Tom${' '.repeat(60)}: a`, 'A:a', 'A：a')),
    { maxLength: 8 },
  );

  it('can be applied, and the merged role speaks', () => {
    fc.assert(
      fc.property(anyRows, fc.constantFrom('script' as const, 'prose' as const), (rows, kind) => {
        const text = `${['A: a', 'Tom: a', 'Tom: b', 'Tom: c', ...rows].join('\n\n')}\n`;
        const from = kind === 'script' ? 'A' : 'Tom';
        const { text: read, ...options } = applyChoices(text, { kind, roles: null, merges: [{ from, into: 'BEN' }] });
        const names = rolesOf(parseScript(read, { ...DEFAULT_PROJECT_SETTINGS, ...options }), DEFAULT_PROJECT_SETTINGS);
        expect(names.map(({ name }) => name)).toContain('BEN');
        expect(names.map(({ name }) => name)).not.toContain(from);
      }),
      { numRuns: rounds(1_000) },
    );
  });

  it('leave rows as words that only look like a role’s', () => {
    const { text } = applyChoices('A: a\n\nA\ufeff: b\n', { kind: 'script', roles: [], merges: [] });
    expect(text).toBe('\\A: a\n\nA\ufeff: b\n');
  });
});

/** The plain way: each name is compared to each before it, all letters to all letters. */
function alikePlainly(names: readonly string[]): [string, string][] {
  const edits = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, (_, at) => at);
    for (let i = 1; i <= a.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= b.length; j += 1) {
        const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
        next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
      }
      row = next;
    }
    return row[b.length] ?? 0;
  };
  const isAlike = (one: string, other: string): boolean => {
    const [a, b] = [one.toUpperCase(), other.toUpperCase()];
    if (a === b) return true;
    if (/\d/.test(a + b) || !mayBeSamePerson({ name: one }, { name: other })) return false;
    return a.startsWith(`${b} `) || b.startsWith(`${a} `) || (Math.min(a.length, b.length) >= 5 && edits(a, b) <= 2);
  };
  const found = new Map<string, string>();
  names.forEach((name, at) => {
    if (name === 'NARRATOR') return;
    const like = names.slice(0, at).find((other) => other !== 'NARRATOR' && isAlike(name, other));
    if (like !== undefined) found.set(name, like);
  });
  return [...found];
}

it('names that are alike are those that comparing each with each finds', () => {
  const word = fc.stringMatching(/^[ABab1ß]{1,7}$/);
  const name = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    fc.constantFrom('NARRATOR', 'ABABAB', 'ABBABA', 'BABABAB'),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (names) => {
      expect([...findSimilarNames(names)]).toEqual(alikePlainly(names));
    }),
    { numRuns: rounds(3_000) },
  );
});

it('names that are alike are found, and those that are told apart by a number or a title are not', () => {
  expect([
    ...findSimilarNames(['GWENDOLEN', 'GUARD 1', 'GUARD 2', 'GWENDOLIN', 'JACK', 'JACK WORTHING', 'JANE', 'NARRATOR']),
  ]).toEqual([
    ['GWENDOLIN', 'GWENDOLEN'],
    ['JACK WORTHING', 'JACK'],
  ]);
});

it('a similar name of another person doesn’t hide one of the same person', () => {
  expect([...findSimilarNames(['MR. BENNET', 'MRS. BENNET', 'MRS. BENNETT'])]).toEqual([
    ['MRS. BENNETT', 'MRS. BENNET'],
  ]);
});
