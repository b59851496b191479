import { joinBytes, numberAt } from '../codecs/bytes.ts';
import { type FileComments, oggComments } from '../tags/vorbis-comments.ts';
import {
  CHECKSUM_OFFSET,
  isOgg,
  OGG_PAGE_HEADER_BYTES,
  oggPageChecksum,
  oggPageSize,
  SEGMENT_COUNT_OFFSET,
  SEQUENCE_OFFSET,
  SERIAL_OFFSET,
} from './ogg-pages.ts';

const CONTINUED_FLAG = 1;
/** Maximum number of segments per page. A packet's segments have 255 bytes each, except the last. */
export const MAX_SEGMENTS = 255;
const SEGMENT_BYTES = 255;
/** Granule position of a page on which no packet ends. */
const NO_POSITION = -1n;

export const segmentsOf = (packet: Uint8Array): number[] => [
  ...Array.from({ length: Math.floor(packet.length / SEGMENT_BYTES) }, () => SEGMENT_BYTES),
  packet.length % SEGMENT_BYTES,
];

export interface OggPage {
  readonly flags: number;
  /** Granule position in samples, at the end of the last packet that ends on the page. */
  readonly position: bigint;
  readonly serial: number;
  readonly sequence: number;
  readonly segments: readonly number[];
  readonly body: readonly Uint8Array[];
}

export function oggPage({ flags, position, serial, sequence, segments, body }: OggPage): Uint8Array {
  const head = new Uint8Array(OGG_PAGE_HEADER_BYTES + segments.length);
  const view = new DataView(head.buffer);
  head.set(new TextEncoder().encode('OggS'));
  view.setUint8(5, flags);
  view.setBigInt64(6, position, true);
  view.setUint32(SERIAL_OFFSET, serial, true);
  view.setUint32(SEQUENCE_OFFSET, sequence, true);
  view.setUint8(SEGMENT_COUNT_OFFSET, segments.length);
  head.set(segments, OGG_PAGE_HEADER_BYTES);
  return withChecksum(joinBytes([head, ...body]));
}

function withChecksum(page: Uint8Array): Uint8Array {
  const view = new DataView(page.buffer, page.byteOffset, page.length);
  view.setUint32(CHECKSUM_OFFSET, oggPageChecksum(page, 0, page.length), true);
  return page;
}

export const serialOf = (page: Uint8Array): number =>
  new DataView(page.buffer, page.byteOffset).getUint32(SERIAL_OFFSET, true);

/** Long packets span several pages, and each of those pages contains only that packet. */
export function oggHeaderPages(packets: readonly Uint8Array[], serial: number): Uint8Array[] {
  const segments = packets.flatMap(segmentsOf);
  const bytes = joinBytes(packets);
  const pages: Uint8Array[] = [];
  let at = 0;
  for (let from = 0; from < segments.length; from += MAX_SEGMENTS) {
    const held = segments.slice(from, from + MAX_SEGMENTS);
    const size = held.reduce((sum, segment) => sum + segment, 0);
    const flags = from > 0 && segments[from - 1] === SEGMENT_BYTES ? CONTINUED_FLAG : 0;
    const position = held.some((segment) => segment < SEGMENT_BYTES) ? 0n : NO_POSITION;
    const body = [bytes.subarray(at, at + size)];
    pages.push(oggPage({ flags, position, serial, sequence: pages.length + 1, segments: held, body }));
    at += size;
  }
  return pages;
}

/** Returns the packets that end on these pages, in order. */
function packetsOf(pages: readonly Uint8Array[]): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  for (const page of pages) {
    const count = numberAt(page, SEGMENT_COUNT_OFFSET);
    let at = OGG_PAGE_HEADER_BYTES + count;
    for (const size of page.subarray(OGG_PAGE_HEADER_BYTES, at)) {
      parts.push(page.subarray(at, at + size));
      at += size;
      if (size === SEGMENT_BYTES) continue;
      packets.push(joinBytes(parts));
      parts = [];
    }
  }
  return packets;
}

const VORBIS_COMMENTS = new TextEncoder().encode('\u0003vorbis');
const FRAMING_BIT = 1;

function vendorOf(packet: Uint8Array): string {
  const from = VORBIS_COMMENTS.length + 4;
  const length = new DataView(packet.buffer, packet.byteOffset).getUint32(VORBIS_COMMENTS.length, true);
  return new TextDecoder().decode(packet.subarray(from, from + length));
}

/** Inserts comments into a Vorbis stream that arrives in pieces, and renumbers the following pages. */
export class VorbisTagger {
  readonly #comments: FileComments;
  #rest: Uint8Array = new Uint8Array(0);
  #head: Uint8Array[] | null = [];
  #added = 0;

  constructor(comments: FileComments) {
    this.#comments = comments;
  }

  add(bytes: Uint8Array): Uint8Array {
    const made: Uint8Array[] = [];
    let held = joinBytes([this.#rest, bytes]);
    const wholePage = () => (isOgg(held) ? oggPageSize(held, 0) : undefined);
    for (let size = wholePage(); size !== undefined; size = wholePage()) {
      const page = held.slice(0, size);
      held = held.subarray(size);
      const ready = this.#head === null ? [this.#renumber(page)] : this.#collectHeader(this.#head, page);
      for (const one of ready) made.push(one);
    }
    this.#rest = held.slice();
    return joinBytes(made);
  }

  #renumber(page: Uint8Array): Uint8Array {
    const view = new DataView(page.buffer, page.byteOffset, page.length);
    view.setUint32(SEQUENCE_OFFSET, view.getUint32(SEQUENCE_OFFSET, true) + this.#added, true);
    return withChecksum(page);
  }

  /** Collects header pages. Returns nothing until the last header page, then the whole header. */
  #collectHeader(head: Uint8Array[], page: Uint8Array): Uint8Array[] {
    head.push(page);
    const [first] = head;
    const [, bare, setUp] = packetsOf(head);
    if (!first || !bare || !setUp) return [];
    const comments = oggComments(vendorOf(bare), this.#comments);
    const pages = oggHeaderPages(
      [joinBytes([VORBIS_COMMENTS, comments, Uint8Array.of(FRAMING_BIT)]), setUp],
      serialOf(first),
    );
    this.#added = pages.length + 1 - head.length;
    this.#head = null;
    return [first, ...pages];
  }
}
