import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type AnyPack,
  anyPackSchema,
  isRecogniserPack,
  PACK_FILE,
  PACK_LIMITS,
  type PackProblem,
  type RecogniserPack,
  type VoicePack,
} from '@lectern/tts-protocol';
import { errorCode, UnsafeEntryError } from '../files/file-errors.ts';
import { readChunks } from '../files/regular-file.ts';
import { UntrustedFolder } from '../files/untrusted-folder.ts';

export class PackError extends Error {
  override readonly name = 'PackError';
  readonly problem: PackProblem;
  /** The affected file or field, or ''. */
  readonly where: string;

  constructor(problem: PackProblem, where = '') {
    super(`The pack is not used (${problem}${where === '' ? '' : `: ${where}`})`);
    this.problem = problem;
    this.where = where;
  }
}

/** Throws PackError `malformed` or `no-licence`. */
export function parsePack(text: string): AnyPack {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new PackError('malformed', PACK_FILE);
  }
  const parsed = anyPackSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map((issue) => issue.path.join('.'));
  if (paths.some((path) => path === 'rights' || path === 'rights.licence')) throw new PackError('no-licence');
  throw new PackError('malformed', paths[0] ?? '');
}

/** Checks that the pack's files exist with the listed sizes, but not their content. */
export function readPack(path: string): AnyPack {
  const folder = new UntrustedFolder(path);
  const pack = parsePack(readDescription(folder));
  for (const file of pack.files) {
    const found = statPackFile(folder, file.path);
    if (found === null) throw new PackError('missing', file.path);
    if (found.size !== file.size) throw new PackError('wrong-size', file.path);
  }
  return pack;
}

/** Like `readPack`, but throws PackError `malformed` for packs of other kinds. */
export const readVoicePack = (path: string): VoicePack => asVoicePack(readPack(path));

/** Like `readPack`, but throws PackError `malformed` for packs of other kinds. */
export function readRecogniserPack(path: string): RecogniserPack {
  const pack = readPack(path);
  if (!isRecogniserPack(pack)) throw new PackError('malformed', 'kind');
  return pack;
}

/** Like `parsePack`, but throws PackError `malformed` for packs of other kinds. */
export const parseVoicePack = (text: string): VoicePack => asVoicePack(parsePack(text));

function asVoicePack(pack: AnyPack): VoicePack {
  if (isRecogniserPack(pack)) throw new PackError('malformed', 'kind');
  return pack;
}

function readDescription(folder: UntrustedFolder): string {
  try {
    return folder.readSync(join(folder.path, PACK_FILE), PACK_LIMITS.describedBytes).toString('utf8');
  } catch (error) {
    if (error instanceof UnsafeEntryError) throw new PackError('malformed', PACK_FILE);
    if (/^(ENOENT|ENOTDIR)$/.test(errorCode(error) ?? '')) throw new PackError('no-pack');
    throw error;
  }
}

function statPackFile(folder: UntrustedFolder, path: string): { readonly size: number } | null {
  try {
    return folder.statFileSync(join(folder.path, ...path.split('/')));
  } catch (error) {
    if (error instanceof UnsafeEntryError) return null;
    throw error;
  }
}

/** Verifies the hashes of all files. `onRead` is called with the number of additional bytes read. */
export async function checkPackFiles(
  path: string,
  pack: AnyPack,
  signal?: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<void> {
  const folder = new UntrustedFolder(path);
  for (const file of pack.files) {
    signal?.throwIfAborted();
    const open = await folder.openForReading(join(folder.path, ...file.path.split('/'))).catch((error: unknown) => {
      const isGone = error instanceof UnsafeEntryError || errorCode(error) === 'ENOENT';
      throw isGone ? new PackError('missing', file.path) : error;
    });
    try {
      const hash = createHash('sha256');
      for await (const part of readChunks(open)) {
        signal?.throwIfAborted();
        hash.update(part);
        onRead(part.byteLength);
      }
      if (hash.digest('hex') !== file.sha256) throw new PackError('wrong-hash', file.path);
    } finally {
      await open.close();
    }
  }
}
