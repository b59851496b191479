import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { copyBytes, replaceFile, writeAll } from '../../../node/files/durable-write.ts';
import { openRegularFile } from '../../../node/files/regular-file.ts';
import type { ProvenanceClaim } from '../claim.ts';
import { type ManifestContainer, type OutputPart, sizeOf } from '../containers/container.ts';
import { CONTAINERS, detectFormat } from '../containers/detect-container.ts';
import { boxPosition } from '../containers/mp4.ts';
import { SourceFile } from '../containers/source-file.ts';
import { signatureSize, signClaim } from '../manifest/cose.ts';
import { buildManifest, HASH_ALGORITHM, HASH_BYTES, type HashBinding } from '../manifest/write-manifest.ts';
import { ProvenanceError } from '../provenance-error.ts';
import type { Signer } from './signer.ts';
import { requestTimeStamp, type TimeStampAuthority, type TimeStampOutcome } from './time-stamp.ts';

export interface SigningOrder {
  readonly claim: ProvenanceClaim;
  readonly signer: Signer;
  readonly timeStamps?: TimeStampAuthority;
}

export interface SigningResult {
  /** Where the manifest is: in the signed file, or in a separate file next to it. */
  readonly manifest: 'embedded' | 'sidecar';
  readonly manifestBytes: number;
  readonly timeStamp: TimeStampOutcome;
}

export interface SignedManifest {
  /** The manifest store. */
  readonly bytes: Uint8Array;
  readonly timeStamp: TimeStampOutcome;
}

/** Bytes reserved for the time-stamp token. Enough for three certificates. */
const TIME_STAMP_BYTES = 10_000;

/** Returns the path of the separate manifest of a file that can't contain one. Other C2PA programs use the same path. */
export function sidecarPath(path: string): string {
  const { dir, name } = parse(path);
  return join(dir, `${name}.c2pa`);
}

/**
 * Signs an audio file. Reads it in chunks; only the index of an MP4 file is held in memory. Writes the signed file
 * atomically to `target`, which can be the source itself. Ogg files can't contain a manifest, so they are copied
 * unchanged, and the manifest is written to `sidecarPath(target)`.
 * @throws ProvenanceError; UnsafeEntryError; file system errors
 */
export async function signFile(source: string, target: string, order: SigningOrder): Promise<SigningResult> {
  const file = await openRegularFile(source, 'follow');
  try {
    const opened = await SourceFile.of(file);
    const isEmbeddable = (await detectFormat(opened)) !== 'ogg';
    const { promise, resolve } = Promise.withResolvers<SigningResult>();
    if (isEmbeddable) {
      await replaceFile(target, async (output) => {
        resolve(await signEmbedded(opened, output, order));
        // Windows can't replace an open file.
        await file.close();
      });
      return await promise;
    }
    const { bytes, timeStamp } = await signSidecar(await hashOf(opened), order);
    if (source !== target) await replaceFile(target, (output) => copyBytes(opened.chunks(opened.all), output));
    await replaceFile(sidecarPath(target), bytes);
    return { manifest: 'sidecar', manifestBytes: bytes.length, timeStamp };
  } finally {
    await file.close();
  }
}

async function hashOf(source: SourceFile): Promise<Uint8Array> {
  const hash = createHash(HASH_ALGORITHM);
  for await (const chunk of source.chunks(source.all)) hash.update(chunk);
  return hash.digest();
}

/** Returns the separate manifest of an unsigned file. @param sha256 hash of the file */
export const signSidecar = (sha256: Uint8Array, order: SigningOrder): Promise<SignedManifest> =>
  signManifest(order, { kind: 'data', excluded: null }, sha256);

/**
 * Writes a signed copy of an open audio file to an empty one.
 * @throws ProvenanceError, also for Ogg files; file system errors
 */
export const signCopy = async (source: FileHandle, target: FileHandle, order: SigningOrder): Promise<SigningResult> =>
  signEmbedded(await SourceFile.of(source), target, order);

async function signEmbedded(source: SourceFile, output: FileHandle, order: SigningOrder): Promise<SigningResult> {
  const format = await detectFormat(source);
  if (format === null || format === 'ogg') throw new ProvenanceError({ kind: 'unsupported-format' });
  const { parts, binding, manifestBytes } = await layOut(source, CONTAINERS[format], order);
  const hash = await writeParts(source, parts, manifestBytes, output);
  const { bytes, timeStamp } = await signManifest(order, binding, hash);
  if (bytes.length !== manifestBytes) throw new Error(`The manifest has ${bytes.length} bytes, not ${manifestBytes}.`);
  await writeAll(output, bytes, manifestPosition(parts));
  return { manifest: 'embedded', manifestBytes, timeStamp };
}

