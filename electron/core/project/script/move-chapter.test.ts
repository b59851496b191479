import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { castAll, chapterTitled, giveTakes, linesWithTakes, save, Workshop } from '../testing/test-project.ts';

const chapterText = (title: string, own: string) => `## ${title}\n\nYes, sir.\n\n${own}`;
const ONE = chapterText('One', 'ALGERNON: Did you hear what I was playing, Lane?');
const TWO = chapterText('Two', 'A garden at the Manor House.');
const THREE = chapterText('Three', 'MISS PRISM: Cecily!');
const SCRIPT = `# The Play\n\n${ONE}\n\n\n${TWO}\n\n${THREE}\n`;

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
const titles = () => project.script.chapters().map(({ title }) => title);
const linesOf = () => linesWithTakes(project);

describe('a chapter that is moved', () => {
  it('takes its lines along with their takes, also where another chapter has the same words', () => {
    const before = linesOf();
    const wordsOf = (title: string) =>
      project.lines.states({ chapterId: chapter(title) }).flatMap(({ id, text }) => (text === 'The Play' ? [] : [id]));
    const order = wordsOf('Three');
    expect(project.script.moveChapter(chapter('Three'), chapter('One'))).toBeNull();
    expect(titles()).toEqual(['Three', 'One', 'Two']);
    expect(linesOf()).toEqual(before);
    expect(wordsOf('Three')).toEqual(order);
    expect(project.lines.states().every(({ state }) => state === 'fresh')).toBe(true);
  });

  it('leaves the title of the book where it is, and paragraphs apart', () => {
    project.script.moveChapter(chapter('One'), null);
    expect(project.script.text()).toBe(`# The Play\n\n${TWO}\n\n${THREE}\n\n\n${ONE}\n`);
  });

  it('comes back to where it stood, to the letter', () => {
    for (const [title, before] of [
      ['One', null],
      ['Three', 'Two'],
      ['Two', 'One'],
    ] as const) {
      const id = chapter(title);
      const stood = project.script.moveChapter(id, before === null ? null : chapter(before));
      expect(project.script.text()).not.toBe(SCRIPT);
      project.script.moveChapter(id, stood);
      expect(project.script.text()).toBe(SCRIPT);
    }
  });

  it('changes nothing where it stands there already', () => {
    expect(project.script.moveChapter(chapter('One'), chapter('Two'))).toBe(chapter('Two'));
    expect(project.script.moveChapter(chapter('Two'), chapter('Two'))).toBe(chapter('Three'));
    expect(project.script.text()).toBe(SCRIPT);
  });

  it('that is unknown is refused', () => {
    expect(() => project.script.moveChapter(9_999, null)).toThrow(RangeError);
    expect(() => project.script.moveChapter(chapter('One'), 9_999)).toThrow(RangeError);
  });

  it('leaves open documents what they are, and editors can go on in them', () => {
    const { documents } = project.script;
    const opened = documents.open(chapter('Two'));
    project.script.moveChapter(chapter('Three'), chapter('One'));
    const again = documents.isOpen(opened.documentId)
      ? documents.load(opened.documentId)
      : documents.open(chapter('Two'));
    expect(again.text.trimEnd()).toBe(TWO);
    documents.edit(again.documentId, again.revision, [{ from: 0, to: 0, insert: '' }]);
  });

  it('takes the chapters of its part along', () => {
    save(project, '# I\n\nFirst.\n\n## a\n\nOne.\n\n# II\n\nSecond.\n\n## b\n\nTwo.\n');
    project.script.moveChapter(chapter('I'), null);
    expect(titles()).toEqual(['II', 'b', 'I', 'a']);
    expect(project.script.text()).toBe('# II\n\nSecond.\n\n## b\n\nTwo.\n\n# I\n\nFirst.\n\n## a\n\nOne.\n');
  });

  it('leaves the name of the part behind it where it is', () => {
    save(project, '# I\n\n## a\n\nOne.\n\n# II\n\n## b\n\nTwo.\n');
    project.script.moveChapter(chapter('a'), null);
    expect(project.script.text()).toBe('# I\n\n# II\n\n## b\n\nTwo.\n\n## a\n\nOne.\n');
  });
});
