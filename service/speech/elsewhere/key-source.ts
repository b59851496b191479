// Where the key of a voice server comes from. It is looked up for each request, so that a new one needs no restart.
import { readSmallFile } from '../../common/read-small-file.ts';
import { SourceError } from './speech-source.ts';

/** Inline, in a file of its own, or in a variable of the environment. */
export type KeySource =
  | { readonly kind: 'inline'; readonly key: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'environment'; readonly name: string };

/** What a header can carry. */
const KEY = /^[\x21-\x7e]+$/;

/** No key comes near. */
const MAX_KEY_BYTES = 64 * 1024;

function fromFile(path: string, title: string): string {
  try {
    return readSmallFile(path, MAX_KEY_BYTES).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SourceError('final', `${title} has no key: its file ${path} can't be read (${code}).`);
  }
}

/** @throws SourceError where it is not there, or no key can look so */
export function keyOf(source: KeySource | undefined, title: string): string | undefined {
  if (source === undefined) return undefined;
  const where = source.kind === 'file' ? `its file ${source.path}` : 'the configuration';
  if (source.kind === 'environment') {
    const key = process.env[source.name]?.trim();
    if (key !== undefined && KEY.test(key)) return key;
    const what = key === undefined || key === '' ? 'is not set' : 'holds no key';
    throw new SourceError(
      'final',
      `${title} has no key: the environment variable ${source.name} ${what} where the service was started.`,
    );
  }
  const key = source.kind === 'file' ? fromFile(source.path, title) : source.key;
  if (!KEY.test(key)) throw new SourceError('final', `${title} has no key: what ${where} holds is none.`);
  return key;
}
