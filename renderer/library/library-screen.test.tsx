// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectOverview, RecentProject } from '../../shared/ipc/library-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { ProjectProblem } from '../../shared/model/problems/project-problem.ts';
import { type FakeAnswers, failWith } from '../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useUndoHistory } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { LibraryScreen } from './library-screen.tsx';
import { useLibraryView } from './library-view.ts';

const project = (name: string, change: Partial<RecentProject> = {}): RecentProject => ({
  id: name.toLowerCase(),
  name,
  path: `/projects/${name}.lectern`,
  openedAt: 0,
  lines: 6,
  fresh: 0,
  archived: false,
  missing: false,
  ...change,
});
const look = (id: string, change: Partial<ProjectOverview> = {}): ProjectOverview => ({
  id,
  state: { kind: 'sound' },
  chapters: 2,
  cover: null,
  ...change,
});

const PATH = '/projects/Emma.lectern';

let screen: Rendered;
let looks: ProjectOverview[];
let recent: RecentProject[];

async function show(...projects: RecentProject[]): Promise<void> {
  recent = projects;
  looks = projects.map(({ id }) => look(id));
  await draw();
}

async function draw(answers: FakeAnswers = {}): Promise<void> {
  screen = await render(<LibraryScreen />, {
    'app.info': () => ({ onboarded: true }) as never,
    'connection.status': () => ({}) as never,
    'project.current': () => null,
    'library.recent': () => recent,
    'library.looks': () => looks,
    'undo.undo': () => ({ redo: false }),
    ...answers,
  });
}

/** Shows projects in these states. */
const withStates = async (states: Readonly<Record<string, ProjectOverview['state']>>, answers: FakeAnswers = {}) => {
  recent = Object.keys(states).map((name) => project(name));
  looks = Object.entries(states).map(([name, state]) => look(name.toLowerCase(), { state }));
  await draw(answers);
};
const cannotOpen = (problem: ProjectProblem): FakeAnswers => ({
  'project.openRecent': () => failWith('project.openRecent', { kind: 'project', problem }),
});

const names = () => [...document.querySelectorAll('[data-name]')].map(({ textContent }) => textContent);
const card = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('[data-project]')].find(
    (button) => button.querySelector('[data-name]')?.textContent === name,
  );
  if (!found) throw new Error(`there is no card of ${name}`);
  return found;
};
const inMenu = (name: string, item: string) => screen.chooseItem(`More about ${name}`, item);
/** The notice and the studio’s id of the latest step that can be undone. */
const latestStep = () => {
  const step = useUndoHistory.getState().done.at(-1);
  return step && 'steps' in step.undo ? [step.what, step.undo.steps] : null;
};

// Loaded on first use otherwise, after the test has looked for it.
beforeAll(() => import('./library-dialogs.tsx'));
beforeEach(() => {
  useLibraryView.setState({ shelf: 'projects', sort: 'opened', layout: 'grid', search: '' });
});
afterEach(() => screen.remove());

describe('the list of projects', () => {
  beforeEach(() =>
    show(project('Volume 10', { openedAt: 3 }), project('Emma', { openedAt: 2 }), project('Volume 9', { openedAt: 1 })),
  );

  it('shows the last opened project first, and sorts by name as people count', async () => {
    expect(names()).toEqual(['Volume 10', 'Emma', 'Volume 9']);
    await screen.choose('Order', 'Name');
    expect(names()).toEqual(['Emma', 'Volume 9', 'Volume 10']);
  });

  it('says how much is in each', () => {
    expect(card('Emma').textContent).toContain('2 chapters · 6 lines');
  });

  it('can be shown as rows or as covers', async () => {
    const layout = () => document.querySelector('ul')?.getAttribute('data-layout');
    expect(layout()).toBe('grid');
    await screen.click('button', 'Show as a list');
    expect(layout()).toBe('list');
    await screen.click('button', 'Show as covers');
    expect(layout()).toBe('grid');
  });

  it('is narrowed by a search until Escape clears it', async () => {
    await screen.fill('searchbox', 'Search projects', 'emma');
    expect(names()).toEqual(['Emma']);
    await screen.fill('searchbox', 'Search projects', 'nothing of this kind');
    expect(names()).toEqual([]);
    expect(document.body.textContent).toContain('No results for “nothing of this kind”');
    await screen.press('Escape');
    expect(names()).toHaveLength(3);
  });
});

