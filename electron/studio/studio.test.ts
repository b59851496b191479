// What the window asks for, from the first start to finished audio, over the real local service.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventOf } from '../../shared/ipc/events.ts';
import { openProject, takesLongToOpen } from '../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { EXCERPT, StudioWorkshop } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

beforeEach(() => {
  workshop = new StudioWorkshop();
});

afterEach(() => workshop.clear());

describe('a studio at its first start', () => {
  it('has no connection and no project, and says so', async () => {
    const studio = await workshop.open();
    expect(await studio.ask('connection.status', {})).toMatchObject({ state: 'none', id: null });
    expect(await studio.ask('project.current', {})).toBeNull();
    expect(await studio.refusal('project.create', { name: 'New' })).toEqual({ kind: 'no-connection' });
    expect(await studio.refusal('production.snapshot', {})).toEqual({ kind: 'no-project' });
    expect(await studio.ask('library.recent', {})).toEqual([]);
  });

  it('uses the local service at one click, and makes the sample project, cast and ready', async () => {
    const studio = await workshop.open();
    expect(await studio.ask('connection.useLocal', { plan: null })).toMatchObject({ state: 'ready', kind: 'local' });
    const sample = await studio.ask('project.createSample', {});
    expect(sample).toMatchObject({ name: 'The Importance of Being Earnest', moved: false, readOnly: false });
    const roles = await studio.ask('project.roles', {});
    expect(roles.every(({ voiceName }) => voiceName !== null)).toBe(true);
    const plan = await studio.ask('production.plan', {});
    expect(plan).toMatchObject({ lines: sample.figures?.lines, blocked: 0, reused: 0 });
    expect(await studio.ask('library.recent', {})).toMatchObject([{ name: sample.name, missing: false }]);
  });
});

it('creates new projects in the chosen folder', async () => {
  const studio = await workshop.open();
  await studio.ask('connection.useLocal', { plan: null });
  const books = join(workshop.folder, 'books');
  mkdirSync(books);
  await studio.internal('setProjectsFolder', { path: books });
  await studio.ask('project.create', { name: 'Made elsewhere' });
  expect(existsSync(join(books, 'Made elsewhere.lectern', 'project.db'))).toBe(true);
  expect(await studio.ask('files.overview', {})).toMatchObject({ projectsFolder: books });
});

describe('a script that is imported', () => {
  it('is shown before anything is made of it, then becomes a project', async () => {
    const studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    const bytes = new TextEncoder().encode(EXCERPT);
    const preview = await studio.ask('project.previewImport', { name: 'scene.txt', bytes });
    expect(preview).toMatchObject({ file: 'scene.txt', name: 'scene', kind: 'script', lines: 6 });
    expect(preview.chapters).toEqual([
      { title: 'First Act', lines: 4, opening: 'Did you hear what I was playing, Lane?' },
      { title: 'Second Act', lines: 2, opening: 'Yes, sir.' },
    ]);
    expect(existsSync(workshop.projects)).toBe(false);
    const project = await studio.ask('project.createFromImport', { importId: preview.importId, name: 'Scene' });
    expect(readdirSync(workshop.projects)).toEqual(['Scene.lectern']);
    expect(project).toMatchObject({ figures: { lines: 6, counts: { unrendered: 6 } } });
    expect(await studio.ask('project.chapters', {})).toMatchObject([{ title: 'First Act', lines: 4 }, { lines: 2 }]);
  });

  it('can join several files as one book, leaving some out', async () => {
    const studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    const importIds: string[] = [];
    for (const part of [1, 2, 10]) {
      const bytes = new TextEncoder().encode(`MARA: This is part ${part}.\n`);
      const read = await studio.ask('project.previewImport', { name: `Storm ${part}.txt`, bytes, together: true });
      importIds.push(read.importId);
    }
    const { importId, name, choices, chapters } = await studio.ask('project.joinImports', { importIds });
    expect([name, chapters.map(({ title }) => title)]).toEqual(['Storm', ['Storm 1', 'Storm 2', 'Storm 10']]);
    await studio.ask('project.createFromImport', {
      importId,
      name,
      choices: { ...choices, sections: [true, false, true] },
    });
    const made = await studio.ask('project.chapters', {});
    expect(made.map(({ title, lines }) => [title, lines])).toEqual([
      ['Storm 1', 2],
      ['Storm 10', 2],
    ]);
  });

  it('says what is wrong with a file that is none', async () => {
    const studio = await workshop.open();
    const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0);
    expect(await studio.refusal('project.previewImport', { name: 'cover.png', bytes })).toMatchObject({
      kind: 'import',
      file: 'cover.png',
      problem: 'wrong-file',
      type: 'png',
    });
  });
});

