import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly problem: CertificateProblem;

  constructor(problem: CertificateProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** `no-certificates`: the text contains no PEM certificates, or not only intact ones. */
export type CertificateProblem = { readonly kind: 'no-certificates' };

/** Returns each PEM certificate of a text. @throws CertificateError `no-certificates` */
export function parseCertificates(text: string): readonly string[] {
  const found = text.match(PEM) ?? [];
  try {
    for (const pem of found) new X509Certificate(pem);
  } catch {
    throw new CertificateError({ kind: 'no-certificates' });
  }
  if (found.length === 0) throw new CertificateError({ kind: 'no-certificates' });
  return found;
}
