// Finds the assertion in a manifest store that binds the active manifest to its file.
import { decode, Tagged } from 'cborg';
import { z } from 'zod';
import { UUID_TAIL } from '../manifest/jumbf.ts';

const BOX_HEADER_BYTES = 8;
const TYPE_BYTES = 16;
const LABEL_OFFSET = TYPE_BYTES + 1;
const MAX_BOXES = 10_000;
const COSE_SIGN1 = 18;

interface Superbox {
  /** The first four bytes of the UUID, as letters; empty if the UUID isn't one of C2PA's. */
  readonly type: string;
  readonly label: string;
  readonly children: Buffer;
}

/** The store can't be parsed. */
export class ManifestStoreError extends Error {
  override readonly name = 'ManifestStoreError';
}

interface JumbfBox {
  readonly type: string;
  readonly content: Buffer;
}

function readBoxes(bytes: Buffer): JumbfBox[] {
  const boxes: JumbfBox[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = at + BOX_HEADER_BYTES <= bytes.length ? bytes.readUInt32BE(at) : 0;
    if (size < BOX_HEADER_BYTES || at + size > bytes.length || boxes.length >= MAX_BOXES) {
      throw new ManifestStoreError('invalid box');
    }
    const content = bytes.subarray(at + BOX_HEADER_BYTES, at + size);
    boxes.push({ type: bytes.toString('latin1', at + 4, at + BOX_HEADER_BYTES), content });
    at += size;
  }
  return boxes;
}

function readSuperbox({ type, content }: JumbfBox): Superbox {
  const [description] = type === 'jumb' ? readBoxes(content.subarray(0, descriptionSize(content))) : [];
  if (description?.type !== 'jumd') throw new ManifestStoreError('not a superbox');
  const labelEnd = description.content.indexOf(0, LABEL_OFFSET);
  if (labelEnd < 0) throw new ManifestStoreError('no label');
  return {
    type: description.content.subarray(4, TYPE_BYTES).equals(UUID_TAIL)
      ? description.content.toString('latin1', 0, 4)
      : '',
    label: description.content.toString('utf8', LABEL_OFFSET, labelEnd),
    children: content.subarray(descriptionSize(content)),
  };
}

const descriptionSize = (content: Buffer): number => (content.length >= 4 ? content.readUInt32BE(0) : 0);

const superboxes = (bytes: Buffer): Superbox[] =>
  readBoxes(bytes)
    .filter(({ type }) => type === 'jumb')
    .map(readSuperbox);

const dataHashSchema = z.object({
  alg: z.string().optional(),
  hash: z.instanceof(Uint8Array),
  exclusions: z.array(z.object({ start: z.int().min(0), length: z.int().min(0) })).optional(),
});
const mp4HashSchema = z.object({
  alg: z.string().optional(),
  hash: z.instanceof(Uint8Array),
  exclusions: z.array(
    z.strictObject({
      xpath: z.string(),
      data: z.array(z.object({ offset: z.number(), value: z.instanceof(Uint8Array) })).nullish(),
      length: z.null().optional(),
      version: z.null().optional(),
      flags: z.null().optional(),
      exact: z.null().optional(),
      subset: z.null().optional(),
    }),
  ),
  merkle: z.null().optional(),
});

export type DataHash = z.infer<typeof dataHashSchema>;
export type Mp4Hash = z.infer<typeof mp4HashSchema>;

export type BindingAssertion =
  | { readonly kind: 'data'; readonly assertion: DataHash }
  | { readonly kind: 'mp4'; readonly assertion: Mp4Hash }
  | { readonly kind: 'missing' | 'unsupported' | 'compressed' };

const decodeCbor = (bytes: Uint8Array): unknown => decode(bytes, { tags: Tagged.preserve(0, COSE_SIGN1) });

/** Standard, update and compressed manifests. */
const MANIFEST_TYPES = ['c2ma', 'c2um', 'c2cm'];

/**
 * Returns the active manifest, which is the last one in the store. The library ignores boxes of other types, so one of them
 * could pass off another file's hash as the signed one.
 * @throws ManifestStoreError
 */
function activeManifest(store: Buffer): Superbox {
  const [outer, ...others] = readBoxes(store);
  if (outer === undefined || others.length > 0) throw new ManifestStoreError('not a single store');
  const { type, children } = readSuperbox(outer);
  const manifests = superboxes(children);
  const active = manifests.at(-1);
  if (type !== 'c2pa' || active === undefined) throw new ManifestStoreError('no manifest');
  const isUnambiguous = new Set(manifests.map(({ label }) => label)).size === manifests.length;
  if (!isUnambiguous || !manifests.every((each) => MANIFEST_TYPES.includes(each.type))) {
    throw new ManifestStoreError('unexpected box');
  }
  return active;
}

