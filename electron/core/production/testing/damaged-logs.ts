import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProjectError } from '../../project/folder/project-error.ts';
import { Journal } from '../../project/journal/journal.ts';
import { openProject } from '../../project/project-folder.ts';
import { systemRandom } from '../../system.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { recoverJournal } from '../reopen-project.ts';
import { planRun } from '../run-plan.ts';
import { RunBench } from './run-bench.ts';

type Files = ReadonlyMap<string, Buffer>;

export interface Kill {
  readonly files: Files;
  readonly sent: ReadonlySet<string>;
}

const DATABASE = 'project.db';
const LOG = 'project.db-wal';
const SHARED_MEMORY = 'project.db-shm';
const RECORD = 'log.json';
const PAGE_BYTES = 4096;
const FRAME_BYTES = 24 + PAGE_BYTES;
const LOG_HEAD_BYTES = 32;

function filesOf(folder: string): Files {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(names.map(({ name }) => [name, readFileSync(join(folder, name))]));
}

/** Records the files before and after each reply. The log restarts after `restartAfter` batches. */
export async function killsOfRun(lines: number, restartAfter = Number.POSITIVE_INFINITY): Promise<readonly Kill[]> {
  const bench = new RunBench();
  try {
    const kills: Kill[] = [];
    const sent = new Set<string>();
    let downloads = 0;
    const look = () => kills.push({ files: filesOf(bench.project.dir), sent: new Set(sent) });
    bench.write(lines);
    look();
    bench.service.beforeAnswer = () => {
      for (const { text } of bench.service.submissions.at(-1)?.jobs ?? []) sent.add(text);
      look();
      // Larger than the log may become.
      if (bench.service.submissions.length === restartAfter) bench.project.setLastExport('x'.repeat(17 * 1024 ** 2));
    };
    const download = bench.service.download.bind(bench.service);
    bench.service.download = async (url, options) => {
      downloads += 1;
      if (downloads % 20 === 0) look();
      return download(url, options);
    };
    bench.service.status = (text) => (/[37] of/.test(text) ? 'in_progress' : 'completed');
    const run = bench.start();
    const half = run.finish().catch(() => {});
    while (bench.service.submissions.length < Math.ceil(lines / 50)) await new Promise(setImmediate);
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    look();
    bench.service.status = () => 'completed';
    await half;
    return kills;
  } finally {
    bench.clear();
  }
}

interface Damaging {
  readonly kill: Kill;
  readonly earlier: readonly Kill[];
  readonly other: Kill;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly chance: () => number;
}

type Damage = (files: Map<string, Buffer>, damaging: Damaging) => void;

const logOf = (files: Files): Buffer => files.get(LOG) ?? Buffer.alloc(0);
const upTo = (most: number, chance: () => number): number => Math.floor(chance() * most);
const framesIn = (log: Buffer): number => Math.floor((log.length - LOG_HEAD_BYTES) / FRAME_BYTES);
const frameAt = (frame: number): number => LOG_HEAD_BYTES + frame * FRAME_BYTES;

const change =
  (name: string, work: (bytes: Buffer, chance: () => number) => Buffer): Damage =>
  (files, { chance }) => {
    const bytes = files.get(name);
    if (bytes && bytes.length > 0) files.set(name, work(Buffer.from(bytes), chance));
  };

/** The log gets the length of an earlier file, or the bytes of another one. */
const replace =
  (...names: readonly string[]): Damage =>
  (files, { earlier, chance }) => {
    const before = earlier[upTo(earlier.length, chance)];
    for (const name of names) {
      const bytes = before?.files.get(name);
      if (bytes) files.set(name, bytes);
    }
  };

const remove =
  (...names: readonly string[]): Damage =>
  (files) => {
    for (const name of names) files.delete(name);
  };

const cut = change(LOG, (log, chance) => log.subarray(0, upTo(log.length, chance)));

