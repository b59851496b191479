// Each round runs one writer with one fault, chosen by a seed. Files with final names must always be complete, and
// nothing must be written outside the writer's folder. The next attempt must succeed and leave no temporary files.
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Fault, FaultyFiles } from './faulty-files.ts';
import { allWriters, type Writer } from './writers.ts';

export interface WriterReport {
  readonly rounds: number;
  /** Number of rounds in which the fault occurred. */
  readonly faults: number;
  readonly violations: readonly string[];
}

/** The content of files, keyed by path: a hash or, for lists and databases, the relevant parts. */
type Tree = ReadonlyMap<string, string>;

const TEMPORARY =
  /(^|\/)(\.lectern-export\.(tmp|lock)(\/|-|$)|\.\d+\.[0-9a-f-]{36}\.part(\/|$)|\.[0-9a-f-]{36}(\/|$)|\.lock(-|$)|[0-9a-f]{64}\.lock)|\.(part|partial|samples|restoring|own)(-|$)/;
const INPUT =
  /^(takes|source)(\/|$)|^pack\.(zip|tar\.bz2)$|(^|\/)(lock\.db|writer\.lock|journal\.reserve)$|\.db-(wal|shm)$/;
const LIST = /(^|\/)(manifest|delivery|handover)\.json$/;

