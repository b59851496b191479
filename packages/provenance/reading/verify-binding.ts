// Compares the hash in a manifest with the file. The file is read in chunks, so memory doesn't depend on its size.
import { createHash, type Hash } from 'node:crypto';
import type { ReadingProblem } from '../../../shared/model/verification.ts';
import type { ManifestPlace } from '../containers/container.ts';
import { detectFormat } from '../containers/detect-container.ts';
import { boxPosition, topLevelBoxes } from '../containers/mp4.ts';
import type { FileRange, SourceFile } from '../containers/source-file.ts';
import { MP4_MANIFEST_UUID } from '../manifest/write-manifest.ts';
import type { BindingAssertion, DataHash, Mp4Hash } from './manifest-store.ts';

const ALGORITHMS = ['sha256', 'sha384', 'sha512'];
/** Boxes that can be excluded from the hash. */
const EXCLUDABLE_BOXES = ['/ftyp', '/mfra', '/free', '/skip', '/emsg'];

/** @param place the embedded manifest; null if it is in a separate file */
export async function verifyBinding(
  source: SourceFile,
  place: ManifestPlace | null,
  binding: BindingAssertion,
): Promise<ReadingProblem[]> {
  switch (binding.kind) {
    case 'missing':
      return [{ kind: 'not-bound' }];
    case 'unsupported':
      return [{ kind: 'unsupported-binding' }];
    case 'compressed':
      return [{ kind: 'compressed-manifest' }];
    case 'data':
      return verifyDataHash(source, place, binding.assertion);
    case 'mp4':
      return verifyMp4Hash(source, place, binding.assertion);
  }
}

function startHash(alg = 'sha256'): Hash | null {
  return ALGORITHMS.includes(alg) ? createHash(alg) : null;
}

const compare = (hash: Hash, expected: Uint8Array): ReadingProblem[] =>
  hash.digest().equals(expected) ? [] : [{ kind: 'audio-changed' }];

async function verifyDataHash(
  source: SourceFile,
  place: ManifestPlace | null,
  { alg, hash: expected, exclusions = [] }: DataHash,
): Promise<ReadingProblem[]> {
  const hash = startHash(alg);
  if (hash === null) return [{ kind: 'unsupported-binding' }];
  const excluded = exclusions
    .map(({ start, length }) => ({ start, end: start + length }))
    .toSorted((left, right) => left.start - right.start);
  const isOutside = excluded.some(
    ({ start, end }) => place === null || start < place.enclosure.start || end > place.enclosure.end,
  );
  if (isOutside) return [{ kind: 'unprotected-bytes' }];
  let at = 0;
  for (const { start, end } of [...excluded, { start: source.size, end: source.size }]) {
    for await (const chunk of source.chunks({ start: at, end: Math.max(at, start) })) hash.update(chunk);
    at = Math.max(at, end);
  }
  return compare(hash, expected);
}

async function verifyMp4Hash(
  source: SourceFile,
  place: ManifestPlace | null,
  { alg, hash: expected, exclusions }: Mp4Hash,
): Promise<ReadingProblem[]> {
  const hash = startHash(alg);
  if (hash === null) return [{ kind: 'unsupported-binding' }];
  if ((await detectFormat(source)) !== 'mp4') return [{ kind: 'audio-changed' }];
  const isOwnBox = ({ xpath, data }: Mp4Hash['exclusions'][number]): boolean =>
    xpath === '/uuid' &&
    data?.length === 1 &&
    data[0]?.offset === 8 &&
    Buffer.from(data[0].value).equals(MP4_MANIFEST_UUID);
  if (!exclusions.every((each) => isOwnBox(each) || (EXCLUDABLE_BOXES.includes(each.xpath) && !each.data))) {
    return [{ kind: 'unprotected-bytes' }];
  }
  for (const { type, range, content } of await topLevelBoxes(source)) {
    const isOwn = type === 'uuid' && (await source.read(range.start + 8, 16)).equals(MP4_MANIFEST_UUID);
    if (exclusions.some((each) => (isOwnBox(each) ? isOwn : each.xpath === `/${type}`))) {
      // Anyone could add further boxes of the types that are left out.
      const isNeeded = range.start === 0 || range.start === place?.enclosure.start;
      if (!isNeeded && !(await isEmpty(source, content))) return [{ kind: 'unprotected-bytes' }];
      continue;
    }
    hash.update(boxPosition(range.start));
    for await (const chunk of source.chunks(range)) hash.update(chunk);
  }
  return compare(hash, expected);
}

async function isEmpty(source: SourceFile, range: FileRange): Promise<boolean> {
  for await (const chunk of source.chunks(range)) if (chunk.some((byte) => byte !== 0)) return false;
  return true;
}
