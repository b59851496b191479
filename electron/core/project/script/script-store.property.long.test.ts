import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { expectStoredAs, paragraph, scriptText } from '../testing/test-script.ts';

/** A change somewhere in a text: something is taken out, something else put in. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.constantFrom(0, 0, 1, 5, 30, 200),
  insert: fc.oneof(
    fc.constantFrom('', 'a', ' word', '\n', '\n\n', '#', '# ', '\n\n## New\n\n', '\n\nNew paragraph.\n\n', ':'),
    paragraph,
    scriptText,
  ),
});

function changed(text: string, { at, length, insert }: { at: number; length: number; insert: string }): string {
  const start = Math.round(at * text.length);
  return text.slice(0, start) + insert + text.slice(start + length);
}

let workshop: Workshop;
beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

let projects = 0;
function newProject(): Project {
  projects += 1;
  return workshop.create(`${projects}.lectern`);
}

describe('any row of edits', () => {
  it('to the whole script keeps its text, and each line is one line', () => {
    fc.assert(
      fc.property(scriptText, fc.array(change, { maxLength: 8 }), (start, changes) => {
        const project = newProject();
        let text = start;
        save(project, text);
        for (const one of changes) {
          text = changed(text, one);
          const { added, changed: edited, unchanged, revived } = save(project, text);
          expectStoredAs(project, text);
          expect(added + edited + unchanged + revived).toBe(project.lines.counts().lines);
        }
        project.close();
      }),
      { numRuns: rounds(60) },
    );
  });
});

describe('undoing edits', () => {
  /** Makes every change, undoes them all, and expects each state to have what it had. */
  function expectAllBack(start: string, texts: (before: string) => string[], renderAll: boolean): void {
    const project = newProject();
    save(project, start);
    castAll(project);
    giveTakes(project);
    const history = [{ text: start, fresh: project.lines.counts().fresh }];
    for (const text of texts(start)) {
      save(project, text);
      castAll(project);
      if (renderAll) giveTakes(project);
      history.push({ text, fresh: project.lines.counts().fresh });
    }
    for (const { text, fresh } of history.toReversed()) {
      save(project, text);
      expect(project.lines.counts().fresh).toBeGreaterThanOrEqual(fresh);
    }
    project.close();
  }

  it('brings every take back, though the same words stand in several places', () => {
    fc.assert(
      fc.property(scriptText, change, (start, one) => {
        expectAllBack(start, (text) => [changed(text, one)], true);
      }),
      { numRuns: rounds(80) },
    );
  });

  it('brings back every take of a script without repetitions, even if nothing was rendered in between', () => {
    const kinds = fc.array(fc.constantFrom('Number', 'ALGERNON: Number', 'LANE: Number', '# Chapter'), {
      maxLength: 6,
    });
    const place = { at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.constantFrom(0, 0, 3, 40, 200) };
    fc.assert(
      fc.property(kinds, fc.array(fc.record({ ...place, kinds }), { minLength: 1, maxLength: 4 }), (start, changes) => {
        let count = 0;
        const write = (parts: string[]) =>
          parts
            .map((kind) => {
              count += 1;
              return `${kind} ${count} is followed by ${count * 7_919}.\n\n`;
            })
            .join('');
        const first = write(start);
        const texts = (before: string) => {
          let text = before;
          return changes.map(({ at, length, kinds: parts }) => {
            text = changed(text, { at, length, insert: write(parts) });
            return text;
          });
        };
        expectAllBack(first, texts, false);
      }),
      { numRuns: rounds(80) },
    );
  });
});