interface Layout {
  readonly parts: readonly OutputPart[];
  readonly binding: HashBinding;
  readonly manifestBytes: number;
}

/**
 * Lays out the signed file. The manifest contains its own position and size, and larger numbers take more bytes. Starts
 * with the smallest numbers and repeats until the size no longer grows.
 */
async function layOut(source: SourceFile, container: ManifestContainer, order: SigningOrder): Promise<Layout> {
  const kind = container.binding;
  let binding: HashBinding = kind === 'mp4' ? { kind } : { kind, excluded: { start: 0, length: 0 } };
  for (let manifestBytes = manifestSize(order, binding); ; ) {
    const parts = await container.layOut(source, manifestBytes);
    if (kind === 'data') binding = { kind, excluded: unhashedRange(parts, manifestBytes) };
    const size = manifestSize(order, binding);
    if (size === manifestBytes) return { parts, binding, manifestBytes };
    manifestBytes = size;
  }
}

const reservedBytes = ({ timeStamps }: SigningOrder): number => (timeStamps ? TIME_STAMP_BYTES : 0);

function manifestSize(order: SigningOrder, binding: HashBinding): number {
  const signature = new Uint8Array(signatureSize(order.signer, reservedBytes(order)));
  return buildManifest(order, binding, new Uint8Array(HASH_BYTES)).withSignature(signature).length;
}

const manifestPosition = (parts: readonly OutputPart[]): number =>
  totalSize(
    parts.slice(
      0,
      parts.findIndex(({ content }) => content === 'manifest'),
    ),
    0,
  );

const totalSize = (parts: readonly OutputPart[], manifestBytes: number): number =>
  parts.reduce((sum, part) => sum + sizeOf(part, manifestBytes), 0);

/** Returns the range of the adjacent parts that aren't hashed. */
function unhashedRange(parts: readonly OutputPart[], manifestBytes: number) {
  const start = totalSize(
    parts.slice(
      0,
      parts.findIndex(({ isHashed }) => !isHashed),
    ),
    manifestBytes,
  );
  return {
    start,
    length: totalSize(
      parts.filter(({ isHashed }) => !isHashed),
      manifestBytes,
    ),
  };
}

/** Writes all parts, with zeros in place of the manifest, and returns the hash that binds the manifest to them. */
async function writeParts(
  source: SourceFile,
  parts: readonly OutputPart[],
  manifestBytes: number,
  output: FileHandle,
): Promise<Uint8Array> {
  const hash = createHash(HASH_ALGORITHM);
  let position = 0;
  for (const part of parts) {
    if (part.startsBox) hash.update(boxPosition(position));
    for await (const chunk of bytesOf(source, part, manifestBytes)) {
      if (part.isHashed) hash.update(chunk);
      await writeAll(output, chunk, position);
      position += chunk.length;
    }
  }
  return hash.digest();
}

async function* bytesOf(source: SourceFile, { content }: OutputPart, manifestBytes: number) {
  if (content === 'manifest') yield new Uint8Array(manifestBytes);
  else if (content instanceof Uint8Array) yield content;
  else yield* source.chunks(content);
}

async function signManifest(order: SigningOrder, binding: HashBinding, hash: Uint8Array): Promise<SignedManifest> {
  const { signer, timeStamps } = order;
  const manifest = buildManifest(order, binding, hash);
  if (timeStamps === undefined) {
    const { signature } = await signClaim(manifest.claim, signer, null);
    return { bytes: manifest.withSignature(signature), timeStamp: { kind: 'none' } };
  }
  let timeStamp: TimeStampOutcome = { kind: 'none' };
  const { signature, isTooLarge } = await signClaim(manifest.claim, signer, {
    reservedBytes: reservedBytes(order),
    request: async (bytes) => {
      const answer = await requestTimeStamp(timeStamps, bytes);
      timeStamp = answer.outcome;
      return answer.token;
    },
  });
  return { bytes: manifest.withSignature(signature), timeStamp: isTooLarge ? { kind: 'too-large' } : timeStamp };
}
