import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupDialogs, ungroupDialogs } from '../../../../shared/rules/dialogs.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, outline, rewriteChapter, save, Workshop } from '../testing/test-project.ts';

const SCENE = `# The Play

## Act One

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

(Puts the violin away.)

ALGERNON: I'm sorry for that.

## Act Two

A garden at the Manor House.
`;

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
});
afterEach(() => workshop.clear());

const idOf = (text: string): number | undefined => project.lines.states().find((line) => line.text === text)?.id;
const takesOf = (text: string): number => project.takes.takesOf(idOf(text) ?? 0).length;

describe('saving a script', () => {
  it('makes chapters, lines and roles of it and gives the text back exactly', () => {
    expect(save(project, SCENE)).toEqual({ added: 7, changed: 0, removed: 0, unchanged: 0, revived: 0 });
    expect(project.script.text()).toBe(SCENE);
    expect(project.script.chapters()).toMatchObject([
      { title: 'Act One', level: 2, lines: 5 },
      { title: 'Act Two', level: 2, lines: 2 },
    ]);
    expect(project.cast.roles().map(({ name, voice }) => [name, voice])).toEqual([
      ['NARRATOR', null],
      ['ALGERNON', null],
      ['LANE', null],
    ]);
    expect(project.lines.counts()).toMatchObject({ chapters: 2, roles: 3, lines: 7, blocked: 7 });
  });

  it('numbers lines in the script and in their chapter', () => {
    save(project, SCENE);
    const lines = project.lines.states();
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(lines.map(({ chapterNumber, numberInChapter }) => `${chapterNumber}.${numberInChapter}`)).toEqual([
      '1.1',
      '1.2',
      '1.3',
      '1.4',
      '1.5',
      '2.1',
      '2.2',
    ]);
    const second = project.script.chapters()[1]?.id ?? null;
    expect(project.lines.states({ chapterId: second })).toEqual(lines.slice(5));
    expect(project.lines.states({ role: 'LANE' }).map(({ number }) => number)).toEqual([4]);
  });

  it('does nothing where nothing changed', () => {
    save(project, SCENE);
    const before = project.db.prepare('SELECT * FROM lines').all();
    expect(save(project, SCENE)).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 7, revived: 0 });
    expect(project.db.prepare('SELECT * FROM lines').all()).toEqual(before);
  });

  it('keeps the line of an edited paragraph, makes it stale alone, and free again when undone', () => {
    save(project, SCENE);
    castAll(project);
    giveTakes(project);
    expect(project.lines.counts()).toMatchObject({ lines: 7, fresh: 7 });
    expect(save(project, SCENE.replace('polite', 'kind'))).toMatchObject({ changed: 1, unchanged: 6 });
    expect(project.lines.counts()).toMatchObject({ fresh: 6, stale: 1 });
    save(project, SCENE);
    expect(project.lines.counts()).toMatchObject({ fresh: 7 });
  });

  it('keeps takes with a paragraph that moves', () => {
    save(project, SCENE);
    castAll(project);
    giveTakes(project);
    const moved = SCENE.replace("LANE: I didn't think it polite to listen, sir.\n\n", '');
    save(project, `${moved}\nLANE: I didn't think it polite to listen, sir.\n`);
    expect(project.lines.counts()).toMatchObject({ lines: 7, fresh: 7 });
    expect(outline(project).at(-1)).toBe("fresh I didn't think it polite to listen, sir.");
  });

  it('brings a deleted line back with its takes', () => {
    save(project, SCENE);
    castAll(project);
    giveTakes(project);
    const id = idOf("I'm sorry for that.");
    expect(save(project, SCENE.replace("ALGERNON: I'm sorry for that.\n\n", ''))).toMatchObject({ removed: 1 });
    expect(project.lines.counts()).toMatchObject({ lines: 6, fresh: 6 });
    expect(save(project, SCENE)).toMatchObject({ revived: 1, added: 0 });
    expect(idOf("I'm sorry for that.")).toBe(id);
    expect(project.lines.counts()).toMatchObject({ lines: 7, fresh: 7 });
  });

  it('never lets two lines with the same words share a take', () => {
    save(project, 'Yes.\n\nNo.\n');
    castAll(project);
    giveTakes(project);
    save(project, 'Yes.\n\nNo.\n\nYes.\n');
    expect(outline(project)).toEqual(['fresh Yes.', 'fresh No.', 'unrendered Yes.']);
  });

  it('gives a split back to who it was when the halves are joined again', () => {
    save(project, 'One. Two is the longer half of it by far.\n');
    castAll(project);
    giveTakes(project);
    save(project, 'One.\n\nTwo is the longer half of it by far.\n');
    expect(project.lines.counts().lines).toBe(2);
    save(project, 'One. Two is the longer half of it by far.\n');
    expect(outline(project)).toEqual(['fresh One. Two is the longer half of it by far.']);
  });

  it('gives joined lines their takes back when they are taken apart', () => {
    const options = project.settings();
    const apart = parseScript(SCENE, options);
    project.script.saveScript(apart);
    castAll(project);
    giveTakes(project);
    const together = groupDialogs(apart, options);
    project.script.saveScript(together);
    expect(project.lines.counts()).toMatchObject({ lines: 6, fresh: 5 });
    project.script.saveScript(ungroupDialogs(together, options));
    expect(project.lines.counts()).toMatchObject({ lines: 7, fresh: 7 });
    project.script.saveScript(together);
    giveTakes(project);
    project.script.saveScript(ungroupDialogs(together, options));
    project.script.saveScript(together);
    expect(project.lines.counts()).toMatchObject({ lines: 6, fresh: 6 });
  });

  it('shows a paragraph of three roles as a line that can not be rendered', () => {
    save(project, 'ALGERNON: Yes.\nLANE: No.\nJACK: Perhaps.\n');
    expect(project.lines.states()).toMatchObject([
      { state: 'blocked', problem: { kind: 'three-roles', roles: ['ALGERNON', 'LANE', 'JACK'] } },
    ]);
  });

  it('says which roles have no voice, and how many characters would be sent', () => {
    save(project, SCENE);
    const [, , line] = project.lines.states();
    expect(line).toMatchObject({
      state: 'blocked',
      problem: { kind: 'no-voice', roles: ['ALGERNON'] },
      characters: 38,
    });
    castAll(project);
    expect(project.lines.counts()).toMatchObject({ blocked: 0, unrendered: 7 });
    expect(project.lines.states()[2]?.characters).toBe(38);
  });
});

