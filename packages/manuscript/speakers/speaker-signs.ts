// What speaks for and against each who may say a turn.
import type { Person } from './character-name.ts';
import { NARRATING } from './characters.ts';
import { type ChainTurn, LONGEST_GAP, type SpeakerCandidate } from './speaker-chain.ts';
import type { Feature, Situation } from './speaker-weights.ts';
import type { SpeechCue } from './speech-cue.ts';
import { SpeechStyles } from './speech-style.ts';
import { isPairTalk, shareOf, type Talk } from './talk-share.ts';
import type { QuotedTurn } from './turns.ts';

/** Turns before and behind one in which it is counted who talks. */
const NEAR = 10;
/** Turns before and behind one in which more than two are several. */
const CROWD = 5;
/** Turns before and behind one that are of the same talk. */
const TALK = 30;
/** Turns behind one whose speakers may be there already. */
const NEXT = 4;
/** Turns before and behind one in which it is counted of whom they tell. */
const TOLD_NEAR = 5;
const MOST_CANDIDATES = 9;
/** Who counts less than this is not quite there. */
const THERE = 0.1;
/** Who says more than this around a turn, as far as is known, may say it. */
const LIKELY = 0.15;
/** How sure an action tag is that begins its sentence. */
const SURE_ACTION = 0.84;

type Signs = Map<Feature, number>;

type Shares = Talk['persons'];

const NO_TALK: Talk = { persons: new Map(), unknown: 0, speaker: null };

/** Writes down, for all turns of a book, who may speak and what speaks for it. */
export class SignReader {
  readonly #turns: readonly QuotedTurn[];
  /** Null where the text alone tells who speaks. */
  readonly #surroundings: readonly (Surroundings | null)[];
  readonly #crowds: readonly boolean[];
  readonly #isFirstPerson: boolean;

  constructor(turns: readonly QuotedTurn[], isFirstPerson: boolean) {
    const scenes = scenesOf(turns);
    this.#turns = turns;
    this.#surroundings = turns.map((turn, at) => (isTold(turn) ? null : surroundingsOf(turn, turns, at, scenes)));
    this.#crowds = turns.map((_, at) => isCrowdAt(turns, at));
    this.#isFirstPerson = isFirstPerson;
  }

  /** @param talks of each turn, who most likely speaks near it; without them where nothing is known yet */
  read(talks: readonly Talk[] = []): ChainTurn[] {
    const styles = new SpeechStyles();
    for (const [at, turn] of this.#turns.entries()) {
      const person = toldIn(turn) ?? talks[at]?.speaker ?? null;
      if (person !== null) styles.add(person, turn.words);
    }
    return this.#turns.map((turn, at): ChainTurn => {
      const { cue, gap, isInside, isBare, isBehindTag, addressed, called, isReply } = turn;
      const around = this.#surroundings[at] ?? null;
      const talk = talks[at] ?? NO_TALK;
      const isPair = isPairTalk(talk);
      const before = gap < 1 && !isInside ? this.#turns[at - 1] : undefined;
      return {
        candidates:
          around === null
            ? [{ person: toldIn(turn), features: new Map() }]
            : candidatesOf({ ...around, talk, styles, isPair }, this.#isFirstPerson),
        ...{ gap, isInside, isBare, isBehindTag, addressed, called, isReply },
        isCrowd: this.#crowds[at] === true,
        isOther: cue?.isOther === true,
        isPair,
        situation: situationOf(turn),
        isTagged: cue !== null && cue.kind !== 'action',
        isAnswer: before?.isQuestion === true,
      };
    });
  }
}

/** Whether the text alone tells who speaks, be it somebody who isn't known. */
const isTold = ({ cue }: QuotedTurn): boolean =>
  cue?.kind === 'unclear' || (cue?.kind === 'told' && cue.person !== null);

/** Whether more than two are told to speak close to a turn. */
function isCrowdAt(turns: readonly QuotedTurn[], at: number): boolean {
  const close = new Set(turns.slice(Math.max(0, at - CROWD), at + CROWD + 1).map(toldIn));
  close.delete(null);
  return close.size > 2;
}

