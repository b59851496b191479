// Chapters in each container: all of them are in every form that the file has, or what is missing is named.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { AAC_FRAME } from '../aac/adts.ts';
import { joinBytes } from '../codecs/bytes.ts';
import { m4bParts } from '../mp4/m4b.ts';
import { m4bChapterLosses } from '../mp4/m4b-tags.ts';
import {
  commentChaptersIn,
  id3ChaptersIn,
  neroChaptersIn,
  type ReadChapter,
  trackChaptersIn,
  wavChaptersIn,
} from '../testing/chapter-readers.ts';
import type { ChapterLoss, ChapterMark } from './audio-tags.ts';
import { id3Tag } from './id3.ts';
import { commentChapterLosses, fileComments } from './vorbis-comments.ts';
import { wavChapterLosses, wavTagChunks } from './wav-tags.ts';

const RATE = 44_100;
/** Samples of each chapter. */
const LENGTH = 5_000;

const chaptersNamed = (titles: readonly string[], first = 0): ChapterMark[] =>
  titles.map((title, index) => ({ title, startFrame: index === 0 ? 0 : first + index * LENGTH }));

const numbered = (count: number): ChapterMark[] =>
  chaptersNamed(Array.from({ length: count }, (_, index) => `Chapter ${index + 1}: Öffnung`));

const asRead = (marks: readonly ChapterMark[], rate = RATE): ReadChapter[] =>
  marks.map(({ title, startFrame }) => ({ title, startMs: Math.round((startFrame * 1_000) / rate) }));

/** The chapters of the plan that a list holds where these are its losses. */
function withLosses(marks: readonly ChapterMark[], losses: readonly ChapterLoss[]): ReadChapter[] {
  const from = losses.find((loss) => loss.kind === 'left-out')?.from ?? Number.POSITIVE_INFINITY;
  return asRead(marks).slice(0, from - 1);
}

function m4bOf(chapters: readonly ChapterMark[]): Uint8Array {
  const last = chapters.at(-1)?.startFrame ?? 0;
  const packetSizes = new Uint32Array(Math.ceil((last + LENGTH) / AAC_FRAME)).fill(1);
  const { head, tail } = m4bParts({ sampleRate: RATE, channels: 1, packetSizes, chapters, tags: {} });
  return joinBytes([head, new Uint8Array(packetSizes.length), tail]);
}

const marksOf = (marks: readonly ChapterMark[]) => ({
  marks,
  sampleRate: RATE,
  frames: (marks.at(-1)?.startFrame ?? 0) + LENGTH,
});

/** Every form of chapters of every container is what was planned but for what is named. */
function expectAllOrNamed(marks: readonly ChapterMark[]): void {
  const m4b = m4bOf(marks);
  const losses = m4bChapterLosses(marks);
  const planned = asRead(marks);
  const shortened = new Set(losses.flatMap((loss) => (loss.kind === 'title-shortened' ? loss.chapters : [])));
  expect(trackChaptersIn(m4b)).toEqual(planned);
  const list = neroChaptersIn(m4b);
  if (losses.some(({ kind }) => kind === 'list-left-out')) expect(list).toBeUndefined();
  else {
    expect(list?.map(({ startMs }) => startMs) ?? []).toEqual(planned.map(({ startMs }) => startMs));
    for (const [index, { title }] of (list ?? []).entries()) {
      if (!shortened.has(index + 1)) expect(title).toBe(planned[index]?.title);
      else expect(planned[index]?.title.startsWith(title)).toBe(true);
    }
  }
  const chapters = marksOf(marks);
  if (marks.length > 0) expect(id3ChaptersIn(id3Tag({}, chapters))).toEqual({ frames: planned, listed: planned });
  const { tag, cues } = wavChaptersIn(wavTagChunks({}, chapters), RATE);
  expect(tag ? id3ChaptersIn(tag).listed : []).toEqual(planned);
  expect(cues ?? planned).toEqual(planned);
  expect(cues === undefined).toBe(marks.length === 0 || wavChapterLosses(marks).length > 0);
  expect(commentChaptersIn(fileComments({}, marks, RATE).texts)).toEqual(
    withLosses(marks, commentChapterLosses(marks, RATE)),
  );
}

