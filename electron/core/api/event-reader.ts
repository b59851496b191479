// Bytes into the events of an event stream, as the HTML standard has it ("Server-sent events"). The grammar is
// `eventsource-parser`'s; the bytes, their bounds and the stream's end are ours.
import { isAscii } from 'node:buffer';
import { createParser } from 'eventsource-parser';

/** An event as it came: `event:` (`message` where it has none) and `data:`, whose rows are joined by newlines. */
export interface WireEvent {
  readonly name: string;
  readonly data: string;
}

export interface EventReader {
  /**
   * Takes the next bytes, cut wherever the network cut them, and tells each event that they complete, in order.
   * @returns false once an event was too large: nothing more is taken then
   */
  push(bytes: Uint8Array): boolean;
  /** The stream has ended: an event whose last row was whole and only lacked the blank one is told, too. */
  end(): void;
}

/** @param limitCharacters UTF-16 code units that are kept while an event is not whole */
export function createEventReader(onEvent: (event: WireEvent) => void, limitCharacters: number): EventReader {
  // The parser takes the mark at the start (BOM) off itself.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let isInsideCharacter = false;
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: limitCharacters,
    onEvent: ({ event, data }) => onEvent({ name: event ?? 'message', data }),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLarge = true;
    },
  });
  return {
    push(bytes) {
      if (isTooLarge) return false;
      parser.feed(!isInsideCharacter && isAscii(bytes) ? asciiText(bytes) : decoder.decode(bytes, { stream: true }));
      // After a byte of ASCII the decoder never waits for more.
      if (bytes.byteLength > 0) isInsideCharacter = (bytes[bytes.byteLength - 1] ?? 0) > 0x7f;
      return !isTooLarge;
    },
    end() {
      // Two ends of rows: of the one that was under way, if any, and of the event.
      if (!isTooLarge) parser.feed(`${decoder.decode()}\n\n`);
    },
  };
}

/** Several times as fast as decoding; only for bytes that are all below 0x80. */
function asciiText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}
