// The people who may say a turn, and the signs for and against each.
import { countsOf, type Person } from './character-name.ts';
import { NARRATING } from './characters.ts';
import { type ChainTurn, LONGEST_GAP, type SpeakerCandidate, turnsNear } from './speaker-chain.ts';
import type { Feature, Situation } from './speaker-weights.ts';
import { SpeechStyles } from './speech-style.ts';
import type { WordGender } from './speech-words.ts';
import { isPairTalk, shareOf, type Talk } from './talk-share.ts';
import type { QuotedTurn } from './turns.ts';

/** The turns before and after one in which the people in tags are counted. */
const NEAR = { most: 10, longestGap: Number.MAX_VALUE } as const;
/** The turns before and after one that belong to its conversation. */
const TALK = { most: 30, longestGap: LONGEST_GAP } as const;
/** The turns before and after one in which crowds, and people who are spoken of, are counted. */
const CROWD = 5;
const TOLD_NEAR = 5;
/** Who speaks within this many turns may be there already. */
const NEXT = 4;
const MOST_CANDIDATES = 9;
/** The score from which a person is present. */
const PRESENT = 0.1;
/** The number of likely turns nearby from which a person is a candidate. */
const LIKELY = 0.15;
/** The confidence of an action that begins its sentence. */
const SURE_ACTION = 0.84;

type Signs = Map<Feature, number>;
type AddSign = (feature: Feature, value: number | boolean | undefined) => void;

const NO_TALK: Talk = { persons: new Map(), unknown: 0, speaker: null };

/** What an earlier reading of the turns found. */
interface EarlierReading {
  readonly talk: Talk;
  readonly isPair: boolean;
  readonly styles: SpeechStyles;
}

/** Lists the candidates of all turns of a book. */
export class SignReader {
  readonly #turns: readonly QuotedTurn[];
  /** Null for turns that have a clear tag. */
  readonly #surroundings: readonly (Surroundings | null)[];
  readonly #isFirstPerson: boolean;

  constructor(turns: readonly QuotedTurn[], isFirstPerson: boolean) {
    [this.#turns, this.#isFirstPerson] = [turns, isFirstPerson];
    this.#surroundings = turns.map((turn, at) => (isTold(turn) ? null : new Surroundings(turns, at)));
  }

  /** @param talks for each turn, the probable speakers nearby; empty for the first reading */
  read(talks: readonly Talk[] = []): ChainTurn[] {
    const styles = new SpeechStyles();
    for (const [at, turn] of this.#turns.entries()) {
      const person = toldIn(turn) ?? talks[at]?.speaker ?? null;
      if (person !== null) styles.add(person, turn.words);
    }
    return this.#turns.map((turn, at): ChainTurn => {
      const { cue, gap, isInside } = turn;
      const talk = talks[at] ?? NO_TALK;
      const reading = { talk, isPair: isPairTalk(talk), styles };
      const only = { person: toldIn(turn), features: new Map() };
      return {
        ...turn,
        candidates: this.#surroundings[at]?.candidates(reading, this.#isFirstPerson) ?? [only],
        isPair: reading.isPair,
        isCrowd: isCrowdAt(this.#turns, at),
        isOther: cue?.isOther === true,
        isTagged: cue !== null && cue.kind !== 'action',
        isAnswer: gap < 1 && !isInside && this.#turns[at - 1]?.isQuestion === true,
        situation: situationOf(turn),
      };
    });
  }
}

/** Whether the tag alone shows who speaks, or that it is somebody without a name. */
const isTold = ({ cue }: QuotedTurn): boolean =>
  cue?.kind === 'unclear' || (cue?.kind === 'told' && cue.person !== null);

const toldIn = (turn: QuotedTurn | undefined): Person | null => (turn?.cue?.kind === 'told' ? turn.cue.person : null);

const speakersOf = (turns: readonly QuotedTurn[]): Person[] => turns.map(toldIn).filter((person) => person !== null);

/** Whether tags near a turn name more than two people. */
const isCrowdAt = (turns: readonly QuotedTurn[], at: number): boolean =>
  new Set(speakersOf(turns.slice(Math.max(0, at - CROWD), at + CROWD + 1))).size > 2;

