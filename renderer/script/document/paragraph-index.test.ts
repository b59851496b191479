import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ParagraphInfo } from '../../../shared/ipc/script-requests.ts';
import { ParagraphIndex } from './paragraph-index.ts';

let nextId = 1;

const info = (length: number, lines = 1, kind: ParagraphInfo['kind'] = 'speech'): ParagraphInfo => {
  const id = nextId++;
  return { id, length, kind, lineIds: Array.from({ length: lines }, (_, n) => id * 100 + n), problem: null };
};

const infos = fc.array(
  fc
    .record({
      length: fc.integer({ min: 1, max: 40 }),
      lines: fc.integer({ min: 0, max: 2 }),
      kind: fc.constantFrom<ParagraphInfo['kind']>('speech', 'speech', 'speech', 'direction', 'heading', 'title'),
    })
    .map(({ length, lines, kind }) => info(length, lines, kind)),
  { minLength: 1, maxLength: 900 },
);

/** The same, told plainly. */
function plain(paragraphs: readonly ParagraphInfo[]) {
  let from = 0;
  let lineNumber = 1;
  let headingId: number | null = null;
  return paragraphs.map((paragraph, index) => {
    const previous = paragraphs[index - 1]?.kind;
    if (paragraph.kind === 'title' || (paragraph.kind === 'heading' && previous !== 'title')) {
      lineNumber = 1;
      headingId = [paragraph, paragraphs[index + 1]].find((one) => one?.kind === 'heading')?.id ?? null;
    }
    const placed = { info: paragraph, index, from, to: from + paragraph.length, lineNumber, headingId };
    from = placed.to;
    lineNumber += paragraph.lineIds.length;
    return placed;
  });
}

describe('an index of paragraphs', () => {
  it('knows where each paragraph lies and which numbers its lines have in their chapter', () => {
    fc.assert(
      fc.property(infos, (paragraphs) => {
        const index = ParagraphIndex.of(paragraphs);
        expect(index.between(0, index.length)).toEqual(plain(paragraphs));
        expect(index.count).toBe(paragraphs.length);
      }),
      { numRuns: 40 },
    );
  });

  it('finds the paragraph at any offset with the number of its first line', () => {
    fc.assert(
      fc.property(infos, fc.nat(), (paragraphs, anywhere) => {
        const index = ParagraphIndex.of(paragraphs);
        const offset = anywhere % index.length;
        const expected = plain(paragraphs).find((placed) => placed.to > offset);
        expect(index.at(offset)).toEqual(expected);
        expect(index.at(index.length)).toEqual(plain(paragraphs).at(-1));
      }),
      { numRuns: 200 },
    );
  });

  it('is after a row of replacements what it would be had it been made of the result', () => {
    const edit = fc.record({ at: fc.nat(), removed: fc.integer({ min: 0, max: 300 }), inserted: infos });
    fc.assert(
      fc.property(infos, fc.array(edit, { maxLength: 6 }), (paragraphs, edits) => {
        let index = ParagraphIndex.of(paragraphs);
        let expected = paragraphs;
        for (const { at, removed, inserted } of edits) {
          const start = at % (expected.length + 1);
          const count = Math.min(removed, expected.length - start);
          index = index.splice(start, count, inserted);
          expected = expected.toSpliced(start, count, ...inserted);
          expect(index.length).toBe(expected.reduce((sum, paragraph) => sum + paragraph.length, 0));
        }
        expect(index.between(0, index.length)).toEqual(plain(expected));
      }),
      { numRuns: 60 },
    );
  });

  it('leaves the index as it was when a piece of it is replaced', () => {
    const paragraphs = [info(3), info(4), info(5)];
    const index = ParagraphIndex.of(paragraphs);
    expect(index.splice(1, 1, []).length).toBe(8);
    expect(index.length).toBe(12);
  });

  it('finds paragraphs by a line and by their id', () => {
    const paragraphs = Array.from({ length: 700 }, () => info(7, 2));
    const index = ParagraphIndex.of(paragraphs);
    const wanted = paragraphs[650];
    expect(index.findByLine(wanted?.lineIds[1] ?? 0)).toEqual(plain(paragraphs)[650]);
    expect(index.findById(wanted?.id ?? 0)?.index).toBe(650);
    expect([0, 650, 700].map((at) => index.offsetOf(at))).toEqual([0, 4_550, 4_900]);
    expect(index.findByLine(-1)).toBeNull();
  });

  it('begins a chapter with the title before its heading, and only once', () => {
    const index = ParagraphIndex.of([info(2, 3), info(2, 1, 'title'), info(2, 1, 'heading'), info(2)]);
    expect(index.between(0, 8).map((placed) => placed.lineNumber)).toEqual([1, 1, 2, 3]);
    const heading = index.at(4)?.info.id;
    expect(index.between(0, 8).map((placed) => placed.headingId)).toEqual([null, heading, heading, heading]);
  });

  it('answers of an empty document that there is nothing', () => {
    const empty = ParagraphIndex.of([]);
    expect(empty.at(0)).toBeNull();
    expect(empty.between(0, 10)).toEqual([]);
    expect(empty.splice(0, 0, [info(4)]).count).toBe(1);
    expect(() => empty.splice(0, 1, [])).toThrow(RangeError);
  });
});
