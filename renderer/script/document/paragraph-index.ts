// An index of paragraph positions. Updating a few paragraphs is as fast in long chapters as in short ones.
import type { ParagraphInfo } from '../../../shared/ipc/script-requests.ts';
import { at } from '../../../shared/rules/at.ts';

/** A larger chunk is split into pieces of about half this size. */
const MAX_CHUNK_SIZE = 256;

/** Offsets are UTF-16 code units in the saved text. */
export interface PlacedParagraph {
  readonly info: ParagraphInfo;
  readonly index: number;
  readonly from: number;
  /** The offset after the paragraph's rows and the white space that follows them. */
  readonly to: number;
  /**
   * The number of the paragraph's first line, counted from 1 within the chapter. If the paragraph has no lines, the
   * number of the next line.
   */
  readonly lineNumber: number;
  /** Null if the chapter has no heading, or if its heading isn't in this document. */
  readonly headingId: number | null;
}

interface Chunk {
  readonly paragraphs: readonly ParagraphInfo[];
  readonly length: number;
  readonly lines: number;
  /** When counting lines backwards, this shows whether to stop at this chunk. */
  readonly hasHeading: boolean;
}

interface Cursor {
  readonly chunk: number;
  readonly inChunk: number;
  readonly index: number;
  readonly from: number;
}

/** An immutable list of paragraphs; `splice` returns a new one that shares unchanged chunks. */
export class ParagraphIndex {
  readonly count: number;
  readonly length: number;
  readonly #chunks: readonly Chunk[];