function situationOf({ cue, gap }: QuotedTurn): Situation | null {
  if (cue === null) return gap < 1 ? 'close' : 'apart';
  if (cue.kind === 'pronoun' || cue.kind === 'description') return cue.kind;
  if (cue.kind !== 'action') return null;
  return cue.person === null ? (cue.gender === null ? null : 'deed') : 'namedDeed';
}

/** The scene of each turn. */
function scenesOf(turns: readonly QuotedTurn[]): number[] {
  let scene = 0;
  return turns.map(({ gap }, at) => (at > 0 && gap === Number.POSITIVE_INFINITY ? ++scene : scene));
}

const toldIn = (turn: QuotedTurn | undefined): Person | null => (turn?.cue?.kind === 'told' ? turn.cue.person : null);

function surroundingsOf(
  turn: QuotedTurn,
  turns: readonly QuotedTurn[],
  at: number,
  scenes: readonly number[],
): Surroundings {
  const talkers = new Map<Person, number>();
  const next = new Set<Person>();
  for (let near = at - NEAR; near <= at + NEAR; near += 1) {
    const person = scenes[near] === scenes[at] ? toldIn(turns[near]) : null;
    if (person === null) continue;
    talkers.set(person, (talkers.get(person) ?? 0) + 1);
    if (near > at && near <= at + NEXT) next.add(person);
  }
  const lately: Person[] = [];
  for (let near = at - 1; near >= at - NEAR && lately.length < 2; near -= 1) {
    const person = scenes[near] === scenes[at] ? toldIn(turns[near]) : null;
    if (person !== null && !lately.includes(person)) lately.push(person);
  }
  const addressedNear = new Map<Person, number>();
  const toldNear = new Map<Person, number>();
  for (let near = at - TOLD_NEAR; near <= at + TOLD_NEAR; near += 1) {
    if (near === at || scenes[near] !== scenes[at]) continue;
    for (const person of turns[near]?.toldOf ?? []) toldNear.set(person, (toldNear.get(person) ?? 0) + 1);
    for (const person of turns[near]?.addressed ?? []) addressedNear.set(person, (addressedNear.get(person) ?? 0) + 1);
  }
  return {
    turn,
    recent: new Map(turn.present.map(({ person, score }) => [person, score])),
    talkers,
    next,
    toldBefore: toldInTalk(turns, at, -1),
    toldBehind: toldInTalk(turns, at, 1),
    addressedNear,
    toldNear,
    last: turns[at - 1],
    behind: turns[at + 1],
    lately,
    signs: new Map(),
  };
}

function candidatesOf(scenery: Scenery, isFirstPerson: boolean): SpeakerCandidate[] {
  const { turn, talkers, recent, last, talk } = scenery;
  const { cue } = turn;
  const special = [cue?.person, cue?.meant, ...(last?.addressed ?? [])];
  if (isFirstPerson) special.push(NARRATING);
  const persons = new Set<Person>(special.filter((person) => person !== null && person !== undefined));
  const weights = new Map<Person, number>();
  const others = [...recent.keys(), ...talkers.keys(), ...turn.addressed, ...turn.subjects, ...likelyIn(talk.persons)];
  for (const person of others) {
    if (person.speaking === 0 || person.gender === 'neuter') continue;
    const told = (recent.get(person) ?? 0) + (talkers.get(person) ?? 0) + (turn.subjects.has(person) ? 1 : 0);
    weights.set(person, told + shareOf(talk.persons.get(person)));
  }
  for (const [person] of [...weights].toSorted((a, b) => b[1] - a[1])) {
    if (persons.size < MOST_CANDIDATES) persons.add(person);
  }
  const fitting = sharesFitting(turn, talk);
  const known = [...persons].map((person) => ({ person, features: signsOf(person, scenery, fitting) }));
  return [...known, { person: null, features: unknownSigns(scenery) }];
}

