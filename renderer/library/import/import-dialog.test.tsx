// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { ImportPreview, ProjectSummary } from '../../../shared/ipc/project-requests.ts';
import type { ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import { type FakeAnswers, failWith } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useView } from '../../ui/view-store.ts';
import { importPreview, importRole, NARRATOR_ROLE } from '../testing/previews.ts';
import { ImportDialog } from './import-dialog.tsx';

let dialog: Rendered;
afterEach(() => dialog.remove());

const LOCAL = { kind: 'local', plan: 'enterprise' } as ConnectionStatus;
const NO_TEXT = { kind: 'import', file: 'play.txt', problem: 'empty' } as const;

interface Shown {
  readonly later?: readonly string[];
  readonly parts?: readonly string[];
  readonly answers?: FakeAnswers;
}

/** Shows an import whose previews echo the choices that are made. */
async function show(preview: ImportPreview, { later = [], parts = [], answers = {} }: Shown = {}): Promise<void> {
  dialog = await render(<ImportDialog />, {
    'project.current': () => null,
    'connection.status': () => LOCAL,
    'cast.voices': () => [],
    'project.importPreview': ({ importId, choices = preview.choices }) => ({
      ...preview,
      importId,
      choices,
      kind: choices.kind,
    }),
    'project.createFromImport': () => ({}) as ProjectSummary,
    ...answers,
  });
  await dialog.act(() => useView.getState().showImport(preview.importId, later, parts));
}

/** The choices of the preview that was asked for last. */
const chosen = () =>
  (dialog.requests('project.importPreview').at(-1) as { choices: Partial<ImportPreview['choices']> }).choices;
const created = () => dialog.requests('project.createFromImport');

describe('the import of a script', () => {
  const play = importPreview({
    roles: [
      importRole('ALGERNON'),
      importRole('ALGERNOM', { like: 'ALGERNON', likeEvidence: 'spelling' }),
      importRole('LANE'),
      NARRATOR_ROLE,
    ],
  });

  it('creates exactly what it shows, after confirmation', async () => {
    await show(play);
    expect(document.activeElement).toBe(dialog.get('textbox', 'Project name *'));
    expect(created()).toEqual([]);
    await dialog.submit();
    expect(created()).toEqual([{ importId: 'import-1', name: 'play', choices: play.choices }]);
    expect(useView.getState().dialog).toBeNull();
  });

  it('shows why each role is one', async () => {
    const features = { form: 'above', capitals: true, times: 14, share: 0.9 } as const;
    await show(
      importPreview({
        roles: [
          importRole('MARA', { sample: 'The lamp is out.', evidence: { stated: 'fdx-character' } }),
          importRole('TOM', { evidence: { score: 0.9, features } }),
          NARRATOR_ROLE,
        ],
      }),
    );
    const rows = dialog.all('listitem', /MARA|TOM/).map(({ textContent }) => textContent);
    expect(rows[0]).toContain('The lamp is out.');
    expect(rows[0]).toContain('a Final Draft character');
    expect(rows[1]).toContain('a name in capitals above the words, 14 times (score 0.90)');
  });

  it('names the roles that are newly cast since the last preview', async () => {
    await show({ ...play, castChanges: [{ role: 'LANE', from: null, to: 'Clara' }] });
    expect(dialog.all('list', 'Changes to the cast').map(({ textContent }) => textContent)).toEqual([
      'Newly cast: LANE (Clara).',
    ]);
  });

  it('counts ticked roles, and recomputes the preview when one is unticked', async () => {
    await show(play);
    expect(dialog.figures()).toMatchObject({ roles: '4', lines: '3', chapter: '1' });
    await dialog.click('checkbox', 'LANE');
    expect(chosen()).toMatchObject({ roles: ['ALGERNON', 'ALGERNOM'] });
    expect(dialog.get('checkbox', 'NARRATOR').disabled).toBe(true);
  });

  it('merges two spellings, and can separate them again', async () => {
    await show(play);
    const offer = dialog.get('combobox', 'ALGERNOM is the same as') as HTMLSelectElement;
    expect([...offer.options].map(({ text }) => text)).toEqual([
      'is ALGERNON? (similar spelling)',
      'ALGERNON',
      'LANE',
      'NARRATOR',
    ]);
    await dialog.choose('ALGERNOM is the same as', 'ALGERNON');
    const merges = [{ from: 'ALGERNOM', into: 'ALGERNON' }];
    expect(chosen()).toMatchObject({ roles: ['ALGERNON', 'LANE'], merges });
    expect(dialog.all('listitem', /ALGERNOM is ALGERNON/)).toHaveLength(1);
    await dialog.click('button', 'Unmerge: ALGERNOM');
    expect(chosen()).toMatchObject({ merges: [] });
  });

  it('clears ticked roles when it is read as prose', async () => {
    await show(play);
    await dialog.click('checkbox', 'LANE');
    await dialog.click('radio', 'Prose');
    expect(chosen()).toMatchObject({ kind: 'prose', roles: null, merges: [] });
    await dialog.submit();
    expect(created()).toMatchObject([{ choices: { kind: 'prose' } }]);
  });

  it('shows how each chapter begins', async () => {
    await show(play);
    expect(dialog.get('listitem', /^First Act/).textContent).toContain('Did you hear what I was playing');
  });

  it('does not create anything while the preview is being recomputed', async () => {
    await show(play);
    const { promise, resolve } = Promise.withResolvers<ImportPreview>();
    dialog.bridge.answer({ 'project.importPreview': () => promise });
    await dialog.click('checkbox', 'LANE');
    expect(dialog.get('button', 'Create project').disabled).toBe(true);
    await dialog.submit();
    expect(created()).toEqual([]);
    resolve(importPreview());
    await dialog.settle();
    expect(dialog.get('button', 'Create project').disabled).toBe(false);
  });
});

