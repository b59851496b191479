// A small JSON file of the application's own: it has a version, is parsed on load, and is never replaced because it
// could not be read.
import { readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../../node/files/error-code.ts';
import { makeFolder, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import type { Clock } from '../ports.ts';
import { writePrivateFile } from './private-file.ts';

/** What someone should be told of a document; work goes on with what is in memory. */
export type DocumentProblem =
  /** It makes no sense. `keptAs`: where it was put, null where it could not be moved and is left where it is. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly keptAs: string | null; readonly reason: string }
  /** A newer Lectern wrote it. It stays as it is. */
  | { readonly kind: 'newer'; readonly path: string; readonly version: number }
  /** What was changed is kept in memory only. `code`: as the system calls it (`ENOSPC`). */
  | { readonly kind: 'unwritable'; readonly path: string; readonly code: string };

/** A change that could not be written; it holds for as long as the process lives. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(`${problem.path} can't be written (${problem.kind})`);
    this.problem = problem;
  }
}

interface Versioned {
  readonly version: number;
}

export interface DocumentOptions<T extends Versioned> {
  readonly path: string;
  /** Of the version that this Lectern writes. */
  readonly schema: z.ZodType<T>;
  /** What holds where there is no document yet; its version is the newest one known here. */
  readonly initial: T;
  readonly clock: Clock;
}

const versionSchema = z.object({ version: z.number() });

interface Loaded<T> {
  readonly value: T;
  readonly problem: DocumentProblem | null;
  /** Whether a write would destroy content that could not be read. */
  readonly isHeld: boolean;
}

/** An open document. One process at a time has it. */
export class VersionedDocument<T extends Versioned> {
  readonly #options: DocumentOptions<T>;
  readonly #loaded: Loaded<T>;
  #value: T;
  #writing: Promise<void> = Promise.resolve();

  private constructor(options: DocumentOptions<T>, loaded: Loaded<T>) {
    this.#options = options;
    this.#loaded = loaded;
    this.#value = loaded.value;
  }

  /** Reads a document. Never fails: see `problem`. */
  static async open<T extends Versioned>(options: DocumentOptions<T>): Promise<VersionedDocument<T>> {
    return new VersionedDocument(options, await load(options));
  }

  /** What was wrong when it was opened; null: nothing. */
  get problem(): DocumentProblem | null {
    return this.#loaded.problem;
  }

  get value(): T {
    return this.#value;
  }

  /**
   * Changes the document: at once in memory, then on the disk, in the order of the calls.
   *
   * @throws DocumentError where it could not be written; ZodError for a value that the document can't have, and nothing
   *   is changed then
   */
  async change(how: (value: T) => T): Promise<void> {
    this.#value = this.#options.schema.parse(how(this.#value));
    this.#writing = this.#writing.catch(() => {}).then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { path } = this.#options;
    if (this.#loaded.isHeld && this.#loaded.problem) throw new DocumentError(this.#loaded.problem);
    try {
      await makeFolder(dirname(path), PRIVATE_MODE);
      await writePrivateFile(path, `${JSON.stringify(this.#value, null, 2)}\n`);
    } catch (error) {
      throw new DocumentError({ kind: 'unwritable', path, code: codeOf(error) });
    }
  }
}

async function load<T extends Versioned>({ path, schema, initial, clock }: DocumentOptions<T>): Promise<Loaded<T>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = codeOf(error);
    if (reason === 'ENOENT') return { value: initial, problem: null, isHeld: false };
    return { value: initial, problem: { kind: 'unreadable', path, keptAs: null, reason }, isHeld: true };
  }
  const found = parsed(text, schema);
  if (found.success) return { value: found.data, problem: null, isHeld: false };
  const version = versionSchema.safeParse(found.content).data?.version ?? 0;
  if (version > initial.version) {
    return { value: initial, problem: { kind: 'newer', path, version }, isHeld: true };
  }
  const keptAs = await putAside(path, clock.now());
  const problem = { kind: 'unreadable', path, keptAs, reason: found.reason } as const;
  return { value: initial, problem, isHeld: keptAs === null };
}

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly content: unknown; readonly reason: string };

function parsed<T>(text: string, schema: z.ZodType<T>): Parsed<T> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { success: false, content: null, reason: 'it is not valid JSON' };
  }
  const read = schema.safeParse(content);
  if (read.success) return { success: true, data: read.data };
  const [issue] = read.error.issues;
  return { success: false, content, reason: `${issue?.path.join('.') || 'the document'} is not valid` };
}

/** @returns null where it can't be moved */
async function putAside(path: string, now: number): Promise<string | null> {
  const keptAs = `${path}.unreadable-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  try {
    await rename(path, keptAs);
    return keptAs;
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): string => errorCode(error) ?? 'unknown error';