function situationOf({ cue, gap }: QuotedTurn): Situation | null {
  if (cue === null) return gap < 1 ? 'close' : 'apart';
  if (cue.kind === 'pronoun' || cue.kind === 'description') return cue.kind;
  if (cue.kind !== 'action') return null;
  if (cue.person !== null) return 'namedDeed';
  return cue.gender === null ? null : 'deed';
}

/** The people around a turn, as the text shows them. */
class Surroundings {
  readonly #turn: QuotedTurn;
  readonly #last: QuotedTurn | undefined;
  readonly #next: QuotedTurn | undefined;
  readonly #isClose: boolean;
  /** The gender of the person in the tag. */
  readonly #gender: WordGender | null;
  readonly #recent: ReadonlyMap<Person, number>;
  /** The people in tags nearby, with the number of tags. */
  readonly #talkers: ReadonlyMap<Person, number>;
  readonly #soon: ReadonlySet<Person>;
  /** The last two people in tags before the turn, last first. */
  readonly #lately: readonly Person[];
  readonly #addressedNear: ReadonlyMap<Person, number>;
  readonly #toldNear: ReadonlyMap<Person, number>;
  readonly #toldBefore: ReadonlySet<Person>;
  readonly #toldAfter: ReadonlySet<Person>;
  /** The signs of each person that are the same in all readings. */
  readonly #signs = new Map<Person, Signs>();

