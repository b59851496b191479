// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { BackupEntry } from '../../shared/ipc/library-requests.ts';
import type { FakeAnswers } from '../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useUndoHistory } from '../ui/undo-history.ts';
import { LibraryDialogs } from './library-dialogs.tsx';
import type { ListedProject } from './library-view.ts';
import { useProjectActions } from './use-project-actions.ts';

const EMMA: ListedProject = {
  id: 'emma',
  name: 'Emma',
  path: '/projects/Emma.lectern',
  openedAt: 0,
  lines: 6,
  fresh: 2,
  archived: false,
  missing: false,
  state: { kind: 'sound' },
  chapters: 2,
  cover: null,
};

let dialog: Rendered;
let closed: string[];
afterEach(() => dialog.remove());

type Kind = 'duplicate' | 'backups' | 'enqueue';

function Shown({ kind }: { readonly kind: Kind }) {
  return (
    <LibraryDialogs dialog={{ kind, project: EMMA }} actions={useProjectActions()} close={() => closed.push(kind)} />
  );
}

async function show(kind: Kind, answers: FakeAnswers): Promise<void> {
  closed = [];
  dialog = await render(<Shown kind={kind} />, { 'library.size': () => ({ sizeBytes: 40_000 }), ...answers });
}

describe('the backups of a project', () => {
  const backup = (name: string, change: Partial<BackupEntry> = {}): BackupEntry => ({
    name,
    madeAt: 0,
    sizeBytes: 40_000,
    state: 'sound',
    holds: { lines: 885, fresh: 40, takes: 41 },
    ...change,
  });
  const showBackups = (reply: ReplyOf<'library.backups'>, more: FakeAnswers = {}) =>
    show('backups', {
      'library.backups': () => reply,
      'library.restoreBackup': () => ({ step: 'step-1' }),
      ...more,
    });
  const cells = (row: number) =>
    [...(dialog.all('row')[row]?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);

  it('are listed below the project’s current contents', async () => {
    await showBackups({ now: { lines: 900, fresh: 50, takes: 60 }, backups: [backup('one')] });
    expect(cells(1).slice(0, 4)).toEqual(['Now', '900', '50', '60']);
    expect(cells(2).slice(1, 4)).toEqual(['885', '40', '41']);
  });

  it('are restored after a confirmation that counts the takes that would be lost', async () => {
    await showBackups({ now: { lines: 900, fresh: 50, takes: 60 }, backups: [backup('one'), backup('two')] });
    await dialog.act(() => dialog.all('button', /^Restore the backup from/)[1]?.click());
    const question = dialog.get('alert', /./);
    expect(question.textContent).toContain('is backed up first');
    expect(question.textContent).toContain('19 newer takes aren’t in this backup');
    expect(dialog.requests('library.restoreBackup')).toEqual([]);
    await dialog.act(() => question.querySelectorAll('button')[1]?.click());
    expect(dialog.requests('library.restoreBackup')).toEqual([{ id: 'emma', name: 'two' }]);
    expect(closed).toEqual(['backups']);
    expect(useUndoHistory.getState().done.at(-1)).toMatchObject({
      what: '“Emma” was restored. Its previous state was backed up.',
      undo: { steps: ['step-1'] },
    });
  });

  it('are not restored if the confirmation is cancelled', async () => {
    await showBackups({ now: { lines: 900, fresh: 50, takes: 60 }, backups: [backup('one')] });
    await dialog.click('button', /^Restore the backup from/);
    await dialog.click('button', 'Not now');
    expect(dialog.all('alert')).toEqual([]);
    expect(dialog.requests('library.restoreBackup')).toEqual([]);
  });

  it('of a damaged project replace the damaged file, which is set aside', async () => {
    await showBackups({ now: null, backups: [backup('one')] }, { 'library.restoreBackup': () => ({ step: null }) });
    expect(cells(1)[1]).toBe('can’t be read');
    expect(dialog.get('button', 'Back up now').disabled).toBe(true);
    expect(document.body.textContent).toContain('A project that can’t be read can’t be backed up.');
    await dialog.click('button', /^Restore the backup from/);
    const question = dialog.get('alert', /./);
    expect(question.textContent).toContain('The damaged file is kept');
    await dialog.act(() => question.querySelectorAll('button')[1]?.click());
    expect(dialog.notices()).toEqual(['“Emma” was restored. The damaged file is kept in its folder.']);
    expect(useUndoHistory.getState().done).toEqual([]);
  });

  it('that can’t be read can’t be restored', async () => {
    const newer = backup('newer', { state: 'newer', holds: null });
    const damaged = backup('damaged', { state: 'damaged', holds: null, madeAt: null });
    await showBackups({ now: null, backups: [newer, damaged] });
    expect([cells(2)[1], cells(3)[1]]).toEqual(['made by a newer Lectern', 'can’t be read']);
    expect(dialog.all('button', /^Restore the backup from/).map(({ disabled }) => disabled)).toEqual([true, true]);
    expect(cells(3)[0]).toBe('damaged');
  });

  it('are refreshed after a new one is made', async () => {
    const backups: BackupEntry[] = [];
    const now = { lines: 900, fresh: 50, takes: 60 };
    await showBackups(
      { now, backups },
      {
        'library.backups': () => ({ now, backups: [...backups] }),
        'library.backUpNow': () => {
          backups.push(backup('one'));
          return { made: true };
        },
      },
    );
    expect(cells(2)[0]).toContain('No backups yet.');
    await dialog.click('button', 'Back up now');
    expect(dialog.notices()).toEqual(['“Emma” was backed up.']);
    expect(cells(2).slice(1, 4)).toEqual(['885', '40', '41']);
  });
});

describe('a project that joins the render queue', () => {
  it('shows what will be sent, and what will be left out and why', async () => {
    const leftOut: ReplyOf<'queue.plan'>['leftOut'] = [
      { reason: 'no-voice', lines: 2 },
      { reason: 'approved', lines: 1 },
    ];
    await show('enqueue', { 'queue.plan': () => ({ lines: 4, characters: 90, leftOut, price: null }) });
    expect(document.body.textContent).toContain('4 lines with 90 characters will be rendered');
    expect(document.body.textContent).toContain(
      'Left out: 2 lines without a voice, 1 line whose approved take is stale.',
    );
  });

  it('isn’t called up to date if all its lines are left out', async () => {
    const leftOut: ReplyOf<'queue.plan'>['leftOut'] = [{ reason: 'too-long', lines: 1 }];
    await show('enqueue', { 'queue.plan': () => ({ lines: 0, characters: 0, leftOut, price: null }) });
    expect(document.body.textContent).toContain(
      'No lines can be rendered at the moment. Left out: 1 line that’s too long to send.',
    );
    expect(dialog.get('button', 'Add to render queue').disabled).toBe(true);
  });
});

describe('the copy of a project', () => {
  const made = { id: 'copy', missing: 0, inFlight: 0 };

  it('gets its own name', async () => {
    await show('duplicate', { 'library.duplicate': () => made });
    const name = dialog.get('textbox', /^Name of the copy/);
    expect(document.activeElement).toBe(name);
    expect(name.value).toBe('Emma copy');
    await dialog.submit();
    expect(dialog.requests('library.duplicate')).toEqual([{ id: 'emma', name: 'Emma copy' }]);
    expect(dialog.notices()).toEqual(['“Emma copy” was created.Open it']);
    expect(closed).toEqual(['duplicate']);
  });

  it('reports lines still in progress in the original, and missing files', async () => {
    await show('duplicate', { 'library.duplicate': () => ({ ...made, inFlight: 3, missing: 1 }) });
    await dialog.submit();
    expect(dialog.notices()).toEqual([
      '“Emma copy” was created. 3 lines in flight stay in the original. 1 audio file was missing.Open it',
    ]);
  });

  it('shows progress and can be cancelled', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof made>();
    await show('duplicate', { 'library.duplicate': () => promise, 'library.cancelDuplicate': () => null });
    await dialog.submit();
    expect(dialog.get('button', 'Duplicate').disabled).toBe(true);
    await dialog.emit('duplicate-progress', { done: 1_000, total: 4_000 });
    expect(document.querySelector('[role=status]')?.textContent).toBe('1.0 kB of 4.0 kB copied');
    await dialog.click('button', 'Cancel copying');
    expect(dialog.requests('library.cancelDuplicate')).toEqual([{}]);
    resolve(made);
    await dialog.settle();
  });
});
