import { countsOf, type Person } from './character-name.ts';
import { NARRATOR_PERSON } from './characters.ts';
import { type ChainTurn, MAX_GAP_LENGTH, type SpeakerCandidate, turnsNear } from './speaker-chain.ts';
import type { Feature, Situation } from './speaker-weights.ts';
import { SpeechStyles } from './speech-style.ts';
import type { WordGender } from './speech-words.ts';
import { isPairTalk, type Talk, totalShare } from './talk-share.ts';
import type { QuotedTurn } from './turns.ts';

/** Maximum distance, in turns, to search for tagged speakers. */
const NEARBY_TURNS = { maxTurns: 10, maxGap: Number.MAX_VALUE } as const;
/** Maximum distance, in turns of the same conversation, that is considered. */
const CONVERSATION_TURNS = { maxTurns: 30, maxGap: MAX_GAP_LENGTH } as const;
/** Maximum distance, in turns on either side, to check for more than two speakers. */
const CROWD_DISTANCE = 5;
const TAGGED_DISTANCE = 5;
/** Upcoming speakers within this many turns may already be present. */
const UPCOMING_DISTANCE = 4;
const MAX_CANDIDATES = 9;
/** Minimum score for a person who counts as present. */
const MIN_PRESENCE = 0.1;
/** Minimum expected number of nearby turns for a candidate. */
const MIN_EXPECTED_TURNS = 0.15;
/** Minimum confidence in an action that begins its sentence. */
const MIN_ACTION_CONFIDENCE = 0.84;

type FeatureValues = Map<Feature, number>;
type FitFeature = 'actor' | 'before' | 'calls.before' | 'calls.behind' | 'noun' | 'pronoun';
type AddFeature = (feature: Feature, value: number | boolean | undefined) => void;

const NO_TALK: Talk = { people: new Map(), unknown: 0, speaker: null };

interface EarlierReading {
  readonly talk: Talk;
  readonly isPair: boolean;
  readonly styles: SpeechStyles;
}

export class FeatureReader {
  readonly #turns: readonly QuotedTurn[];
  /** Null for turns with a clear tag. */
  readonly #surroundings: readonly (Surroundings | null)[];
  readonly #isFirstPerson: boolean;

