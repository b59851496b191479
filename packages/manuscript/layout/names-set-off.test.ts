// Names that dots or a verb set off from words.
import { expect, it } from 'vitest';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

it.each([
  ['ANNA.....', 'BEN......'],
  ['ANNA ..... ', 'BEN ...... '],
  ['Anna . . . . . ', 'Ben . . . . . . '],
  ['ANNA____ ', 'BEN_____ '],
  ['Anna says: ', 'Ben replies: '],
  ['Anna said: ', 'Ben asked: '],
  ['Anna sagt: ', 'Ben fragt: '],
])('are names: %s', (anna, ben) => {
  expect(spokenOf(script(`${anna}Hello, Ben.`, `${ben}Hi.`, `${anna}How was it?`, `${ben}Long.`))).toEqual([
    'ANNA: Hello, Ben.',
    'BEN: Hi.',
    'ANNA: How was it?',
    'BEN: Long.',
  ]);
});

it.each([
  ['a table of contents', 'Harbour ..... five', 'Storm ..... nine', 'Night ..... twelve', 'Morning ..... thirty'],
  ['prose', 'Tom said: "Come in." He sat.', 'It was late.', 'The rain fell.', 'Tom said: "Well."', 'Nobody spoke.'],
  ['pauses', 'Well.....I wonder.', 'No.....never.', 'Yes.....perhaps.', 'So.....that was it.'],
])('are none in %s', (_, ...rows) => {
  expect(laidOut(rows.join('\n\n'), true)).toBeNull();
});

it('are names alone above their words, where names have colons', () => {
  const rows = [
    'NARRATOR: It was late.',
    '',
    'ROMEO',
    '(into comms) Hello?',
    '',
    'JULIET: It is I.',
    '',
    'Romeo: Good.',
  ];
  expect(spokenOf(script(...rows, '', 'JULIET', 'Indeed.'))).toEqual([
    'NARRATOR: It was late.',
    'ROMEO: Hello?',
    'JULIET: It is I.',
    'ROMEO: Good.',
    'JULIET: Indeed.',
  ]);
});
