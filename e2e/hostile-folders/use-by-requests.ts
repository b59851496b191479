// Runs a studio in this process, and sends it all requests of the window that involve a project or an export folder.
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Studio } from '../../electron/studio/serve.ts';
import { type ReplyOf, type RequestOf, STUDIO_REQUESTS, type StudioChannel } from '../../shared/ipc/contract.ts';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import type { InternalName, InternalReplyOf, InternalRequestOf } from '../../shared/ipc/studio-protocol.ts';
import { shuffleItems } from '../hostile-service/seeded-random.ts';
import { containsMark } from './outside.ts';
import { makePicture } from './template.ts';
import type { Use } from './use-by-commands.ts';

export interface RunningStudio {
  readonly studio: Studio;
  /** Returns the log lines that have been written since the last call. */
  readonly newLog: () => string;
  /** Waits until an event with this name matches, or until the timeout. */
  readonly until: (name: string, isOver: (payload: unknown) => boolean) => Promise<void>;
}

const OPTIONS = { format: 'wav', template: '{line}', allowStale: true, approvedOnly: false, chapterIds: null } as const;
const RULE = { from: 'Lane', to: 'Layn', wholeWord: true, matchCase: false, role: null, language: null };

class RequestSender {
  readonly #at: RunningStudio;
  readonly #use: Use;

  constructor(running: RunningStudio, use: Use) {
    this.#at = running;
    this.#use = use;
  }

  async ask<C extends StudioChannel>(channel: C, input: RequestOf<C>): Promise<ReplyOf<C> | null> {
    const parsed = STUDIO_REQUESTS[channel].input.safeParse(input);
    if (!parsed.success) throw new Error(`${channel}: ${parsed.error.message}`);
    return this.#checked(channel, () => this.#at.studio.handle(channel, parsed.data as never));
  }

  internal<N extends InternalName>(name: N, input: InternalRequestOf<N>): Promise<InternalReplyOf<N> | null> {
    return this.#checked(name, () => this.#at.studio.handleInternal(name, input));
  }

  async #checked<T>(name: string, work: () => Promise<Envelope<T>>): Promise<T | null> {
    const { step, violation } = this.#use;
    const envelope = await step(name, work);
    const log = this.#at.newLog();
    if (!envelope) return null;
    const said = inspect(envelope, { depth: null, maxArrayLength: null, maxStringLength: null });
    if (containsMark(said + log)) violation(`${name}: told what stands outside`);
    if (envelope.ok) return envelope.value;
    if (envelope.error.kind === 'internal') violation(`${name}: a defect: ${log.slice(-800)}`);
    return null;
  }
}

export async function useByRequests(running: RunningStudio, use: Use, id: string): Promise<void> {
  const sender = new RequestSender(running, use);
  const { given, chance, work } = use;
  await sender.ask('library.looks', {});
  for (const round of [1, 2]) {
    const opened = await sender.internal('openProject', { path: given.project });
    const tasks = opened
      ? [...libraryTasks(sender, use, id), ...projectTasks(sender, running, use)]
      : libraryTasks(sender, use, id);
    for (const task of shuffleItems(tasks, chance)) {
      await task();
      if (opened && !(await sender.ask('project.current', {})))
        await sender.internal('openProject', { path: given.project });
    }
    if (round === 1) await sender.ask('project.restoreBackup', {});
  }
  await sender.ask('project.openRecent', { id });
  await sender.internal('openProject', { path: given.project, toRead: true });
  await sender.internal('relocateProject', { id, path: work });
  await sender.internal('relocateProject', { id, path: given.project });
  const binned = await sender.ask('library.toBin', { id });
  for (const { id: cell } of (await sender.ask('library.bin', {})) ?? []) {
    if (chance() < 0.5) await sender.ask('library.takeFromBin', { id: cell });
    else await sender.ask('library.deleteForGood', { ids: [cell] });
  }
  if (binned) await sender.ask('undo.undo', { step: binned.step ?? '' });
  await sender.ask('project.close', {});
}

type Task = () => Promise<unknown>;