describe('the script', () => {
  it('is edited, found in, and its lines keep their identity', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const [first] = await studio.ask('project.chapters', {});
    const document = await studio.ask('script.open', { chapterId: first?.id ?? null });
    const at = document.text.indexOf('playing');
    const edited = await studio.ask('script.edit', {
      documentId: document.documentId,
      revision: document.revision,
      changes: [{ from: at, to: at + 'playing'.length, insert: 'singing' }],
    });
    expect(edited.lines).toMatchObject([{ roles: ['ALGERNON'], status: 'unrendered' }]);
    expect(document.lines.map(({ id }) => id)).toContain(edited.lines[0]?.id);
    const found = await studio.ask('script.find', {
      query: 'SINGING',
      matchCase: false,
      wholeWord: true,
      regexp: false,
      limit: 10,
    });
    expect(found).toMatchObject({ total: 1, matches: [{ chapterTitle: 'First Act', match: 'singing' }] });
    const stale = { documentId: document.documentId, revision: document.revision, changes: [] };
    expect(await studio.refusal('script.edit', stale)).toEqual({ kind: 'stale-document' });
  });

  it('has rows that end at `\\n` once it is opened, and gives a document that is open as it is now', async () => {
    const studio = await workshop.openWith('# First Act\n\nLANE: Yes, sir.\n');
    const [first] = await studio.ask('project.chapters', {});
    const chapterId = first?.id ?? null;
    const document = await studio.ask('script.open', { chapterId });
    const { documentId } = document;
    const edit = (revision: number, to: number, insert: string) =>
      studio.ask('script.edit', { documentId, revision, changes: [{ from: 0, to, insert }] });
    const { revision } = await edit(document.revision, document.text.length, '# First Act\r\n\r\nLANE: Yes, sir.\r\n');
    const opened = await studio.ask('script.open', { chapterId });
    expect(opened).toMatchObject({ documentId, text: document.text });
    expect(opened.lines).toEqual(document.lines);
    expect(opened.revision).toBeGreaterThan(revision);
    await edit(opened.revision, opened.text.length, '');
    expect(await studio.ask('script.open', { chapterId: null, documentId })).toMatchObject({ documentId, text: '' });
  });

  it('is written from nothing: who speaks for the first time gets a voice', async () => {
    const studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    await studio.ask('project.create', { name: 'Mine' });
    const { documentId, revision } = await studio.ask('script.open', { chapterId: null });
    const edit = (at: number, insert: string, on: number) =>
      studio.ask('script.edit', { documentId, revision: on, changes: [{ from: at, to: at, insert }] });
    const { revision: next } = await edit(0, 'BO: No.', revision);
    const cast = studio.until('roles-cast', ({ changes }) => changes.some(({ role }) => role === 'BBO'));
    const { lines } = await edit(1, 'B', next);
    expect(await cast).toEqual({ changes: [{ role: 'BBO', from: null, to: expect.any(String) }] });
    expect(lines).toMatchObject([{ status: 'unrendered', roles: ['BBO'], problem: null }]);
    expect(await studio.ask('project.roles', {})).toMatchObject([{ name: 'BBO', voice: expect.any(String), lines: 1 }]);
    expect(await studio.ask('production.plan', {})).toMatchObject({ lines: 1 });
  });

  it('is saved at once while figures of the whole project are found', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const [chapter] = await studio.ask('project.chapters', {});
    const { documentId, revision } = await studio.ask('script.open', { chapterId: chapter?.id ?? null });
    await studio.ask('project.roles', {});
    const order: string[] = [];
    const figures = Promise.all([
      studio.ask('project.roles', {}).then(() => order.push('roles')),
      studio.ask('review.list', { sort: 'script' }).then(() => order.push('list')),
      studio.ask('production.plan', {}).then(() => order.push('plan')),
    ]);
    await studio.ask('script.edit', { documentId, revision, changes: [{ from: 2, to: 2, insert: 'The ' }] });
    order.push('saved');
    await figures;
    expect(order).toEqual(['saved', 'roles', 'list', 'plan']);
    expect(await studio.ask('project.chapters', {})).toMatchObject([{ title: 'The First Act' }, {}]);
  });

  it('shows what a line sends, and takes new voices and prefixes for roles', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const [first] = await studio.ask('project.chapters', {});
    const [, line] = await studio.ask('script.chapterBriefs', { chapterId: first?.id ?? null });
    const detail = await studio.ask('line.detail', { lineId: line?.id ?? 0 });
    expect(detail).toMatchObject({
      chapterNumber: 1,
      numberInChapter: 2,
      chapterTitle: 'First Act',
      payload: { text: expect.any(String) },
    });
    const voices = await studio.ask('voices.list', {});
    const other = voices.find(({ id }) => id !== detail.speakers[0]?.voice);
    const changed = await studio.ask('cast.change', { role: 'ALGERNON', change: { voice: other?.id ?? '' } });
    const voiceNow = async () => (await studio.ask('line.detail', { lineId: line?.id ?? 0 })).speakers[0]?.voice;
    expect(await voiceNow()).toBe(other?.id);
    await studio.undo(changed);
    expect(await voiceNow()).toBe(detail.speakers[0]?.voice);
    await studio.ask('undo.redo', { step: changed.step ?? '' });
    // The role is uncast again, as before its first voice was chosen.
    const uncast = await studio.ask('cast.change', { role: 'ALGERNON', change: { voice: null } });
    await studio.undo(uncast);
    expect(await voiceNow()).toBe(other?.id);
    await studio.ask('undo.redo', { step: uncast.step ?? '' });
    expect(await studio.ask('line.detail', { lineId: line?.id ?? 0 })).toMatchObject({ speakers: [{ voice: null }] });
    const marked = await studio.ask('cast.change', { role: 'LANE', change: { turnPrefix: '[L]' } });
    const prefixNow = async () =>
      (await studio.ask('project.roles', {})).find(({ name }) => name === 'LANE')?.turnPrefix;
    await studio.undo(marked);
    expect(await prefixNow()).toBeNull();
    await studio.ask('undo.redo', { step: marked.step ?? '' });
    expect(await prefixNow()).toBe('[L]');
    expect(await studio.refusal('cast.change', { role: 'ALGERNON', change: { turnPrefix: '[L]' } })).toMatchObject({
      kind: 'invalid',
      field: 'turnPrefix',
    });
    expect(await studio.refusal('line.detail', { lineId: 999 })).toEqual({ kind: 'not-found', what: 'line' });
  });
});

