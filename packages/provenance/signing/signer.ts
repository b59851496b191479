import { constants, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** COSE algorithms that C2PA allows. */
export type SigningAlgorithm = 'Ed25519' | 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'PS384' | 'PS512';

/** Signs with a private key that is stored elsewhere, such as in the system's keychain. */
export interface SigningKey {
  readonly algorithm: SigningAlgorithm;
  /** Size of each signature, in bytes. */
  readonly signatureBytes: number;
  /** Returns the signature; for ECDSA, as the numbers r and s (IEEE P1363). */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

export interface Signer {
  readonly key: SigningKey;
  /** PEM certificates, the signer's first, each issued by the next. The root can be omitted. */
  readonly certificates: readonly string[];
}

/** Node's names of hash algorithms; null for Ed25519, which includes hashing. */
export const HASHES: Readonly<Record<SigningAlgorithm, string | null>> = {
  Ed25519: null,
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
  PS256: 'sha256',
  PS384: 'sha384',
  PS512: 'sha512',
};

const CURVES: Readonly<Record<string, { readonly algorithm: SigningAlgorithm; readonly signatureBytes: number }>> = {
  prime256v1: { algorithm: 'ES256', signatureBytes: 64 },
  secp384r1: { algorithm: 'ES384', signatureBytes: 96 },
  secp521r1: { algorithm: 'ES512', signatureBytes: 132 },
};

/** Returns the algorithm for a key's type, or null if C2PA doesn't allow it. */
export function algorithmOf(
  key: KeyObject,
): { readonly algorithm: SigningAlgorithm; readonly signatureBytes: number } | null {
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  if (asymmetricKeyType === 'ed25519') return { algorithm: 'Ed25519', signatureBytes: 64 };
  if (asymmetricKeyType === 'ec') return CURVES[asymmetricKeyDetails?.namedCurve ?? ''] ?? null;
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss') {
    return { algorithm: 'PS256', signatureBytes: Math.ceil((asymmetricKeyDetails?.modulusLength ?? 0) / 8) };
  }
  return null;
}

/** Returns a key in memory, or null if C2PA doesn't allow its type. @throws if the PEM isn't an unencrypted private key */
export function signingKeyFromPem(pem: string): SigningKey | null {
  const key = createPrivateKey(pem);
  const kind = algorithmOf(key);
  if (kind === null) return null;
  const hash = HASHES[kind.algorithm];
  const options = { key, dsaEncoding: 'ieee-p1363', ...pssOptions(kind.algorithm) } as const;
  return { ...kind, sign: async (bytes) => new Uint8Array(sign(hash, bytes, options)) };
}

export const pssOptions = (algorithm: SigningAlgorithm) =>
  algorithm.startsWith('PS')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {};