function libraryTasks(sender: RequestSender, { chance }: Use, id: string): Task[] {
  return [
    () => sender.ask('library.recent', {}),
    () => sender.ask('library.looks', {}),
    () => sender.ask('library.size', { id }),
    () => sender.ask('library.archive', { id, archived: chance() < 0.5 }),
    () => sender.ask('library.rename', { id, name: 'Renamed' }),
    () => sender.ask('library.confirmPlace', { id }),
    () => sender.ask('library.duplicate', { id, name: 'Copy' }),
    () => sender.ask('library.setCover', { id, bytes: new Uint8Array(makePicture()) }),
    () => sender.ask('library.removeCover', { id }),
    () => sender.ask('library.bin', {}),
    () => sender.ask('library.backUpNow', { id }),
    async () => {
      const found = await sender.ask('library.backups', { id });
      for (const { name } of found?.backups.slice(0, 2) ?? []) await sender.ask('library.restoreBackup', { id, name });
    },
    () => sender.internal('locateCover', { id }),
    () => sender.internal('locateRecent', { id }),
  ];
}

function projectTasks(sender: RequestSender, running: RunningStudio, use: Use): Task[] {
  return [
    ...scriptTasks(sender),
    ...reviewTasks(sender),
    ...productionTasks(sender, running),
    ...exportTasks(sender, running, use),
    async () => {
      const confirmed = await sender.ask('project.confirmPlace', {});
      await sender.ask('undo.undo', { step: confirmed?.step ?? '' });
    },
    () => sender.ask('project.confirmPlace', {}),
    () => sender.ask('project.reopen', {}),
    () => sender.ask('project.adoptConnection', {}),
    () => sender.ask('project.updateSettings', { quality: 'premium' } as never).catch(() => null),
    () => sender.ask('project.close', {}),
    () => sender.internal('locate', { what: 'project' }),
    () => sender.ask('report.make', { about: [], lineId: null }),
  ];
}

function scriptTasks(sender: RequestSender): Task[] {
  const rules = [RULE];
  return [
    () => sender.ask('project.chapters', {}),
    () => sender.ask('project.roles', {}),
    async () => {
      for (const { id } of (await sender.ask('project.chapters', {})) ?? []) {
        const document = await sender.ask('script.open', { chapterId: id });
        await sender.ask('script.chapterBriefs', { chapterId: id });
        if (!document) continue;
        const { documentId, revision, text } = document;
        const changes = [{ from: text.length, to: text.length, insert: '\n\nLANE: More.\n' }];
        await sender.ask('script.edit', { documentId, revision, changes });
        await sender.ask('script.dialogEdits', { documentId, from: 0, to: text.length, action: 'group' });
      }
    },
    () => sender.ask('script.find', { query: 'sir', matchCase: false, wholeWord: false, regexp: false, limit: 100 }),
    () => sender.ask('script.briefs', { lineIds: [1, 2, 3, 999] }),
    ...[1, 2, 3].map((lineId) => () => sender.ask('line.detail', { lineId })),
    () => sender.ask('line.setOverride', { lineId: 2, change: { seed: null } }),
    () => sender.ask('cast.roles', {}),
    () => sender.ask('cast.outlook', { role: 'LANE', change: { voice: null } }),
    () => sender.ask('cast.rename', { role: 'LANE', name: 'BUTLER' }),
    () => sender.ask('cast.mergeOutlook', { role: 'LANE', into: 'ALGERNON' }),
    () => sender.ask('cast.overrides', { role: 'LANE' }),
    () => sender.ask('cast.lineAt', { role: 'LANE', at: 0 }),
    async () => {
      const folderId = (await sender.internal('registerCastFolder', { path: process.cwd() }))?.folderId ?? '';
      await sender.ask('cast.copyOutlook', { source: { folderId }, matches: {}, rules: true });
    },
    () => sender.ask('pronunciation.rules', {}),
    () => sender.ask('pronunciation.preview', { rules }),
    () => sender.ask('pronunciation.change', { change: { kind: 'add-all', rules } }),
    () => sender.ask('pronunciation.table', {}),
  ];
}