describe('opening a project', () => {
  it('returns to the last screen if the project is already open', async () => {
    recent = [project('Emma')];
    looks = [];
    const open = { path: recent[0]?.path } as ProjectSummary;
    await draw({ 'project.current': () => open, 'project.openRecent': () => open });
    expect(card('Emma').textContent).toContain('open');
    useView.setState({ lastWork: 'review' });
    await screen.act(() => card('Emma').click());
    expect(screen.requests('project.openRecent')).toEqual([{ id: 'emma' }]);
    expect(useView.getState().screen).toBe('review');
  });

  it('stays in the library until the window turns to the project', async () => {
    await show(project('Emma'));
    screen.bridge.answer({ 'project.openRecent': () => ({}) as ProjectSummary });
    useView.setState({ lastWork: 'review' });
    await screen.act(() => card('Emma').click());
    expect(useView.getState().screen).toBe('library');
  });
});

describe('the menu of a project', () => {
  beforeEach(() => show(project('Emma'), project('Old', { archived: true })));

  it.each([
    ['Archive', 'library.archive', { id: 'emma', archived: true }, '“Emma” was archived. Its folder hasn’t moved.'],
    ['Remove from list', 'library.forget', { id: 'emma' }, '“Emma” was removed from the list. Its folder is kept.'],
    ['Move to bin', 'library.toBin', { id: 'emma' }, '“Emma” was moved to the bin.'],
  ] as const)('“%s” sends one request, shows a notice and can be undone', async (item, channel, input, words) => {
    screen.bridge.answer({ [channel]: () => ({ step: 'step-1' }) });
    await inMenu('Emma', item);
    expect(screen.requests(channel)).toEqual([input]);
    expect(screen.notices()).toEqual([`${words}Undo`]);
    expect(latestStep()).toEqual([words, ['step-1']]);
    await screen.undo();
    expect(screen.requests('undo.undo')).toEqual([{ step: 'step-1' }]);
  });

  it('moves an archived project back to the list', async () => {
    screen.bridge.answer({ 'library.archive': () => ({ step: 'step-1' }) });
    expect(names()).toEqual(['Emma']);
    await screen.click('radio', 'Archived');
    expect(names()).toEqual(['Old']);
    await inMenu('Old', 'Unarchive');
    expect(screen.requests('library.archive')).toEqual([{ id: 'old', archived: false }]);
  });

  it('renames a project, with undo', async () => {
    screen.bridge.answer({ 'library.rename': () => ({ step: 'step-1' }) });
    await inMenu('Emma', 'Rename…');
    const field = screen.get('textbox', /^Name/);
    expect(field.value).toBe('Emma');
    expect(screen.get('button', 'Rename').disabled).toBe(true);
    await screen.fill('textbox', /^Name/, ' Emma, again ');
    await screen.click('button', 'Rename');
    expect(screen.requests('library.rename')).toEqual([{ id: 'emma', name: 'Emma, again' }]);
    expect(latestStep()).toEqual(['“Emma” was renamed to “Emma, again”.', ['step-1']]);
    expect(screen.all('dialog')).toEqual([]);
  });

  it.each([
    ['the Menu key', 'ContextMenu', {}],
    ['Shift+F10', 'F10', { shiftKey: true }],
  ])('opens by %s', async (_, key, held) => {
    expect(screen.all('menuitem')).toEqual([]);
    await screen.pressOn(card('Emma'), key, held);
    expect(screen.all('menuitem', 'Archive')).toHaveLength(1);
  });

  it('shows the project’s folder', async () => {
    screen.bridge.answer({ 'shell.revealProject': () => null });
    await inMenu('Emma', 'Show in folder');
    expect(screen.requests('shell.revealProject')).toEqual([{ id: 'emma' }]);
  });

  it('closes an open project before moving it to the bin', async () => {
    await screen.remove();
    let open: ProjectSummary | null = { path: recent[0]?.path } as ProjectSummary;
    await draw({
      'project.current': () => open,
      'project.close': () => {
        open = null;
        return null;
      },
      'library.toBin': () => ({ step: 'step-1' }),
    });
    await inMenu('Emma', 'Move to bin');
    expect(screen.requests('project.close')).toHaveLength(1);
    // The window still shows the project.
    expect(screen.requests('library.toBin')).toEqual([]);
  });
});