/** Who is told to speak before a turn or behind it, up to where long narration parts the talk. */
function toldInTalk(turns: readonly QuotedTurn[], at: number, step: 1 | -1): ReadonlySet<Person> {
  const told = new Set<Person>();
  for (let near = at + step; Math.abs(near - at) <= TALK; near += step) {
    const later = turns[Math.max(near, near - step)];
    if (turns[near] === undefined || later === undefined || later.gap > LONGEST_GAP) break;
    const person = toldIn(turns[near]);
    if (person !== null) told.add(person);
  }
  return told;
}

function unknownSigns({ turn, talkers, talk, isPair }: Scenery): Signs {
  const { cue, strangers, gap, isInside, isBare, isBehindTag } = turn;
  const signs: Signs = new Map([[unknownOf(cue), 1]]);
  if (gap < 1) signs.set(isInside ? 'unknown.inside' : 'unknown.close', 1);
  const gender = cue?.gender ?? null;
  const stranger = gender === null ? Math.max(strangers.female, strangers.male) : strangers[gender];
  if (stranger > 0) signs.set('unknown.stranger', stranger);
  if (talkers.size > 2) signs.set('unknown.crowd', 1);
  if (isPair) signs.set('unknown.pair', 1);
  if (talk.unknown > 0) signs.set('unknown.share', Math.log1p(talk.unknown));
  if (isBare) signs.set('unknown.bare', 1);
  if (isBehindTag) signs.set('unknown.bare.tag', 1);
  if (cue?.isGeneric) signs.set('unknown.generic', 1);
  if (cue?.isRelation) signs.set('unknown.relation', 1);
  if (cue?.isNew) signs.set('unknown.new', 1);
  return signs;
}

const unknownOf = (cue: SpeechCue | null): Feature =>
  cue === null
    ? 'unknown.none'
    : cue.kind === 'told' || cue.kind === 'unclear'
      ? 'unknown.none'
      : `unknown.${cue.kind}`;

/** What the text tells around a turn. */
interface Surroundings {
  readonly turn: QuotedTurn;
  readonly recent: ReadonlyMap<Person, number>;
  /** Who is told to speak near it, and how often. */
  readonly talkers: ReadonlyMap<Person, number>;
  readonly next: ReadonlySet<Person>;
  /** Who is told to speak in the same talk, before the turn and behind it. */
  readonly toldBefore: ReadonlySet<Person>;
  readonly toldBehind: ReadonlySet<Person>;
  /** Who is called by name near it, and how often. */
  readonly addressedNear: ReadonlyMap<Person, number>;
  /** Who is spoken of near it, and how often. */
  readonly toldNear: ReadonlyMap<Person, number>;
  readonly last: QuotedTurn | undefined;
  readonly behind: QuotedTurn | undefined;
  /** The last two who were told to speak before it, the last one first. */
  readonly lately: readonly Person[];
  /** What the text tells for and against somebody: it is the same in each reading. */
  readonly signs: Map<Person, Signs>;
}

/** What is known around a turn: what the text tells, and what a reading before found. */
interface Scenery extends Surroundings {
  readonly styles: SpeechStyles;
  /** Who most likely speaks near it. */
  readonly talk: Talk;
  /** Whether two say nearly all of that. */
  readonly isPair: boolean;
}

interface FittingShares {
  /** From 0 for who says most. */
  readonly places: ReadonlyMap<Person, number>;
  readonly all: number;
}

function signsOf(person: Person, scenery: Scenery, fitting: FittingShares): Signs {
  const { turn, talk, styles, signs: known } = scenery;
  const told = known.get(person) ?? toldSigns(person, scenery);
  known.set(person, told);
  const signs = new Map(told);
  const add = adderTo(signs);
  add('style', styles.likeness(person, turn.words, talk.speaker === person));
  shareSigns(person, scenery, fitting, add);
  return signs;
}

