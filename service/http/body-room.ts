// How much memory bodies that are still coming in may take together.

interface Waiting {
  readonly share: BodyShare;
  readonly bytes: number;
  readonly go: () => void;
}

/** One body's part of the room. */
export interface BodyShare {
  /** Takes this many more bytes. @returns undefined where they are there at once, else a promise that resolves when they are */
  grow(bytes: number): Promise<void> | undefined;
  /** Gives all of it back. It may be called again. */
  release(): void;
}

/**
 * Room for bodies in the order in which they ask for it. Senders that stop halfway keep what they have sent and no more.
 * Where the room is full, one body at a time may go beyond it, and waits for none of the others: otherwise all could wait
 * for each other.
 */
export class BodyRoom {
  readonly #most: number;
  readonly #line: Waiting[] = [];
  #held = 0;
  #beyond: BodyShare | undefined;

  /** @param most bytes; one body more may be held besides */
  constructor(most: number) {
    this.#most = most;
  }

  open(): BodyShare {
    let held = 0;
    const share: BodyShare = {
      grow: (bytes) => {
        let isThere = false;
        let wake: () => void = () => {};
        const go = (): void => {
          held += bytes;
          isThere = true;
          wake();
        };
        this.#line.push({ share, bytes, go });
        this.#admit();
        return isThere ? undefined : new Promise((resolve) => (wake = resolve));
      },
      release: () => {
        const at = this.#line.findIndex((waiting) => waiting.share === share);
        if (at >= 0) this.#line.splice(at, 1);
        if (this.#beyond === share) this.#beyond = undefined;
        this.#held -= held;
        held = 0;
        this.#admit();
      },
    };
    return share;
  }

  /** Lets those at the head of the line have what they ask for, and the one that may go beyond the room. */
  #admit(): void {
    for (;;) {
      const at = Math.max(
        0,
        this.#line.findIndex(({ share }) => share === this.#beyond),
      );
      const next = this.#line[at];
      if (next === undefined) return;
      const fits = this.#held + next.bytes <= this.#most;
      this.#beyond ??= fits ? undefined : next.share;
      if (!fits && this.#beyond !== next.share) return;
      this.#line.splice(at, 1);
      this.#held += next.bytes;
      next.go();
    }
  }
}