export const DAMAGES: Readonly<Record<string, Damage>> = {
  'cut anywhere': cut,
  'cut to half': change(LOG, (log) => log.subarray(0, log.length >> 1)),
  'cut after a frame': change(LOG, (log, chance) => log.subarray(0, frameAt(upTo(framesIn(log), chance)))),
  'zeros at its end': change(LOG, (log, chance) => log.fill(0, upTo(log.length, chance))),
  'zeros within': change(LOG, (log, chance) => {
    const from = upTo(log.length, chance);
    return log.fill(0, from, from + 512);
  }),
  'a byte changed': change(LOG, (log, chance) => {
    const at = upTo(log.length, chance);
    return log.fill((log[at] ?? 0) ^ 0x40, at, at + 1);
  }),
  'a frame dropped': change(LOG, (log, chance) => {
    const frame = upTo(framesIn(log), chance);
    return Buffer.concat([log.subarray(0, frameAt(frame)), log.subarray(frameAt(frame + 1))]);
  }),
  'a frame repeated': change(LOG, (log, chance) => {
    const frame = upTo(framesIn(log), chance);
    return Buffer.concat([log.subarray(0, frameAt(frame + 1)), log.subarray(frameAt(frame))]);
  }),
  'its head gone': change(LOG, (log) => log.fill(0, 0, LOG_HEAD_BYTES)),
  'another checkpoint’s salts': change(LOG, (log, chance) => {
    log.writeUInt32BE(upTo(2 ** 32, chance), 16);
    return log;
  }),
  'an older log': replace(LOG),
  'an older database': replace(DATABASE),
  'an older database and log': replace(DATABASE, LOG),
  'an older database and no log': (files, damaging) => {
    replace(DATABASE)(files, damaging);
    files.delete(LOG);
  },
  'another project’s log': (files, { other }) => files.set(LOG, logOf(other.files)),
  'no log': remove(LOG),
  'an empty log': (files) => files.set(LOG, Buffer.alloc(0)),
  'a cut log and another memory': (files, damaging) => {
    cut(files, damaging);
    files.set(SHARED_MEMORY, Buffer.alloc(32_768, 0x5a));
  },
  'a cut log and the memory of the whole one': cut,
  'a cut log and no record': (files, damaging) => {
    cut(files, damaging);
    files.delete(RECORD);
  },
  'a cut log and a cut record': (files, damaging) => {
    cut(files, damaging);
    change(RECORD, (record, chance) => record.subarray(0, upTo(record.length, chance)))(files, damaging);
  },
  'no log and no record': remove(LOG, RECORD),
  'no record': remove(RECORD),
  'an empty record': (files) => files.set(RECORD, Buffer.alloc(0)),
};

export const HARMLESS: Readonly<Record<string, Damage>> = {
  nothing: () => {},
  'no shared memory': remove(SHARED_MEMORY),
  'other shared memory': (files) => files.set(SHARED_MEMORY, Buffer.alloc(32_768, 0x5a)),
  'half of the shared memory': change(SHARED_MEMORY, (bytes) => bytes.subarray(0, bytes.length >> 1)),
  'a log that a full disk ended the copying of': (files) => {
    const log = logOf(files);
    const database = Buffer.from(files.get(DATABASE) ?? Buffer.alloc(0));
    for (let frame = 0; frame < framesIn(log); frame += 1) {
      const page = log.readUInt32BE(frameAt(frame)) - 1;
      const end = frameAt(frame + 1);
      if ((page + 1) * PAGE_BYTES <= database.length) log.copy(database, page * PAGE_BYTES, end - PAGE_BYTES, end);
    }
    files.set(DATABASE, database);
  },
  'bytes after the log': change(LOG, (log, chance) => Buffer.concat([log, Buffer.alloc(upTo(20_000, chance), 0x11)])),
};

export function damaged(damage: Damage, damaging: Damaging): Files {
  const files = new Map(damaging.kill.files);
  damage(files, damaging);
  return files;
}

interface Reopened {
  readonly asked: string | null;
  readonly sentTwice: readonly string[];
}

interface ReopenOptions {
  readonly acceptMissingLog?: boolean;
  readonly recordWrittenAt?: Date;
}

/** `folder` is replaced if it exists. */
export function reopen(folder: string, files: Files, { sent }: Kill, options: ReopenOptions = {}): Reopened {
  const { acceptMissingLog = false, recordWrittenAt } = options;
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'takes'), { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  if (recordWrittenAt) utimesSync(join(folder, RECORD), recordWrittenAt, recordWrittenAt);
  const clock = new FakeClock();
  try {
    const project = openProject(folder, { mode: 'write', clock, random: systemRandom, acceptMissingLog });
    try {
      const journal = new Journal(project.db);
      recoverJournal(journal, clock.now());
      const ids = planRun(project, journal).send.map(({ lineId }) => lineId);
      const texts = project.lines.states({ ids }).map(({ text }) => text);
      return { asked: null, sentTwice: texts.filter((text) => sent.has(text)) };
    } finally {
      project.close();
    }
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    return { asked: error.problem.kind, sentTwice: [] };
  }
}