describe('the cuts of a long paragraph', () => {
  const SENTENCES = Array.from({ length: 12 }, (_, index) => `This is sentence number ${index} of a paragraph.`);
  const PARAGRAPH = `${SENTENCES.join(' ')}\n`;

  beforeEach(() => {
    project.updateSettings({ lineCharacters: 200 });
    save(project, `Before.\n\n${PARAGRAPH}\nAfter.\n`);
    castAll(project);
  });

  it('stay where lines have takes, whatever the limit becomes', () => {
    giveTakes(project);
    const before = outline(project);
    project.updateSettings({ lineCharacters: 2_000 });
    expect(outline(project)).toEqual(before);
    project.updateSettings({ lineCharacters: 100 });
    expect(outline(project)).toEqual(before);
    save(project, `Before.\n\n${PARAGRAPH}\nAfter it.\n`);
    expect(outline(project).slice(0, -1)).toEqual(before.slice(0, -1));
  });

  it('follow the limit where lines have none', () => {
    expect(project.lines.counts().lines).toBeGreaterThan(4);
    project.updateSettings({ lineCharacters: 2_000 });
    expect(outline(project)).toEqual(['unrendered Before.', `unrendered ${PARAGRAPH.trim()}`, 'unrendered After.']);
  });

  it('change only when their own paragraph is edited, and come back when the edit is undone', () => {
    giveTakes(project);
    const before = project.lines.states().map(({ id, text }) => ({ id, text }));
    save(project, `Before.\n\n${PARAGRAPH.replace('number 11', 'number eleven')}\nAfter.\n`);
    expect(project.lines.counts()).toMatchObject({ stale: 1, fresh: before.length - 1 });
    save(project, `Before.\n\nShort.\n\nAfter.\n`);
    expect(project.lines.counts().lines).toBe(3);
    save(project, `Before.\n\n${PARAGRAPH}\nAfter.\n`);
    expect(project.lines.states().map(({ id, text }) => ({ id, text }))).toEqual(before);
    expect(project.lines.counts()).toMatchObject({ fresh: before.length });
  });
});

