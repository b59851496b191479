// A small, versioned JSON file of the application. It is validated when loaded, and never overwritten if it is
// unreadable.
import { readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../../node/files/file-errors.ts';
import { makeFolder, PRIVATE_MODE } from '../../../node/files/make-folder.ts';
import type { DocumentProblem } from '../../../shared/model/problems/machine-problem.ts';
import type { Clock } from '../ports.ts';
import { writePrivateFile } from './private-file.ts';

/** A change couldn't be saved, so it only applies until the process exits. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(`${problem.kind}: ${problem.path}`);
    this.problem = problem;
  }
}

interface Versioned {
  readonly version: number;
}

export interface DocumentOptions<T extends Versioned> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** Value used if there is no document yet. Its version is the latest supported one. */
  readonly initial: T;
  readonly clock: Clock;
}

const versionSchema = z.object({ version: z.number() });

interface LoadResult<T> {
  readonly value: T;
  readonly problem: DocumentProblem | null;
  readonly isHeld: boolean;
}

/** Only one process can use a document at a time. */
export class VersionedDocument<T extends Versioned> {
  readonly #options: DocumentOptions<T>;
  readonly #loaded: LoadResult<T>;
  #value: T;
  #writing: Promise<void> = Promise.resolve();

  private constructor(options: DocumentOptions<T>, loaded: LoadResult<T>) {
    this.#options = options;
    this.#loaded = loaded;
    this.#value = loaded.value;
  }

  /** Never fails; see `problem`. */
  static async open<T extends Versioned>(options: DocumentOptions<T>): Promise<VersionedDocument<T>> {
    return new VersionedDocument(options, await load(options));
  }

  get problem(): DocumentProblem | null {
    return this.#loaded.problem;
  }

  get value(): T {
    return this.#value;
  }

  /** Changes the value immediately, then writes it to disk in call order. @throws DocumentError; ZodError */
  async change(update: (value: T) => T): Promise<void> {
    this.#value = this.#options.schema.parse(update(this.#value));
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

async function load<T extends Versioned>({ path, schema, initial, clock }: DocumentOptions<T>): Promise<LoadResult<T>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { value: initial, problem: null, isHeld: false };
    const why = { kind: 'system', code } as const;
    return { value: initial, problem: { kind: 'unreadable', path, keptAs: null, why }, isHeld: true };
  }
  const found = parseDocument(text, schema);
  if (found.success) return { value: found.data, problem: null, isHeld: false };
  const version = versionSchema.safeParse(found.content).data?.version ?? 0;
  if (version > initial.version) {
    return { value: initial, problem: { kind: 'newer', path, version }, isHeld: true };
  }
  const keptAs = await quarantine(path, clock.now());
  const problem = { kind: 'unreadable', path, keptAs, why: found.why } as const;
  return { value: initial, problem, isHeld: keptAs === null };
}

type UnreadableDocument = Extract<DocumentProblem, { kind: 'unreadable' }>['why'];

type ParseResult<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly content: unknown; readonly why: UnreadableDocument };

function parseDocument<T>(text: string, schema: z.ZodType<T>): ParseResult<T> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { success: false, content: null, why: { kind: 'not-json' } };
  }
  const read = schema.safeParse(content);
  if (read.success) return { success: true, data: read.data };
  const [issue] = read.error.issues;
  return { success: false, content, why: { kind: 'invalid', field: issue?.path.join('.') ?? '' } };
}

/** Returns the new path, or null if the file couldn't be moved. */
async function quarantine(path: string, now: number): Promise<string | null> {
  const keptAs = `${path}.unreadable-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  try {
    await rename(path, keptAs);
    return keptAs;
  } catch {
    return null;
  }
}

const codeOf = (error: unknown): string => errorCode(error) ?? 'UNKNOWN';