function toldSigns(person: Person, scenery: Surroundings): Signs {
  const { turn, recent, talkers, next, last, behind, lately } = scenery;
  const signs: Signs = new Map();
  const add = adderTo(signs);
  cueSigns(person, scenery, add);
  const isPronoun = turn.cue !== null && turn.cue.gender !== null;
  const score = recent.get(person) ?? 0;
  const isClose = turn.gap < 1;
  add(isPronoun ? 'recent.pronoun' : 'recent', score);
  add('first', turn.present[0]?.person === person);
  add('subject', turn.subjects.has(person));
  add('object', turn.objects.has(person));
  add('subject.before', turn.before.has(person));
  add('subject.last', turn.lastBefore === person);
  add('object.before', turn.objectsBefore.has(person));
  const after = behind !== undefined && behind.gap <= LONGEST_GAP ? behind.before : null;
  add('after', after?.has(person) === true);
  add('after.first', after !== null && [...after][0] === person);
  add('addressed.near', Math.log1p(scenery.addressedNear.get(person) ?? 0));
  add('object.last', isClose && last?.objects.has(person) === true);
  add('beside.last', isClose && last?.subjects.has(person) === true && toldIn(last) !== person);
  add('recent.close', isClose ? score : 0);
  const place = lately.indexOf(person);
  if (isClose) add('lately.told', place === 0);
  if (isClose) add('lately.other', place === 1);
  add('addressed', turn.addressed.has(person));
  add('addressed.before', turn.gap <= LONGEST_GAP && last?.addressed.has(person) === true);
  add('asked', isClose && last?.isQuestion === true && last.addressed.has(person));
  add('addressed.behind', behind !== undefined && behind.gap <= LONGEST_GAP && behind.addressed.has(person));
  if (isClose && last?.called && person.gender !== null)
    add(person.gender === last.called ? 'calls.before.fits' : 'calls.before.differs', 1);
  if (behind?.called && behind.gap < 1 && !behind.isInside && person.gender !== null)
    add(person.gender === behind.called ? 'calls.behind.fits' : 'calls.behind.differs', 1);
  add('called.fits', turn.called !== null && person.gender === turn.called);
  add('told.of', turn.toldOf.has(person));
  add('told.of.last', isClose && last?.toldOf.has(person) === true);
  add('told.of.behind', behind !== undefined && behind.gap < 1 && behind.toldOf.has(person));
  add('told.near', Math.log1p(scenery.toldNear.get(person) ?? 0));
  add('talks', Math.log1p(talkers.get(person) ?? 0));
  add('talks.next', next.has(person));
  if (person === NARRATING) {
    add(isPronoun ? 'narrator.pronoun' : 'narrator', 1);
    add('narrator.silent', !talkers.has(NARRATING));
  } else add('often', Math.log1p(person.speaking));
  add('nameless', !person.isNamed && turn.cue?.person !== person);
  talkSigns(person, scenery, add);
  parentSigns(person, scenery, add);
  narrationSigns(person, turn, add);
  return signs;
}

const likelyIn = (shares: Shares): Person[] =>
  [...shares].filter(([, share]) => shareOf(share) >= LIKELY).map(([person]) => person);

type Add = (feature: Feature, value: number | boolean) => void;

const adderTo =
  (signs: Signs): Add =>
  (feature, value) => {
    if (Number(value) !== 0) signs.set(feature, Number(value));
  };

/** Whether somebody is told to speak in the talk of the turn. */
function talkSigns(person: Person, { turn, toldBefore, toldBehind }: Surroundings, add: Add): void {
  const isBehind = toldBehind.has(person);
  const place = toldBefore.has(person) ? (isBehind ? 'both' : 'before') : isBehind ? 'behind' : 'none';
  const isUntold = turn.cue === null || turn.cue.kind === 'action';
  add(isUntold ? `talk.${place}` : `talk.${place}.told`, 1);
}

/** Signs of who is called `mamma` or `papa`: novels mostly give parents a title, such as `Mrs. Bennet`. */
function parentSigns(person: Person, { turn, last, behind }: Surroundings, add: Add): void {
  const parent = person.words.has('mr') ? 'male' : person.words.has('mrs') ? 'female' : null;
  add('parent.self', parent !== null && turn.calledParent === parent);
  const isCalled = (by: QuotedTurn | undefined): boolean =>
    person.gender !== null && by?.calledParent === person.gender;
  const sign = parent === null ? -1 : 1;
  if (turn.gap < 1 && isCalled(last)) add('parent.before', sign);
  if (behind !== undefined && behind.gap < 1 && isCalled(behind)) add('parent.behind', sign);
}

