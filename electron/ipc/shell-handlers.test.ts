import { describe, expect, it } from 'vitest';
import { spreadsheetWorkbook } from '../../node/spreadsheet-workbook.ts';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import { INITIAL_VIEW } from '../../shared/ipc/view-preferences.ts';
import { createShellHandlers, type Desktop } from './shell-handlers.ts';

const info = {
  version: '1.0.0',
  platform: 'linux',
  host: 'electron',
  keychain: true,
  onboarded: false,
  theme: 'system',
  language: 'system',
  languages: ['en', 'de'],
  lastConnectionId: null,
} satisfies ReturnType<Desktop['appInfo']>;

interface Circumstances {
  readonly chosen?: string | null;
  readonly reply?: Envelope<unknown>;
  readonly failure?: Error;
}

function setUp({ chosen = null, reply, failure }: Circumstances = {}) {
  const done: unknown[][] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void done.push([name, ...values]);
  const choose = async () => chosen;
  const desktop: Desktop = {
    appInfo: () => info,
    setTheme: note('theme'),
    async setLanguage(choice) {
      done.push(['language', choice]);
      return choice === 'system' ? 'de' : choice;
    },
    viewPreferences: () => INITIAL_VIEW,
    changeView: note('view'),
    finishOnboarding: note('onboarded'),
    setUnsaved: note('unsaved'),
    enableCommands: note('commands'),
    chooseProjectFolder: choose,
    chooseScripts: async () => (chosen === null ? [] : [chosen]),
    pastedFile: async () => (chosen === null ? null : { name: 'Clipboard.txt', text: chosen }),
    chooseExportFolder: choose,
    chooseProjectsFolder: choose,
    async saveFile(name, content) {
      done.push(['save', name, content]);
      if (failure) throw failure;
      return chosen;
    },
    allowMicrophone: note('microphone'),
    chooseLostProject: choose,
    choosePack: choose,
    chooseCover: choose,
    chooseSound: choose,
    chooseRecordings: async () => [],
    chooseSignerFile: choose,
    chooseFinishedFiles: async () => (chosen === null ? [] : [chosen]),
    async showFolder(path) {
      done.push(['show', path]);
    },
  };
  const handlers = createShellHandlers(desktop, async (name, input) => {
    done.push([name, input]);
    return (reply ?? { ok: true, value: null }) as never;
  });
  return { handlers, done };
}

