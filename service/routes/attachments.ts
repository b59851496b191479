// Who holds on to the service. One that was started for others ends when the last of them has gone.

export interface AttachmentOptions {
  /** Milliseconds after the last one has gone. */
  readonly graceMs: number;
  /** Milliseconds after the start within which the first one must come. */
  readonly firstMs: number;
  readonly onDeserted: () => void;
}

export class Attachments {
  readonly #options: AttachmentOptions | undefined;
  #attached = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param options absent where the service lives on without anybody */
  constructor(options?: AttachmentOptions) {
    this.#options = options;
    this.#arm(options?.firstMs);
  }

  /** Counts one who holds on. @returns what is to be called once when it has gone */
  attach(): () => void {
    this.#attached += 1;
    clearTimeout(this.#timer);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#attached -= 1;
      if (this.#attached === 0) this.#arm(this.#options?.graceMs);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #arm(milliseconds: number | undefined): void {
    if (this.#options === undefined || milliseconds === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#options.onDeserted, milliseconds);
  }
}