  constructor(turns: readonly QuotedTurn[], at: number) {
    const [turn, before, after] = [turns[at], turnsNear(turns, at, -1, NEAR), turnsNear(turns, at, 1, NEAR)];
    if (turn === undefined) throw new RangeError(`no turn: ${at}`);
    [this.#turn, this.#last, this.#next] = [turn, turns[at - 1], turns[at + 1]];
    this.#isClose = turn.gap < 1;
    this.#gender = turn.cue?.gender ?? null;
    this.#recent = new Map(turn.present.map(({ person, score }) => [person, score]));
    this.#talkers = countsOf(speakersOf([...before.toReversed(), turn, ...after]));
    this.#soon = new Set(speakersOf(after.slice(0, NEXT)));
    this.#lately = [...new Set(speakersOf(before))].slice(0, 2);
    const near = [...before.slice(0, TOLD_NEAR), ...after.slice(0, TOLD_NEAR)];
    this.#addressedNear = countsOf(near.flatMap(({ addressed }) => [...addressed]));
    this.#toldNear = countsOf(near.flatMap(({ toldOf }) => [...toldOf]));
    this.#toldBefore = new Set(speakersOf(turnsNear(turns, at, -1, TALK)));
    this.#toldAfter = new Set(speakersOf(turnsNear(turns, at, 1, TALK)));
  }

  candidates(reading: EarlierReading, isFirstPerson: boolean): SpeakerCandidate[] {
    const { persons: shares } = reading.talk;
    const fitting = [...shares.keys()].filter((person) => this.#canFit(person));
    fitting.sort((a, b) => shareOf(shares.get(b)) - shareOf(shares.get(a)));
    const features = (person: Person): Signs => {
      const signs = new Map(this.#textSigns(person));
      this.#addShareSigns(person, reading, fitting, adderTo(signs));
      return signs;
    };
    const known = Array.from(this.#candidatePersons(shares, isFirstPerson), (person) => ({
      ...{ person, features: features(person) },
    }));
    return [...known, { person: null, features: this.#unknownSigns(reading) }];
  }

  #candidatePersons(shares: Talk['persons'], isFirstPerson: boolean): ReadonlySet<Person> {
    const { cue, addressed, subjects } = this.#turn;
    const special = [cue?.person, cue?.meant, ...(this.#last?.addressed ?? []), isFirstPerson ? NARRATING : null];
    const persons = new Set(special.filter((person) => person !== null && person !== undefined));
    const likely = [...shares.keys()].filter((person) => shareOf(shares.get(person)) >= LIKELY);
    const others = new Set([...this.#recent.keys(), ...this.#talkers.keys(), ...addressed, ...subjects, ...likely]);
    const presence = (person: Person): number =>
      (this.#recent.get(person) ?? 0) +
      (this.#talkers.get(person) ?? 0) +
      (subjects.has(person) ? 1 : 0) +
      shareOf(shares.get(person));
    const ranked = [...others]
      .filter(({ speaking, gender }) => speaking > 0 && gender !== 'neuter')
      .map((person) => ({ person, score: presence(person) }))
      .sort((a, b) => b.score - a.score);
    for (const { person } of ranked) if (persons.size < MOST_CANDIDATES) persons.add(person);
    return persons;
  }

  #canFit({ gender }: Person): boolean {
    return this.#gender === null || gender === null || gender === this.#gender;
  }

  /** Returns the signs that somebody else speaks. */
  #unknownSigns({ talk, isPair }: EarlierReading): Signs {
    const { cue, strangers, isInside, isBare, isBehindTag } = this.#turn;
    const signs: Signs = new Map();
    const add = adderTo(signs);
    add(cue === null || cue.kind === 'told' || cue.kind === 'unclear' ? 'unknown.none' : `unknown.${cue.kind}`, 1);
    add(isInside ? 'unknown.inside' : 'unknown.close', this.#isClose);
    const anyStranger = Math.max(strangers.female, strangers.male);
    add('unknown.stranger', this.#gender === null ? anyStranger : strangers[this.#gender]);
    add('unknown.crowd', this.#talkers.size > 2);
    add('unknown.pair', isPair);
    add('unknown.share', Math.log1p(talk.unknown));
    add('unknown.bare', isBare);
    add('unknown.bare.tag', isBehindTag);
    add('unknown.generic', cue?.isGeneric);
    add('unknown.relation', cue?.isRelation);
    add('unknown.new', cue?.isNew);
    return signs;
  }

  /** Returns the signs of a person that don't depend on earlier readings. */
  #textSigns(person: Person): Signs {
    const known = this.#signs.get(person);
    if (known !== undefined) return known;
    const signs: Signs = new Map();
    this.#signs.set(person, signs);
    const add = adderTo(signs);
    this.#addCueSigns(person, add);
    this.#addPresenceSigns(person, add);
    this.#addAddressSigns(person, add);
    this.#addTalkSigns(person, add);
    return signs;
  }

  #addCueSigns(person: Person, add: AddSign): void {
    const { cue, meant, present } = this.#turn;
    if (cue === null) return;
    const isSelf = cue.person === person;
    if (cue.kind === 'action') add(cue.confidence >= SURE_ACTION ? 'actor.sure' : 'actor.doubtful', isSelf);
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
    const gender = this.#gender;
    if (gender === null) return;
    addFit(cue.kind === 'pronoun' ? 'pronoun' : cue.kind === 'action' ? 'actor' : 'noun', person, gender, add);
    add('meant', meant[gender] === person);
    const fitting = present.filter((one) => one.person.gender === gender && one.score >= PRESENT);
    add('first.pronoun', fitting[0]?.person === person);
    const talking = [...this.#talkers.keys()].filter((one) => one.gender === gender);
    add('only.talking', talking.length === 1 && talking[0] === person);
    add('only', fitting.length === 1 && fitting[0]?.person === person && (this.#recent.get(person) ?? 0) > 0);
  }

  #addPresenceSigns(person: Person, add: AddSign): void {
    const { before, subjects, objects, present, meant } = this.#turn;
    const score = this.#recent.get(person) ?? 0;
    add(this.#gender === null ? 'recent' : 'recent.pronoun', score);
    add('recent.close', this.#isClose && score);
    add('first', present[0]?.person === person);
    add('subject', subjects.has(person));
    add('object', objects.has(person));
    add('subject.before', before.subjects.has(person));
    add('subject.last', before.lastSubject === person);
    add('object.before', before.objects.has(person));
    const after = this.#next && this.#next.gap <= LONGEST_GAP ? [...this.#next.before.subjects] : [];
    add('after', after.includes(person));
    add('after.first', after[0] === person);
    if (this.#isClose && this.#last) {
      add('object.last', this.#last.objects.has(person));
      add('beside.last', this.#last.subjects.has(person) && toldIn(this.#last) !== person);
    }
    if (before.pronoun !== null && person.gender !== null) add('before.meant', meant[before.pronoun] === person);
    addFit('before', person, before.pronoun, add);
  }

  #addAddressSigns(person: Person, add: AddSign): void {
    const turn = this.#turn;
    const last = this.#isClose ? this.#last : undefined;
    const next = this.#next && this.#next.gap < 1 ? this.#next : undefined;
    add('addressed', turn.addressed.has(person));
    add('addressed.before', turn.gap <= LONGEST_GAP && this.#last?.addressed.has(person));
    add('addressed.behind', (this.#next?.gap ?? 0) <= LONGEST_GAP && this.#next?.addressed.has(person));
    add('addressed.near', Math.log1p(this.#addressedNear.get(person) ?? 0));
    add('asked', last?.isQuestion && last.addressed.has(person));
    addFit('calls.before', person, last?.called, add);
    addFit('calls.behind', person, next?.isInside ? null : next?.called, add);
    add('called.fits', turn.called !== null && person.gender === turn.called);
    add('told.of', turn.toldOf.has(person));
    add('told.of.last', last?.toldOf.has(person));
    add('told.of.behind', next?.toldOf.has(person));
    add('told.near', Math.log1p(this.#toldNear.get(person) ?? 0));
    // Novels usually give parents a title, such as `Mrs. Bennet`.
    const parent = person.words.has('mr') ? 'male' : person.words.has('mrs') ? 'female' : null;
    const sign = parent === null ? -1 : 1;
    add('parent.self', parent !== null && turn.calledParent === parent);
    if (person.gender === null) return;
    add('parent.before', last?.calledParent === person.gender && sign);
    add('parent.behind', next?.calledParent === person.gender && sign);
  }

  #addTalkSigns(person: Person, add: AddSign): void {
    const { cue } = this.#turn;
    add('talks', Math.log1p(this.#talkers.get(person) ?? 0));
    add('talks.next', this.#soon.has(person));
    add('lately.told', this.#isClose && this.#lately[0] === person);
    add('lately.other', this.#isClose && this.#lately[1] === person);
    if (person === NARRATING) {
      add(this.#gender === null ? 'narrator' : 'narrator.pronoun', 1);
      add('narrator.silent', !this.#talkers.has(NARRATING));
    } else add('often', Math.log1p(person.speaking));
    add('nameless', !person.isNamed && cue?.person !== person);
    const isAfter = this.#toldAfter.has(person);
    const place = this.#toldBefore.has(person) ? (isAfter ? 'both' : 'before') : isAfter ? 'behind' : 'none';
    add(cue === null || cue.kind === 'action' ? `talk.${place}` : `talk.${place}.told`, 1);
  }

  /** Adds how much a person probably says nearby, alone and among the people whom the tag fits, and in which words. */
  #addShareSigns(person: Person, { talk, styles }: EarlierReading, fitting: readonly Person[], add: AddSign): void {
    add('style', styles.likeness(person, this.#turn.words, talk.speaker === person));
    if (talk.persons.size === 0) return;
    const isUntold = this.#gender === null;
    const { before = 0, behind = 0 } = talk.persons.get(person) ?? {};
    add('share.before', Math.log1p(before));
    add('share.behind', Math.log1p(behind));
    const all = fitting.reduce((sum, one) => sum + shareOf(talk.persons.get(one)), 0);
    if (all > 0 && this.#canFit(person)) {
      add(isUntold ? 'share.all' : 'share.fitting', (before + behind) / all);
      add(isUntold ? 'share.log' : 'share.log.fitting', Math.log((before + behind) / all + 0.02));
    }
    add(isUntold ? 'share.third' : 'share.third.pronoun', !fitting.slice(0, 2).includes(person));
  }
}

const adderTo =
  (signs: Signs): AddSign =>
  (feature, value) => {
    if (value) signs.set(feature, Number(value));
  };

/** Adds whether a person has the gender of a word, if both are known. */
function addFit(
  sign: 'actor' | 'before' | 'calls.before' | 'calls.behind' | 'noun' | 'pronoun',
  person: Person,
  gender: WordGender | null | undefined,
  add: AddSign,
): void {
  if (gender && person.gender !== null) add(person.gender === gender ? `${sign}.fits` : `${sign}.differs`, 1);
}
