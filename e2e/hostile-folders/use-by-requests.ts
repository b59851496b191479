// Sends a studio in this process every request of the window that involves a project or an export folder.
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Studio } from '../../electron/studio/studio.ts';
import { type ReplyOf, type RequestOf, STUDIO_REQUESTS, type StudioChannel } from '../../shared/ipc/contract.ts';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import type { InternalName, InternalReplyOf, InternalRequestOf } from '../../shared/ipc/studio-protocol.ts';
import { shuffled } from '../hostile-service/chance.ts';
import { holdsMark } from './outside.ts';
import { picture } from './template.ts';
import type { Use } from './use-by-commands.ts';

export interface StudioAtWork {
  readonly studio: Studio;
  /** Returns the log lines since the last call. */
  readonly newLog: () => string;
  /** Resolves when an event matches, or after the timeout. */
  readonly until: (name: string, isOver: (payload: unknown) => boolean) => Promise<void>;
}

const OPTIONS = { format: 'wav', template: '{line}', allowStale: true, approvedOnly: false, chapterIds: null } as const;
const RULE = { from: 'Lane', to: 'Layn', wholeWord: true, matchCase: false, role: null, language: null };

class Asker {
  readonly #at: StudioAtWork;
  readonly #use: Use;

  constructor(at: StudioAtWork, use: Use) {
    this.#at = at;
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
    if (holdsMark(said + log)) violation(`${name}: told what stands outside`);
    if (envelope.ok) return envelope.value;
    if (envelope.error.kind === 'internal') violation(`${name}: a defect: ${log.slice(-800)}`);
    return null;
  }
}

export async function useByRequests(at: StudioAtWork, use: Use, id: string): Promise<void> {
  const asker = new Asker(at, use);
  const { given, chance, work } = use;
  await asker.ask('library.looks', {});
  for (const round of [1, 2]) {
    const opened = await asker.internal('openProject', { path: given.project });
    const tasks = opened
      ? [...libraryTasks(asker, use, id), ...projectTasks(asker, at, use)]
      : libraryTasks(asker, use, id);
    for (const task of shuffled(tasks, chance)) {
      await task();
      if (opened && !(await asker.ask('project.current', {})))
        await asker.internal('openProject', { path: given.project });
    }
    if (round === 1) await asker.ask('project.restoreBackup', {});
  }
  await asker.ask('project.openRecent', { id });
  await asker.internal('openProject', { path: given.project, toRead: true });
  await asker.internal('relocateProject', { id, path: work });
  await asker.internal('relocateProject', { id, path: given.project });
  const binned = await asker.ask('library.toBin', { id });
  for (const { id: cell } of (await asker.ask('library.bin', {})) ?? []) {
    if (chance() < 0.5) await asker.ask('library.takeFromBin', { id: cell });
    else await asker.ask('library.deleteForGood', { ids: [cell] });
  }
  if (binned) await asker.ask('undo.undo', { step: binned.step ?? '' });
  await asker.ask('project.close', {});
}

type Task = () => Promise<unknown>;

function libraryTasks(asker: Asker, { chance }: Use, id: string): Task[] {
  return [
    () => asker.ask('library.recent', {}),
    () => asker.ask('library.looks', {}),
    () => asker.ask('library.size', { id }),
    () => asker.ask('library.archive', { id, archived: chance() < 0.5 }),
    () => asker.ask('library.rename', { id, name: 'Renamed' }),
    () => asker.ask('library.confirmPlace', { id }),
    () => asker.ask('library.duplicate', { id, name: 'Copy' }),
    () => asker.ask('library.setCover', { id, bytes: new Uint8Array(picture()) }),
    () => asker.ask('library.removeCover', { id }),
    () => asker.ask('library.bin', {}),
    () => asker.ask('library.backUpNow', { id }),
    async () => {
      const found = await asker.ask('library.backups', { id });
      for (const { name } of found?.backups.slice(0, 2) ?? []) await asker.ask('library.restoreBackup', { id, name });
    },
    () => asker.internal('locateCover', { id }),
    () => asker.internal('locateRecent', { id }),
  ];
}

function projectTasks(asker: Asker, at: StudioAtWork, use: Use): Task[] {
  return [
    ...scriptTasks(asker),
    ...reviewTasks(asker),
    ...productionTasks(asker, at),
    ...exportTasks(asker, at, use),
    async () => {
      const confirmed = await asker.ask('project.confirmPlace', {});
      await asker.ask('undo.undo', { step: confirmed?.step ?? '' });
    },
    () => asker.ask('project.confirmPlace', {}),
    () => asker.ask('project.reopen', {}),
    () => asker.ask('project.adoptConnection', {}),
    () => asker.ask('project.updateSettings', { quality: 'premium' } as never).catch(() => null),
    () => asker.ask('project.close', {}),
    () => asker.internal('locate', { what: 'project' }),
    () => asker.ask('report.make', { about: [], lineId: null }),
  ];
}