describe('the figures of an import', () => {
  const book = { seconds: 9_660, price: { amount: 42.5, currency: 'EUR' }, sendingMs: 600_000 };

  it('include the price, the length of the audio and the sending time on a limited plan', async () => {
    const status = { kind: 'account', plan: 'startup' } as ConnectionStatus;
    await show(importPreview(book), { answers: { 'connection.status': () => status } });
    expect(dialog.figures()).toMatchObject({
      'of audio (estimate)': '2 h 41 min',
      'to render everything': '42.50 EUR',
      'to send on this plan': '10 min',
    });
  });

  it('omit the sending time if nothing is limited', async () => {
    await show(importPreview({ ...book, price: null }));
    expect(Object.keys(dialog.figures())).toEqual(['lines', 'characters', 'chapter', 'roles', 'of audio (estimate)']);
  });

  it('are followed by what was left out', async () => {
    const licence = { kind: 'licence', before: 10, after: 300, characters: 19_000 } as const;
    await show(importPreview({ notices: [licence, { kind: 'spoken-brackets', words: '[a bell]', others: 0 }] }));
    const [first, second] = dialog.all('listitem', /Left out the licence text|will be read aloud/);
    expect(first?.textContent).toContain('Left out the licence text');
    expect(second?.textContent).toContain('“[a bell]” will be read aloud');
  });
});

describe('an import that fails', () => {
  it('moves focus to the button that fixes it', async () => {
    const keyNeeded = { kind: 'key-needed', connectionId: 'c', connectionName: 'Studio account' } as const;
    await show(importPreview(), {
      answers: { 'project.createFromImport': () => failWith('project.createFromImport', keyNeeded) },
    });
    await dialog.submit();
    expect(document.activeElement).toBe(dialog.get('button', 'Enter the key…'));
    await dialog.click('button', 'Enter the key…');
    expect(useView.getState()).toMatchObject({ dialog: 'enter-key', keyFor: { id: 'c', name: 'Studio account' } });
  });

  it('moves focus to the name if there is no such button, and can be retried', async () => {
    const taken = { kind: 'project', problem: { kind: 'exists', path: '/projects/play.lectern' } } as const;
    await show(importPreview(), {
      answers: { 'project.createFromImport': () => failWith('project.createFromImport', taken) },
    });
    await dialog.submit();
    dialog.get('alert', /This name is taken/);
    expect(document.activeElement).toBe(dialog.get('textbox', 'Project name *'));
    dialog.bridge.answer({ 'project.createFromImport': () => ({}) as ProjectSummary });
    await dialog.submit();
    expect(created()).toHaveLength(2);
    expect(useView.getState().dialog).toBeNull();
  });
});