/** Those whom the tag of a turn can mean, and how much each most likely says around it, the most first. */
function sharesFitting({ cue }: QuotedTurn, { persons }: Talk): FittingShares {
  const gender = cue?.gender ?? null;
  const ranked = [...persons]
    .filter(([person]) => gender === null || person.gender === null || person.gender === gender)
    .map(([person, share]) => [person, shareOf(share)] as const)
    .toSorted((a, b) => b[1] - a[1]);
  return { places: new Map(ranked.map(([person], place) => [person, place])), all: ranked.reduce(sumOfShares, 0) };
}

const sumOfShares = (sum: number, [, share]: readonly [Person, number]): number => sum + share;

/** How much somebody most likely says around the turn, alone and compared with the others whom its tag can mean. */
function shareSigns(person: Person, { turn, talk }: Scenery, { places, all }: FittingShares, add: Add): void {
  if (talk.persons.size === 0) return;
  const gender = turn.cue?.gender ?? null;
  const { before = 0, behind = 0 } = talk.persons.get(person) ?? {};
  add('share.before', Math.log1p(before));
  add('share.behind', Math.log1p(behind));
  const isFitting = gender === null || person.gender === null || person.gender === gender;
  if (all > 0 && isFitting) {
    add(gender === null ? 'share.all' : 'share.fitting', (before + behind) / all);
    add(gender === null ? 'share.log' : 'share.log.fitting', Math.log((before + behind) / all + 0.02));
  }
  if ((places.get(person) ?? Number.POSITIVE_INFINITY) > 1)
    add(gender === null ? 'share.third' : 'share.third.pronoun', 1);
}

/** Whom the narration before the turn means by a pronoun. */
function narrationSigns(person: Person, { pronounBefore, meant }: QuotedTurn, add: Add): void {
  if (pronounBefore === null || person.gender === null) return;
  add('before.meant', meant[pronounBefore] === person);
  add(person.gender === pronounBefore ? 'before.fits' : 'before.differs', 1);
}

function cueSigns(person: Person, { turn, recent, talkers }: Surroundings, add: Add): void {
  const { cue } = turn;
  if (cue === null) return;
  const { kind, gender } = cue;
  if (kind === 'action' && cue.person === person) {
    add(cue.confidence >= SURE_ACTION ? 'actor.sure' : 'actor.doubtful', 1);
  }
  if (kind === 'description' && cue.person === person && !(cue.isNew && person.isNamed)) {
    add(cue.isGeneric ? 'self.generic' : 'self.described', 1);
    add('self.indefinite', !cue.isDefinite);
    add('self.often', Math.log1p(person.speaking));
    add('self.alone', cue.isAlone);
    add('self.once', cue.isDefinite && person.speaking === 1);
  }
  add('named.behind', cue.others.has(person));
  add('newcomer', cue.isNew && cue.person !== person);
  if (cue.meant === person) add(cue.isRelation ? 'kin' : 'titled', 1);
  if (gender === null) return;
  const fits = kind === 'pronoun' ? 'pronoun' : kind === 'action' ? 'actor' : 'noun';
  if (person.gender === gender) add(`${fits}.fits`, 1);
  else if (person.gender !== null) add(`${fits}.differs`, 1);
  add('meant', turn.meant[gender] === person);
  const fitting = turn.present.filter((one) => one.person.gender === gender && one.score >= THERE);
  add('first.pronoun', fitting[0]?.person === person);
  const talking = [...talkers.keys()].filter((one) => one.gender === gender);
  add('only.talking', talking.length === 1 && talking[0] === person);
  add('only', fitting.length === 1 && fitting[0]?.person === person && (recent.get(person) ?? 0) > 0);
}
