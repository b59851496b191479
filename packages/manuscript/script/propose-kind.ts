// Proposes what a manuscript is for: an audiobook, a podcast, an audio drama or something else.
import { basename, extname } from 'node:path';
import { NARRATOR } from '../../../shared/model/cast.ts';
import {
  PRODUCTION_KINDS,
  type ProductionEvidence,
  type ProductionKind,
  type ProposedKind,
} from '../../../shared/model/production-kind.ts';
import { parseCueRow } from '../../../shared/rules/brackets.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import { isSoundRow } from '../layout/layout-directions.ts';
import { isStamp } from '../layout/layout-stamps.ts';
import { isProgrammeSegment, isSceneHeading } from '../layout/layout-words.ts';
import { anyCase, anyMatch, pattern } from '../layout/patterns.ts';
import { isPartOfPlay } from '../sections/prose-headings.ts';
import type { ImportedScript } from '../text/text-file.ts';
import { roleCandidates, suggestedRoles } from './import-choices.ts';

type Sign = ProductionEvidence['sign'];

/** What each sign says, and how strongly. The kind with the highest sum is proposed. */
const WEIGHTS: Readonly<Record<Sign, readonly [kind: ProductionKind, weight: number]>> = {
  'podcast-word': ['podcast', 4],
  'ad-breaks': ['podcast', 4],
  'podcast-roles': ['podcast', 3],
  'show-notes': ['podcast', 3],
  'podcast-phrases': ['podcast', 3],
  'programme-parts': ['podcast', 2],
  episode: ['podcast', 1],
  times: ['podcast', 1],
  screenplay: ['drama', 5],
  'drama-word': ['drama', 5],
  scenes: ['drama', 3],
  'sound-cues': ['drama', 3],
  acts: ['drama', 2],
  roles: ['drama', 3],
  ebook: ['audiobook', 6],
  chapters: ['audiobook', 4],
  prose: ['audiobook', 1],
  subtitles: ['other', 5],
  'game-script': ['other', 6],
  lessons: ['other', 5],
};

/** A single time, cue or numbered step proves little. */
const FEWEST: Readonly<Partial<Record<Sign, number>>> = {
  times: 2,
  'sound-cues': 2,
  scenes: 2,
  acts: 2,
  roles: 4,
  chapters: 2,
  lessons: 2,
  'podcast-phrases': 2,
};

/** In rows without blank ones. Titles and farewells are at the ends of a manuscript. */
const HEAD_ROWS = 40;
const TAIL_ROWS = 15;
/** A longer manuscript is judged by its beginning and end. In rows. */
const MAX_ROWS = 20_000;
const MAX_SAMPLE_LENGTH = 40;
/** Below this sum, the signs of a kind prove nothing. */
const MIN_WEIGHT = 3;
const MIN_HEADINGS = 3;
/** In UTF-16 code units. Longer rows are speech. */
const MAX_ROW_LENGTH = 400;
const MIN_ROLE_ROWS = 2;
const MAX_NAMES = 3;

const hasPodcastWord = anyMatch(anyCase`${wordAlternation('podcast-words')}`);
const hasPodcastPhrase = anyMatch(anyCase`(?<!\p{L})${wordAlternation('podcast-phrases')}`);
const hasDramaWord = anyMatch(anyCase`(?<!\p{L})${wordAlternation('audio-drama-words')}`);
const isAdBreak = anyMatch(
  anyCase`^[[(*_=~ –—-]{0,6}${wordAlternation('ad-breaks')}(?: ?(?:#|no\. ?)?\d{1,3})?(?: ?[:：–—(-].{0,80})?[\])*_=~ –—-]{0,6}$`,
);
const isShowNotes = anyMatch(
  anyCase`^[[(*_# ]{0,6}${wordAlternation('show-notes-titles')}(?!\p{L})(?: ?[:：].{0,400})?[\])*_ ]{0,3}$`,
);
const isEpisode = anyMatch(
  anyCase`(?<!\p{L})${wordAlternation('episode-words')} ?(?:#|no\. ?|nr\. ?)?\d{1,4}(?!\d)`,
  /(?<![\p{L}\p{N}])S\d{1,2} ?E\d{1,3}(?![\p{L}\p{N}])|第\d{1,4}[回話期集]/u,
);
const isLesson = anyMatch(
  anyCase`^${wordAlternation('lesson-words')} \d{1,3}(?!\d)`,
  anyCase`^(?:\p{L}{1,20} ){0,4}${wordAlternation('manual-titles')}(?!\p{L})`,
);
const isChapter = anyMatch(
  pattern`^#{1,2} ${wordAlternation('book-chapters')}(?!\p{L})`,
  /^#{1,2} (?:\d{1,3}|[IVXLC]{1,7})\.?$|^#{1,2} 第.{1,6}[章回]/u,
);
const isPodcastRole = anyMatch(anyCase`^${wordAlternation('podcast-roles')}(?: (?:\d{1,2}|[A-Z]))?$`);

const FORMAT_SIGNS: Readonly<Record<string, Sign>> = {
  fdx: 'screenplay',
  fountain: 'screenplay',
  spmd: 'screenplay',
  highland: 'screenplay',
  epub: 'ebook',
  srt: 'subtitles',
  vtt: 'subtitles',
  rpy: 'game-script',
};

interface JudgedManuscript extends Pick<ImportedScript, 'title' | 'kind' | 'text' | 'document'> {
  readonly path: string;
}