describe('several imports', () => {
  it('are shown one after the other, each created or skipped', async () => {
    await show(importPreview(), { later: ['import-2', 'import-3'] });
    dialog.get('dialog', 'Import script (2 others to follow)');
    await dialog.submit();
    expect(created()).toMatchObject([{ importId: 'import-1' }]);
    dialog.get('dialog', 'Import script (1 other to follow)');
    await dialog.click('button', 'Skip');
    dialog.get('dialog', 'Import script');
    await dialog.submit();
    expect(created()).toMatchObject([{ importId: 'import-1' }, { importId: 'import-3' }]);
    expect(dialog.all('dialog')).toEqual([]);
  });

  it('joined as one book can be separated and joined again', async () => {
    const parts = ['import-1', 'import-2', 'import-3'];
    const joined = importPreview({ importId: 'book', name: 'Storm' });
    await show(joined, { parts, answers: { 'project.joinImports': () => joined } });
    expect(document.body.textContent).toContain('3 files, joined into one book');
    await dialog.click('button', 'Separate projects');
    expect(useView.getState()).toMatchObject({ importId: 'import-1', laterImports: ['import-2', 'import-3'] });
    await dialog.click('button', 'Join as one book');
    expect(dialog.requests('project.joinImports')).toEqual([{ importIds: parts }]);
    expect(useView.getState()).toMatchObject({ importId: 'book', laterImports: [], importParts: parts });
  });
});

