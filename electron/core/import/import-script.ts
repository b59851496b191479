// Reads a script from a file, whatever its format.
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { readRegularFile } from '../../../node/files/regular-file.ts';
import { SCRIPT_EXTENSIONS, type ScriptKind } from '../../../shared/rules/script-kind.ts';
import { fileTypeOf, ImportError, type ImportProblem } from './importable-file.ts';
import { type ImportedScript, importTextFile } from './text-file.ts';

/** Larger files are refused, in bytes: a long novel has 3 MiB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** With the dot; a file without an extension is text. */
const TEXT_EXTENSIONS: readonly string[] = ['', ...SCRIPT_EXTENSIONS.map((extension) => `.${extension}`)];
const READ_TODAY = 'plain text (.txt, .md, .markdown, .lectern-script)';

/** A script read from a file. */
export interface ImportedFile extends ImportedScript {
  /** The path as given. */
  readonly path: string;
  /** The file's name without folder and extension: a project's name where the work has no title. */
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * Imports a script.
 *
 * @throws ImportError of every kind
 */
export async function importScript(path: string): Promise<ImportedFile> {
  return importScriptBytes(await readScriptFile(path), path);
}

/**
 * The same for a script that was handed over.
 *
 * @param path the file's name, or its path
 * @param kind how it is read, whatever it looks like; absent: as it looks
 * @throws ImportError `binary`, `empty`, `encoding`, `unknown-format` or `too-large`
 */
export function importScriptBytes(bytes: Uint8Array, path: string, kind?: ScriptKind): ImportedFile {
  if (bytes.byteLength > MOST_BYTES) throw tooLarge(path);
  const file = basename(path);
  const type = fileTypeOf(bytes);
  if (type?.isDocument || !TEXT_EXTENSIONS.includes(extname(file).toLowerCase())) {
    const what = type ? `is ${type.name}, which` : `is of a kind (${extname(file)}) that`;
    throw new ImportError(
      'unknown-format',
      path,
      `“${file}” ${what} can't be imported; today ${READ_TODAY} can be read.`,
    );
  }
  return {
    ...importTextFile(bytes, file, kind),
    path,
    name: basename(file, extname(file)),
    sizeBytes: bytes.byteLength,
  };
}

/** The bytes of a script's file. @throws ImportError `not-found`, `folder`, `unreadable` or `too-large` */
export async function readScriptFile(path: string): Promise<Uint8Array> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new ImportError('folder', path, `“${path}” is a folder; name the script's file.`);
    return await readRegularFile(path, MOST_BYTES, 'follow');
  } catch (error) {
    if (error instanceof UnsafeEntryError) throw unsafeFile(error, path);
    throw error instanceof ImportError ? error : fileError(error, path);
  }
}

function tooLarge(path: string): ImportError {
  const mebibytes = MOST_BYTES / 1024 / 1024;
  return new ImportError(
    'too-large',
    path,
    `“${path}” is larger than ${mebibytes} MiB; split it into several scripts.`,
  );
}

const unsafeFile = ({ reason }: UnsafeEntryError, path: string): ImportError =>
  reason === 'too-large'
    ? tooLarge(path)
    : new ImportError('unreadable', path, `“${path}” is not a regular file; name the script's file.`);

function fileError(error: unknown, path: string): ImportError {
  const code = errorCode(error) ?? '';
  const wording: Record<string, [ImportProblem, string]> = {
    ENOENT: ['not-found', `There is no file “${path}”; check the name.`],
    ENOTDIR: ['not-found', `There is no file “${path}”; check the name.`],
    EISDIR: ['folder', `“${path}” is a folder; name the script's file.`],
    EACCES: ['unreadable', `“${path}” can't be read: permission denied; check its permissions.`],
    EPERM: ['unreadable', `“${path}” can't be read: permission denied; check its permissions.`],
  };
  const [kind, message] = wording[code] ?? [
    'unreadable',
    `“${path}” can't be read (${code || 'unknown error'}); check the drive and the name.`,
  ];
  return new ImportError(kind, path, message, error);
}
