import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { readBlock } from './read-block.ts';
import { spokenStretches } from './spoken-stretches.ts';

const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });
const read = (text: string) => readBlock(text, { readMark, speakBrackets: false, prefixOf: (role) => `${role}:` });

const SCRIPT = `# Act I

(Lane is arranging tea.)

ALGERNON: Have you got the sandwiches?
LANE: Yes, sir. (Hands them.) [pause 1s] Here.

Prose, (as in a book).`;

const heard = (from: number, to: number) =>
  spokenStretches(Text.of(SCRIPT.split('\n')), from, to, read).map(({ role, text }) => `${role}|${text}`);

it('is heard without names, directions, pauses and signs, by who speaks', () => {
  expect(heard(0, SCRIPT.length)).toEqual([
    'null|Act I',
    'ALGERNON|Have you got the sandwiches?',
    'LANE|Yes, sir. Here.',
    'null|Prose, (as in a book).',
  ]);
});

it('is heard of a part only, by the role whose words they are', () => {
  const at = SCRIPT.indexOf('the sandwiches');
  expect(heard(at, at + 14)).toEqual(['ALGERNON|the sandwiches']);
  const until = SCRIPT.indexOf('sir.') + 4;
  expect(heard(at, until)).toEqual(['ALGERNON|the sandwiches?', 'LANE|Yes, sir.']);
});