  constructor(turns: readonly QuotedTurn[], isFirstPerson: boolean) {
    [this.#turns, this.#isFirstPerson] = [turns, isFirstPerson];
    this.#surroundings = turns.map((turn, at) => (hasClearTag(turn) ? null : surroundingsOf(turns, at, turn)));
  }

  /** @param talks probable speakers near each turn; empty in the first reading */
  read(talks: readonly Talk[] = []): ChainTurn[] {
    const styles = new SpeechStyles();
    for (const [at, turn] of this.#turns.entries()) {
      const person = taggedSpeaker(turn) ?? talks[at]?.speaker ?? null;
      if (person !== null) styles.add(person, turn.words);
    }
    return this.#turns.map((turn, at): ChainTurn => {
      const { cue, gap, isInside } = turn;
      const talk = talks[at] ?? NO_TALK;
      const reading = { talk, isPair: isPairTalk(talk), styles };
      const surroundings = this.#surroundings[at] ?? null;
      const only = { person: taggedSpeaker(turn), features: new Map() };
      return {
        ...turn,
        candidates: surroundings === null ? [only] : candidatesOf(surroundings, reading, this.#isFirstPerson),
        isPair: reading.isPair,
        isCrowd: hasCrowd(this.#turns, at),
        isOther: cue?.isOther === true,
        isTagged: cue !== null && cue.kind !== 'action',
        isAnswer: gap < 1 && !isInside && this.#turns[at - 1]?.isQuestion === true,
        situation: situationOf(turn),
      };
    });
  }
}

/** A tag may also show that the speaker has no name. */
const hasClearTag = ({ cue }: QuotedTurn): boolean =>
  cue?.kind === 'unclear' || (cue?.kind === 'told' && cue.person !== null);

const taggedSpeaker = (turn: QuotedTurn | undefined): Person | null =>
  turn?.cue?.kind === 'told' ? turn.cue.person : null;

const speakersOf = (turns: readonly QuotedTurn[]): Person[] =>
  turns.map(taggedSpeaker).filter((person) => person !== null);

/** Whether nearby tags name more than two people. */
const hasCrowd = (turns: readonly QuotedTurn[], at: number): boolean =>
  new Set(speakersOf(turns.slice(Math.max(0, at - CROWD_DISTANCE), at + CROWD_DISTANCE + 1))).size > 2;

/** Returns null if the text shows who speaks. */
function situationOf({ cue, gap }: QuotedTurn): Situation | null {
  if (cue === null) return gap < 1 ? 'close' : 'apart';
  if (cue.kind === 'pronoun' || cue.kind === 'description') return cue.kind;
  if (cue.kind !== 'action') return null;
  if (cue.person !== null) return 'namedDeed';
  return cue.gender === null ? null : 'deed';
}

function surroundingsOf(turns: readonly QuotedTurn[], at: number, turn: QuotedTurn) {
  const [before, after] = [turnsNear(turns, at, -1, NEARBY_TURNS), turnsNear(turns, at, 1, NEARBY_TURNS)];
  const near = [...before.slice(0, TAGGED_DISTANCE), ...after.slice(0, TAGGED_DISTANCE)];
  return {
    turn,
    last: turns[at - 1],
    next: turns[at + 1],
    isClose: turn.gap < 1,
    gender: turn.cue?.gender ?? null,
    recent: new Map(turn.present.map(({ person, score }) => [person, score])),
    // Tag counts by person, people in the next tags, and the last two speakers, most recent first.
    talkers: countsOf(speakersOf([...before.toReversed(), turn, ...after])),
    soon: new Set(speakersOf(after.slice(0, UPCOMING_DISTANCE))),
    lately: [...new Set(speakersOf(before))].slice(0, 2),
    addressedNear: countsOf(near.flatMap(({ addressed }) => [...addressed])),
    toldNear: countsOf(near.flatMap(({ toldOf }) => [...toldOf])),
    toldBefore: new Set(speakersOf(turnsNear(turns, at, -1, CONVERSATION_TURNS))),
    toldAfter: new Set(speakersOf(turnsNear(turns, at, 1, CONVERSATION_TURNS))),
    // Returns the features that stay the same in all readings.
    signs: new Map<Person, FeatureValues>(),
  };
}

type Surroundings = ReturnType<typeof surroundingsOf>;
/** `fitting` lists the people who fit the speech tag, most talkative first. */
type ShareContext = Surroundings & EarlierReading & { readonly fitting: readonly Person[] };

function candidatesOf(surroundings: Surroundings, reading: EarlierReading, isFirstPerson: boolean): SpeakerCandidate[] {
  const { people: shares } = reading.talk;
  const fitting = [...shares.keys()].filter((person) => canFit(surroundings, person));
  fitting.sort((a, b) => totalShare(shares.get(b)) - totalShare(shares.get(a)));
  const known = Array.from(candidatePeople(surroundings, shares, isFirstPerson), (person) => {
    const features = new Map(textFeatures(person, surroundings));
    addShareFeatures(person, { ...surroundings, ...reading, fitting }, createAdder(features));
    return { person, features };
  });
  return [...known, { person: null, features: unknownFeatures(surroundings, reading) }];
}

function candidatePeople(surroundings: Surroundings, shares: Talk['people'], isFirstPerson: boolean): Set<Person> {
  const { recent, talkers, last } = surroundings;
  const { cue, addressed, subjects } = surroundings.turn;
  const special = [cue?.person, cue?.meant, ...(last?.addressed ?? []), isFirstPerson ? NARRATOR_PERSON : null];
  const people = new Set(special.filter((person) => person !== null && person !== undefined));
  const likely = [...shares.keys()].filter((person) => totalShare(shares.get(person)) >= MIN_EXPECTED_TURNS);
  const others = new Set([...recent.keys(), ...talkers.keys(), ...addressed, ...subjects, ...likely]);
  const presence = (person: Person): number =>
    (recent.get(person) ?? 0) +
    (talkers.get(person) ?? 0) +
    (subjects.has(person) ? 1 : 0) +
    totalShare(shares.get(person));
  const ranked = [...others]
    .filter(({ speaking, gender }) => speaking > 0 && gender !== 'neuter')
    .map((person) => ({ person, score: presence(person) }))
    .sort((a, b) => b.score - a.score);
  for (const { person } of ranked) if (people.size < MAX_CANDIDATES) people.add(person);
  return people;
}

/** Only checks gender. */
const canFit = ({ gender }: Surroundings, person: Person): boolean =>
  gender === null || person.gender === null || person.gender === gender;

function unknownFeatures(
  { turn, gender, isClose, talkers }: Surroundings,
  { talk, isPair }: EarlierReading,
): FeatureValues {
  const { cue, strangers, isInside, isBare, isBehindTag } = turn;
  const features: FeatureValues = new Map();
  const add = createAdder(features);
  add(cue === null || cue.kind === 'told' || cue.kind === 'unclear' ? 'unknown.none' : `unknown.${cue.kind}`, 1);
  add(isInside ? 'unknown.inside' : 'unknown.close', isClose);
  const anyStranger = Math.max(strangers.female, strangers.male);
  add('unknown.stranger', gender === null ? anyStranger : strangers[gender]);
  add('unknown.crowd', talkers.size > 2);
  add('unknown.pair', isPair);
  add('unknown.share', Math.log1p(talk.unknown));
  add('unknown.bare', isBare);
  add('unknown.bare.tag', isBehindTag);
  add('unknown.generic', cue?.isGeneric);
  add('unknown.relation', cue?.isRelation);
  add('unknown.new', cue?.isNew);
  return features;
}

function textFeatures(person: Person, surroundings: Surroundings): FeatureValues {
  const known = surroundings.signs.get(person);
  if (known !== undefined) return known;
  const features: FeatureValues = new Map();
  surroundings.signs.set(person, features);
  const add = createAdder(features);
  addCueFeatures(person, surroundings, add);
  addPresenceFeatures(person, surroundings, add);
  addAddressFeatures(person, surroundings, add);
  addTalkFeatures(person, surroundings, add);
  return features;
}

function addCueFeatures(person: Person, { turn, gender, talkers, recent }: Surroundings, add: AddFeature): void {
  const { cue, meant, present } = turn;
  if (cue === null) return;
  const isSelf = cue.person === person;
  if (cue.kind === 'action') add(cue.confidence >= MIN_ACTION_CONFIDENCE ? 'actor.sure' : 'actor.doubtful', isSelf);
  if (cue.kind === 'description' && isSelf && !(cue.isNew && person.isNamed)) {
    add(cue.isGeneric ? 'self.generic' : 'self.described', 1);
    add('self.indefinite', !cue.isDefinite);
    add('self.often', Math.log1p(person.speaking));
    add('self.alone', cue.isAlone);
    add('self.once', cue.isDefinite && person.speaking === 1);
  }
  add('named.behind', cue.others?.has(person));
  add('newcomer', cue.isNew && !isSelf);
  add(cue.isRelation ? 'kin' : 'titled', cue.meant === person);
  if (gender === null) return;
  addFitFeature(cue.kind === 'pronoun' ? 'pronoun' : cue.kind === 'action' ? 'actor' : 'noun', person, gender, add);
  add('meant', meant[gender] === person);
  const fitting = present.filter((one) => one.person.gender === gender && one.score >= MIN_PRESENCE);
  add('first.pronoun', fitting[0]?.person === person);
  const talking = [...talkers.keys()].filter((one) => one.gender === gender);
  add('only.talking', talking.length === 1 && talking[0] === person);
  add('only', fitting.length === 1 && fitting[0]?.person === person && (recent.get(person) ?? 0) > 0);
}

function addPresenceFeatures(person: Person, { turn, ...around }: Surroundings, add: AddFeature): void {
  const { before, subjects, objects, present, meant } = turn;
  const { gender, isClose, recent, last, next } = around;
  const score = recent.get(person) ?? 0;
  add(gender === null ? 'recent' : 'recent.pronoun', score);
  add('recent.close', isClose && score);
  add('first', present[0]?.person === person);
  add('subject', subjects.has(person));
  add('object', objects.has(person));
  add('subject.before', before.subjects.has(person));
  add('subject.last', before.lastSubject === person);
  add('object.before', before.objects.has(person));
  const after = next && next.gap <= MAX_GAP_LENGTH ? [...next.before.subjects] : [];
  add('after', after.includes(person));
  add('after.first', after[0] === person);
  if (isClose && last) {
    add('object.last', last.objects.has(person));
    add('beside.last', last.subjects.has(person) && taggedSpeaker(last) !== person);
  }
  if (before.pronoun !== null && person.gender !== null) add('before.meant', meant[before.pronoun] === person);
  addFitFeature('before', person, before.pronoun, add);
}

function addAddressFeatures(person: Person, { turn, ...around }: Surroundings, add: AddFeature): void {
  const last = around.isClose ? around.last : undefined;
  const next = around.next && around.next.gap < 1 ? around.next : undefined;
  add('addressed', turn.addressed.has(person));
  add('addressed.before', turn.gap <= MAX_GAP_LENGTH && around.last?.addressed.has(person));
  add('addressed.behind', (around.next?.gap ?? 0) <= MAX_GAP_LENGTH && around.next?.addressed.has(person));
  add('addressed.near', Math.log1p(around.addressedNear.get(person) ?? 0));
  add('asked', last?.isQuestion && last.addressed.has(person));
  addFitFeature('calls.before', person, last?.called, add);
  addFitFeature('calls.behind', person, next?.isInside ? null : next?.called, add);
  add('called.fits', turn.called !== null && person.gender === turn.called);
  add('told.of', turn.toldOf.has(person));
  add('told.of.last', last?.toldOf.has(person));
  add('told.of.behind', next?.toldOf.has(person));
  add('told.near', Math.log1p(around.toldNear.get(person) ?? 0));
  // Novels usually give parents a title, such as `Mrs. Bennet`.
  const parent = person.words.has('mr') ? 'male' : person.words.has('mrs') ? 'female' : null;
  const sign = parent === null ? -1 : 1;
  add('parent.self', parent !== null && turn.calledParent === parent);
  if (person.gender === null) return;
  add('parent.before', last?.calledParent === person.gender && sign);
  add('parent.behind', next?.calledParent === person.gender && sign);
}

function addTalkFeatures(person: Person, surroundings: Surroundings, add: AddFeature): void {
  const { isClose, gender, talkers, lately, turn } = surroundings;
  const { cue } = turn;
  add('talks', Math.log1p(talkers.get(person) ?? 0));
  add('talks.next', surroundings.soon.has(person));
  add('lately.told', isClose && lately[0] === person);
  add('lately.other', isClose && lately[1] === person);
  if (person === NARRATOR_PERSON) {
    add(gender === null ? 'narrator' : 'narrator.pronoun', 1);
    add('narrator.silent', !talkers.has(NARRATOR_PERSON));
  } else add('often', Math.log1p(person.speaking));
  add('nameless', !person.isNamed && cue?.person !== person);
  const isAfter = surroundings.toldAfter.has(person);
  const place = surroundings.toldBefore.has(person) ? (isAfter ? 'both' : 'before') : isAfter ? 'behind' : 'none';
  add(cue === null || cue.kind === 'action' ? `talk.${place}` : `talk.${place}.told`, 1);
}

function addShareFeatures(person: Person, surroundings: ShareContext, add: AddFeature): void {
  const { talk, styles, fitting } = surroundings;
  add('style', styles.likeness(person, surroundings.turn.words, talk.speaker === person));
  if (talk.people.size === 0) return;
  const isUntold = surroundings.gender === null;
  const { before = 0, behind = 0 } = talk.people.get(person) ?? {};
  add('share.before', Math.log1p(before));
  add('share.behind', Math.log1p(behind));
  const all = fitting.reduce((sum, one) => sum + totalShare(talk.people.get(one)), 0);
  if (all > 0 && canFit(surroundings, person)) {
    add(isUntold ? 'share.all' : 'share.fitting', (before + behind) / all);
    add(isUntold ? 'share.log' : 'share.log.fitting', Math.log((before + behind) / all + 0.02));
  }
  add(isUntold ? 'share.third' : 'share.third.pronoun', !fitting.slice(0, 2).includes(person));
}

const createAdder =
  (features: FeatureValues): AddFeature =>
  (feature, value) => {
    if (value) features.set(feature, Number(value));
  };

function addFitFeature(
  feature: FitFeature,
  person: Person,
  gender: WordGender | null | undefined,
  add: AddFeature,
): void {
  if (gender && person.gender !== null) add(person.gender === gender ? `${feature}.fits` : `${feature}.differs`, 1);
}
