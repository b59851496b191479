// Who speaks where no words tell: the rest of a paragraph, and those who talk by turns.
import type { Person } from './characters.ts';
import type { SpeechTag } from './speech-tags.ts';
import { NOUNS } from './speech-words.ts';
import type { Guess } from './trail.ts';

/**
 * What tells who says a quotation: a name beside a verb of speech, a description (`the cook`) or a pronoun there; another
 * quotation of the paragraph, or the one that it goes on with; what somebody does beside it; the turns of two who talk;
 * whom it addresses; a model that was asked. `mention`: quoted words or a title that are only named. `none`: nothing does.
 */
export type Evidence =
  | 'name'
  | 'description'
  | 'pronoun'
  | 'same-paragraph'
  | 'continued'
  | 'action'
  | 'alternation'
  | 'vocative'
  | 'answer'
  | 'mention'
  | 'none';

/** A quotation on the way to its speaker. */
export interface Utterance {
  readonly isSpeech: boolean;
  person: Person | null;
  /** 0 to 1. */
  confidence: number;
  evidence: Evidence;
  tag: SpeechTag | null;
  /** Numbers of the conversation and of the turn, which `fillTurns` gives. */
  talk: number;
  turn: number;
}

/** The quotations of a paragraph, and of those that go on with its last one. */
export interface QuotedTurn {
  readonly utterances: Utterance[];
  /** The paragraph. */
  readonly at: number;
  /** Paragraphs of narration before it; infinite at the start of a scene. */
  readonly gap: number;
  /** Who speaks last in it, as far as is known. */
  speaker: Person | null;
  /** Who else is there. */
  others: Guess | null;
  readonly addressed: Set<Person>;
  /** Who does something in its narration. */
  readonly present: Set<Person>;
  /** Whether it is narration that stands for somebody's turn. */
  isSilent: boolean;
  /** Whether somebody does something before it, in a paragraph of narration: perhaps who speaks now. */
  isAfterAction: boolean;
}

const KNOWN = 0.8;
/** Talk ends where more paragraphs of narration stand between. */
const LONGEST_GAP = 2;
const SURE = {
  both: 0.93,
  one: 0.86,
  farther: 0.02,
  lonely: 0.03,
  only: 0.7,
  gap: 0.05,
  third: 0.84,
  alone: 0.7,
  vocative: 0.85,
  against: 0.3,
} as const;
/** Turns around those without a speaker in which it is counted who talks. */
const NEAR = 7;

/** Gives those quotations a speaker that have none of their own. */
export function fillTurns(turns: readonly QuotedTurn[]): void {
  for (const turn of turns) fillParagraph(turn.utterances);
  let start = 0;
  for (let end = 1; end <= turns.length; end += 1) {
    if (end < turns.length && (turns[end]?.gap ?? 0) <= LONGEST_GAP) continue;
    const talk = turns.slice(start, end);
    fillTalk(talk);
    for (const [at, { utterances }] of talk.entries()) {
      for (const utterance of utterances) Object.assign(utterance, { talk: start, turn: start + at });
    }
    start = end;
  }
}

/** Who is told to speak in a paragraph says all of it, up to who is told next. */
function fillParagraph(utterances: readonly Utterance[]): void {
  const told = utterances.filter(
    ({ person, confidence, tag }) => person !== null && tag?.kind === 'tag' && confidence > 0,
  );
  const acting = utterances.filter(({ person, tag }) => person !== null && tag?.kind === 'action');
  const persons = new Set(told.map(({ person }) => person));
  const sure =
    told.toSorted((a, b) => b.confidence - a.confidence)[0] ??
    acting.toSorted((a, b) => b.confidence - a.confidence)[0];
  if (sure === undefined) return;
  if (persons.size <= 1) {
    for (const utterance of utterances) {
      if (
        utterance === sure ||
        (utterance.tag?.kind === 'tag' && utterance.person === sure.person && utterance.confidence >= sure.confidence)
      )
        continue;
      if (utterance.tag?.kind === 'tag' && utterance.person === null) continue;
      const isActing =
        utterance.tag?.kind === 'action' && utterance.person !== null && utterance.person !== sure.person;
      copy(utterance, sure, 'same-paragraph', isActing ? 0.75 : 0.98);
    }
    return;
  }
  let last: Utterance | undefined;
  for (const utterance of utterances) {
    if (told.includes(utterance)) last = utterance;
    else if (utterance.tag?.kind !== 'tag') copy(utterance, last ?? sure, 'same-paragraph', last ? 0.85 : 0.6);
  }
}

function copy(to: Utterance, from: Utterance, evidence: Evidence, factor: number): void {
  to.person = from.person;
  to.confidence = from.confidence * factor;
  to.evidence = evidence;
}

const isKnown = (turn: QuotedTurn | undefined): boolean => turn !== undefined && firstOf(turn) !== null;
const firstOf = ({ utterances, isSilent, speaker }: QuotedTurn): Person | null =>
  isSilent
    ? speaker
    : (utterances.find(({ person, confidence }) => person !== null && confidence >= KNOWN)?.person ?? null);
const lastOf = ({ utterances, isSilent, speaker }: QuotedTurn): Person | null =>
  isSilent
    ? speaker
    : (utterances.findLast(({ person, confidence }) => person !== null && confidence >= KNOWN)?.person ?? null);

/** Somebody known at a distance of some turns. */
interface Anchor {
  readonly person: Person;
  readonly distance: number;
}

