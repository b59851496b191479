// Finds the line that each correction refers to, by chapter, time and words. A match is only `sure` if nothing in the row
// contradicts it and no other line matches as well.
import {
  MAX_PICKUP_PLACES,
  type Pickup,
  type PickupConfidence,
  type PickupPhrase,
} from '../../../shared/model/pickups.ts';
import { at } from '../../../shared/rules/at.ts';
import { commonWords } from '../../../shared/rules/word-changes.ts';
import { findChapters } from './find-chapters.ts';
import type { PickupScript } from './pickup-script.ts';
import { agrees, ScriptTimes, type TimeMatch } from './script-times.ts';
import { type Query, type ScriptRange, type WordHit, WordIndex } from './word-index.ts';

export interface MatchedPlace {
  readonly lineId: number;
  /** In the line's text, in UTF-16 code units. */
  readonly words: { readonly from: number; readonly to: number } | null;
  readonly takeId: number | null;
  /** Position in the take's file. */
  readonly seconds: number | null;
}

export interface MatchedPickup {
  readonly pickup: Pickup;
  /** Null if no line matches. */
  readonly confidence: PickupConfidence | null;
  /** Best first. */
  readonly places: readonly MatchedPlace[];
}

type ChapterMatch = 'unnamed' | 'agrees' | 'differs';

interface PickupCandidate {
  readonly line: number;
  /** The words in question, if they were found. */
  readonly words: ScriptRange | null;
  /** The share of the quoted words that was found, weighted by their information. */
  readonly score: number;
  readonly bits: number;
  readonly chapter: ChapterMatch;
  readonly time: TimeMatch | null;
  /** Seconds between the given time and the words or, if they are unknown, the line. */
  readonly distance: number;
  /** The second line, if the words are split between two lines. */
  readonly isRest: boolean;
}

interface RankedPickup {
  readonly pickup: Pickup;
  /** Best first. */
  readonly candidates: readonly PickupCandidate[];
  /** The words occur so often that only some places are candidates. */
  readonly isCut: boolean;
  readonly confidence: PickupConfidence | null;
}

const SCORES = { candidate: 0.5, likely: 0.6, sure: 0.75, sureByTime: 0.8, rival: 0.15 };
/** Information needed beyond the log2 of the number of words in the script, in bits. */
const SPARE_BITS = { sure: 8, unplaced: 12 };
/** Information needed if the time agrees, in bits. */
const TIMED_BITS = { measured: 9, unmeasured: 12, unnamed: 14 };
/** With less information, a place isn't likely even if the time agrees. In bits. */
const MIN_LIKELY_BITS = 8;
/** If the words occur at more places, a time that doesn't match could refer to another one. */
const MAX_SURE_RIVALS = 2;
const MAX_HITS = 40;
/** In words. */
const CLUSTER_SLACK = 30;

/** Matches the rows of one list. Rows that can be matched by words alone reveal how the list's times are shifted. */
export function matchPickups(script: PickupScript, pickups: readonly Pickup[]): MatchedPickup[] {
  const matcher = new PickupMatcher(script);
  const first = pickups.map((pickup) => matcher.rank(pickup));
  matcher.learnTimes(first);
  const ranked = pickups.map((pickup) => matcher.rank(pickup));
  return settleByOrder(ranked).map(({ pickup, candidates, confidence }) => ({
    pickup,
    confidence,
    places: candidates.slice(0, MAX_PICKUP_PLACES).map((candidate) => matcher.placeOf(pickup, candidate)),
  }));
}

class PickupMatcher {
  readonly #script: PickupScript;
  readonly #index: WordIndex;
  readonly #times: ScriptTimes;
  readonly #byNumber: ReadonlyMap<string, number>;
  readonly #totalBits: number;

  constructor(script: PickupScript) {
    this.#script = script;
    this.#index = new WordIndex(script.lines.map(({ text }) => text));
    this.#times = new ScriptTimes(script);
    this.#byNumber = new Map(script.lines.map(({ line }, place) => [line, place]));
    this.#totalBits = Math.log2(this.#index.size + 1);
  }

