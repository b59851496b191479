interface BlockReader<B> {
  readonly resolve: (block: B | null) => void;
  readonly reject: (error: unknown) => void;
}

interface BlockWriter {
  readonly resume: () => void;
  readonly stop: (reason: unknown) => void;
}

class StreamClosed extends Error {}

/** Lets a consumer ask for blocks that a decoder pushes. The decoder waits until the next block is wanted. */
export class BlockStream<B> {
  readonly #produce: (emit: (block: B) => Promise<void>) => Promise<void>;
  #running: Promise<void> | null = null;
  #reader: BlockReader<B> | null = null;
  #writer: BlockWriter | null = null;
  #isOver = false;

  constructor(produce: (emit: (block: B) => Promise<void>) => Promise<void>) {
    this.#produce = produce;
  }

  /** Returns a block that is valid until the next call, or null at the end. @throws errors of the producer */
  next(): Promise<B | null> {
    if (this.#isOver) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      const writer = this.#writer;
      this.#writer = null;
      if (writer) writer.resume();
      else this.#running ??= this.#run();
    });
  }

  /** Stops the producer and waits until it has released its resources. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#writer?.stop(new StreamClosed('The stream was closed.'));
    this.#writer = null;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.#produce((block) => this.#emit(block));
      this.#isOver = true;
      this.#reader?.resolve(null);
    } catch (error) {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#reader?.reject(error);
    }
  }

  #emit(block: B): Promise<void> {
    const reader = this.#reader;
    this.#reader = null;
    return new Promise((resume, stop) => {
      this.#writer = { resume, stop };
      reader?.resolve(block);
    });
  }
}