/** Turns of one scene without long narration between them. */
function fillTalk(turns: readonly QuotedTurn[]): void {
  const known = turns.map((turn) => ({ first: firstOf(turn), last: lastOf(turn) }));
  let left: number | null = null;
  const rights = nextKnown(turns);
  for (const [at, turn] of turns.entries()) {
    if (isKnown(turn) && known[at]?.last) {
      left = at;
      continue;
    }
    const right = rights[at] ?? null;
    const leftPerson = left === null ? null : (known[left]?.last ?? null);
    const rightPerson = right === null ? null : (known[right]?.first ?? null);
    const before = left === null || leftPerson === null ? null : { person: leftPerson, distance: at - left };
    const after = right === null || rightPerson === null ? null : { person: rightPerson, distance: right - at };
    const near = new Set<Person>();
    for (const one of known.slice(Math.max(0, (left ?? at) - NEAR), (right ?? at) + NEAR + 1)) {
      if (one.first) near.add(one.first);
      if (one.last) near.add(one.last);
    }
    const guess = guessOf(turn, before, after, near, at > 1 ? (known[at - 2]?.last ?? null) : null);
    if (guess === null) continue;
    // Somebody who has not spoken yet may do so now.
    const hasNewcomer = [...turn.present].some((person) => person.speaking > 0 && !near.has(person));
    if (hasNewcomer) continue;
    const gap = Math.min(turn.gap, LONGEST_GAP) * SURE.gap;
    const asked = turn.gap < 1 ? [...(turns[at - 1]?.addressed ?? [])] : [];
    // Who was addressed answers.
    const isOutOfTurn = asked.length === 1 && asked[0] !== guess.person;
    const most = turn.isAfterAction || isOutOfTurn ? SURE.alone : 1;
    settle(turn, guess.person, Math.min(most, guess.confidence - (before ? gap : 0)), guess.evidence);
  }
}

function nextKnown(turns: readonly QuotedTurn[]): (number | null)[] {
  const next: (number | null)[] = [];
  let last: number | null = null;
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    next[at] = last;
    if (isKnown(turns[at])) last = at;
  }
  return next;
}

interface TurnGuess extends Guess {
  readonly evidence: Evidence;
}

function guessOf(
  turn: QuotedTurn,
  before: Anchor | null,
  after: Anchor | null,
  near: ReadonlySet<Person>,
  lastButOne: Person | null,
): TurnGuess | null {
  if (near.size === 2) return twoGuess([...near], before, after, turn);
  if (near.size === 1) {
    const [only] = near;
    const anchor = before ?? after;
    if (only === undefined || anchor === null) return null;
    if (anchor.distance % 2 === 0) return { person: only, confidence: SURE.alone, evidence: 'alternation' };
    const other = turn.others;
    if (other === null || other.person === only) return null;
    return { person: other.person, confidence: Math.min(SURE.alone, other.confidence), evidence: 'alternation' };
  }
  if (before?.distance !== 1 || lastButOne === null || lastButOne === before.person) return null;
  const isBack = after?.distance === 1 && after.person === before.person;
  return { person: lastButOne, confidence: isBack ? SURE.third : SURE.alone - 0.05, evidence: 'alternation' };
}

function twoGuess(
  [one, two]: readonly Person[],
  before: Anchor | null,
  after: Anchor | null,
  turn: QuotedTurn,
): TurnGuess | null {
  if (one === undefined || two === undefined) return null;
  const from = (anchor: Anchor): Person => {
    const other = anchor.person === one ? two : one;
    return anchor.distance % 2 === 0 ? anchor.person : other;
  };
  const guesses = [before, after].filter((anchor) => anchor !== null).map(from);
  const [first, second] = guesses;
  if (first === undefined) return null;
  const isAgreed = second === undefined || first === second;
  const called = [one, two].filter((person) => turn.addressed.has(person));
  const speaker = called.length === 1 ? (called[0] === one ? two : one) : null;
  if (!isAgreed) {
    return speaker
      ? { person: speaker, confidence: SURE.vocative, evidence: 'vocative' }
      : { person: first, confidence: 0.45, evidence: 'alternation' };
  }
  const distance = Math.min(before?.distance ?? Number.POSITIVE_INFINITY, after?.distance ?? Number.POSITIVE_INFINITY);
  const sure =
    second !== undefined
      ? SURE.both - SURE.farther * (distance - 1)
      : before
        ? SURE.one - SURE.lonely * (distance - 1)
        : SURE.only;
  if (speaker !== null && speaker !== first) return { person: speaker, confidence: 0.6, evidence: 'vocative' };
  return { person: first, confidence: sure, evidence: speaker ? 'vocative' : 'alternation' };
}

/** `said she` is no man. */
const isOfOtherGender = ({ tag }: Utterance, { gender }: Person): boolean => {
  const told = tag?.mention.gender ?? NOUNS[tag?.mention.words.at(-1) ?? ''] ?? null;
  return told !== null && gender !== null && told !== gender;
};

/** Takes a guess for a turn, unless its own words say better. */
function settle(turn: QuotedTurn, person: Person, confidence: number, evidence: Evidence): void {
  const sure = turn.addressed.has(person) ? Math.min(confidence, SURE.against) : confidence;
  for (const utterance of turn.utterances) {
    // Somebody is told to say it, though not who: several, a voice.
    if (utterance.tag?.mention.kind === 'unclear' || isOfOtherGender(utterance, person)) continue;
    if (utterance.person === person) {
      // Two signs that agree.
      utterance.confidence = Math.max(utterance.confidence, sure, 1 - (1 - utterance.confidence) * (1 - sure));
      continue;
    }
    // Its own words tell of somebody, though not of whom.
    if (utterance.confidence >= Math.min(sure, utterance.tag === null ? 1 : SURE.alone)) continue;
    utterance.person = person;
    utterance.confidence = utterance.tag === null ? sure : Math.min(sure, SURE.alone);
    utterance.evidence = evidence;
  }
}