describe('the cover of a project', () => {
  const picture = new File([Uint8Array.of(1, 2, 3)], 'cover.png', { type: 'image/png' });
  const drop = (file: File) =>
    screen.act(() => {
      const event = new Event('drop', { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { files: [file], items: [] } });
      card('Emma').dispatchEvent(event);
    });

  beforeEach(() => show(project('Emma')));

  it('is chosen with the system’s dialog', async () => {
    screen.bridge.answer({ 'dialog.chooseCover': () => ({ step: 'step-1' }) });
    await inMenu('Emma', 'Choose a cover…');
    expect(screen.requests('dialog.chooseCover')).toEqual([{ id: 'emma' }]);
    expect(latestStep()).toEqual(['“Emma” now has a cover.', ['step-1']]);
  });

  it('is refused if the file is not a picture', async () => {
    screen.bridge.answer({
      'dialog.chooseCover': () => failWith('dialog.chooseCover', { kind: 'invalid', field: 'cover', reason: 'format' }),
    });
    await inMenu('Emma', 'Choose a cover…');
    expect(screen.notices()).toEqual([expect.stringMatching(/^This file can’t be used as a cover/)]);
    expect(latestStep()).toBeNull();
  });

  it('can be dropped on the card', async () => {
    screen.bridge.answer({ 'library.setCover': () => ({ step: 'step-1' }) });
    await drop(picture);
    expect(screen.requests('library.setCover')).toEqual([{ id: 'emma', bytes: Uint8Array.of(1, 2, 3) }]);
    expect(latestStep()).toEqual(['“Emma” now has a cover.', ['step-1']]);
  });

  it('does not change when a script is dropped on the card', async () => {
    await drop(new File(['LANE: Yes.'], 'play.txt', { type: 'text/plain' }));
    expect(screen.requests('library.setCover')).toEqual([]);
  });

  it('can be removed if there is one', async () => {
    await screen.click('button', 'More about Emma');
    expect(screen.all('menuitem', 'Remove the cover')).toEqual([]);
    await screen.remove();
    looks = [look('emma', { cover: 'v1' })];
    await draw({ 'library.removeCover': () => ({ step: 'step-1' }) });
    expect(card('Emma').querySelector('img')?.src).toContain('emma');
    await inMenu('Emma', 'Remove the cover');
    expect(screen.requests('library.removeCover')).toEqual([{ id: 'emma' }]);
    expect(latestStep()).toEqual(['The cover for “Emma” was removed.', ['step-1']]);
  });
});

