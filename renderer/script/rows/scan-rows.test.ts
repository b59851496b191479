import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { type ParagraphBlock, readBlock } from './read-block.ts';
import { blocksIn, cached, isSpacer, rowsOfBlock, spokenRanges } from './scan-rows.ts';

const docOf = (text: string) => Text.of(text.split('\n'));
const plain = (): ParagraphBlock => ({ kind: 'speech', marks: [], roles: [] });
const OPTIONS = {
  roleMarks: 'capitals',
  confirmedRoles: [],
  speakBrackets: false,
  speakHeadings: true,
  lineCharacters: 2_000,
} as const;

describe('the rows of a document', () => {
  it('are the paragraphs that the script reads', () => {
    const rows = fc.array(fc.constantFrom('', '  ', 'Words', 'LANE: Yes.', '# Act', '##', '(He goes.)', '\u3000'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(rows, (all) => {
        const doc = docOf(all.join('\n'));
        const shown = blocksIn(doc, { first: 1, last: doc.lines }, plain);
        const read = parseScript(all.join('\n'), OPTIONS).filter((paragraph) => paragraph.kind !== 'blank');
        expect(shown.map(({ from, to }) => doc.sliceString(from, to))).toEqual(read.map(({ source }) => source));
      }),
    );
  });

  it('show a paragraph as a whole when a part of it is in view', () => {
    const doc = docOf('one\ntwo\nthree\n\nfour');
    expect(blocksIn(doc, { first: 2, last: 2 }, plain)).toMatchObject([{ first: 1, last: 3, from: 0, to: 13 }]);
    expect(rowsOfBlock(doc, 4)).toBeNull();
  });

  it('are small where they set paragraphs apart, and never where somebody goes on writing', () => {
    const spacers = (text: string) => {
      const doc = docOf(text);
      return Array.from({ length: doc.lines }, (_, row) => (isSpacer(doc, row + 1) ? 's' : '.')).join('');
    };
    expect(spacers('one\n\ntwo')).toBe('.s.');
    expect(spacers('one\n\n\n\ntwo')).toBe('.s.s.');
    expect(spacers('one\n\n')).toBe('.s.');
    expect(spacers('')).toBe('.');
  });

  it('are read once', () => {
    let count = 0;
    const read = cached(() => ({ kind: 'speech', marks: [], roles: [String(count++)] }), 2);
    expect([read('a').roles[0], read('a').roles[0], read('b').roles[0], read('c').roles[0]]).toEqual([
      '0',
      '0',
      '1',
      '2',
    ]);
  });
});

const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });
const read = (text: string) =>
  readBlock(text, { readMark, speakBrackets: false, actOnDirections: false, prefixOf: (role) => `${role}:` });

const SCRIPT = `# Act I

(Lane is arranging tea.)

ALGERNON: Have you got the sandwiches?
LANE: Yes, sir. (Hands them.) [pause 1s] Here.

Prose, (as in a book).`;

const heard = (from: number, to: number) =>
  spokenRanges(Text.of(SCRIPT.split('\n')), from, to, read).map(({ role, text }) => `${role}|${text}`);

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
