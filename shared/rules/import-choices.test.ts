import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alikeNames, applyChoices, roleCandidates } from './import-choices.ts';
import { rolesOf } from './roles.ts';
import { parseScript } from './script-text.ts';

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

  it('is nobody in prose but who was ticked', () => {
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

it('names that are alike are found, and those that are told apart by a number or a title are not', () => {
  expect([
    ...alikeNames(['GWENDOLEN', 'GUARD 1', 'GUARD 2', 'GWENDOLIN', 'JACK', 'JACK WORTHING', 'JANE', 'NARRATOR']),
  ]).toEqual([
    ['GWENDOLIN', 'GWENDOLEN'],
    ['JACK WORTHING', 'JACK'],
  ]);
});