/** Returns the only box with this type and label; null if there is none. @throws ManifestStoreError if another is similar */
function onlyBox(manifest: Superbox, type: string, label: string): Superbox | null {
  const similar = superboxes(manifest.children).filter((each) => each.type === type || each.label === label);
  const [found, ...others] = similar;
  if (found === undefined) return null;
  if (others.length > 0 || found.type !== type || found.label !== label) {
    throw new ManifestStoreError('ambiguous boxes');
  }
  return found;
}

interface ManifestBox {
  readonly label: string;
  readonly bytes: Buffer;
  /** The box with the signature; null if there isn't exactly one. */
  readonly signature: Buffer | null;
}

/** Returns the boxes of all manifests in a store. @throws ManifestStoreError */
export function manifestBoxes(store: Buffer): ManifestBox[] {
  const [outer] = readBoxes(store);
  if (outer === undefined) throw new ManifestStoreError('not a single store');
  return rawSuperboxes(readSuperbox(outer).children).map(({ bytes, box: { label, children } }) => {
    const [signature, ...others] = rawSuperboxes(children).filter(({ box }) => box.label === 'c2pa.signature');
    return { label, bytes, signature: signature && others.length === 0 ? signature.bytes : null };
  });
}

/** Returns the superboxes with their bytes, including headers. */
function rawSuperboxes(bytes: Buffer): { readonly box: Superbox; readonly bytes: Buffer }[] {
  let at = 0;
  return readBoxes(bytes).flatMap((each) => {
    const start = at;
    at += each.content.length + BOX_HEADER_BYTES;
    return each.type === 'jumb' ? [{ box: readSuperbox(each), bytes: bytes.subarray(start, at) }] : [];
  });
}

/** @throws ManifestStoreError */
export const activeLabel = (store: Buffer): string => activeManifest(store).label;

/** @throws ManifestStoreError; errors of the CBOR decoder */
export function findBinding(store: Buffer): BindingAssertion {
  const manifest = activeManifest(store);
  if (manifest.type === 'c2cm') return { kind: 'compressed' };
  const assertions = onlyBox(manifest, 'c2as', 'c2pa.assertions');
  const hashes = superboxes(assertions?.children ?? Buffer.alloc(0)).filter(({ label }) =>
    label.startsWith('c2pa.hash.'),
  );
  const [hash, ...others] = hashes;
  if (hash === undefined) return { kind: 'missing' };
  if (others.length > 0) return { kind: 'unsupported' };
  const content = readBoxes(hash.children).find(({ type }) => type === 'cbor')?.content;
  if (content === undefined) return { kind: 'unsupported' };
  if (hash.label === 'c2pa.hash.data') {
    const parsed = dataHashSchema.safeParse(decodeCbor(content));
    return parsed.success ? { kind: 'data', assertion: parsed.data } : { kind: 'unsupported' };
  }
  if (hash.label === 'c2pa.hash.bmff.v2' || hash.label === 'c2pa.hash.bmff.v3') {
    const parsed = mp4HashSchema.safeParse(decodeCbor(content));
    return parsed.success ? { kind: 'mp4', assertion: parsed.data } : { kind: 'unsupported' };
  }
  return { kind: 'unsupported' };
}

/** Returns whether the padding of the active manifest's signature, which isn't signed, consists of zeros. */
export function isPaddingEmpty(store: Buffer): boolean {
  const signature = onlyBox(activeManifest(store), 'c2cs', 'c2pa.signature');
  const content = readBoxes(signature?.children ?? Buffer.alloc(0)).find(({ type }) => type === 'cbor')?.content;
  const decoded = content && decodeCbor(content);
  const parts: unknown = decoded instanceof Tagged ? decoded.value : decoded;
  const unprotected: unknown = Array.isArray(parts) ? parts[1] : undefined;
  if (typeof unprotected !== 'object' || unprotected === null) return false;
  const padding = ['pad', 'pad2'].map((name) => Object.entries(unprotected).find(([key]) => key === name)?.[1]);
  return padding.every((bytes) => !(bytes instanceof Uint8Array) || bytes.every((byte) => byte === 0));
}
