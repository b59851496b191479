import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chaptersOf } from '../../../shared/rules/chapters.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import type { Project } from './project.ts';
import { castAll, giveTakes, save, Workshop } from './testing/test-project.ts';

// Few different paragraphs, so that the same words stand in several places; of every kind.
const PARAGRAPHS = [
  'Yes.',
  'No.',
  'It was a bright cold day in April, and the clocks were striking thirteen.',
  'The hallway smelt of boiled cabbage and old rag mats.',
  'ALGERNON: Did you hear what I was playing, Lane?',
  "LANE: I didn't think it polite to listen, sir.",
  'ALGERNON: Yes.\nLANE: No.',
  'A: One.\nB: Two.\nC: Three.',
  '(Puts the violin away.)',
  '[pause 2s]',
  'Wait [pause 1s] for me.',
  '# One',
  '# Two',
  '## Part',
  '## Other part',
];
const paragraph = fc.constantFrom(...PARAGRAPHS);
const gap = fc.constantFrom('\n\n', '\n\n\n', '\r\n\r\n', '\n \n');
const scriptText = fc
  .array(fc.tuple(paragraph, gap), { maxLength: 14 })
  .map((parts) => parts.map(([text, space]) => text + space).join(''));

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

/** What is stored must be what the whole text reads as, each line once. */
function expectStoredAs(project: Project, text: string): void {
  expect(project.script.text()).toBe(text);
  const paragraphs = parseScript(text, project.settings());
  const rows = project.db
    .prepare('SELECT id, kind, source, gap, chapter_id FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord')
    .all();
  expect(rows.map(({ kind, source, gap: space }) => ({ kind, source, gap: space }))).toEqual(
    paragraphs.map(({ kind, source, gap: space }) => ({ kind, source, gap: space })),
  );
  const lines = project.lines.states();
  const spoken = paragraphs.filter(({ problem }) => problem === undefined).flatMap((one) => one.lines);
  expect(lines.filter(({ problem }) => problem?.kind !== 'three-roles').map(({ turns }) => turns)).toEqual(
    spoken.map(({ turns }) => turns),
  );
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  for (const { heading, first, end } of chaptersOf(paragraphs)) {
    const chapterId = heading === null ? null : rows[heading]?.['id'];
    for (const row of rows.slice(first, end)) expect(row['chapter_id']).toBe(chapterId);
  }
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
      { numRuns: 60 },
    );
  });

  it('to single chapters stores just what the whole text reads as', () => {
    fc.assert(
      fc.property(scriptText, fc.array(fc.tuple(fc.nat(), change), { maxLength: 10 }), (start, changes) => {
        const project = newProject();
        save(project, start);
        for (const [chapter, one] of changes) {
          const ids = [...new Set([null, ...project.script.chapters().map(({ id }) => id)])];
          const id = ids[chapter % ids.length] ?? null;
          const texts = ids.map((each) => project.script.chapterText(each));
          expect(texts.join('')).toBe(project.script.text());
          const at = ids.indexOf(id);
          const after = texts.slice(at + 1).join('');
          let edited = changed(texts[at] ?? '', one);
          if (after !== '' && edited !== '' && !/[\r\n]$/.test(edited)) edited += '\n\n';
          const before = project.lines.counts().lines;
          const { added, removed, revived } = project.script.saveChapter(id, edited);
          expect(project.lines.counts().lines).toBe(before + added + revived - removed);
          expectStoredAs(project, texts.slice(0, at).join('') + edited + after);
        }
        project.close();
      }),
      { numRuns: 100 },
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
      { numRuns: 80 },
    );
  });

  it('brings every take back of a script without repetitions, though nothing was rendered meanwhile', () => {
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
      { numRuns: 80 },
    );
  });
});
