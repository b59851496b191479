import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../../e2e/support/rounds.ts';
import type { Project } from '../project.ts';
import { castAll, chapterTitled, giveTakes, linesWithTakes, save, Workshop } from '../testing/test-project.ts';

const SCRIPT =
  'Before.\n\n# The Play\n\n## One\n\nYes, sir.\n\nALGERNON: Lane?\n\n(He sits.)\n\n\n## Two\nYes, sir.\n\nLANE: No.\n\n## Three\n\nThe end.';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
  castAll(project);
  giveTakes(project);
});
afterEach(() => workshop.clear());

const chapter = (title: string): number => chapterTitled(project, title);
/** The paragraphs that say this, in order. */
const saying = (...sources: string[]): ReadonlySet<number> =>
  new Set(
    project.db
      .prepare<{ id: number; source: string }>(
        'SELECT id, source FROM paragraphs WHERE deleted_at IS NULL ORDER BY ord',
      )
      .all()
      .flatMap(({ id, source }) => (sources.includes(source) ? [id] : [])),
  );
const linesOf = () => linesWithTakes(project);

describe('paragraphs that go to another chapter', () => {
  it('stand at its end, with their lines and takes', () => {
    const before = linesOf();
    project.script.moveParagraphs(saying('ALGERNON: Lane?', '(He sits.)'), chapter('Two'), 'end');
    expect(project.script.text()).toBe(
      'Before.\n\n# The Play\n\n## One\n\nYes, sir.\n\n\n## Two\nYes, sir.\n\nLANE: No.\n\nALGERNON: Lane?\n\n(He sits.)\n\n## Three\n\nThe end.',
    );
    expect(linesOf()).toEqual(before);
    expect(project.lines.states().every(({ state }) => state === 'fresh')).toBe(true);
  });

  it('stand at its start, and a heading keeps what follows it', () => {
    project.script.moveParagraphs(saying('The end.'), chapter('Two'), 'start');
    expect(project.script.text()).toBe(
      'Before.\n\n# The Play\n\n## One\n\nYes, sir.\n\nALGERNON: Lane?\n\n(He sits.)\n\n\n## Two\nThe end.\n\nYes, sir.\n\nLANE: No.\n\n## Three\n\n',
    );
  });

  it('stand before the first heading, or come from there', () => {
    project.script.moveParagraphs(saying('LANE: No.'), null, 'start');
    expect(project.script.text()).toMatch(/^LANE: No\.\n\nBefore\.\n\n# The Play\n\n## One/);
    project.script.moveParagraphs(saying('Before.'), chapter('Three'), 'end');
    expect(project.script.text()).toMatch(/^LANE: No\.\n\n# The Play.*The end\.\n\nBefore\.$/s);
  });

  it('leave headings among them where they are, and stay where they stand already', () => {
    const former = project.script.moveParagraphs(saying('LANE: No.', '## Three', 'The end.'), chapter('One'), 'end');
    expect(former?.places).toHaveLength(2);
    expect(project.script.text()).toMatch(
      /\(He sits\.\)\n\nLANE: No\.\n\nThe end\.\n\n\n## Two\nYes, sir\.\n\n## Three/,
    );
    expect(project.script.moveParagraphs(saying('LANE: No.', 'The end.'), chapter('One'), 'end')).toBeNull();
  });

  it('that are unknown are refused, as is an unknown chapter', () => {
    expect(() => project.script.moveParagraphs(new Set([9_999]), chapter('One'), 'end')).toThrow(RangeError);
    expect(() => project.script.moveParagraphs(saying('The end.'), 9_999, 'end')).toThrow(RangeError);
  });

  it('come back to the letter, and go there again, whichever they are', () => {
    const titles = [null, 'One', 'Two', 'Three'];
    const sources = ['Before.', 'Yes, sir.', 'ALGERNON: Lane?', '(He sits.)', '## Two', 'LANE: No.', 'The end.'];
    const before = linesOf();
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...sources), { minLength: 1 }),
        fc.constantFrom(...titles),
        fc.constantFrom('start' as const, 'end' as const),
        (words, title, side) => {
          const former = project.script.moveParagraphs(saying(...words), title === null ? null : chapter(title), side);
          if (former === null) return;
          const moved = project.script.text();
          const again = project.script.restorePlacing(former);
          expect(project.script.text()).toBe(SCRIPT);
          const back = again && project.script.restorePlacing(again);
          expect(project.script.text()).toBe(moved);
          if (back) project.script.restorePlacing(back);
          expect(project.script.text()).toBe(SCRIPT);
          expect(linesOf()).toEqual(before);
        },
      ),
      { numRuns: rounds(60) },
    );
  });

  it('come back beside what was written since, but not where what they stood behind is gone', () => {
    const { script } = project;
    const former = script.moveParagraphs(saying('LANE: No.'), chapter('Three'), 'end');
    save(project, script.text().replace('The end.', 'The end?\n\nNearly.'));
    if (former) script.restorePlacing(former);
    expect(script.text()).toMatch(/## Two\nYes, sir\.\n\nLANE: No\.\n\n## Three\n\nThe end\?\n\nNearly\./);
    const second = script.moveParagraphs(saying('LANE: No.'), chapter('Three'), 'end');
    save(project, script.text().replace('## Two\nYes, sir.\n\n', ''));
    const gone = script.text();
    expect(second && script.restorePlacing(second)).toBeNull();
    expect(script.text()).toBe(gone);
  });

  it('leave open documents what they are, and editors can go on in them', () => {
    const { documents } = project.script;
    const one = documents.open(chapter('One'));
    documents.open(chapter('Two'));
    project.script.moveParagraphs(saying('ALGERNON: Lane?'), chapter('Two'), 'end');
    const again = documents.isOpen(one.documentId) ? documents.load(one.documentId) : documents.open(chapter('One'));
    expect(again.text.trimEnd()).toMatch(/Yes, sir\.\n\n\(He sits\.\)$/);
    documents.edit(again.documentId, again.revision, [{ from: 0, to: 0, insert: '' }]);
    expect(documents.open(chapter('Two')).text.trimEnd()).toMatch(/LANE: No\.\n\nALGERNON: Lane\?$/);
  });
});
