import { describe, expect, it } from 'vitest';
import { markedText } from '../../../e2e/support/marked-quotations.ts';
import { sampleText } from '../../../e2e/support/texts.ts';
import { withRenamedRole, withSpeaker } from '../../../renderer/library/speakers/speaker-work.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { NO_CHOICES, type SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { MAX_ROLE_NAME_LENGTH } from '../../../shared/rules/role-marks.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { spokenText } from '../../../shared/rules/spoken-text.ts';
import { proseToScript } from '../sections/prose-text.ts';
import { attributeScript, quotationsOf } from './attributed-script.ts';

const read = (text: string, roles: readonly string[]) =>
  parseScript(text, { ...DEFAULT_PROJECT_SETTINGS, roleMarks: 'confirmed', confirmedRoles: [...roles] });

/** All that is heard of a script, in order. */
function spokenWords(text: string, roles: readonly string[]): string {
  return read(text, roles)
    .flatMap(({ lines }) => lines.flatMap(({ turns }) => turns))
    .map((turn) => spokenText(turn, DEFAULT_PROJECT_SETTINGS))
    .join(' ')
    .replace(/\s+/g, '');
}

const linesOf = (text: string, choices: SpeakerChoices = NO_CHOICES): string[] => {
  const script = attributeScript(text, choices);
  return read(script.text, script.roles).flatMap(({ lines }) =>
    lines.flatMap(({ turns }) =>
      turns.map((turn) => `${turn.role ?? '-'}: ${spokenText(turn, DEFAULT_PROJECT_SETTINGS)}`),
    ),
  );
};

describe('a book whose speakers are found', () => {
  it('has a line for each who speaks, and the narrator’s between them', () => {
    expect(linesOf('“Come in,” said Tom. “Sit down.”\n\nThe door closed.\n')).toEqual([
      'Tom: “Come in,”',
      '-: said Tom.',
      'Tom: “Sit down.”',
      '-: The door closed.',
    ]);
  });

  it('leaves with the narrator what nothing tells of', () => {
    expect(linesOf('It was late.\n\n“Who is there?”\n')).toEqual(['-: It was late.', '-: “Who is there?”']);
  });

  it('speaks brackets as the book has them', () => {
    expect(linesOf('“Come in (if you must),” said Tom (softly).\n')).toEqual([
      'Tom: “Come in (if you must),”',
      '-: said Tom (softly).',
    ]);
  });

  it('takes no words for a mark that were none', () => {
    const [first, second] = linesOf('Tom: a portrait.\n\n“Look,” said Tom.\n');
    expect([first, second]).toEqual(['-: Tom: a portrait.', 'Tom: “Look,”']);
  });

  it.each([
    ['alice.txt', () => sampleText('alice.txt')],
    ['pride-and-prejudice.txt', () => markedText('pride-and-prejudice.txt')],
    ['war-and-peace.txt', () => sampleText('war-and-peace.txt')],
  ])('keeps every word of %s', (_, text) => {
    const before = proseToScript(text()).text;
    const after = attributeScript(before);
    expect(after.roles.length).toBeGreaterThan(5);
    expect(spokenWords(after.text, after.roles) === spokenWords(before, [])).toBe(true);
  });
});

describe('what is decided about quotations', () => {
  const TEXT = '“Come in,” said Tom. “Sit down.”\n\n“Who is there?”\n';
  const ids = quotationsOf(TEXT).quotations.map(({ id }) => id);

  it('is what the lines become', () => {
    const choices = withSpeaker(withSpeaker(NO_CHOICES, ids.slice(2), 'old porter'), ids.slice(0, 1), null);
    expect(linesOf(TEXT, choices)).toEqual([
      '-: “Come in,” said Tom.',
      'Tom: “Sit down.”',
      'Old porter: “Who is there?”',
    ]);
  });

  it('calls roles otherwise', () => {
    expect(linesOf(TEXT, withRenamedRole(NO_CHOICES, 'Tom', 'Thomas'))[0]).toBe('Thomas: “Come in,”');
  });

  it('leaves with the narrator what can be no role’s name', () => {
    for (const name of ['NARRATOR', '[x]', 'a: b', ' ', 'x'.repeat(MAX_ROLE_NAME_LENGTH + 1), '\\#']) {
      expect(linesOf(TEXT, withSpeaker(NO_CHOICES, ids, name))[0]).toBe('-: “Come in,” said Tom. “Sit down.”');
    }
  });

  it('tells by number what the text does not have', () => {
    expect(attributeScript(TEXT, { ...NO_CHOICES, said: { '2-00000000': 'Tom' } }).lost).toEqual([2]);
  });

  it('can be what a model answered', () => {
    const told = { ...NO_CHOICES, told: { [ids[2] ?? '']: { speaker: 'Tom', confidence: 0.9 } } };
    expect(linesOf(TEXT, told)).toEqual([
      'Tom: “Come in,”',
      '-: said Tom.',
      'Tom: “Sit down.”',
      'Tom: “Who is there?”',
    ]);
  });

  it.each([
    ['alice.txt', () => sampleText('alice.txt')],
    ['pride-and-prejudice.txt', () => markedText('pride-and-prejudice.txt')],
  ])('keeps every word of %s, whoever says what', (_, text) => {
    const before = proseToScript(text()).text;
    const { quotations } = quotationsOf(before);
    const NAMES = ['Alice', 'the old Hatter', 'Chapter', 'Mr. Bennet', 'Ö', null];
    let choices = NO_CHOICES;
    for (const [at, name] of NAMES.entries()) {
      const chosen = quotations.filter((_quotation, place) => place % NAMES.length === at).map(({ id }) => id);
      choices = withSpeaker(choices, chosen, name);
    }
    choices = withRenamedRole(choices, 'Alice', 'Note');
    const after = attributeScript(before, choices);
    expect(after.roles).toEqual(expect.arrayContaining(['Note', 'The old Hatter', 'Chapter', 'Mr. Bennet', 'Ö']));
    expect(after.lost).toEqual([]);
    expect(spokenWords(after.text, after.roles) === spokenWords(before, [])).toBe(true);
  });
});
