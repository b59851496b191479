// Signatures of claims: COSE_Sign1 (RFC 9052) with a certificate chain (RFC 9360) and a detached payload.
import { X509Certificate } from 'node:crypto';
import { encode, rfc8949EncodeOptions, Tagged } from 'cborg';
import { ProvenanceError } from '../provenance-error.ts';
import type { Signer, SigningAlgorithm } from '../signing/signer.ts';

const COSE_ALGORITHMS: Readonly<Record<SigningAlgorithm, number>> = {
  Ed25519: -8,
  ES256: -7,
  ES384: -35,
  ES512: -36,
  PS256: -37,
  PS384: -38,
  PS512: -39,
};
const ALGORITHM_HEADER = 1;
const CHAIN_HEADER = 33;
const SIGN1_TAG = 18;
/** With fewer bytes, the size of the padding's CBOR head would depend on its length. */
const MIN_PADDING_BYTES = 256;

export const toCbor = (value: unknown): Uint8Array => encode(value, rfc8949EncodeOptions);

function protectedHeader({ certificates, key }: Signer): Uint8Array {
  const chain = certificates.map((pem) => new Uint8Array(new X509Certificate(pem).raw));
  const headers = new Map<number, unknown>([
    [ALGORITHM_HEADER, COSE_ALGORITHMS[key.algorithm]],
    [CHAIN_HEADER, chain.length === 1 ? chain[0] : chain],
  ]);
  return toCbor(headers);
}

const toBeSigned = (context: 'Signature1' | 'CounterSignature', header: Uint8Array, payload: Uint8Array): Uint8Array =>
  toCbor([context, header, new Uint8Array(0), payload]);

/** Returns an RFC 3161 time-stamp token for these bytes, or null if there is none. */
export type RequestTimeStamp = (bytes: Uint8Array) => Promise<Uint8Array | null>;

interface TimeStamping {
  readonly request: RequestTimeStamp;
  /** Bytes reserved for the token, because its size is unknown before the file is hashed. */
  readonly reservedBytes: number;
}

const assemble = (header: Uint8Array, unprotected: object, signature: Uint8Array): Uint8Array =>
  toCbor(new Tagged(SIGN1_TAG, [header, unprotected, null, signature]));

/** Returns the size of the encoded signature in bytes, which is the same for all claims. */
export function signatureSize(signer: Signer, reservedBytes: number): number {
  const unprotected = reservedBytes === 0 ? {} : { pad: new Uint8Array(reservedBytes) };
  return assemble(protectedHeader(signer), unprotected, new Uint8Array(signer.key.signatureBytes)).length;
}

/**
 * Signs a claim. With `timeStamping`, requests a time stamp for the signature. If the request fails or the token doesn't
 * fit, fills the reserved bytes with zeros.
 * @throws ProvenanceError `signature-size`
 */
export async function signClaim(
  claim: Uint8Array,
  signer: Signer,
  timeStamping: TimeStamping | null,
): Promise<{ readonly signature: Uint8Array; readonly isTooLarge: boolean }> {
  const header = protectedHeader(signer);
  const signature = await signer.key.sign(toBeSigned('Signature1', header, claim));
  if (signature.length !== signer.key.signatureBytes) {
    throw new ProvenanceError({ kind: 'signature-size', bytes: signature.length });
  }
  if (timeStamping === null) return { signature: assemble(header, {}, signature), isTooLarge: false };
  const token = await timeStamping.request(toBeSigned('CounterSignature', header, toCbor(signature)));
  const { reservedBytes } = timeStamping;
  const size = signatureSize(signer, reservedBytes);
  const padded = (padding: number, unprotected: object) =>
    assemble(header, { ...unprotected, pad: new Uint8Array(padding) }, signature);
  if (token !== null) {
    const stamp = { sigTst2: { tstTokens: [{ val: token }] } };
    const padding = MIN_PADDING_BYTES + size - padded(MIN_PADDING_BYTES, stamp).length;
    if (padding >= MIN_PADDING_BYTES) return { signature: padded(padding, stamp), isTooLarge: false };
  }
  return { signature: padded(reservedBytes, {}), isTooLarge: token !== null };
}