describe('the sections of a document', () => {
  const section = (title: string, isRead = true) =>
    ({ title, kind: isRead ? 'chapter' : 'copyright', characters: 40, isRead }) as const;
  const book = importPreview({
    choices: { kind: 'prose', roles: null, merges: [] },
    sections: [section('Copyright', false), section('Chapter 1'), section('Chapter 2')],
    asides: { notes: 3, captions: 0, tables: 0 },
    asideWords: { notes: { words: 12, sample: 'Born in 1850.' } },
    leftOut: [
      { kind: 'comments', count: 2, words: 5, sample: 'Check this date', at: { page: 12 } },
      { kind: 'hidden', count: 1, at: { part: 'c.xhtml' } },
    ],
  });

  it('say how many words are left out with each, and how they begin', async () => {
    const untitled = { ...section('', false), title: null, words: 3, sample: 'First printed in…' };
    await show({ ...book, sections: [untitled, ...book.sections.slice(1)] });
    expect(dialog.all('checkbox', 'Section 1: “First printed in…”')).toHaveLength(1);
    expect(document.body.textContent).toContain('12 words: “Born in 1850.”');
    expect(document.body.textContent).toContain('2 comments are left out. 5 words: “Check this date” (first: page 12)');
    expect(document.body.textContent).toContain('(c.xhtml)');
  });

  it('say why a paragraph that the document does not mark is a heading', async () => {
    const evidence = { score: 0.89, features: { sign: 'words', times: 12 } } as const;
    await show({ ...book, sections: [{ ...section('Chapter 1'), evidence }] });
    expect(document.body.textContent).toContain('reads like a heading, 12 times (score 0.89)');
  });

  it('show what is read, and change it when ticked', async () => {
    await show(book);
    expect(['Copyright', 'Chapter 1', 'Chapter 2'].map((name) => dialog.get('checkbox', name).checked)).toEqual([
      false,
      true,
      true,
    ]);
    expect(document.body.textContent).toContain('2 of 3 read');
    await dialog.click('checkbox', 'Chapter 2');
    expect(chosen()).toMatchObject({ sections: [false, true, false] });
    expect(document.body.textContent).toContain('1 of 3 read');
    await dialog.click('button', 'Read all');
    expect(chosen()).toMatchObject({ sections: [true, true, true] });
    await dialog.click('button', 'As suggested');
    expect(chosen()).not.toHaveProperty('sections', expect.anything());
  });

  it('have their notes read in the chosen place', async () => {
    await show(book);
    await dialog.choose('3 notes', 'Read at the end of their section');
    expect(chosen()).toMatchObject({ notes: 'at-end' });
    expect(dialog.all('combobox', /captions|tables/)).toEqual([]);
  });

  it('can’t be imported if none is ticked, until one is ticked again', async () => {
    const preview = { ...book, sections: [section('Chapter 1')] };
    const none = (choices?: ImportPreview['choices']) => choices?.sections?.every((isRead) => !isRead) ?? false;
    await show(preview, {
      answers: {
        'project.importPreview': ({ choices }) =>
          none(choices)
            ? failWith('project.importPreview', NO_TEXT)
            : { ...preview, choices: choices ?? preview.choices },
      },
    });
    await dialog.click('checkbox', 'Chapter 1');
    expect(dialog.get('checkbox', 'Chapter 1').checked).toBe(false);
    expect(dialog.get('button', 'Create project').disabled).toBe(true);
    await dialog.click('checkbox', 'Chapter 1');
    expect(dialog.get('button', 'Create project').disabled).toBe(false);
  });

  const many = {
    ...book,
    sections: [section('Copyright', false), ...Array.from({ length: 9 }, (_, at) => section(`Chapter ${at + 1}`))],
  };
  const read = () => (chosen().sections ?? []).flatMap((isRead, at) => (isRead ? [at] : []));

  it('are all cleared with one button', async () => {
    await show(many);
    await dialog.click('button', 'Read none');
    expect(read()).toEqual([]);
  });

  it('are changed as a range with Shift, by clicks and by arrows', async () => {
    await show(many);
    await dialog.click('checkbox', 'Chapter 2');
    await dialog.act(() =>
      dialog.get('checkbox', 'Chapter 5').dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true })),
    );
    expect(read()).toEqual([1, 6, 7, 8, 9]);
    await dialog.act(() => dialog.get('checkbox', 'Chapter 6').focus());
    await dialog.press('ArrowUp', { shiftKey: true });
    expect(read()).toEqual([1, 5, 6, 7, 8, 9]);
    await dialog.press('Home', { shiftKey: true });
    expect(read()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('can be filtered, and only those that match read', async () => {
    await show(many);
    await dialog.fill('searchbox', 'Filter sections', 'chapter 3');
    expect(dialog.all('checkbox', /^(?:Copyright|Chapter)/)).toHaveLength(1);
    await dialog.click('button', 'Only these');
    expect(read()).toEqual([3]);
    await dialog.fill('searchbox', 'Filter sections', 'copyright');
    await dialog.click('button', 'Read all');
    expect(read()).toEqual([0, 3]);
    await dialog.fill('searchbox', 'Filter sections', 'nothing');
    expect(document.body.textContent).toContain('No sections match “nothing”');
  });

  it('are a single tab stop, with arrows, Home and End moving between them', async () => {
    await show(book);
    const stops = () => dialog.all('checkbox', /^(?:Copyright|Chapter)/).map(({ tabIndex }) => tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    await dialog.pressOn(dialog.get('checkbox', 'Copyright'), 'ArrowDown');
    expect(document.activeElement).toBe(dialog.get('checkbox', 'Chapter 1'));
    await dialog.press('End');
    expect(document.activeElement).toBe(dialog.get('checkbox', 'Chapter 2'));
    expect(stops()).toEqual([-1, -1, 0]);
    await dialog.press('ArrowDown');
    expect(document.activeElement).toBe(dialog.get('checkbox', 'Chapter 2'));
    await dialog.press('Home');
    expect(document.activeElement).toBe(dialog.get('checkbox', 'Copyright'));
  });
});

describe('the columns of a spreadsheet', () => {
  const sheet = importPreview({
    sheets: [
      {
        name: 'storm',
        isRead: true,
        hasTitles: false,
        columns: (['chapter', 'ignored', 'ignored', 'text', 'ignored'] as const).map((use) => ({ title: '', use })),
        rows: [
          ['Bob', '7', 'MARA', 'The storm is coming.', 'dryly'],
          ['Eve', '8', 'IVO', 'Close the shutters.', 'loud'],
        ],
      },
    ],
  });
  const uses = () => (chosen() as NonNullable<ImportPreview['choices']>).sheets?.[0]?.uses;

  it('are read as chosen, which clears the roles that were ticked', async () => {
    await show(sheet);
    expect((dialog.get('combobox', 'Column D is') as HTMLSelectElement).value).toBe('text');
    await dialog.choose('Column A is', 'Left out');
    await dialog.choose('Column C is', 'Role');
    await dialog.choose('Column E is', 'Direction');
    expect(chosen()).toMatchObject({ roles: null, merges: [], sections: undefined });
    expect(uses()).toEqual(['ignored', 'ignored', 'role', 'text', 'direction']);
  });

  it('have each use only once, except directions', async () => {
    await show(sheet);
    await dialog.choose('Column E is', 'Direction');
    await dialog.choose('Column B is', 'Direction');
    await dialog.choose('Column C is', 'Text');
    expect(uses()).toEqual(['chapter', 'direction', 'text', 'ignored', 'direction']);
  });

  it('ask for a column of words if there is none', async () => {
    await show(sheet, {
      answers: {
        'project.importPreview': ({ choices }) =>
          choices?.sheets?.[0]?.uses.includes('text') === false
            ? failWith('project.importPreview', NO_TEXT)
            : { ...sheet, choices: choices ?? sheet.choices },
      },
    });
    await dialog.choose('Column D is', 'Left out');
    expect(document.body.textContent).toContain('Choose the column with the text.');
    expect(dialog.get('button', 'Create project').disabled).toBe(true);
    await dialog.choose('Column D is', 'Text');
    expect(document.body.textContent).not.toContain('Choose the column with the text.');
    expect(dialog.get('button', 'Create project').disabled).toBe(false);
  });

  it('are shown with the first rows, and the first row may be titles', async () => {
    await show(sheet);
    expect(dialog.all('row', /Close the shutters/)).toHaveLength(1);
    await dialog.click('checkbox', 'First row has titles');
    expect(chosen()).toMatchObject({ sheets: [{ hasTitles: true }] });
  });
});

describe('the speakers of a novel', () => {
  const novel = importPreview({
    file: 'rain.txt',
    kind: 'prose',
    choices: { kind: 'prose', roles: null, merges: [] },
    speech: { quotations: 12, doubtful: 3, lost: 0 },
  });

  it('are found after one switch is turned on', async () => {
    await show(novel);
    expect(dialog.all('button', /^Confirm who speaks/)).toEqual([]);
    await dialog.click('switch', /^Find speakers/);
    expect(chosen()).toMatchObject({ attribute: true, speakers: { said: {}, names: [] } });
    expect(document.body.textContent).toContain('3 uncertain');
    expect(dialog.get('button', /^Confirm who speaks/).disabled).toBe(false);
  });

  it('are not looked for in a script', async () => {
    await show(importPreview());
    expect(dialog.all('switch', /^Find speakers/)).toEqual([]);
  });
});

describe('a new version of the open project', () => {
  const open = { name: 'storm', readOnly: false } as ProjectSummary;

  it('can be compared with it or imported as a separate project', async () => {
    await show(importPreview(), { answers: { 'project.current': () => open } });
    expect(dialog.get('button', 'Update “storm”…').disabled).toBe(false);
    expect(dialog.get('button', 'Create project').disabled).toBe(false);
  });

  it('is not offered for a read-only project', async () => {
    await show(importPreview(), { answers: { 'project.current': () => ({ ...open, readOnly: true }) } });
    expect(dialog.all('button', /^Update/)).toEqual([]);
  });
});

describe('what the project makes', () => {
  const note = { words: 'Ad break', isSpoken: false, chapter: 'Episode 4', after: null };
  const podcast = importPreview({
    productionKind: 'podcast',
    proposedKind: { kind: 'podcast', evidence: [{ sign: 'ad-breaks', count: 2, sample: 'Ad break' }] },
    productionNotes: [
      { ...note, occurrence: 1 },
      { ...note, occurrence: 2, after: 'And we’re back.' },
    ],
  });

  it('is suggested with its reason, and can be changed', async () => {
    await show(podcast);
    expect(dialog.get('radio', 'Podcast').checked).toBe(true);
    expect(dialog.text).toContain('Suggested: Podcast, because of “Ad break” (2×).');
    await dialog.click('radio', 'Audio drama');
    expect(chosen()).toMatchObject({ productionKind: 'drama' });
    expect(dialog.text).toContain('Headings aren’t spoken, and pauses between turns are short.');
  });

  it('lists production notes with their places, and speaks those that are ticked', async () => {
    await show(podcast);
    const list = () => dialog.all('listitem', /Ad break/).map(({ textContent }) => textContent);
    expect(list()).toEqual(['Ad breakat the start of “Episode 4”', 'Ad breakin “Episode 4”, after “And we’re back.”']);
    expect(dialog.text).toContain('2 not spoken');
    await dialog.act(() => dialog.all('checkbox', 'Ad break')[1]?.click());
    expect(chosen()).toMatchObject({ spokenNotes: [{ words: 'Ad break', occurrence: 2 }] });
    expect(dialog.text).toContain('1 not spoken');
    await dialog.click('button', 'Speak none');
    expect(chosen()).toMatchObject({ spokenNotes: [] });
    await dialog.submit();
    expect(created()).toMatchObject([{ choices: { spokenNotes: [] } }]);
  });
});

describe('the text of a section or chapter', () => {
  const section = { title: 'Preface', kind: 'foreword' as const, characters: 40, isRead: true };
  const answers: FakeAnswers = {
    'project.importText': ({ part }) => ({
      paragraphs: [
        { kind: 'speech', turns: [{ role: 'LANE', text: `Text of ${part.of} ${part.index}.` }], isSpoken: true },
        { kind: 'direction', turns: [{ role: 'NARRATOR', text: 'Ad break' }], isSpoken: false },
      ],
      isCut: true,
    }),
  };

  it('is shown by keyboard below its section, with roles and unspoken text', async () => {
    await show(importPreview({ sections: [section, { ...section, title: 'One' }] }), { answers });
    dialog.get('checkbox', 'One').focus();
    await dialog.press('ArrowRight');
    expect(dialog.get('group', 'Beginning of One').textContent).toBe(
      'LANE Text of section 1.Ad break (not spoken)The text continues.',
    );
    expect(dialog.get('button', 'Text of One').getAttribute('aria-expanded')).toBe('true');
    await dialog.press('ArrowLeft');
    expect(dialog.all('group', 'Beginning of One')).toEqual([]);
  });

  it('is shown below its chapter, and the arrow keys move between chapters', async () => {
    const chapter = { title: 'One', lines: 1, opening: '' };
    await show(importPreview({ chapters: [chapter, { ...chapter, title: 'Two' }] }), { answers });
    dialog.get('button', 'Text of One').focus();
    await dialog.press('ArrowDown');
    expect(document.activeElement).toBe(dialog.get('button', 'Text of Two'));
    await dialog.click('button', 'Text of Two');
    expect(dialog.get('group', 'Beginning of Two').textContent).toContain('Text of chapter 1.');
  });
});
