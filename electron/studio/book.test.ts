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
});
