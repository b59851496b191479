// A real novel as a script with takes, without a project: each speech and each sentence of narration is a line.
import { readFileSync } from 'node:fs';
import type { PickupScript, ScriptLine } from '../pickup-script.ts';

const ALICE = new URL('../../../../e2e/fixtures/texts/alice.txt', import.meta.url);
const HEADING = /^CHAPTER [IVXL]+\. .+$/;
const CHARACTERS_PER_SECOND = 15;
/** Silence before a chapter, and between lines. */
const PAUSES = { chapter: 0.5, line: 0.6 };

export function aliceScript(): PickupScript {
  const text = readFileSync(ALICE, 'utf8').replaceAll('\r\n', '\n');
  const blocks = text
    .slice(text.indexOf('CHAPTER I.'), text.indexOf('End of Project Gutenberg'))
    .split(/\n{2,}/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => /\p{L}/u.test(block));
  const chapters: PickupScript['chapters'][number][] = [];
  const lines: ScriptLine[] = [];
  let [chapterSeconds, bookSeconds, inChapter] = [0, 0, 0];
  for (const block of blocks) {
    if (HEADING.test(block)) {
      const number = chapters.length + 1;
      const file = `${String(number).padStart(2, '0')} ${block.replace(/[?:]/g, '')}.mp3`;
      chapters.push({ id: number * 100, number, title: block, file });
      [chapterSeconds, inChapter] = [PAUSES.chapter, 0];
      bookSeconds += PAUSES.chapter;
    }
    for (const words of linesOf(block)) {
      const duration = words.length / CHARACTERS_PER_SECOND;
      inChapter += 1;
      const lineId = lines.length + 1;
      const clip = {
        takeId: lineId + 5_000,
        startSeconds: chapterSeconds,
        bookSeconds,
        fromSeconds: 0.1,
        toSeconds: duration + 0.1,
      };
      lines.push({
        lineId,
        line: `${chapters.length}.${inChapter}`,
        chapterId: chapters.length * 100,
        roles: ['NARRATOR'],
        text: words,
        clip,
      });
      chapterSeconds += duration + PAUSES.line;
      bookSeconds += duration + PAUSES.line;
    }
  }
  return { chapters, lines };
}

/** Splits at quotation marks around speeches, and at the ends of sentences. */
const linesOf = (block: string): string[] =>
  block.split(/(?<=[.!?]) (?=[“‘A-Z])|(?<=[,!?.:;—][”’]) |(?<=,) (?=[“‘])/u).filter((part) => /\p{L}/u.test(part));