function scriptTasks(asker: Asker): Task[] {
  const rules = [RULE];
  return [
    () => asker.ask('project.chapters', {}),
    () => asker.ask('project.roles', {}),
    async () => {
      for (const { id } of (await asker.ask('project.chapters', {})) ?? []) {
        const document = await asker.ask('script.open', { chapterId: id });
        await asker.ask('script.chapterBriefs', { chapterId: id });
        if (!document) continue;
        const { documentId, revision, text } = document;
        const changes = [{ from: text.length, to: text.length, insert: '\n\nLANE: More.\n' }];
        await asker.ask('script.edit', { documentId, revision, changes });
        await asker.ask('script.dialogEdits', { documentId, from: 0, to: text.length, action: 'group' });
      }
    },
    () => asker.ask('script.find', { query: 'sir', matchCase: false, wholeWord: false, regexp: false, limit: 100 }),
    () => asker.ask('script.briefs', { lineIds: [1, 2, 3, 999] }),
    ...[1, 2, 3].map((lineId) => () => asker.ask('line.detail', { lineId })),
    () => asker.ask('line.setOverride', { lineId: 2, change: { seed: null } }),
    () => asker.ask('cast.roles', {}),
    () => asker.ask('cast.outlook', { role: 'LANE', change: { voice: null } }),
    () => asker.ask('cast.rename', { role: 'LANE', name: 'BUTLER' }),
    () => asker.ask('cast.mergeOutlook', { role: 'LANE', into: 'ALGERNON' }),
    () => asker.ask('cast.overrides', { role: 'LANE' }),
    () => asker.ask('cast.lineAt', { role: 'LANE', at: 0 }),
    async () => {
      const folderId = (await asker.internal('registerCastFolder', { path: process.cwd() }))?.folderId ?? '';
      await asker.ask('cast.copyOutlook', { source: { folderId }, matches: {}, rules: true });
    },
    () => asker.ask('pronunciation.rules', {}),
    () => asker.ask('pronunciation.preview', { rules }),
    () => asker.ask('pronunciation.change', { change: { kind: 'add-all', rules } }),
    () => asker.ask('pronunciation.table', {}),
  ];
}

function reviewTasks(asker: Asker): Task[] {
  return [
    () => asker.ask('review.list', { sort: 'script' }),
    () => asker.ask('review.list', { sort: 'suspicion', text: 'a' }),
    () => asker.ask('review.rows', { lineIds: [1, 2, 3] }),
    ...[1, 2, 3].flatMap((lineId) => [
      async () => {
        for (const { id: takeId } of (await asker.ask('review.takes', { lineId })) ?? []) {
          await asker.ask('review.peaks', { takeId });
          await asker.internal('locateMedia', { kind: 'take', takeId });
          await asker.ask('take.setVerdict', { takeId, verdict: 'approved' });
          await asker.ask('take.setNote', { takeId, note: 'good' });
          await asker.ask('take.setTrim', { takeId, trimStartSeconds: 0.01, trimEndSeconds: 0 });
          await asker.ask('take.setGain', { takeId, gainDb: 1 });
          await asker.ask('take.pick', { takeId, keep: true });
        }
      },
    ]),
  ];
}

function productionTasks(asker: Asker, at: StudioAtWork): Task[] {
  return [
    () => asker.ask('production.plan', {}),
    () => asker.ask('production.snapshot', {}),
    async () => {
      const over = at.until('run-changed', (told) => !['running', 'pausing'].includes(stateIn(told)));
      if (await asker.ask('production.start', { confirmed: true })) await over;
      await asker.ask('production.cancel', {});
    },
    () => asker.ask('production.failed', {}),
    async () => {
      for (const { batchId } of (await asker.ask('production.doubts', {})) ?? []) {
        await asker.ask('production.decideDoubt', { batchId, decision: 'leave-out' });
      }
    },
    () => asker.ask('production.ledger', {}),
    ...(['line', 'chapter', 'role', 'run'] as const).map(
      (by) => () => asker.ask('production.spendingTable', { by, byteOrderMark: false }),
    ),
    () => asker.ask('production.log', {}),
  ];
}

function stateIn(told: unknown): string {
  const run: unknown = Reflect.get(Object(told), 'run');
  return String(Reflect.get(Object(run), 'state'));
}

function exportTasks(asker: Asker, at: StudioAtWork, { given, work }: Use): Task[] {
  const exportTo = async (folderId: string, template: string) => {
    const options = { ...OPTIONS, template, folderId };
    await asker.ask('export.previewLines', options);
    const over = at.until(
      'export-changed',
      (told) => Reflect.get(Object(Reflect.get(Object(told), 'state')), 'running') === null,
    );
    if (await asker.ask('export.startLines', options)) await over;
  };
  const register = async (path: string) => (await asker.internal('registerExportFolder', { path }))?.folderId ?? '';
  return [
    async () => exportTo(await register(given.folder), '{line}-{role}'),
    async () => exportTo(await register(given.folder), 'act/{line}'),
    async () => exportTo(await register(given.folder), 'Play.lectern/{line}'),
    async () => exportTo(await register(join(given.project, 'takes')), '{line}'),
    async () => exportTo(await register(join(work, 'window')), '{chapter}/{line}'),
    async () => {
      const state = await asker.ask('export.state', {});
      if (state?.latest?.folder) await exportTo(state.latest.folder.folderId, state.latest.options.template);
      await asker.internal('locate', { what: 'export' } as never);
    },
    async () => {
      const presets = await asker.ask('export.presets', {});
      for (const { id, folder, options } of presets?.presets ?? []) {
        if (folder) await exportTo(folder.folderId, options.template);
        await asker.ask('export.setDefaultPreset', { id });
        await asker.ask('export.deletePreset', { id });
      }
      await asker.ask('export.savePreset', { name: 'Mine', options: OPTIONS, folderId: null });
    },
    () => asker.ask('export.previewNames', { ...OPTIONS, template: '{role}' }),
    () => asker.ask('export.previewLines', { ...OPTIONS, folderId: null }),
  ];
}