class SeededRandom {
  readonly #seed: number;
  #count = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns an integer from 0 to `below` (exclusive). */
  below(below: number): number {
    this.#count += 1;
    const bytes = createHash('sha256').update(`${this.#seed} ${this.#count}`).digest();
    return below <= 0 ? 0 : bytes.readUInt32BE(0) % below;
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the paths of all files. Doesn't follow links. */
function pathsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? pathsIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
  return paths.sort();
}

/** Returns the parts of a list that are the same in every round: files and their hashes. */
function contentOfList(bytes: Uint8Array): string {
  const { files } = JSON.parse(String(bytes)) as { files: { file: string; sha256: string }[] };
  return `list ${JSON.stringify(files.map(({ file, sha256 }) => [file, sha256]))}`;
}

function contentOf(folder: string, path: string): string {
  const full = join(folder, path);
  if (lstatSync(full).isSymbolicLink()) return 'link';
  const bytes = readFileSync(full);
  try {
    if (LIST.test(path)) return contentOfList(bytes);
    if (path.endsWith('.db')) return checkDatabase(full);
    if (/(^|\/)(closed|account|running|log)\.json$/.test(path)) return `json ${Object.keys(JSON.parse(String(bytes)))}`;
  } catch {
    return `broken ${hashOf(bytes)}`;
  }
  return hashOf(bytes);
}

function checkDatabase(path: string): string {
  // In immutable mode, SQLite creates no files next to the database.
  const database = new DatabaseSync(new URL('?immutable=1', pathToFileURL(path)), { readOnly: true });
  try {
    const [row] = database.prepare('PRAGMA integrity_check').all();
    return `database ${row?.['integrity_check']}`;
  } finally {
    database.close();
  }
}

/** @param within the folder's original path, if it has been moved */
const readTree = (folder: string, within = ''): Tree =>
  new Map(
    pathsIn(folder)
      .filter((path) => !INPUT.test(within + path) && !TEMPORARY.test(within + path))
      .map((path) => [path, contentOf(folder, path)]),
  );

const temporariesIn = (folder: string): string[] =>
  pathsIn(folder).filter((path) => TEMPORARY.test(path) && !INPUT.test(path));

/** Returns the files that must be the same in the end, whatever fault occurred. */
const lastingFiles = (tree: Tree): Record<string, string> =>
  Object.fromEntries(
    [...tree]
      .filter(([path]) => !/(^|\/)bin\/|project-damaged|(^|\/)(closed|log)\.json$/.test(path))
      // Ignore the version in the path of a pack that has replaced another.
      .map(([path, content]) => [path.replace(/~\d+\//, '/'), content]),
  );

interface Reference {
  readonly before: Tree;
  readonly after: Tree;
  readonly counted: FaultyFiles['counted'];
}

class Rounds {
  readonly #home = mkdtempSync(join(tmpdir(), 'lectern-writers-'));
  readonly #place = join(this.#home, 'place');
  readonly #outside = join(this.#home, 'outside');
  readonly #away = join(this.#home, 'away');
  readonly #references = new Map<string, Reference>();
  readonly violations: string[] = [];
  faults = 0;

  clear(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  async run(writer: Writer, seed: number): Promise<void> {
    const reference = this.#references.get(writer.name) ?? (await this.#reference(writer));
    this.#references.set(writer.name, reference);
    const random = new SeededRandom(seed);
    const fault = this.#faultFor(writer, reference, random);
    const what = `seed ${seed}: ${writer.name}, ${JSON.stringify(fault)}`;
    const fail = (problem: string): void => void this.violations.push(`${what}: ${problem}`);
    await this.#prepare(writer);
    const outside = this.#stateOutside();
    const files = new FaultyFiles(fault);
    const error = await files
      .during(() => writer.write(this.#place))
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    if (files.hasFailed) this.faults += 1;
    this.#check(writer, reference, fail);
    const outsideNow = this.#stateOutside();
    if (outsideNow !== outside) fail(`outside was changed: ${outsideNow} instead of ${outside}`);
    if (error === null && fault.kind !== 'interfered') this.#compare(reference, fail);
    if (fault.kind === 'short-writes' && error !== null) fail(`short writes failed: ${String(error)}`);
    const isLive = fault.kind === 'full' || fault.kind === 'short-writes' || fault.kind === 'none';
    const left = temporariesIn(this.#place).filter((path) => !writer.keeps?.test(path));
    if (isLive && left.length > 0) fail(`left behind: ${left.join(', ')}`);
    this.#restore();
    await this.#runNextAttempt(writer, reference, fault, fail);
  }

  /** Runs the writer again, without a fault. */
  async #runNextAttempt(
    writer: Writer,
    reference: Reference,
    fault: Fault,
    fail: (problem: string) => void,
  ): Promise<void> {
    try {
      await writer.write(this.#place);
    } catch (error) {
      return fail(`the next attempt failed: ${String(error)}`);
    }
    if (fault.kind !== 'interfered') this.#compare(reference, fail);
    else this.#compareContents(reference, fail);
    const left = temporariesIn(this.#place);
    if (left.length > 0) fail(`not swept: ${left.join(', ')}`);
  }

  async #reference(writer: Writer): Promise<Reference> {
    await this.#prepare(writer);
    const before = readTree(this.#place);
    const files = new FaultyFiles({ kind: 'none' });
    await files.during(() => writer.write(this.#place));
    return { before, after: readTree(this.#place), counted: files.counted };
  }

  async #prepare(writer: Writer): Promise<void> {
    for (const folder of [this.#place, this.#outside, this.#away]) rmSync(folder, { recursive: true, force: true });
    mkdirSync(this.#place);
    await writer.prepare(this.#place);
    const theirs = ['manifest.json', 'manifest.csv', 'delivery.json', '1.part', '01.wav', 'act/1.wav', 'cover.jpg'];
    for (const name of [...theirs, '.lectern-export.tmp/1.part', 'audio/1.wav', 'takes/a.partial', 'bin/old']) {
      mkdirSync(dirname(join(this.#outside, name)), { recursive: true });
      writeFileSync(join(this.#outside, name), `theirs: ${name}`);
    }
  }

  #faultFor(writer: Writer, { counted }: Reference, random: SeededRandom): Fault {
    const kinds = ['full', 'full', 'killed', 'killed', 'read-only', 'short-writes'] as const;
    const exchanged = writer.untrusted.length > 0 ? (['interfered', 'interfered', 'interfered'] as const) : [];
    const all = [...kinds, ...exchanged];
    const kind = all[random.below(all.length)];
    switch (kind) {
      case 'full':
        return { kind, bytes: random.below(counted.bytes), onlyBytes: random.below(2) === 0 };
      case 'killed':
        return { kind, at: 1 + random.below(counted.calls) };
      case 'read-only':
        return { kind, at: 1 + random.below(counted.changes) };
      case 'interfered': {
        const folder = writer.untrusted[random.below(writer.untrusted.length)] ?? '';
        // Skip the first calls, which locate the folder. A folder that is already a link at that point is the user's
        // choice.
        return {
          kind,
          at: 4 + random.below(counted.calls - 3),
          what: folder,
          interfere: () => this.#swapForLink(folder),
        };
      }
      default:
        return { kind: 'short-writes', bytes: 1 + random.below(2000) };
    }
  }

  #exchanged: string | null = null;

  /** Replaces a folder with a link to an outside folder. */
  #swapForLink(folder: string): void {
    const path = join(this.#place, folder);
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    renameSync(path, this.#away);
    symlinkSync(this.#outside, path);
    this.#exchanged = folder;
  }

  #restore(): void {
    if (this.#exchanged === null) return;
    const path = join(this.#place, this.#exchanged);
    this.#exchanged = null;
    rmSync(path, { force: true });
    renameSync(this.#away, path);
  }

  /** Checks that every file with a final name is either unchanged or completely written. */
  #check({ keeps }: Writer, { before, after }: Reference, fail: (problem: string) => void): void {
    const whole = new Set([...before.values(), ...after.values()]);
    const folders = [
      [this.#place, ''],
      [this.#away, this.#exchanged === null ? '' : `${this.#exchanged}/`],
    ] as const;
    for (const [folder, within] of folders) {
      for (const [path, content] of readTree(folder, within)) {
        if (content === 'link' || content.startsWith('json ') || whole.has(content) || keeps?.test(path)) continue;
        const isWhole = content.startsWith('list ')
          ? namedHashes(content).every((hash) => whole.has(hash))
          : path.endsWith('manifest.csv') && isTable(join(folder, path));
        if (!isWhole) fail(`${path} is not whole`);
      }
    }
  }

  #compare({ after }: Reference, fail: (problem: string) => void): void {
    const expected = JSON.stringify(lastingFiles(after));
    const found = JSON.stringify(lastingFiles(readTree(this.#place)));
    if (found !== expected) fail(`made ${found} in place of ${expected}`);
  }

  /**
   * Checks only the contents, not the names. A writer can mistake its files in a folder that was temporarily replaced
   * for the user's own, and then choose different names for new files.
   */
  #compareContents({ after }: Reference, fail: (problem: string) => void): void {
    const found = new Set(readTree(this.#place).values());
    for (const [path, content] of after) {
      if (!/(^|\/)bin\/|manifest/.test(path) && !found.has(content)) fail(`${path} was not made`);
    }
  }

  /** Includes modification times, because files must not be overwritten even with identical bytes. */
  #stateOutside(): string {
    return JSON.stringify(
      pathsIn(this.#outside).map((path) => {
        const { ino, mtimeMs } = statSync(join(this.#outside, path));
        return [path, ino, mtimeMs, readFileSync(join(this.#outside, path), 'utf8')];
      }),
    );
  }
}

const namedHashes = (list: string): string[] =>
  (JSON.parse(list.slice('list '.length)) as [string, string][]).map(([, hash]) => hash);

/** Returns whether all rows in a table are complete. Rows can be missing. */
const isTable = (path: string): boolean => {
  const rows = readFileSync(path, 'utf8').split('\r\n');
  return rows.at(-1) === '' && rows.slice(1, -1).every((row) => /,(wav|mp3)$/.test(row));
};

/** @param seeds one round is run per seed, with the writers in rotation */
export async function runWriterRounds(seeds: readonly number[]): Promise<WriterReport> {
  const rounds = new Rounds();
  const { writers, clear } = allWriters();
  try {
    for (const seed of seeds) {
      const writer = writers[seed % writers.length];
      if (writer) await rounds.run(writer, seed);
    }
    return { rounds: seeds.length, faults: rounds.faults, violations: rounds.violations };
  } finally {
    rounds.clear();
    clear();
  }
}
