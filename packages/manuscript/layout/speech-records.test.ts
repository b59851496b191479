// Scripts whose speeches are records, each with its fields.
import { describe, expect, it } from 'vitest';
import { normaliseColumns } from './script-columns.ts';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const HEARD = ['ANNA: Hello there.', 'BEN: Hi, "you".', 'ANNA: So.'];
const RECORDS = [
  { speaker: 'Anna', text: 'Hello there.' },
  { speaker: 'Ben', text: 'Hi, "you".' },
  { speaker: 'Anna', text: 'So.' },
];

describe('records of speeches', () => {
  it.each([
    ['in JSON', JSON.stringify(RECORDS, null, 2)],
    ['in rows of JSON', RECORDS.map((record) => JSON.stringify(record)).join('\n')],
    ['in an object of JSON', JSON.stringify({ title: 'The Well', version: 2, lines: RECORDS })],
    ['with their words first', JSON.stringify(RECORDS.map(({ speaker, text }) => ({ text, speaker })))],
    [
      'with numbers and notes',
      JSON.stringify(RECORDS.map((record, id) => ({ id, ...record, direction: 'softly', take: null }))),
    ],
    ['in YAML', RECORDS.map(({ speaker, text }) => `- speaker: ${speaker}\n  text: ${text}`).join('\n')],
    ['above words', RECORDS.map(({ speaker, text }) => `Speaker: ${speaker}\n${text}`).join('\n\n')],
    [
      'with times above words',
      RECORDS.map(({ speaker, text }) => `Speaker: ${speaker}\nTime: 00:01\n${text}`).join('\n\n'),
    ],
    ['in fields', RECORDS.map(({ speaker, text }) => `Speaker: ${speaker}\nLine: ${text}`).join('\n\n')],
    [
      'in fields with their moods',
      RECORDS.map(({ speaker, text }) => `Character: ${speaker}\nEmotion: sad\nLine: ${text}`).join('\n\n'),
    ],
    [
      'in fields over several rows',
      RECORDS.map(({ speaker, text }) => `Speaker: ${speaker}\nText: ${text.replace(' ', '\n')}`).join('\n\n'),
    ],
  ])('have their roles, and nothing else is spoken: %s', (_, text) => {
    expect(spokenOf(text).map((words) => words.trim())).toEqual(HEARD);
  });

  it('leave what stands beside them to be seen', () => {
    expect(laidOut(JSON.stringify({ title: 'The Well', lines: RECORDS }), false)).toMatch(/^\(title: The Well\)\n/);
  });

  it.each([
    ['speeches', script('ANNA: Hello.', 'BEN: Hi.', 'ANNA: So.', 'BEN: No.')],
    [
      'roles that are called like fields',
      script('VOICE: Who is there?', 'MESSAGE: It is me.', 'VOICE: Oh.', 'MESSAGE: So.'),
    ],
    [
      'other data',
      JSON.stringify([
        { name: 'Anna', age: '40' },
        { name: 'Ben', age: '41' },
      ]),
    ],
    ['data within data', JSON.stringify(RECORDS.map((record) => ({ ...record, said: { by: 'Tom' } })))],
    ['a tale that begins with a field', script('Name: Anna', '', 'It was late.', 'She sat down.', 'So did Ben.')],
  ])('are none in %s', (_, text) => {
    expect(normaliseColumns(text)).toBe(text);
  });
});