describe('a project with a problem', () => {
  it('says so on its card', async () => {
    await withStates({
      Gone: { kind: 'missing' },
      Used: { kind: 'in-use' },
      Copy: { kind: 'moved' },
      Torn: { kind: 'damaged' },
      Newer: { kind: 'newer', version: 999, supported: 1 },
      Sound: { kind: 'sound' },
    });
    const states = ['Gone', 'Used', 'Copy', 'Torn', 'Newer', 'Sound'].map(
      (name) => card(name).querySelector('[data-trouble]')?.textContent,
    );
    expect(states).toEqual([
      'not found',
      'in use elsewhere',
      'copied or moved: runs on hold',
      'damaged',
      'made by a newer Lectern',
      undefined,
    ]);
  });

  it('made by a newer Lectern says to update when it is opened', async () => {
    const newer = { kind: 'newer', version: 999, supported: 1 } as const;
    await withStates({ Newer: newer }, cannotOpen({ ...newer, path: PATH }));
    await screen.act(() => card('Newer').click());
    expect(screen.get('alert', /This project needs a newer Lectern/).textContent).toContain('Update Lectern');
  });

  it('that is missing can be located from the error shown when it is opened', async () => {
    await withStates(
      { Emma: { kind: 'missing' } },
      {
        ...cannotOpen({ kind: 'not-found', path: PATH }),
        'dialog.locateProject': () => ({ other: 'Other' }),
      },
    );
    await screen.act(() => card('Emma').click());
    screen.get('alert', /Project not found/);
    await screen.click('button', 'Locate…');
    expect(screen.requests('dialog.locateProject')).toEqual([{ id: 'emma' }]);
    expect(screen.notices()).toEqual(['That folder is a different project, “Other”. Nothing was changed.']);
    expect(screen.all('alert', /Project not found/)).toEqual([]);
  });

  it('that was moved can be confirmed in its new place', async () => {
    await withStates({ Emma: { kind: 'moved' } }, { 'library.confirmPlace': () => null });
    await inMenu('Emma', 'Confirm location');
    expect(screen.requests('library.confirmPlace')).toEqual([{ id: 'emma' }]);
    expect(screen.notices()).toEqual(['The new location of “Emma” is confirmed. Its runs can resume.']);
  });

  it('that is missing is removed from the list by Delete, not moved to the bin', async () => {
    await withStates({ Gone: { kind: 'missing' } }, { 'library.forget': () => ({ step: 'step-1' }) });
    await screen.pressOn(card('Gone'), 'Delete');
    expect(screen.requests('library.forget')).toEqual([{ id: 'gone' }]);
    expect(screen.requests('library.toBin')).toEqual([]);
  });

  it('in use elsewhere is not moved to the bin', async () => {
    const problem = { kind: 'in-use', path: PATH } as const;
    await withStates(
      { Emma: { kind: 'in-use' } },
      {
        'library.toBin': () => failWith('library.toBin', { kind: 'project', problem }),
      },
    );
    await inMenu('Emma', 'Move to bin');
    expect(screen.notices()).toEqual([expect.stringMatching(/^The project is in use/)]);
    expect(names()).toEqual(['Emma']);
  });

  it('that is damaged offers its backups', async () => {
    const problem = { kind: 'damaged', path: PATH, damage: { kind: 'empty' }, backup: '/projects/backup.db' } as const;
    await withStates(
      { Emma: { kind: 'damaged' } },
      {
        ...cannotOpen(problem),
        'library.backups': () => ({ now: null, backups: [] }),
        'library.size': () => ({ sizeBytes: 1 }),
      },
    );
    await screen.act(() => card('Emma').click());
    await screen.click('button', 'Restore a backup…');
    expect(screen.all('dialog', 'Backups for Emma')).toHaveLength(1);
  });

  it('is no longer reported once it is off the list', async () => {
    const problem = { kind: 'damaged', path: PATH, damage: { kind: 'empty' }, backup: null } as const;
    await withStates({ Emma: { kind: 'damaged' }, Other: { kind: 'sound' } }, cannotOpen(problem));
    await screen.act(() => card('Emma').click());
    screen.get('alert', /The project is damaged/);
    recent = recent.filter(({ name }) => name === 'Other');
    await screen.emit('library-changed', {});
    expect(names()).toEqual(['Other']);
    expect(screen.all('alert', /The project is damaged/)).toEqual([]);
  });

  it('with unreadable settings offers to reset them, and changes nothing until then', async () => {
    await withStates(
      { Emma: { kind: 'sound' } },
      {
        ...cannotOpen({ kind: 'settings-unreadable', path: PATH }),
        'project.resetSettings': () => ({}) as ProjectSummary,
      },
    );
    await screen.act(() => card('Emma').click());
    const [first] = screen.get('alert', /The project’s settings can’t be read/).querySelectorAll('button');
    expect(screen.requests('project.resetSettings')).toEqual([]);
    await screen.act(() => first?.click());
    expect(screen.requests('project.resetSettings')).toEqual([{}]);
  });
});
