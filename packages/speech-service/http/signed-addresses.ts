import { createHmac, timingSafeEqual } from 'node:crypto';

export type FileKind = 'audio' | 'samples';

/** Creates and verifies signed URLs, which stay valid after a restart as long as the secret doesn't change. */
export class AddressSigner {
  readonly #secret: string;
  readonly #validSeconds: number;
  readonly #now: () => number;

  constructor(secret: string, validSeconds: number, now: () => number) {
    this.#secret = secret;
    this.#validSeconds = validSeconds;
    this.#now = now;
  }

  sign(origin: string, file: string, kind: FileKind = 'audio'): string {
    const expires = String(Math.floor(this.#now() / 1000) + this.#validSeconds);
    const query = new URLSearchParams({ expires, signature: this.#signature(file, expires, kind) });
    return `${origin}/${kind}/${encodeURIComponent(file)}?${query}`;
  }

  verify(file: string, expires: string, signature: string, kind: FileKind = 'audio'): 'good' | 'forged' | 'expired' {
    const expected = Buffer.from(this.#signature(file, expires, kind));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
    return Number(expires) * 1000 > this.#now() ? 'good' : 'expired';
  }

  #signature(file: string, expires: string, kind: FileKind): string {
    // Include the kind, so that a signature isn't valid for another kind of file.
    const signed = kind === 'audio' ? file : `${kind}/${file}`;
    return createHmac('sha256', this.#secret).update(`${signed}\n${expires}`).digest('base64url');
  }
}