describe('chapters', () => {
  test.each([0, 1, 254, 255, 256, 300, 510, 511, 999, 1_000, 1_200])('%i of them are all there, or named', (count) => {
    expectAllOrNamed(numbered(count));
  });

  test('of any number and with any titles are all there, or named', () => {
    const title = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.integer({ min: 100, max: 600 }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 30, max: 200 }).map((length) => '第'.repeat(length)),
    );
    const titles = fc.array(
      title.filter((text) => !text.includes('\0') && text.isWellFormed()),
      { maxLength: 400, size: 'max' },
    );
    fc.assert(
      fc.property(titles, fc.nat({ max: 10_000 }), (texts, first) => expectAllOrNamed(chaptersNamed(texts, first))),
      { numRuns: rounds(30) },
    );
  });

  test('beyond 255 are in the chapter track alone, since readers that prefer Nero’s list would lose some', () => {
    const marks = numbered(256);
    expect(neroChaptersIn(m4bOf(marks))).toBeUndefined();
    expect(m4bChapterLosses(marks)).toEqual([{ kind: 'list-left-out', list: 'nero' }]);
    expect(m4bChapterLosses(numbered(255))).toEqual([]);
  });

  test.each([126, 127, 128, 255, 256, 16_384, 65_535])('with titles of %i bytes are in a tag of MP3', (length) => {
    const marks = chaptersNamed(['x'.repeat(length), 'ö'.repeat(length), 'After']);
    expect(id3ChaptersIn(id3Tag({}, marksOf(marks))).listed).toEqual(asRead(marks));
  });

  test('whose titles don’t fit are shortened between characters, and named', () => {
    const marks = chaptersNamed(['Short', '第'.repeat(86), '第'.repeat(85), `x${'😀'.repeat(70)}`]);
    expect(m4bChapterLosses(marks)).toEqual([{ kind: 'title-shortened', chapters: [2, 4] }]);
    expect(neroChaptersIn(m4bOf(marks))?.map(({ title }) => title)).toEqual([
      'Short',
      '第'.repeat(85),
      '第'.repeat(85),
      `x${'😀'.repeat(63)}`,
    ]);
    const long = chaptersNamed(['x'.repeat(65_536), ...numbered(256).map(({ title }) => title)]);
    expect(trackChaptersIn(m4bOf(long))[0]?.title).toBe('x'.repeat(65_535));
    expect(m4bChapterLosses(long)).toContainEqual({ kind: 'title-shortened', chapters: [1] });
  });

  test('that begin after 100 hours are not in comments, and named', () => {
    const hour = 3_600 * RATE;
    const marks = [0, 99.9 * hour, 100 * hour].map((startFrame, index) => ({
      title: `Chapter ${index + 1}`,
      startFrame,
    }));
    expect(commentChapterLosses(marks, RATE)).toEqual([{ kind: 'left-out', from: 3 }]);
    expect(commentChaptersIn(fileComments({}, marks, RATE).texts)).toEqual(asRead(marks).slice(0, 2));
  });

  test('that begin after what 32 bits count, or have long titles, have no cue points, which is named', () => {
    const late = [0, 2 ** 32].map((startFrame) => ({ title: 'Late', startFrame }));
    for (const marks of [late, chaptersNamed(['x'.repeat(512)])]) {
      expect(wavChaptersIn(wavTagChunks({}, marksOf(marks)), RATE).cues).toBeUndefined();
      expect(wavChapterLosses(marks)).toEqual([{ kind: 'list-left-out', list: 'cue' }]);
    }
  });
});
