import { X509Certificate } from 'node:crypto';

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** A text contains no PEM certificates, or damaged ones. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/** Returns each PEM certificate of a text. @throws CertificateError */
export function parseCertificates(text: string): readonly string[] {
  const found = text.match(PEM) ?? [];
  try {
    for (const pem of found) new X509Certificate(pem);
  } catch {
    throw new CertificateError();
  }
  if (found.length === 0) throw new CertificateError();
  return found;
}