describe('a run', () => {
  it('renders what is not fresh, tells of it, and exports', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const started = await studio.ask('production.start', {});
    expect(started.run).toMatchObject({ lines: 6 });
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ rendered: 6, failed: 0, waiting: 0, inFlight: 0, batches: 1 });
    const snapshot = await studio.ask('production.snapshot', {});
    expect(snapshot.batches).toMatchObject([{ number: 1, cells: 'dddddd', state: 'done', hasLeft: true }]);
    expect(snapshot.batches[0]?.lines).toBe('Lines 1.1–2.2');
    await studio.until('takes-changed');
    await studio.until('lines-changed', ({ lines }) => lines?.some(({ status }) => status === 'fresh') ?? true);
    expect(studio.notices).toContainEqual(expect.objectContaining({ kind: 'run-finished', rendered: 6 }));
    expect((await studio.ask('production.log', {})).map(({ kind }) => kind)).toEqual([
      'started',
      'batch-sent',
      'batch-accepted',
      'finished',
    ]);
    expect(await studio.ask('production.plan', {})).toMatchObject({ lines: 0, reused: 6 });
    const ledger = await studio.ask('production.ledger', {});
    expect(ledger).toMatchObject({ total: run.charactersSent, retakes: 0, inDoubt: 0, runs: [{ state: 'done' }] });

    const outDir = join(workshop.folder, 'out');
    mkdirSync(outDir);
    const { folderId } = await studio.internal('registerExportFolder', { path: outDir });
    const options = {
      format: 'wav',
      template: '{line}',
      allowStale: false,
      approvedOnly: false,
      chapterIds: null,
    } as const;
    await studio.ask('export.startLines', { ...options, folderId });
    const { state } = await studio.until('export-changed', ({ state: told }) => told.running === null);
    expect(state.report).toMatchObject({ outcome: 'done', files: 6, outDir, failed: [] });
    expect(readdirSync(outDir).filter((name) => name.endsWith('.wav'))).toEqual([
      '01.wav',
      '02.wav',
      '03.wav',
      '04.wav',
      '05.wav',
      '06.wav',
    ]);
    expect(await studio.internal('locate', { what: 'export' })).toEqual({ path: outDir });
  });

  it('has takes that are judged, and rejected ones come again with another seed', async () => {
    const studio = await workshop.openWith(EXCERPT);
    await studio.ask('production.start', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished');
    const list = await studio.ask('review.list', { sort: 'script' });
    expect(list).toMatchObject({ takes: 6, withoutTake: 0, analysing: 0 });
    const [row] = await studio.ask('review.rows', { lineIds: list.lineIds.slice(1, 2) });
    const takeId = row?.take?.id ?? 0;
    const media = await studio.internal('locateMedia', { kind: 'take', takeId });
    expect(media).toMatchObject({ contentType: 'audio/wav' });
    expect((await studio.ask('review.peaks', { takeId })).peaks.byteLength).toBeGreaterThan(0);
    studio.forget();
    const retaken = await studio.ask('take.rejectAndRetake', { takeId });
    expect(retaken).toMatchObject({ take: { id: takeId, verdict: 'rejected', isPick: false } });
    await studio.until('run-changed', (told) => told.run.state === 'finished' && told.run.rendered === 1);
    const takes = await studio.ask('review.takes', { lineId: row?.lineId ?? 0 });
    expect(takes).toHaveLength(2);
    expect(takes[1]).toMatchObject({ isPick: true, seed: expect.any(Number), keyIsToday: true });
    const ledger = await studio.ask('production.ledger', {});
    expect(ledger.retakes).toBe(row ? (await studio.ask('line.detail', { lineId: row.lineId })).characters : 0);
    await studio.ask('line.setOverride', { lineId: row?.lineId ?? 0, change: { seed: 7 } });
    expect(await studio.undo(retaken)).toEqual({ redo: false });
    expect((await studio.ask('review.takes', { lineId: row?.lineId ?? 0 }))[0]).toMatchObject({ verdict: null });
    expect(await studio.refusal('take.rejectAndRetake', { takeId: takes[1]?.id ?? 0 })).toEqual({
      kind: 'invalid',
      field: 'seed',
      reason: 'pinned',
    });
  });
});