function reviewTasks(sender: RequestSender): Task[] {
  return [
    () => sender.ask('review.list', { sort: 'script' }),
    () => sender.ask('review.list', { sort: 'suspicion', text: 'a' }),
    () => sender.ask('review.rows', { lineIds: [1, 2, 3] }),
    ...[1, 2, 3].flatMap((lineId) => [
      async () => {
        for (const { id: takeId } of (await sender.ask('review.takes', { lineId })) ?? []) {
          await sender.ask('review.peaks', { takeId });
          await sender.internal('locateMedia', { kind: 'take', takeId });
          await sender.ask('take.setVerdict', { takeId, verdict: 'approved' });
          await sender.ask('note.add', { lineId, text: 'good', takeId, seconds: 0.1 });
          await sender.ask('take.setTrim', { takeId, trimStartSeconds: 0.01, trimEndSeconds: 0 });
          await sender.ask('take.setGain', { takeId, gainDb: 1 });
          await sender.ask('take.pick', { takeId, keep: true });
        }
        for (const { id: noteId } of (await sender.ask('note.list', { lineId })) ?? []) {
          await sender.ask('note.change', { noteId, isDone: true });
          await sender.ask('note.remove', { noteId });
        }
      },
    ]),
  ];
}

function productionTasks(sender: RequestSender, running: RunningStudio): Task[] {
  return [
    () => sender.ask('production.plan', {}),
    () => sender.ask('production.snapshot', {}),
    async () => {
      const over = running.until('run-changed', (result) => !['running', 'pausing'].includes(readState(result)));
      if (await sender.ask('production.start', { confirmed: true })) await over;
      await sender.ask('production.cancel', {});
    },
    () => sender.ask('production.failed', {}),
    async () => {
      for (const { batchId } of (await sender.ask('production.doubts', {})) ?? []) {
        await sender.ask('production.decideDoubt', { batchId, decision: 'leave-out' });
      }
    },
    () => sender.ask('production.ledger', {}),
    ...(['line', 'chapter', 'role', 'run'] as const).map(
      (by) => () => sender.ask('production.spendingTable', { by, byteOrderMark: false }),
    ),
    () => sender.ask('production.log', {}),
  ];
}

function readState(result: unknown): string {
  const run: unknown = Reflect.get(Object(result), 'run');
  return String(Reflect.get(Object(run), 'state'));
}

function exportTasks(sender: RequestSender, running: RunningStudio, { given, work }: Use): Task[] {
  const exportTo = async (folderId: string, template: string) => {
    const options = { ...OPTIONS, template, folderId };
    await sender.ask('export.previewLines', options);
    const over = running.until(
      'export-changed',
      (result) => Reflect.get(Object(Reflect.get(Object(result), 'state')), 'running') === null,
    );
    if (await sender.ask('export.startLines', options)) await over;
  };
  const register = async (path: string) => (await sender.internal('registerExportFolder', { path }))?.folderId ?? '';
  return [
    async () => exportTo(await register(given.folder), '{line}-{role}'),
    async () => exportTo(await register(given.folder), 'act/{line}'),
    async () => exportTo(await register(given.folder), 'Play.lectern/{line}'),
    async () => exportTo(await register(join(given.project, 'takes')), '{line}'),
    async () => exportTo(await register(join(work, 'window')), '{chapter}/{line}'),
    async () => {
      const state = await sender.ask('export.state', {});
      if (state?.latest?.folder) await exportTo(state.latest.folder.folderId, state.latest.options.template);
      await sender.internal('locate', { what: 'export' } as never);
    },
    async () => {
      const presets = await sender.ask('export.presets', {});
      for (const { id, folder, options } of presets?.presets ?? []) {
        if (folder) await exportTo(folder.folderId, options.template);
        await sender.ask('export.setDefaultPreset', { id });
        await sender.ask('export.deletePreset', { id });
      }
      await sender.ask('export.savePreset', { name: 'Mine', options: OPTIONS, folderId: null });
    },
    () => sender.ask('export.previewNames', { ...OPTIONS, template: '{role}' }),
    () => sender.ask('export.previewLines', { ...OPTIONS, folderId: null }),
  ];
}
