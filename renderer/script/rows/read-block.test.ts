import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readParagraph } from '../../../shared/rules/parse-paragraph.ts';
import { roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { type BlockReading, readBlock } from './read-block.ts';

const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });
const reading: BlockReading = { readMark, speakBrackets: false, actOnDirections: true, prefixOf: (role) => `${role}:` };

/** The marks as words: `kind|text`. */
const marks = (text: string, options: Partial<BlockReading> = {}) =>
  readBlock(text, { ...reading, ...options }).marks.map((mark) => `${mark.kind}|${text.slice(mark.start, mark.end)}`);

describe('the rows of a paragraph', () => {
  it('show the names of a dialog and what is not spoken', () => {
    expect(marks('ALGERNON: Cut for Lady Bracknell?\nLANE: Yes, sir. (Hands them on a salver.)')).toEqual([
      'role|ALGERNON',
      'colon|:',
      'role|LANE',
      'colon|:',
      'direction|(Hands them on a salver.)',
    ]);
  });

  it('are read however many there are', () => {
    const text = `LANE: Yes.${'\n(Bows.)'.repeat(150_000)}`;
    expect(readBlock(text, reading).marks).toHaveLength(150_002);
  });

  it('show a direction over several rows as one', () => {
    const text = '  (Lane is arranging tea,\nand Algernon enters.) ';
    expect(readBlock(text, reading).kind).toBe('direction');
    expect(marks(text)).toEqual(['direction|(Lane is arranging tea,\nand Algernon enters.)']);
  });

  it('show brackets as words where no role is marked, or where the project speaks them', () => {
    expect(marks('He went (at last) home.')).toEqual([]);
    expect(marks('LANE: Yes. (Bows.)', { speakBrackets: true })).toEqual(['role|LANE', 'colon|:']);
  });

  it('show what is stressed and spelt out, where the project acts on it', () => {
    const text = 'LANE: I *never* (at *all*) said [spell: BBC], _not\nonce_.';
    expect(marks(text)).toEqual([
      'role|LANE',
      'colon|:',
      'emphasis|*never*',
      'direction|(at *all*)',
      'spelling|[spell: BBC]',
      'emphasis|_not\nonce_',
    ]);
    const directions = ['role|LANE', 'colon|:', 'direction|(at *all*)'];
    expect(marks(text, { actOnDirections: false })).toEqual(directions);
  });

  it('show sound cues as directions, and square brackets that are read aloud', () => {
    expect(readBlock('[SFX: rain]', reading).kind).toBe('direction');
    expect(marks('LANE: [softly] Yes. \\[sic]\n [SFX: door] [beat]')).toEqual([
      'role|LANE',
      'colon|:',
      'bracket|[softly]',
      'escape|\\',
      'direction|[SFX: door]',
      'pause|[beat]',
    ]);
    expect(readBlock('[SFX: rain] [beat]\n[pause 2s]', reading).kind).toBe('pause');
  });

  it('show a heading with its level', () => {
    expect(readBlock('## Act I', reading)).toMatchObject({ kind: 'heading', level: 2 });
    expect(marks('# Act I [pause 2s]')).toEqual(['hash|#', 'pause|[pause 2s]']);
  });

  it('show pauses, also before a name, and backslashes that take a meaning away', () => {
    expect(marks('[pause 1s] LANE: Well\\(yes)[pause 500ms]no')).toEqual([
      'pause|[pause 1s]',
      'role|LANE',
      'colon|:',
      'escape|\\',
      'pause|[pause 500ms]',
    ]);
    expect(marks('\\LANE: is no name here')).toEqual(['escape|\\']);
    expect(readBlock('[pause 1s] [pause 2s]', reading).kind).toBe('pause');
  });

  it('show where a turn prefix occurs among the words of a dialog', () => {
    const text = 'LANE: I said LANE: yes. (LANE: aside)\nJACK: Oh.';
    expect(marks(text)).toContain('prefix|LANE:');
    expect(marks(text).filter((mark) => mark.startsWith('prefix'))).toHaveLength(1);
    expect(marks('LANE: I said LANE: yes.')).not.toContain('prefix|LANE:');
    expect(marks('LANE: A > B\nJACK: Oh.', { prefixOf: () => '>' })).toContain('prefix|>');
  });

  it('agree with the reading of the script about roles, kinds and levels, and never overlap', () => {
    const piece = fc.constantFrom(
      ...[
        'LANE:',
        'JACK: ',
        'Yes.',
        ' ',
        '\n',
        '(',
        ')',
        '\\',
        '[pause 1s]',
        '# ',
        '## ',
        '[SFX: a]',
        '(MUSIC)',
        '[b]',
        'word',
        'A',
        ':',
        '\t',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 14 }), (pieces) => {
        const text = pieces
          .join('')
          .split('\n')
          .filter((row) => row.trim() !== '')
          .join('\n');
        fc.pre(text !== '' && (!text.includes('\n') || !/^\s*##?(?=\s|$)/m.test(text)));
        const shown = readBlock(text, reading);
        const read = readParagraph(text, readMark);
        expect(shown.kind).toBe(read.kind);
        if (read.kind === 'heading') expect(shown.level).toBe(read.level);
        if (read.kind === 'speech') {
          const roles = read.parts.flatMap((part) => ('text' in part && part.role !== null ? [part.role] : []));
          expect(shown.roles).toEqual([...new Set(roles)]);
        }
        shown.marks.forEach((mark, index) => {
          expect(mark.start).toBeGreaterThanOrEqual(shown.marks[index - 1]?.end ?? 0);
          expect(mark.end).toBeLessThanOrEqual(text.length);
        });
      }),
      { numRuns: 3_000 },
    );
  });
});
