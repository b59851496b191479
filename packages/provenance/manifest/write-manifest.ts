// Writes a manifest store with one manifest, as in chapters 10 to 15 of the C2PA specification 2.2.
import { createHash } from 'node:crypto';
import { Tagged } from 'cborg';
import { type ProvenanceClaim, type SoftBinding, sourceTypeOf, type VoiceStatement } from '../claim.ts';
import type { Signer } from '../signing/signer.ts';
import { toCbor } from './cose.ts';
import { INGREDIENT_LABEL, ingredientData } from './ingredient.ts';
import { BOX_HEADER_BYTES, cborBox, superbox } from './jumbf.ts';

/** The specification requires custom labels to begin with a reversed domain name. */
export const VOICES_LABEL = 'example.lectern.voices';
export const HASH_ALGORITHM = 'sha256';
export const HASH_BYTES = 32;
const DATE_TAG = 0;

/**
 * How the manifest is bound to the file: by a hash of all bytes except a range, or of all boxes of an MP4 file except a
 * few.
 */
export type HashBinding =
  | { readonly kind: 'data'; readonly excluded: { readonly start: number; readonly length: number } | null }
  | { readonly kind: 'mp4' };

export interface UnsignedManifest {
  readonly claim: Uint8Array;
  /** Returns the manifest store. */
  withSignature(signature: Uint8Array): Uint8Array;
}

/** Identifies the `uuid` box of a C2PA manifest store in an MP4 file. */
export const MP4_MANIFEST_UUID = new Uint8Array(Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'));

function hashAssertion(binding: HashBinding, hash: Uint8Array): Assertion {
  if (binding.kind === 'mp4') {
    const exclusions = [
      { xpath: '/uuid', data: [{ offset: 8, value: MP4_MANIFEST_UUID }] },
      { xpath: '/ftyp' },
      { xpath: '/mfra' },
    ];
    return { label: 'c2pa.hash.bmff.v3', data: { exclusions, alg: HASH_ALGORITHM, hash, name: 'jumbf manifest' } };
  }
  const exclusions = binding.excluded === null ? {} : { exclusions: [binding.excluded] };
  return {
    label: 'c2pa.hash.data',
    data: { ...exclusions, alg: HASH_ALGORITHM, hash, name: 'jumbf manifest', pad: new Uint8Array(0) },
  };
}

interface Assertion {
  readonly label: string;
  readonly data: object;
}

const voiceData = ({ name, source, licence, consentId }: VoiceStatement): object => ({
  name,
  source,
  ...(licence === undefined ? {} : { licence }),
  ...(consentId === undefined ? {} : { consentId }),
});

interface EncodedAssertion {
  readonly label: string;
  readonly bytes: Uint8Array;
}

const encoded = ({ label, data }: Assertion): EncodedAssertion => ({
  label,
  bytes: superbox('cbor', label, cborBox(toCbor(data))),
});

const hashedUri = ({ label, bytes }: EncodedAssertion) => ({
  url: `self#jumbf=c2pa.assertions/${label}`,
  hash: sha256(bytes.subarray(BOX_HEADER_BYTES)),
});

function assertionsOf(claim: ProvenanceClaim, binding: HashBinding, hash: Uint8Array): EncodedAssertion[] {
  const { software, created, voices, softBinding, ingredients = [] } = claim;
  const agent = { when: new Tagged(DATE_TAG, rfc3339(created)), softwareAgent: software };
  const parts = ingredients.map((ingredient, index) =>
    encoded({
      label: index === 0 ? INGREDIENT_LABEL : `${INGREDIENT_LABEL}__${index}`,
      data: ingredientData(ingredient),
    }),
  );
  const actions = [
    { action: 'c2pa.created', ...agent, digitalSourceType: sourceTypeOf(voices) },
    ...(parts.length > 0
      ? [{ action: 'c2pa.placed', ...agent, parameters: { ingredients: parts.map(hashedUri) } }]
      : []),
  ];
  return [
    encoded({ label: 'c2pa.actions.v2', data: { actions, allActionsIncluded: true } }),
    encoded(hashAssertion(binding, hash)),
    ...(voices.length > 0 ? [encoded({ label: VOICES_LABEL, data: { voices: voices.map(voiceData) } })] : []),
    ...(softBinding ? [encoded({ label: 'c2pa.soft-binding', data: softBindingData(softBinding) })] : []),
    ...parts,
  ];
}

const softBindingData = ({ algorithm, value, timespan }: SoftBinding): object => ({
  alg: algorithm,
  blocks: [{ scope: timespan === undefined ? {} : { timespan }, value }],
  pad: new Uint8Array(0),
});

/** Returns the manifests of all ingredients, each once. */
function ingredientManifests({ ingredients = [] }: ProvenanceClaim): Uint8Array[] {
  const found = ingredients.flatMap(({ manifests }) => manifests.map(({ label, bytes }) => [label, bytes] as const));
  return [...new Map(found).values()];
}

/** Formats a date in UTC, with whole seconds. */
const rfc3339 = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash(HASH_ALGORITHM).update(bytes).digest());

/**
 * Derives the manifest's ID from its content instead of generating a random one, so that signing the same file with the
 * same claim and certificate results in the same bytes.
 */
function manifestUuid(parts: readonly Uint8Array[]): string {
  const hash = createHash(HASH_ALGORITHM);
  for (const part of parts) hash.update(part);
  const hex = hash.digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** @param hash SHA-256 of the bound bytes; the manifest's size doesn't depend on its value */
export function buildManifest(
  { claim, signer }: { readonly claim: ProvenanceClaim; readonly signer: Signer },
  binding: HashBinding,
  hash: Uint8Array,
): UnsignedManifest {
  const assertions = assertionsOf(claim, binding, hash);
  const identity = [
    ...assertions.map(({ bytes }) => bytes),
    Buffer.from(JSON.stringify([claim.title, signer.certificates])),
  ];
  const uuid = manifestUuid(identity);
  const label = `urn:c2pa:${uuid}`;
  const claimBytes = toCbor({
    instanceID: `xmp:iid:${uuid}`,
    claim_generator_info: { name: claim.software.name, version: claim.software.version },
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    created_assertions: assertions.map(hashedUri),
    'dc:title': claim.title,
    alg: HASH_ALGORITHM,
  });
  return {
    claim: claimBytes,
    withSignature: (signature) =>
      superbox(
        'c2pa',
        'c2pa',
        ...ingredientManifests(claim),
        superbox(
          'c2ma',
          label,
          superbox('c2as', 'c2pa.assertions', ...assertions.map(({ bytes }) => bytes)),
          superbox('c2cl', 'c2pa.claim.v2', cborBox(claimBytes)),
          superbox('c2cs', 'c2pa.signature', cborBox(signature)),
        ),
      ),
  };
}