describe('editing one chapter', () => {
  const chapter = (title: string): number | null =>
    project.script.chapters().find((one) => one.title === title)?.id ?? null;
  const rewrite = (title: string, change: (text: string) => string) => {
    const id = chapter(title);
    return rewriteChapter(project, id, change(project.script.documents.open(id).text)).counts;
  };

  beforeEach(() => {
    save(project, SCENE);
    castAll(project);
    giveTakes(project);
  });

  it('changes the line that was edited and nothing else', () => {
    const report = rewrite('Act One', (text) => text.replace('polite', 'kind'));
    expect(report).toEqual({ added: 0, changed: 1, removed: 0, revived: 0 });
    expect(project.script.text()).toBe(SCENE.replace('polite', 'kind'));
    expect(project.lines.counts()).toMatchObject({ fresh: 6, stale: 1 });
    rewrite('Act One', (text) => text.replace('kind', 'polite'));
    expect(project.lines.counts()).toMatchObject({ fresh: 7 });
  });

  it('may make several chapters of one', () => {
    rewrite('Act One', (text) => text.replace("LANE: I didn't", "## Interlude\n\nLANE: I didn't"));
    expect(project.script.chapters().map(({ title, lines }) => [title, lines])).toEqual([
      ['Act One', 3],
      ['Interlude', 3],
      ['Act Two', 2],
    ]);
    expect(project.lines.counts()).toMatchObject({ lines: 8, fresh: 7 });
  });

  it('joins a chapter without a heading to the one before', () => {
    const before = project.script.chapterText(chapter('Act One'));
    rewrite('Act Two', (text) => text.replace('## Act Two\n\n', ''));
    expect(project.script.chapters().map(({ title }) => title)).toEqual(['Act One']);
    expect(project.script.chapterText(chapter('Act One'))).toBe(`${before}A garden at the Manor House.\n`);
  });

  it('keeps the chapter that follows apart', () => {
    rewrite('Act One', (text) => text.trimEnd());
    expect(project.script.text()).toBe(SCENE);
    rewrite('Act One', () => 'ALGERNON: All gone.');
    expect(project.script.text()).toBe('ALGERNON: All gone.\n\n## Act Two\n\nA garden at the Manor House.\n');
    expect(project.script.chapters().map(({ title }) => title)).toEqual(['', 'Act Two']);
  });

  it('makes a title of a heading that now stands before a lower one, and a heading of it again', () => {
    save(project, '# One\n\n# Two\n\nText.\n');
    expect(project.script.chapters().map(({ title }) => title)).toEqual(['One', 'Two']);
    rewrite('Two', (text) => `#${text}`);
    expect(project.script.chapters().map(({ title }) => title)).toEqual(['Two']);
    rewrite('Two', (text) => text.replace('## Two', '# Two'));
    expect(project.script.chapters().map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  it('can be emptied, and written before the first heading', () => {
    rewrite('Act One', () => '');
    expect(project.script.text()).toBe('## Act Two\n\nA garden at the Manor House.\n');
    rewriteChapter(project, null, 'Good evening.');
    expect(project.script.text()).toBe('Good evening.\n\n## Act Two\n\nA garden at the Manor House.\n');
    expect(project.script.chapterText(null)).toBe('Good evening.\n\n');
  });

  it('starts a script that was empty', () => {
    const empty = workshop.create('Empty.lectern');
    expect(rewriteChapter(empty, null, '# One\n\nText.\n').counts).toMatchObject({ added: 2 });
    expect(empty.script.text()).toBe('# One\n\nText.\n');
  });

  it('refuses a chapter that is not there', () => {
    expect(() => project.script.documents.open(4711)).toThrow(RangeError);
  });

  it('finds room for paragraphs typed one after another, at one place', () => {
    let text = project.script.chapterText(chapter('Act One'));
    for (let count = 0; count < 120; count += 1) {
      text = text.replace('(Puts', `Typed ${count}.\n\n(Puts`);
      rewriteChapter(project, chapter('Act One'), text);
    }
    for (let count = 0; count < 120; count += 1) {
      text = text.replace('## Act One\n\n', `## Act One\n\nBefore ${count}.\n\n`);
      rewriteChapter(project, chapter('Act One'), text);
    }
    expect(project.script.chapterText(chapter('Act One'))).toBe(text);
    expect(project.lines.counts()).toMatchObject({ lines: 247, fresh: 7 });
  });
});

it('renumbers all paragraphs when there is no room between two', () => {
  save(project, SCENE);
  castAll(project);
  giveTakes(project);
  project.db.exec(`UPDATE paragraphs SET ord = n FROM (
    SELECT id AS row_id, row_number() OVER (ORDER BY ord) AS n FROM paragraphs) WHERE row_id = id`);
  const [one] = project.script.chapters();
  const text = project.script.chapterText(one?.id ?? null).replace('(Puts', 'New.\n\nNewer.\n\n(Puts');
  expect(rewriteChapter(project, one?.id ?? null, text).counts).toMatchObject({ added: 2, changed: 0 });
  expect(project.script.chapterText(one?.id ?? null)).toBe(text);
  expect(project.lines.counts()).toMatchObject({ lines: 9, fresh: 7 });
});

describe('saving that fails', () => {
  it('changes nothing where the disk is full', () => {
    save(project, SCENE);
    const before = project.db.prepare('SELECT * FROM paragraphs').all();
    const pages = Number(project.db.prepare('PRAGMA page_count').get()?.['page_count']);
    project.db.exec(`PRAGMA max_page_count = ${pages}`);
    const long = Array.from({ length: 300 }, (_, index) => `Paragraph ${index} of many that no longer fit.`).join(
      '\n\n',
    );
    expect(() => save(project, long)).toThrow(
      expect.objectContaining({ problem: { kind: 'disk-full', path: project.dir } }),
    );
    expect(project.db.prepare('SELECT * FROM paragraphs').all()).toEqual(before);
    expect(project.script.text()).toBe(SCENE);
    expect(project.cast.roles()).toHaveLength(3);
    project.db.exec('PRAGMA max_page_count = 100000');
    save(project, long);
    expect(project.script.text()).toBe(long);
  });
});

it('keeps takes with the lines that they were made for', () => {
  save(project, SCENE);
  castAll(project);
  giveTakes(project);
  save(project, SCENE.replace('sir.', 'Sir.'));
  expect(takesOf("I didn't think it polite to listen, Sir.")).toBe(1);
});