describe('a large project that was not closed in good order', () => {
  const large = async (): Promise<string> => {
    const studio = await workshop.openWith(EXCERPT);
    const { path } = await studio.ask('project.createSample', {});
    await studio.ask('project.close', {});
    const project = openProject(path, { mode: 'write', clock: systemClock, random: systemRandom });
    project.setLastExport({ folder: 'out'.repeat(3_000_000) });
    project.close();
    rmSync(join(path, 'closed.json'));
    return path;
  };

  it('is looked through, and opened', async () => {
    const path = await large();
    expect(takesLongToOpen(path)).toBe(true);
    const studio = await workshop.open();
    expect(await studio.internal('openProject', { path })).toMatchObject({ path, readOnly: false });
    await studio.ask('project.close', {});
    expect(takesLongToOpen(path)).toBe(false);
  });

  it('is refused where it is damaged', async () => {
    const path = await large();
    const file = join(path, 'project.db');
    writeFileSync(file, readFileSync(file).fill(0xa5, 3 * 4096, 6 * 4096));
    const studio = await workshop.open();
    const opened = await studio.studio.handleInternal('openProject', { path });
    expect(opened).toMatchObject({ ok: false, error: { kind: 'project', problem: { kind: 'damaged', path } } });
  });
});

describe('a long script', () => {
  const LONG = Array.from({ length: 2_100 }, (_, at) => `LANE: Line ${at}.`).join('\n\n');

  it('is in view before its lines are counted', async () => {
    const studio = await workshop.openWith(LONG);
    const { path } = await studio.ask('project.createSample', {});
    await studio.internal('openProject', { path: join(workshop.projects, 'Play.lectern') });
    const told = studio.events.flatMap(({ name, payload }) =>
      name === 'project-changed' ? [(payload as EventOf<'project-changed'>).project] : [],
    );
    const [first, ...later] = told.slice(told.findIndex((project) => project?.path === path) + 1);
    expect(first).toMatchObject({ name: 'Play', firstChapterId: null, figures: null });
    expect(later.map((project) => project?.figures?.lines)).toEqual([2_100]);
    expect(await studio.ask('project.current', {})).toMatchObject({ figures: { lines: 2_100 } });
  });

  it('begins with its first chapter', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const [first] = await studio.ask('project.chapters', {});
    expect((await studio.ask('project.current', {}))?.firstChapterId).toBe(first?.id);
  });
});
