// Generates scripts of three million characters with realistic line lengths.

import { RATE_WINDOW_MS, type RateLimit } from '@lectern/tts-protocol';
import { type SampleFile, sampleText } from '../e2e/support/texts.ts';

export const BOOK_CHARACTERS = 3_000_000;
const LINE_CHARACTERS = 2_000;
const LINES_PER_BATCH = 50;

export interface Book {
  readonly name: string;
  readonly lines: readonly { readonly id: string; readonly characters: number }[];
}

/** Returns four texts: a novel, a play, and two extremes with only long paragraphs or only short lines. */
export function makeBooks(): Book[] {
  const novel = paragraphLengths('war-and-peace.txt');
  const play = paragraphLengths('earnest.txt');
  return [
    makeBook('novel', novel),
    makeBook('play', play),
    makeBook(
      'long paragraphs',
      novel.filter((length) => length > 1_000),
    ),
    makeBook(
      'short lines',
      play.filter((length) => length < 35),
    ),
  ];
}

/**
 * Returns the earliest possible time of the last submission in milliseconds, assuming immediate responses. Lines are
 * submitted in script order, so this is the number of minutes needed for all lines, minus the last one. `fluid` is the
 * lower bound if lines could be split anywhere.
 */
export function minimumMs({ lines }: Book, limit: RateLimit): { readonly whole: number; readonly fluid: number } {
  const most = { characters: limit.characters ?? Infinity, lines: (limit.requests ?? Infinity) * LINES_PER_BATCH };
  let minutes = 1;
  let characters = 0;
  let count = 0;
  for (const line of lines) {
    if (characters + line.characters > most.characters || count + 1 > most.lines) {
      minutes += 1;
      characters = 0;
      count = 0;
    }
    characters += line.characters;
    count += 1;
  }
  const fluid = Math.max(Math.ceil(BOOK_CHARACTERS / most.characters), Math.ceil(lines.length / most.lines));
  return { whole: (minutes - 1) * RATE_WINDOW_MS, fluid: (fluid - 1) * RATE_WINDOW_MS };
}

function makeBook(name: string, lengths: readonly number[]): Book {
  const lines: { id: string; characters: number }[] = [];
  let left = BOOK_CHARACTERS;
  for (let index = 0; left > 0; index += 1) {
    const characters = Math.min(lengths[index % lengths.length] ?? left, left);
    lines.push({ id: String(index), characters });
    left -= characters;
  }
  return { name, lines };
}

/** Returns paragraph lengths in characters, split in the same way as the lines of a script. */
function paragraphLengths(file: SampleFile): number[] {
  return sampleText(file)
    .split(/\r?\n\s*\n/)
    .map((paragraph) => [...paragraph.trim().replace(/\s+/g, ' ')].length)
    .filter((length) => length > 0)
    .flatMap((length) => {
      const parts = Math.ceil(length / LINE_CHARACTERS);
      return Array.from({ length: parts }, (_, part) => Math.floor((length + part) / parts));
    });
}
