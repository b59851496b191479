// Parses an event stream into raw blocks.

export interface Block {
  /** The value of `event:`; undefined if there is no `event:` line. */
  readonly event: string | undefined;
  /** The value of `data:`; undefined if there is no `data:` line. Joins multiple lines, as browsers do. */
  readonly data: string | undefined;
  /** Milliseconds since the request was sent. */
  readonly atMs: number;
}

const LINE = /\r\n|\n|\r(?!$)/;

function field(lines: readonly string[], name: string): string | undefined {
  const values = lines
    .filter((line) => line === name || line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  return values.length === 0 ? undefined : values.join('\n');
}

/** Collects blocks from bytes in arbitrary chunks. Ignores blocks that contain only comments. */
export class BlockReader {
  readonly blocks: Block[] = [];
  readonly #decoder = new TextDecoder();
  #rest = '';
  #lines: string[] = [];

  /** @param atMs when the bytes arrived */
  push(bytes: Uint8Array, atMs: number): void {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    const lines = this.#rest.split(LINE);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line, atMs);
  }

  /** The incomplete block at the end of the stream. */
  get unfinished(): string {
    return [...this.#lines, this.#rest].join('\n').trim();
  }

  #line(line: string, atMs: number): void {
    if (line !== '') {
      this.#lines.push(line);
      return;
    }
    const lines = this.#lines.filter((one) => !one.startsWith(':'));
    this.#lines = [];
    if (lines.length > 0) this.blocks.push({ event: field(lines, 'event'), data: field(lines, 'data'), atMs });
  }
}
