// What the book says of itself, as the window asks and sets it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NARRATOR } from '../../shared/model/cast.ts';
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

  it('starts with a disclosure of synthetic voices if the producer wants one, which can be undone', async () => {
    const opening = async () => (await studio.ask('project.chapters', {}))[0]?.title;
    const before = await opening();
    const set = await studio.ask('book.setDisclosure', { disclosure: { region: 'other', spoken: 'always' } });
    expect(await opening()).toBe('(Opening Credits)');
    expect((await studio.ask('project.current', {}))?.settings).toMatchObject({
      disclosure: { region: 'other', spoken: 'always' },
      spokenDisclosure: expect.stringContaining('digital'),
    });
    expect(await studio.undo(set)).toEqual({ redo: true });
    expect(await opening()).toBe(before);
    expect((await studio.ask('project.current', {}))?.settings.disclosure).toEqual({ region: null, spoken: 'by-rule' });
  });

  it('rewords the mention of synthetic voices for another language, and mentions clones as soon as they are cast', async () => {
    const settings = async () => (await studio.ask('project.current', {}))?.settings;
    await studio.ask('book.setDisclosure', { disclosure: { region: null, spoken: 'always' } });
    const german = await studio.ask('book.change', { change: { language: 'de' } });
    expect((await settings())?.spokenDisclosure).toContain('digitalen Stimme');
    await studio.undo(german);
    expect((await settings())?.spokenDisclosure).toContain('digital voice');
    await studio.ask('book.setDisclosure', { disclosure: { region: 'eu', spoken: 'by-rule' } });
    const planned = async () => (await studio.ask('production.plan', {})).lines;
    expect(await planned()).toBe(1);
    const voice = 'lectern://voices/cloned/abc/manifest.json';
    const cast = await studio.ask('cast.change', { role: NARRATOR, change: { voice } });
    const { spokenDisclosure: sentence = null } = (await settings()) ?? {};
    expect(sentence).toContain('replica');
    await studio.until('disclosure-changed', ({ former, sentence: now }) => former === null && now === sentence);
    expect(await planned()).toBe(2);
    await studio.ask('project.updateSettings', { productionKind: 'podcast' });
    expect((await settings())?.spokenDisclosure).toContain('The voices in this production');
    await studio.ask('project.updateSettings', { productionKind: 'audiobook' });
    studio.forget();
    await studio.undo(cast);
    expect((await settings())?.spokenDisclosure).toBeNull();
    await studio.until('disclosure-changed', (told) => told.former === sentence && told.sentence === null);
    expect(await planned()).toBe(1);
  });

  it('no longer mentions clones once their role is merged into another, until that is undone', async () => {
    await studio.ask('project.close', {});
    studio = await workshop.openWith('ADA: A line.\n\nBEA: Another line.\n', 'Merged');
    const spoken = async () => (await studio.ask('project.current', {}))?.settings.spokenDisclosure ?? null;
    await studio.ask('book.setDisclosure', { disclosure: { region: 'eu', spoken: 'by-rule' } });
    const voice = 'lectern://voices/cloned/abc/manifest.json';
    await studio.ask('cast.change', { role: 'ADA', change: { voice } });
    expect(await spoken()).toContain('replica');
    const merged = await studio.ask('cast.merge', { role: 'ADA', into: 'BEA' });
    expect(await spoken()).toBeNull();
    await studio.undo(merged);
    expect(await spoken()).toContain('replica');
  });

  it('isn’t rendered for a store that bans synthetic narration unless the producer confirms its authorisation', async () => {
    await studio.ask('project.updateSettings', { targets: ['acx', 'kobo'] });
    expect((await studio.ask('production.plan', {})).bannedBy).toEqual(['acx']);
    expect(await studio.refusal('production.start', { confirmed: true })).toEqual({
      kind: 'invalid',
      field: 'target',
      reason: 'banned',
    });
    const { lineIds } = await studio.ask('review.list', { sort: 'script' });
    expect(await studio.refusal('production.retryFailed', { lineIds })).toMatchObject({ reason: 'banned' });
    await studio.ask('project.updateSettings', { authorisedTargets: ['acx'] });
    expect((await studio.ask('production.plan', {})).bannedBy).toEqual([]);
  });
});