describe('the main process', () => {
  it('tells of the application', async () => {
    expect(await setUp().handlers['app.info']({})).toEqual({ ok: true, value: info });
  });

  it('takes the theme, the language, the end of the first start and the commands that can be given', async () => {
    const { handlers, done } = setUp();
    await handlers['app.setTheme']({ theme: 'dark' });
    expect(await handlers['app.setLanguage']({ language: 'system' })).toEqual({ ok: true, value: { language: 'de' } });
    await handlers['app.finishOnboarding']({});
    await handlers['app.enableCommands']({ commands: ['run.start'], labels: {} });
    expect(done).toEqual([
      ['theme', 'dark'],
      ['language', 'system'],
      ['onboarded'],
      ['commands', new Set(['run.start']), {}],
    ]);
  });

  it('changes of the view what is named, and answers all of it', async () => {
    const { handlers, done } = setUp();
    expect(await handlers['preferences.change']({ textSize: 120, reducedMotion: undefined })).toEqual({
      ok: true,
      value: INITIAL_VIEW,
    });
    expect(done).toEqual([['view', { textSize: 120 }]]);
  });

  it('opens the project that was chosen', async () => {
    const { handlers, done } = setUp({ chosen: '/projects/earnest' });
    expect(await handlers['dialog.openProject']({})).toEqual({ ok: true, value: { opened: true } });
    expect(done).toEqual([['openProject', { path: '/projects/earnest' }]]);
  });

  it('reads the script that was chosen', async () => {
    const { handlers, done } = setUp({ chosen: '/a.txt', reply: { ok: true, value: { importId: 'i1' } } });
    expect(await handlers['dialog.importScript']({})).toMatchObject({ ok: true, value: { importId: 'i1' } });
    expect(done).toEqual([['previewImportFile', { path: '/a.txt', together: false }]]);
  });

  it('reads what is on the clipboard', async () => {
    const { handlers, done } = setUp({ chosen: 'MARA: Hi.', reply: { ok: true, value: { importId: 'i1' } } });
    expect(await handlers['shell.importClipboard']({})).toEqual({ ok: true, value: { importId: 'i1' } });
    expect(done).toEqual([['previewPasted', { name: 'Clipboard.txt', text: 'MARA: Hi.' }]]);
    expect(await setUp().handlers['shell.importClipboard']({})).toEqual({ ok: true, value: { importId: null } });
  });

  it('names the export’s folder that was chosen', async () => {
    const { handlers } = setUp({ chosen: '/out', reply: { ok: true, value: { folderId: 'f1' } } });
    expect(await handlers['dialog.exportFolder']({})).toEqual({ ok: true, value: { folderId: 'f1', path: '/out' } });
  });

  it('has the studio look at the voice pack that was chosen', async () => {
    const state = { packs: [], work: null };
    const { handlers, done } = setUp({ chosen: '/packs/anna', reply: { ok: true, value: state } });
    expect(await handlers['dialog.addPack']({ from: 'folder' })).toEqual({ ok: true, value: state });
    expect(done).toEqual([['offerPack', { path: '/packs/anna' }]]);
    expect(await setUp().handlers['dialog.addPack']({ from: 'archive' })).toEqual({ ok: true, value: null });
  });

  it('tells the studio where new projects are made from now on', async () => {
    const { handlers, done } = setUp({ chosen: '/books' });
    expect(await handlers['dialog.projectsFolder']({})).toEqual({ ok: true, value: { path: '/books' } });
    expect(done).toEqual([['setProjectsFolder', { path: '/books' }]]);
    expect(await setUp().handlers['dialog.projectsFolder']({})).toEqual({ ok: true, value: null });
  });

  it('does nothing where the producer calls a dialog off', async () => {
    const { handlers, done } = setUp();
    expect(await handlers['dialog.openProject']({})).toEqual({ ok: true, value: { opened: false } });
    expect(await handlers['dialog.importScript']({})).toEqual({ ok: true, value: null });
    expect(await handlers['dialog.exportFolder']({})).toEqual({ ok: true, value: null });
    expect(done).toEqual([]);
  });

  it('hands the studio’s errors on', async () => {
    const reply = { ok: false, error: { kind: 'import', file: 'a.pdf', problem: 'binary' } } as const;
    const { handlers } = setUp({ chosen: '/a.pdf', reply });
    expect(await handlers['dialog.importScript']({})).toEqual(reply);
  });

  it('puts a text where the producer chose, and says why it could not', async () => {
    const text = { name: 'rules.csv', text: 'from,to' };
    const chosen = setUp({ chosen: '/out/rules.csv' });
    expect(await chosen.handlers['dialog.saveText'](text)).toEqual({ ok: true, value: { path: '/out/rules.csv' } });
    expect(chosen.done).toEqual([['save', 'rules.csv', 'from,to']]);
    expect(await setUp().handlers['dialog.saveText'](text)).toEqual({ ok: true, value: null });
    const failure = Object.assign(new Error('no'), { code: 'EACCES', path: '/out/rules.csv' });
    expect(await setUp({ failure }).handlers['dialog.saveText'](text)).toEqual({
      ok: false,
      error: { kind: 'export', problem: { kind: 'read-only', path: '/out/rules.csv', because: 'permissions' } },
    });
    const full = Object.assign(new Error('no'), { code: 'ENOSPC' });
    expect(await setUp({ failure: full }).handlers['dialog.saveText'](text)).toMatchObject({
      error: { problem: { kind: 'unwritable', path: 'rules.csv', code: 'ENOSPC' } },
    });
  });

  it('saves a table to the chosen location, as CSV or as a workbook', async () => {
    const { handlers, done } = setUp({ chosen: '/out/notes.csv' });
    const rows = [['Note'], ['=1+1']];
    expect(await handlers['dialog.saveTable']({ name: 'notes.csv', rows })).toEqual({
      ok: true,
      value: { path: '/out/notes.csv' },
    });
    await handlers['dialog.saveTable']({ name: 'notes.xlsx', rows });
    expect(done).toEqual([
      ['save', 'notes.csv', `\uFEFFNote\r\n"'=1+1"\r\n`],
      ['save', 'notes.xlsx', spreadsheetWorkbook(rows, 'notes')],
    ]);
  });

  it('grants the microphone, and takes it back', async () => {
    const { handlers, done } = setUp();
    await handlers['app.allowMicrophone']({ allowed: true });
    await handlers['app.allowMicrophone']({ allowed: false });
    expect(done).toEqual([
      ['microphone', true],
      ['microphone', false],
    ]);
  });

  it('shows a folder, where there is one', async () => {
    const there = setUp({ reply: { ok: true, value: { path: '/projects/earnest' } } });
    expect(await there.handlers['shell.reveal']({ what: 'project' })).toEqual({ ok: true, value: null });
    expect(there.done).toEqual([
      ['locate', { what: 'project' }],
      ['show', '/projects/earnest'],
    ]);
    const gone = setUp({ reply: { ok: true, value: { path: null } } });
    expect(await gone.handlers['shell.reveal']({ what: 'export' })).toMatchObject({ ok: false });
    expect(gone.done).toHaveLength(1);
  });
});
