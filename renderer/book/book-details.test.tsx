// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookReply } from '../../shared/ipc/book-requests.ts';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { BookDetails } from '../../shared/model/book.ts';
import type { Credits, DisclosureChoice } from '../../shared/model/settings.ts';
import { DEFAULT_CREDITS } from '../../shared/rules/export/credits.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { BookDetailsDialog } from './book-details.tsx';

const NOTHING: BookDetails = {
  version: 1,
  title: null,
  subtitle: null,
  authors: [],
  narrators: [],
  publisher: null,
  year: null,
  series: null,
  seriesNumber: null,
  language: null,
  isbn: null,
  copyright: null,
  description: null,
};

let book: BookReply;
let credits: Credits | null;
let disclosure: DisclosureChoice;
let watermark: boolean;
let screen: Rendered;

const project = () =>
  ({
    id: 'p',
    name: 'Book',
    path: '/p',
    settings: { credits, disclosure, spokenDisclosure: null, watermark },
  }) as unknown as ProjectSummary;

beforeEach(async () => {
  book = { details: NOTHING, name: 'Book', cover: null, readiness: [] };
  credits = null;
  disclosure = { region: null, spoken: 'by-rule' };
  watermark = false;
  screen = await render(null, {
    'project.current': project,
    'library.recent': () => [{ id: 'r', path: '/p' }] as ReplyOf<'library.recent'>,
    'library.looks': () => [{ id: 'r', cover: book.cover && 'c1' }] as unknown as ReplyOf<'library.looks'>,
    'book.read': () => book,
    'book.change': ({ change }) => {
      book = { ...book, details: { ...book.details, ...change } as BookDetails };
      return { ...book, step: `book ${Object.keys(change)}` };
    },
    'book.setCredits': (change) => {
      credits = change.credits;
      queueMicrotask(() => screen.bridge.emit('project-changed', { project: project() }));
      return { step: 'credits' };
    },
    'book.setDisclosure': (change) => {
      disclosure = change.disclosure;
      queueMicrotask(() => screen.bridge.emit('project-changed', { project: project() }));
      return { step: 'disclosure' };
    },
    'project.updateSettings': (change) => {
      watermark = change.watermark ?? watermark;
      queueMicrotask(() => screen.bridge.emit('project-changed', { project: project() }));
      return { ...project(), step: 'watermark' };
    },
    'dialog.chooseCover': () => {
      const readiness = [{ target: 'google-play' as const, missing: [], cover: ['too-small' as const] }];
      book = { ...book, cover: { format: 'png', width: 100, height: 100, sizeBytes: 1_000 }, readiness };
      queueMicrotask(() => screen.bridge.emit('library-changed', {}));
      return { step: 'cover' };
    },
    'undo.undo': () => ({ redo: true }),
  });
  await screen.show(<BookDetailsDialog />);
});
afterEach(() => screen.remove());

const enter = async (label: string, text: string, role = 'textbox') => {
  await screen.fill(role, label, text);
  await screen.press('Enter');
};
const stores = () => screen.texts('ul[aria-labelledby="book-stores"] li');

describe('the details of a book', () => {
  it('are saved when entered, with undo', async () => {
    await enter('Authors', 'Oscar Wilde', 'combobox');
    await enter('Narrators', 'Ada', 'combobox');
    await enter('Language', 'en');
    await enter('Title', 'The Importance of Being Earnest');
    expect(screen.requests('book.change')).toEqual([
      { change: { authors: ['Oscar Wilde'] } },
      { change: { narrators: ['Ada'] } },
      { change: { language: 'en' } },
      { change: { title: 'The Importance of Being Earnest' } },
    ]);
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'book title' }]);
  });

  it('are saved on blur', async () => {
    await screen.fill('textbox', 'Description', 'A trivial comedy for serious people.');
    await screen.act(() => screen.get('textbox', 'Description').blur());
    expect(screen.requests('book.change')).toEqual([
      { change: { description: 'A trivial comedy for serious people.' } },
    ]);
  });

  it('reject an ISBN with a wrong check digit', async () => {
    await enter('ISBN', '978-0-14-143960-1');
    expect(screen.text).toContain('This ISBN isn’t valid. Enter its 10 or 13 digits.');
    expect(screen.requests('book.change')).toEqual([]);
    await enter('ISBN', '978-0-14-143960-0');
    expect(screen.requests('book.change')).toEqual([{ change: { isbn: '9780141439600' } }]);
    expect(screen.text).not.toContain('This ISBN isn’t valid');
  });
});

describe('the cover of a book', () => {
  it('is chosen, shown and checked for each target', async () => {
    await enter('Title', 'The Importance of Being Earnest');
    await screen.click('button', 'Choose image…');
    expect(screen.requests('dialog.chooseCover')).toEqual([{ id: 'r' }]);
    expect(screen.get('img').getAttribute('alt')).toBe('Cover of The Importance of Being Earnest');
    expect(screen.text).toContain('PNG, 100 × 100 pixels');
    expect(stores()).toEqual(['Google Play Books: cover of at least 1,024 pixels per side']);
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'cover' }]);
  });
});

describe('the credits of a book', () => {
  it('are added to the script, and removed from it', async () => {
    await screen.click('button', 'Add to the script');
    expect(screen.requests('book.setCredits')).toEqual([{ credits: DEFAULT_CREDITS }]);
    await screen.click('button', 'Remove from the script');
    expect(screen.requests('book.setCredits').at(-1)).toEqual({ credits: null });
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'credits' }]);
  });
});

describe('the disclosure of synthetic voices', () => {
  it('is set by place of publication and by preference, and can be undone', async () => {
    await screen.choose('Place of publication', 'In the EU');
    expect(screen.requests('book.setDisclosure')).toEqual([{ disclosure: { region: 'eu', spoken: 'by-rule' } }]);
    await screen.choose('Spoken disclosure', 'Never');
    expect(screen.requests('book.setDisclosure').at(-1)).toEqual({ disclosure: { region: 'eu', spoken: 'never' } });
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'disclosure' }]);
  });
});

it('turns the watermark on and off, and can be undone', async () => {
  await screen.click('switch', /Add an inaudible watermark/);
  await screen.click('switch', /Add an inaudible watermark/);
  expect(screen.requests('project.updateSettings')).toEqual([{ watermark: true }, { watermark: false }]);
  await screen.undo();
  expect(screen.requests('undo.undo')).toEqual([{ step: 'watermark' }]);
});
