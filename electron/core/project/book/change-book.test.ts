import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_CREDITS } from '../../../../shared/rules/export/credits.ts';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { bookTitle } from './book-title.ts';
import { changeBook } from './change-book.ts';
import { creditsDiffer, setCredits } from './credits-in-script.ts';

const SCRIPT = '# The Lighthouse Letters\n\n## Chapter One\n\nThe lamp was lit.\n';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
});
afterEach(() => workshop.clear());

const opening = () => project.lines.states().find(({ chapterTitle }) => chapterTitle === '(Opening Credits)');

describe('the title of a book', () => {
  it('is what was set, else that of the script, else the name of the project', () => {
    expect(bookTitle(project)).toEqual({ title: 'The Lighthouse Letters', isKnown: true });
    project.book.change({ title: 'Letters' });
    expect(bookTitle(project)).toEqual({ title: 'Letters', isKnown: true });
    project.book.change({ title: null });
    save(project, '# One\n\nThe lamp was lit.\n');
    expect(bookTitle(project)).toEqual({ title: 'Play', isKnown: false });
  });
});

describe('credits', () => {
  beforeEach(() => {
    setCredits(project, DEFAULT_CREDITS);
    castAll(project);
    giveTakes(project);
  });

  it('follow the details of the book, so that their takes become stale, and fresh again with the way back', () => {
    expect(opening()).toMatchObject({ text: 'The Lighthouse Letters.', state: 'fresh' });
    const { former, isScriptChanged } = changeBook(project, { authors: ['Ann Ward'], narrators: ['Cy Dale'] });
    expect(isScriptChanged).toBe(true);
    expect(opening()).toMatchObject({
      text: 'The Lighthouse Letters. Written by Ann Ward. Narrated by Cy Dale.',
      state: 'stale',
    });
    changeBook(project, former);
    expect(opening()).toMatchObject({ text: 'The Lighthouse Letters.', state: 'fresh' });
    expect(changeBook(project, { publisher: 'A house' }).isScriptChanged).toBe(false);
  });

  it('that were worded by hand stay as they are, and are known to differ', () => {
    expect(creditsDiffer(project)).toBe(false);
    save(project, project.script.text().replace('The Lighthouse Letters.\n', 'Letters from a lighthouse.\n'));
    changeBook(project, { authors: ['Ann Ward'] });
    expect(opening()?.text).toBe('Letters from a lighthouse.');
    expect(project.script.text()).toContain('This was The Lighthouse Letters. Written by Ann Ward. The end.');
    expect(creditsDiffer(project)).toBe(true);
  });
});
