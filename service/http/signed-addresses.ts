// Addresses of audio files: anyone who has one may fetch the file, for a limited time.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where a file is fetched from. */
export type FileKind = 'audio' | 'samples';

/** Makes and checks addresses. The same secret makes addresses that outlive a restart. */
export class AddressSigner {
  readonly #secret: string;
  readonly #validSeconds: number;
  readonly #now: () => number;

  /**
   * @param validSeconds how long an address is good
   * @param now milliseconds since the epoch
   */
  constructor(secret: string, validSeconds: number, now: () => number) {
    this.#secret = secret;
    this.#validSeconds = validSeconds;
    this.#now = now;
  }

  /** The address of a file below an origin such as `http://127.0.0.1:8080`. */
  address(origin: string, file: string, kind: FileKind = 'audio'): string {
    const expires = String(Math.floor(this.#now() / 1000) + this.#validSeconds);
    const query = new URLSearchParams({ expires, signature: this.#signature(file, expires, kind) });
    return `${origin}/${kind}/${encodeURIComponent(file)}?${query}`;
  }

  /** Whether an address was made here (`forged` where not) and is still good (`expired` where not). */
  check(file: string, expires: string, signature: string, kind: FileKind = 'audio'): 'good' | 'forged' | 'expired' {
    const expected = Buffer.from(this.#signature(file, expires, kind));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
    return Number(expires) * 1000 > this.#now() ? 'good' : 'expired';
  }

  #signature(file: string, expires: string, kind: FileKind): string {
    // What was signed for one place is good for no other.
    const signed = kind === 'audio' ? file : `${kind}/${file}`;
    return createHmac('sha256', this.#secret).update(`${signed}\n${expires}`).digest('base64url');
  }
}
