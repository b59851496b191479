// What the book says of itself, as the window asks and sets it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith('A line.\n');
});
afterEach(() => workshop.clear());

const details = async () => (await studio.ask('book.read', {})).details;

describe('the book of the open project', () => {
  it('is set, told of, taken back and set again', async () => {
    await studio.ask('book.change', { change: { authors: ['Oscar Wilde'] } });
    studio.forget();
    const changed = await studio.ask('book.change', { change: { title: 'Earnest', authors: ['O. Wilde'] } });
    expect(changed.details).toMatchObject({ title: 'Earnest', authors: ['O. Wilde'] });
    await studio.until('book-changed');
    expect(await studio.undo(changed)).toEqual({ redo: true });
    expect(await details()).toMatchObject({ title: null, authors: ['Oscar Wilde'] });
    await studio.ask('undo.redo', { step: changed.step ?? '' });
    expect(await details()).toMatchObject({ title: 'Earnest', authors: ['O. Wilde'] });
  });

  it('says what each target still needs', async () => {
    const { readiness, cover, name } = await studio.ask('book.read', {});
    expect(cover).toBeNull();
    expect(name).not.toBe('');
    expect(readiness.find(({ target }) => target === 'acx')).toEqual({
      target: 'acx',
      missing: ['authors', 'narrators'],
      cover: ['missing'],
    });
    await studio.ask('book.change', { change: { authors: ['A'], narrators: ['B'] } });
    const { readiness: after } = await studio.ask('book.read', {});
    expect(after.find(({ target }) => target === 'acx')?.missing).toEqual([]);
  });

  it('has its credits as chapters of the script, which are worded again and taken out, each with its way back', async () => {
    const chapters = async () => (await studio.ask('project.chapters', {})).map(({ title }) => title);
    const credits = { opening: '{title}, by {author}.', closing: 'The end.' };
    await studio.ask('book.change', { change: { title: 'Emma', authors: ['Jane Austen'] } });
    const before = await chapters();
    const set = await studio.ask('book.setCredits', { credits });
    expect(await chapters()).toEqual([
      '(Opening Credits)',
      ...before.filter((title) => title !== ''),
      '(Closing Credits)',
    ]);
    expect((await studio.ask('project.current', {}))?.settings.credits).toEqual(credits);
    await studio.ask('book.setCredits', { credits: { ...credits, closing: '' } });
    expect(await chapters()).not.toContain('(Closing Credits)');
    await studio.ask('book.setCredits', { credits: null });
    expect(await chapters()).toEqual(before);
    // What was changed since can't be taken back over.
    expect(await studio.refusal('undo.undo', { step: set.step ?? '' })).toEqual({ kind: 'outdated', reason: 'script' });
    const again = await studio.ask('book.setCredits', { credits });
    expect(await studio.undo(again)).toEqual({ redo: true });
    expect(await chapters()).toEqual(before);
    expect((await studio.ask('project.current', {}))?.settings.credits).toBeNull();
  });
});