  private constructor(chunks: readonly Chunk[]) {
    this.#chunks = chunks;
    this.count = chunks.reduce((sum, chunk) => sum + chunk.paragraphs.length, 0);
    this.length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  static of(paragraphs: readonly ParagraphInfo[]): ParagraphIndex {
    return new ParagraphIndex(chunksOf(paragraphs));
  }

  /** Throws a RangeError if the range is out of bounds. */
  splice(start: number, removed: number, inserted: readonly ParagraphInfo[]): ParagraphIndex {
    if (start < 0 || removed < 0 || start + removed > this.count) throw new RangeError('No such paragraphs.');
    const chunks = this.#chunks;
    if (chunks.length === 0) return ParagraphIndex.of(inserted);
    const first = this.#chunkOf(start);
    const last = this.#chunkOf(start + removed);
    const before = at(chunks, first.chunk).paragraphs.slice(0, first.inChunk);
    const after = at(chunks, last.chunk).paragraphs.slice(last.inChunk);
    return new ParagraphIndex([
      ...chunks.slice(0, first.chunk),
      ...chunksOf([...before, ...inserted, ...after]),
      ...chunks.slice(last.chunk + 1),
    ]);
  }

  at(offset: number): PlacedParagraph | null {
    return this.between(offset, offset)[0] ?? null;
  }

  /** Returns the paragraphs that overlap a range of the text or touch its start. */
  between(from: number, to: number): PlacedParagraph[] {
    const start = this.#cursorAt(from);
    if (start === null) return [];
    const found: PlacedParagraph[] = [];
    let { index, from: position, chunk, inChunk } = start;
    let { lines: lineNumber, headingId } = this.#placeInChapter(start);
    for (; chunk < this.#chunks.length; chunk++, inChunk = 0) {
      const { paragraphs } = at(this.#chunks, chunk);
      for (; inChunk < paragraphs.length; inChunk++) {
        const info = at(paragraphs, inChunk);
        if (found.length > 0 && position > to) return found;
        if (found.length > 0 && opensChapter(info, found.at(-1)?.info)) {
          lineNumber = 1;
          headingId = this.#headingFrom(chunk, inChunk);
        }
        found.push({ info, index, from: position, to: position + info.length, lineNumber, headingId });
        lineNumber += info.lineIds.length;
        position += info.length;
        index++;
      }
    }
    return found;
  }

  findByLine(lineId: number): PlacedParagraph | null {
    return this.#find((info) => info.lineIds.includes(lineId));
  }

  findById(id: number): PlacedParagraph | null {
    return this.#find((info) => info.id === id);
  }

  offsetOf(index: number): number {
    const { chunk, inChunk } = this.#chunkOf(index);
    let from = 0;
    for (const { length } of this.#chunks.slice(0, chunk)) from += length;
    for (const { length } of this.#chunks[chunk]?.paragraphs.slice(0, inChunk) ?? []) from += length;
    return from;
  }

  #find(matches: (info: ParagraphInfo) => boolean): PlacedParagraph | null {
    let from = 0;
    for (const chunk of this.#chunks) {
      const inChunk = chunk.paragraphs.findIndex(matches);
      if (inChunk < 0) {
        from += chunk.length;
        continue;
      }
      for (const { length } of chunk.paragraphs.slice(0, inChunk)) from += length;
      return this.at(from);
    }
    return null;
  }

  #cursorAt(offset: number): Cursor | null {
    let index = 0;
    let from = 0;
    const lastChunk = this.#chunks.length - 1;
    for (const [chunk, { paragraphs, length }] of this.#chunks.entries()) {
      if (from + length <= offset && chunk < lastChunk) {
        from += length;
        index += paragraphs.length;
        continue;
      }
      for (const [inChunk, paragraph] of paragraphs.entries()) {
        const end = from + paragraph.length;
        if (end > offset || inChunk === paragraphs.length - 1) return { chunk, inChunk, index: index + inChunk, from };
        from = end;
      }
    }
    return null;
  }

  #chunkOf(index: number): { readonly chunk: number; readonly inChunk: number } {
    let rest = index;
    for (const [chunk, { paragraphs }] of this.#chunks.entries()) {
      const size = paragraphs.length;
      if (rest < size || chunk === this.#chunks.length - 1) return { chunk, inChunk: rest };
      rest -= size;
    }
    return { chunk: 0, inChunk: 0 };
  }

  /** Counts lines backwards to the start of the chapter, skipping whole chunks where possible. */
  #placeInChapter(cursor: Cursor): { readonly lines: number; readonly headingId: number | null } {
    let lines = 1;
    for (let chunk = cursor.chunk; chunk >= 0; chunk--) {
      const { paragraphs, hasHeading, lines: all } = at(this.#chunks, chunk);
      const isWhole = chunk < cursor.chunk;
      if (isWhole && !hasHeading) {
        lines += all;
        continue;
      }
      for (let index = isWhole ? paragraphs.length - 1 : cursor.inChunk; index >= 0; index--) {
        const info = at(paragraphs, index);
        if (isWhole || index < cursor.inChunk) lines += info.lineIds.length;
        const previous = index > 0 ? paragraphs[index - 1] : this.#chunks[chunk - 1]?.paragraphs.at(-1);
        if (opensChapter(info, previous)) return { lines, headingId: this.#headingFrom(chunk, index) };
      }
    }
    return { lines, headingId: null };
  }

  /** Returns the heading of the chapter that starts here. It may be preceded by a title. */
  #headingFrom(chunk: number, inChunk: number): number | null {
    const { paragraphs } = at(this.#chunks, chunk);
    const next = paragraphs[inChunk + 1] ?? this.#chunks[chunk + 1]?.paragraphs[0];
    const opening = [at(paragraphs, inChunk), next].find((info) => info?.kind === 'heading');
    return opening?.id ?? null;
  }
}

/** Consistent with `chaptersOf`: a heading starts a chapter unless the title before it has already started one. */
function opensChapter(info: ParagraphInfo, previous: ParagraphInfo | undefined): boolean {
  return info.kind === 'title' || (info.kind === 'heading' && previous?.kind !== 'title');
}

function chunksOf(paragraphs: readonly ParagraphInfo[]): Chunk[] {
  const pieces = Math.ceil(paragraphs.length / MAX_CHUNK_SIZE);
  const size = pieces > 1 ? MAX_CHUNK_SIZE / 2 : MAX_CHUNK_SIZE;
  const chunks: Chunk[] = [];
  for (let start = 0; start < paragraphs.length; start += size)
    chunks.push(chunkOf(paragraphs.slice(start, start + size)));
  return chunks;
}

function chunkOf(paragraphs: readonly ParagraphInfo[]): Chunk {
  let length = 0;
  let lines = 0;
  let hasHeading = false;
  for (const info of paragraphs) {
    length += info.length;
    lines += info.lineIds.length;
    hasHeading ||= info.kind === 'title' || info.kind === 'heading';
  }
  return { paragraphs, length, lines, hasHeading };
}
