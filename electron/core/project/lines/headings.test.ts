import { afterEach, beforeEach, expect, it } from 'vitest';
import { previewRules } from '../cast/rules-preview.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';

const BOOK = '## CHAPTER I.\n\nIt rained.\n\n## CHAPTER II.\n\nI waited.\n';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create('Play.lectern', { language: 'english' });
  save(project, BOOK);
  castAll(project);
});
afterEach(() => workshop.clear());

const ids = () => project.lines.states().map(({ id }) => id);
const sent = () =>
  ids().map((id) => {
    const built = project.lines.requestOf(id);
    return built.ok ? built.request.text : null;
  });
const states = () => project.lines.states().map(({ state }) => state);

it('turning on spoken headings makes only the headings stale, and turning it off restores their takes', () => {
  giveTakes(project);
  project.updateSettings({ narrateHeadings: true });
  expect(sent()).toEqual(['Chapter one', 'It rained.', 'Chapter two', 'I waited.']);
  expect(states()).toEqual(['stale', 'fresh', 'stale', 'fresh']);
  project.updateSettings({ narrateHeadings: false });
  expect(states()).toEqual(['fresh', 'fresh', 'fresh', 'fresh']);
});

it('a heading is read as entered, whatever happens to its other overrides', () => {
  const [first = 0] = ids();
  expect(project.lines.setReadAs(first, 'The First Chapter')).toBeNull();
  project.lines.setOverride(first, { speed: 0.9 });
  project.lines.setOverride(first, null);
  expect(sent()[0]).toBe('The First Chapter');
  expect(project.lines.setReadAs(first, null)).toBe('The First Chapter');
  expect(sent()[0]).toBe('CHAPTER I.');
});

it('a paragraph that stops being a heading, or becomes the book’s title, is sent accordingly', () => {
  project.updateSettings({ narrateHeadings: true });
  save(project, '# II\n\nText.\n');
  expect(sent()).toEqual(['Chapter two', 'Text.']);
  save(project, '# II\n\n## Part I\n\nText.\n');
  expect(sent()).toEqual(['II', 'Part one', 'Text.']);
  expect(project.lines.states()[0]?.renderKey).not.toBeNull();
  save(project, 'II\n\n## Part I\n\nText.\n');
  expect(sent()).toEqual(['II', 'Part one', 'Text.']);
  for (const id of ids()) expect(project.lines.toRender(id)).not.toBeNull();
});

it('the preview of rules includes headings whose spoken form has the words', () => {
  project.updateSettings({ narrateHeadings: true });
  const rule = { from: 'one', to: 'wun', wholeWord: true, matchCase: false, role: null, language: null };
  expect(previewRules(project, [rule], 10)).toMatchObject({ changed: 1, linesOfRules: [1] });
});