  learnTimes(ranked: readonly RankedPickup[]): void {
    this.#times.learn(
      ranked.flatMap(({ pickup, candidates, isCut }) => {
        const good = candidates.filter(
          ({ score, chapter, isRest }) => score >= SCORES.sure && chapter !== 'differs' && !isRest,
        );
        const isChapterNamed = good[0]?.chapter === 'agrees';
        const places = good.map((place) => ({ line: place.line, share: this.#shareOf(place) }));
        return isCut || pickup.times.length === 0 ? [] : [{ times: pickup.times, isChapterNamed, places }];
      }),
    );
  }

  rank(pickup: Pickup): RankedPickup {
    const chapters = findChapters(pickup, this.#script.chapters);
    const chaptersOrAll = chapters !== null && chapters.size > 0 ? chapters : null;
    const near = pickup.times.length > 0 ? this.#times.near(pickup.times, chaptersOrAll) : [];
    const timed = near.map(({ line, match }) => this.#candidate(line, pickup, chapters, { time: match }));
    const { candidates: byWords, isCut, isWorded } = this.#byWords(pickup, chapters, near);
    const numbered = this.#byLineNumber(pickup, byWords);
    if (numbered) return { pickup, isCut, candidates: numbered, confidence: 'sure' };
    if (byWords.length === 0) {
      // If the words aren't in the script, the time may be wrong too.
      const confidence = isWorded && timed.length > 0 ? 'ask' : this.#confidenceByTime(timed, chapters);
      return { pickup, isCut, candidates: timed, confidence };
    }
    const confidence = this.#confidenceOf(byWords);
    return { pickup, isCut, candidates: confidence === 'sure' ? byWords : withTimed(byWords, timed), confidence };
  }

  #candidate(
    line: number,
    pickup: Pickup,
    chapters: ReadonlySet<number | null> | null,
    found: Partial<Pick<PickupCandidate, 'words' | 'score' | 'bits' | 'time' | 'isRest'>>,
  ): PickupCandidate {
    const { chapterId } = at(this.#script.lines, line);
    const chapter = chapters === null ? 'unnamed' : chapters.has(chapterId) ? 'agrees' : 'differs';
    const time = found.time ?? this.#times.match(line, pickup.times, chapters !== null);
    const place = { line, words: null, ...found };
    const distance = time === null ? 0 : this.#distanceOf(place, time);
    return { score: 0, bits: 0, isRest: false, ...place, chapter, time, distance };
  }

  #distanceOf(place: Pick<PickupCandidate, 'line' | 'words'>, { position, depth }: TimeMatch): number {
    const { clip } = at(this.#script.lines, place.line);
    if (clip === null || place.words === null) return Math.max(0, -depth);
    return Math.abs(position - this.#shareOf(place) * (clip.toSeconds - clip.fromSeconds));
  }

  #byWords(
    pickup: Pickup,
    chapters: ReadonlySet<number | null> | null,
    near: readonly { readonly line: number }[],
  ): { readonly candidates: PickupCandidate[]; readonly isCut: boolean; readonly isWorded: boolean } {
    const quoted = pickup.phrases
      .map((phrase) => ({ phrase, query: this.#index.query(phrase.text) }))
      .filter(({ query }) => query.words.length > 0);
    const main = mainPhrases(quoted);
    const ranges = mergeRanges(near.map(({ line }) => this.#index.wordsOf(line)));
    const named = this.#rangesOf(chapters);
    const isIn = ({ from }: ScriptRange, list: readonly ScriptRange[]) =>
      list.some((range) => from >= range.from && from < range.to);
    const found = new Map<number, PickupCandidate>();
    let isCut = false;
    for (const { query } of main) {
      const hits = this.#index.search(query, ranges, named);
      const chosen = named.length === 0 ? hits : hits.filter((hit) => isIn(hit, named));
      isCut ||= chosen.length > MAX_HITS;
      const kept = [
        ...chosen.slice(0, MAX_HITS),
        ...hits.slice(0, MAX_HITS),
        ...hits.filter((hit) => isIn(hit, ranges)),
      ];
      for (const hit of new Set(kept)) {
        for (const candidate of this.#cluster(hit, query, quoted, main, (line, part) =>
          this.#candidate(line, pickup, chapters, part),
        )) {
          const former = found.get(candidate.line);
          if (!former || rankOf(candidate) > rankOf(former)) found.set(candidate.line, candidate);
        }
      }
    }
    const candidates = [...found.values()]
      .filter(({ score, time }) => score >= SCORES.candidate || (score >= SCORES.candidate - 0.1 && agrees(time)))
      .sort((one, other) => rankOf(other) - rankOf(one) || one.line - other.line);
    return { candidates, isCut, isWorded: main.length > 0 };
  }

  #rangesOf(chapters: ReadonlySet<number | null> | null): ScriptRange[] {
    if (chapters === null) return [];
    const lines = [...this.#script.lines.entries()].filter(([, { chapterId }]) => chapters.has(chapterId));
    return mergeRanges(lines.map(([line]) => this.#index.wordsOf(line)));
  }

  /** Searches around a place where some of the quoted words were found for the others. */
  #cluster(
    hit: WordHit,
    of: Query,
    quoted: readonly QuotedPhrase[],
    main: readonly QuotedPhrase[],
    create: (line: number, part: Pick<PickupCandidate, 'words' | 'score' | 'bits' | 'isRest'>) => PickupCandidate,
  ): PickupCandidate[] {
    const around = (query: Query, { from, to }: ScriptRange, slack: number): WordHit =>
      this.#index.align(query, { from: Math.max(0, from - slack), to: Math.min(this.#index.size, to + slack) });
    const loose = quoted.map(({ query, phrase }) => {
      const own = query === of ? hit : around(query, hit, query.words.length + CLUSTER_SLACK);
      return { query, phrase, hit: own, found: own.score * query.totalBits };
    });
    const longest = loose.reduce((best, one) => (one.found > best.found ? one : best));
    // If a word is quoted along with its sentence, choose the occurrence in that sentence rather than one next to it.
    const hits = loose.map((one) => {
      const inside = one === longest ? one.hit : around(one.query, longest.hit, 2);
      return inside.score >= one.hit.score - 0.05 ? { ...one, hit: inside } : one;
    });
    const mains = hits.filter(({ query }) => main.some((one) => one.query === query));
    const bits = mains.reduce((sum, { query, hit: one }) => sum + query.totalBits * one.score, 0);
    const wanted = mains.reduce((sum, { query }) => sum + query.totalBits, 0);
    const { hit: whole } = mains.reduce((best, one) => (one.query.totalBits > best.query.totalBits ? one : best));
    const placed = whole.positions.filter((place) => place >= 0);
    const focus = this.#focusOf(hits) ?? { ...whole, words: placed };
    const lines = this.#linesOf(focus.words);
    const [line] = lines;
    if (line === undefined || wanted === 0) return [];
    const score = bits / wanted;
    const rest = this.#linesOf(placed).filter((other) => other !== line);
    const part = (own: number) => ({ words: this.#within(focus, own) ?? this.#within(whole, own), score, bits });
    return [
      create(line, { ...part(line), isRest: false }),
      ...rest
        .slice(0, 1)
        .map((other) => create(other, { ...part(other), score: score - SCORES.rival / 2, isRest: true })),
    ];
  }

  /** Returns the words in question: those that were read differently or, if they are unknown, the quoted ones. */
  #focusOf(
    hits: readonly { phrase: PickupPhrase; query: Query; hit: WordHit }[],
  ): (ScriptRange & { words: number[] }) | null {
    const good = hits.filter(({ hit }) => hit.score >= SCORES.likely);
    const first = (role: PickupPhrase['role']) =>
      good
        .filter(({ phrase }) => phrase.role === role)
        .reduce<(typeof good)[number] | undefined>(
          (best, one) => (best && best.query.totalBits >= one.query.totalBits ? best : one),
          undefined,
        );
    const written = first('written');
    const chosen = written ?? first('context') ?? first('heard') ?? first('hint');
    if (!chosen) return null;
    const inside = chosen.phrase.role === 'context' ? (first('heard') ?? first('hint')) : undefined;
    const { query, hit } = inside && isWithin(inside.hit, chosen.hit) ? inside : chosen;
    const heard = hits.find(({ phrase }) => phrase.role === 'heard');
    const differing = heard && query === written?.query ? this.#differing(query, heard.query, hit) : [];
    const words = differing.length > 0 ? differing : hit.positions.filter((place) => place >= 0);
    const [from = hit.from, last = hit.to - 1] = [words[0], words.at(-1)];
    return { from, to: last + 1, words };
  }

  #differing(written: Query, heard: Query, hit: WordHit): number[] {
    const common = new Set(commonWords(written.words, heard.words, 10_000).map(([place]) => place));
    return hit.positions.filter((place, index) => place >= 0 && !common.has(index));
  }

  /** Returns the lines that contain words, those with the most words first. */
  #linesOf(words: readonly number[]): number[] {
    const counts = Map.groupBy(words, (word) => this.#index.lineOf(word));
    return [...counts].sort(([, one], [, other]) => other.length - one.length).map(([line]) => line);
  }

  #within({ from, to }: ScriptRange, line: number): ScriptRange | null {
    const own = this.#index.wordsOf(line);
    const [start, end] = [Math.max(from, own.from), Math.min(to, own.to)];
    return start < end ? { from: start, to: end } : null;
  }

  /** Lectern's own lists contain line numbers. The text must match too, because other lists number the lines of pages. */
  #byLineNumber({ line }: Pickup, byWords: readonly PickupCandidate[]): readonly PickupCandidate[] | null {
    const place = line === '' ? undefined : this.#byNumber.get(line);
    const numbered = byWords.find((candidate) => candidate.line === place);
    if (!numbered || numbered.score < 0.95 || numbered.chapter === 'differs') return null;
    return [numbered, ...byWords.filter((candidate) => candidate !== numbered)];
  }

  #isUnique(best: PickupCandidate, others: readonly PickupCandidate[]): boolean {
    const rivals = others.filter((other) => isRival(other, best));
    return best.score >= SCORES.sure && rivals.length === 0 && best.bits >= this.#totalBits + SPARE_BITS.sure;
  }

  #confidenceOf([best, ...others]: readonly PickupCandidate[]): PickupConfidence | null {
    if (!best) return null;
    const { score, bits, chapter, time } = best;
    const rivals = others.filter((other) => isRival(other, best));
    const isTimed = agrees(time);
    // The chapter could be wrong although the time is right, so lines at that time in other chapters count too.
    const near = rivals.filter((rival) => rival.time !== null && rival.time.distance <= 2 * rival.time.tolerance);
    if (this.#isUnique(best, others) && chapter !== 'differs' && (time === null || isTimed)) {
      if (chapter === 'agrees' || isTimed || bits >= this.#totalBits + SPARE_BITS.unplaced) return 'sure';
    }
    const inChapter = rivals.filter((rival) => rival.chapter === chapter);
    const isAlone = near.length === 0 && inChapter.length <= MAX_SURE_RIVALS;
    if (isTimed && chapter !== 'differs' && score >= SCORES.sureByTime && isAlone) {
      const timed = time?.isMeasured ? TIMED_BITS.measured : TIMED_BITS.unmeasured;
      if (bits >= (chapter === 'agrees' ? timed : TIMED_BITS.unnamed)) return 'sure';
    }
    if (score < SCORES.likely || bits < MIN_LIKELY_BITS) return 'ask';
    const isAloneInChapter = near.every((rival) => rival.chapter !== chapter);
    if (isTimed && chapter !== 'differs' && (isAloneInChapter || this.#isClosest(best, near))) return 'likely';
    if (rivals.length === 0 && bits >= this.#totalBits) return 'likely';
    return chapter === 'agrees' && inChapter.length === 0 && time === null ? 'likely' : 'ask';
  }

  #isClosest({ time, distance }: PickupCandidate, rivals: readonly PickupCandidate[]): boolean {
    if (!time?.isMeasured) return false;
    return rivals.every((rival) => rival.distance > distance + time.tolerance / 2);
  }

  /** A match by time alone is never sure. It is likely if the list's times are known to be accurate. */
  #confidenceByTime(
    timed: readonly PickupCandidate[],
    chapters: ReadonlySet<number | null> | null,
  ): PickupConfidence | null {
    const [best] = timed;
    if (!best) return null;
    const { time, chapter } = best;
    const isExact = time?.isConfirmed && time.depth >= Math.max(0.5, time.error);
    return isExact && chapter === 'agrees' && chapters?.size === 1 ? 'likely' : 'ask';
  }

  #shareOf({ line, words }: Pick<PickupCandidate, 'line' | 'words'>): number {
    const { text } = at(this.#script.lines, line);
    return words === null ? 0 : this.#index.placeOf(words.from).from / Math.max(1, text.length);
  }

  placeOf({ line, takeSeconds }: Pickup, candidate: PickupCandidate): MatchedPlace {
    const { lineId, clip } = at(this.#script.lines, candidate.line);
    const words = candidate.words && {
      from: this.#index.placeOf(candidate.words.from).from,
      to: this.#index.placeOf(candidate.words.to - 1).to,
    };
    if (clip === null) return { lineId, words, takeId: null, seconds: null };
    // Lectern's own lists have exact positions, but none for notes on whole lines.
    if (line !== '') return { lineId, words, takeId: clip.takeId, seconds: takeSeconds };
    const { takeId, fromSeconds, toSeconds } = clip;
    const byWords = words && fromSeconds + this.#shareOf(candidate) * (toSeconds - fromSeconds);
    const byTime = candidate.time?.distance === 0 ? candidate.time.takeSeconds : null;
    const seconds = byWords ?? byTime;
    return { lineId, words, takeId, seconds: seconds === null ? null : Math.round(seconds * 100) / 100 };
  }
}

interface QuotedPhrase {
  readonly phrase: PickupPhrase;
  readonly query: Query;
}

/** Returns the phrases that must be in the script, as opposed to what was heard. */
function mainPhrases(quoted: readonly QuotedPhrase[]): readonly QuotedPhrase[] {
  const ofRoles = (...roles: readonly PickupPhrase['role'][]) =>
    quoted.filter(({ phrase }) => roles.includes(phrase.role));
  const scripted = ofRoles('written', 'context');
  if (scripted.length > 0) return scripted;
  const heard = ofRoles('heard');
  return heard.length > 0 ? heard : ofRoles('hint');
}

const CHAPTER_RANK: Readonly<Record<ChapterMatch, number>> = { agrees: 0.1, unnamed: 0, differs: -0.1 };

function rankOf({ score, chapter, time, distance, isRest }: PickupCandidate): number {
  // Even within the tolerance, the closest line is the most likely one.
  const near = time === null ? 0 : agrees(time) ? 0.3 - 0.15 * Math.min(1, distance / time.tolerance) : -0.1;
  return score + CHAPTER_RANK[chapter] + near - (isRest ? 0.01 : 0);
}

/** If the words may be wrong, the lines at the given time are also candidates. */
function withTimed(byWords: readonly PickupCandidate[], timed: readonly PickupCandidate[]): PickupCandidate[] {
  const more = timed.filter(({ line }) => !byWords.some((other) => other.line === line));
  const kept = MAX_PICKUP_PLACES - Math.min(2, more.length);
  return [...byWords.slice(0, kept), ...more.slice(0, 2), ...byWords.slice(kept)];
}

const isRival = (other: PickupCandidate, best: PickupCandidate): boolean =>
  !other.isRest && other.score >= best.score - SCORES.rival;

const isWithin = (inner: ScriptRange, outer: ScriptRange): boolean => inner.from >= outer.from && inner.to <= outer.to;

/** Merges ranges that are adjacent or overlap. */
function mergeRanges(ranges: readonly ScriptRange[]): ScriptRange[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

const MIN_SURE_IN_ORDER = 5;
const MIN_ORDERED_SHARE = 0.9;

/** If the sure rows of a list are in script order, a phrase that occurs repeatedly is probably between its neighbours. */
function settleByOrder(ranked: readonly RankedPickup[]): readonly RankedPickup[] {
  const sure = ranked.flatMap(({ confidence, candidates }) =>
    confidence === 'sure' ? (candidates[0]?.line ?? []) : [],
  );
  const ordered = sure.filter((line, rank) => rank === 0 || line >= at(sure, rank - 1)).length;
  if (sure.length < MIN_SURE_IN_ORDER || ordered < sure.length * MIN_ORDERED_SHARE) return ranked;
  let before = 0;
  const lasts = ranked.map(({ confidence, candidates }) => {
    if (confidence === 'sure') before = candidates[0]?.line ?? before;
    return before;
  });
  let after = Number.POSITIVE_INFINITY;
  const nexts = ranked
    .toReversed()
    .map(({ confidence, candidates }) => {
      if (confidence === 'sure') after = candidates[0]?.line ?? after;
      return after;
    })
    .toReversed();
  return ranked.map((row, place) => {
    const { candidates, confidence, isCut } = row;
    if (confidence !== 'ask' || isCut) return row;
    const top = candidates[0]?.score ?? 0;
    const worded = candidates.filter(
      ({ score, isRest }) => !isRest && score >= Math.max(SCORES.likely, top - SCORES.rival),
    );
    const between = worded.filter(({ line }) => line >= at(lasts, place) && line <= at(nexts, place));
    const [only] = between;
    if (!only || between.length > 1 || only.bits < MIN_LIKELY_BITS) return row;
    return { ...row, candidates: [only, ...candidates.filter((other) => other !== only)], confidence: 'likely' };
  });
}