/** Returns the kind with the strongest evidence; an audiobook if there is too little. */
export function proposeKind(manuscript: JudgedManuscript): ProposedKind {
  const found = new FoundSigns();
  const extension = extname(manuscript.path).slice(1).toLowerCase();
  const format = FORMAT_SIGNS[extension];
  if (format) found.add(format, `.${extension}`);
  const name = basename(manuscript.path, extname(manuscript.path));
  if (hasPodcastWord(name)) found.add('podcast-word', name);
  if (manuscript.title !== null) readTitle(manuscript.title, found);
  readRows(manuscript.text, found);
  const headings = readRoles(manuscript, found) ? 0 : found.headings;
  if (manuscript.kind === 'prose') {
    if (headings >= MIN_HEADINGS && !found.has('chapters')) found.add('chapters', found.firstHeading, headings);
    found.add('prose', '');
  }
  return found.strongest();
}

function readTitle(title: string, found: FoundSigns): void {
  if (hasPodcastWord(title)) found.add('podcast-word', title);
  if (hasDramaWord(title)) found.add('drama-word', title);
  if (isEpisode(title)) found.add('episode', title);
  if (isLesson(title)) found.add('lessons', title, FEWEST.lessons);
}

function readRows(text: string, found: FoundSigns): void {
  const all = text.split('\n').flatMap((row) => row.trim() || []);
  const rows = all.length > MAX_ROWS ? [...all.slice(0, MAX_ROWS - TAIL_ROWS), ...all.slice(-TAIL_ROWS)] : all;
  rows.forEach((row, at) => {
    const isHeading = isHeadingRow(row);
    const words = row.replace(/^#+ */, '');
    if (isHeading) found.heading(words);
    if (isHeading || at < HEAD_ROWS || at >= rows.length - TAIL_ROWS) readTitle(words.slice(0, MAX_ROW_LENGTH), found);
    if (at < HEAD_ROWS || at >= rows.length - TAIL_ROWS) {
      if (hasPodcastPhrase(row)) found.add('podcast-phrases', words);
    }
    if (row.length > MAX_ROW_LENGTH) return;
    if (isAdBreak(words)) found.add('ad-breaks', words);
    else if (isShowNotes(words)) found.add('show-notes', words);
    else if (isProgrammePart(words)) found.add('programme-parts', words);
    if (isStamp(words)) found.add('times', words);
    if (isChapter(row)) found.add('chapters', words);
    if (isHeading && isPartOfPlay(words)) found.add('acts', words);
    if (/^(?:INT|EXT)[. /]/.test(words) && isSceneHeading(words)) found.add('scenes', words);
    if (parseCueRow(row) !== null || isSoundRow(row)) found.add('sound-cues', words);
    if (!isHeading && isLesson(words)) found.add('lessons', words);
  });
}

/** @returns whether there are speaking roles */
function readRoles({ document, kind }: JudgedManuscript, found: FoundSigns): boolean {
  const candidates = roleCandidates(document, kind);
  const names = new Set(suggestedRoles(candidates, kind));
  const speaking = candidates.filter(({ name, rows }) => name !== NARRATOR && names.has(name) && rows >= MIN_ROLE_ROWS);
  const sample = (some: typeof speaking) =>
    some
      .slice(0, MAX_NAMES)
      .map(({ name }) => name)
      .join(', ');
  const hosts = speaking.filter(({ name }) => isPodcastRole(name));
  if (hosts.length > 0) found.add('podcast-roles', sample(hosts), hosts.length);
  const others = speaking.filter((role) => !hosts.includes(role));
  if (others.length > 0) found.add('roles', sample(others), others.length);
  return speaking.length > 0;
}

/** A word such as `Intro` at the start of a segment, in brackets or not. */
const isProgrammePart = (words: string): boolean =>
  isProgrammeSegment(words.replace(/^[[(*_]{1,6}|[\])*_]{1,6}$/g, ''));

class FoundSigns {
  readonly #signs = new Map<Sign, ProductionEvidence>();
  headings = 0;
  firstHeading = '';

  heading(words: string): void {
    this.headings += 1;
    if (this.headings === 1) this.firstHeading = words;
  }

  has(sign: Sign): boolean {
    return this.#signs.has(sign);
  }

  add(sign: Sign, sample: string, count = 1): void {
    const known = this.#signs.get(sign);
    const bare = sample.replace(/^[[(](.{1,80})[\])]$/, '$1');
    const short = bare.length > MAX_SAMPLE_LENGTH ? `${bare.slice(0, MAX_SAMPLE_LENGTH).trimEnd()}…` : bare;
    this.#signs.set(sign, known ? { ...known, count: known.count + count } : { sign, count, sample: short });
  }

  strongest(): ProposedKind {
    const evidence = [...this.#signs.values()]
      .filter(({ sign, count }) => count >= (FEWEST[sign] ?? 1))
      .toSorted((a, b) => WEIGHTS[b.sign][1] - WEIGHTS[a.sign][1]);
    const ofKind = (kind: ProductionKind) => evidence.filter(({ sign }) => WEIGHTS[sign][0] === kind);
    const weightOf = (kind: ProductionKind) => ofKind(kind).reduce((sum, { sign }) => sum + WEIGHTS[sign][1], 0);
    let best: ProductionKind = 'audiobook';
    for (const kind of PRODUCTION_KINDS) {
      const weight = weightOf(kind);
      if (weight >= MIN_WEIGHT && weight > weightOf(best)) best = kind;
    }
    return { kind: best, evidence: ofKind(best) };
  }
}
