import { randomBytes, verify, X509Certificate } from 'node:crypto';
import { algorithmOf, HASHES, pssOptions, type Signer, type SigningKey } from '../signing/signer.ts';

/**
 * - `no-certificates`: the chain is empty.
 * - `self-signed`, `is-authority`: a signer's certificate must be issued by a separate authority.
 * - `wrong-order`: a certificate isn't issued by the one that follows it.
 * - `not-yet-valid`, `expired`: a certificate isn't valid before or after `date`.
 * - `wrong-usage`: the certificate doesn't allow signing documents or e-mail.
 * - `unsupported-key`: C2PA doesn't allow this type of key, or it is too short.
 * - `other-key`: the private key doesn't belong to the certificate.
 */
export type SignerProblem =
  | {
      readonly kind:
        | 'no-certificates'
        | 'self-signed'
        | 'is-authority'
        | 'wrong-order'
        | 'wrong-usage'
        | 'unsupported-key'
        | 'other-key';
    }
  | { readonly kind: 'not-yet-valid' | 'expired'; readonly date: Date };

/** Extended key usages that readers accept: e-mail protection, document signing, and C2PA's own. */
const USAGES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];
const ANY_USAGE = '2.5.29.37.0';
const MIN_RSA_BITS = 2048;

/** Returns the reasons why readers would reject files from this signer. Signs random bytes to test the key. */
export async function checkSigner({ certificates, key }: Signer, now: Date): Promise<readonly SignerProblem[]> {
  const chain = certificates.map((pem) => new X509Certificate(pem));
  const [leaf] = chain;
  if (leaf === undefined) return [{ kind: 'no-certificates' }];
  return [
    ...issuerProblems(leaf, chain),
    ...chain.flatMap((certificate) => dateProblems(certificate, now)),
    ...(allowsSigning(leaf) ? [] : [{ kind: 'wrong-usage' } as const]),
    ...(await keyProblems(leaf, key)),
  ];
}

function issuerProblems(leaf: X509Certificate, chain: readonly X509Certificate[]): SignerProblem[] {
  if (isIssuedBy(leaf, leaf)) return [{ kind: 'self-signed' }];
  if (leaf.ca) return [{ kind: 'is-authority' }];
  const isInOrder = chain.slice(1).every((issuer, index) => {
    const issued = chain[index];
    return issued !== undefined && isIssuedBy(issued, issuer);
  });
  return isInOrder ? [] : [{ kind: 'wrong-order' }];
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

function dateProblems({ validFromDate, validToDate }: X509Certificate, now: Date): SignerProblem[] {
  if (now < validFromDate) return [{ kind: 'not-yet-valid', date: validFromDate }];
  return now > validToDate ? [{ kind: 'expired', date: validToDate }] : [];
}

function allowsSigning(leaf: X509Certificate): boolean {
  // Contains the extended key usages, despite its name. Undefined if there are none.
  const usages: readonly string[] = leaf.keyUsage ?? [];
  return !usages.includes(ANY_USAGE) && usages.some((usage) => USAGES.includes(usage));
}

async function keyProblems(leaf: X509Certificate, key: SigningKey): Promise<SignerProblem[]> {
  const { publicKey } = leaf;
  const expected = algorithmOf(publicKey);
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS;
  if (expected === null || bits < MIN_RSA_BITS) return [{ kind: 'unsupported-key' }];
  const probe = randomBytes(32);
  const signature = await key.sign(probe);
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363', ...pssOptions(key.algorithm) } as const;
  const isSameFamily = key.algorithm.slice(0, 2) === expected.algorithm.slice(0, 2);
  const isOwn = isSameFamily && verify(HASHES[key.algorithm], probe, options, signature);
  return isOwn ? [] : [{ kind: 'other-key' }];
}
