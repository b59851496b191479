// What the words beside a turn tell of who speaks: a name, a pronoun, a description, or what somebody does.
import type { Person } from './character-name.ts';
import type { WordGender } from './speech-words.ts';

/** What the words beside a turn tell of who speaks. */
export interface SpeechCue {
  readonly kind: 'told' | 'pronoun' | 'description' | 'action' | 'unclear';
  /** Who is named; who does something beside it; who is described, as a person of their own. */
  readonly person: Person | null;
  readonly gender: WordGender | null;
  /** Who it can be by a title or by kinship: `the prince`, `his wife`. */
  readonly meant: Person | null;
  readonly isRelation: boolean;
  readonly isDefinite: boolean;
  /** Whether it is called what almost anybody may be called: `the girl`. */
  readonly isGeneric: boolean;
  /** Whether it is somebody who was not there before: `an old rabbit`. */
  readonly isNew: boolean;
  /** Whether it is a speaker who is called what few are: `the coachman`. */
  readonly isAlone: boolean;
  /** Whether it is `the other`: not the one who spoke last. */
  readonly isOther: boolean;
  /** Who is named behind a pronoun in its sentence, and so is somebody else: `he said, as he saw Tom`. */
  readonly others: ReadonlySet<Person>;
  /** 0 to 1, where somebody is told. */
  readonly confidence: number;
}

/** A cue that names no speaker, without its kind and its confidence: what other cues are made from. */
export const NOBODY_TOLD: Omit<SpeechCue, 'kind' | 'confidence'> = {
  person: null,
  gender: null,
  meant: null,
  isRelation: false,
  isDefinite: true,
  isGeneric: false,
  isNew: false,
  isAlone: false,
  isOther: false,
  others: new Set(),
};

/** A cue that names who speaks. @param confidence 0 to 1 */
export const told = (person: Person, confidence: number): SpeechCue => ({
  ...NOBODY_TOLD,
  kind: 'told',
  person,
  confidence,
});

const RANKS: Readonly<Record<SpeechCue['kind'], number>> = {
  told: 4,
  unclear: 3,
  pronoun: 2,
  description: 2,
  action: 1,
};

/** Whether a cue tells more than the one that a turn has. */
export const isSurer = (cue: SpeechCue, than: SpeechCue | null): boolean =>
  than === null || RANKS[cue.kind] * 2 + cue.confidence > RANKS[than.kind] * 2 + than.confidence;

/** Whether two tags of a paragraph tell of two persons. */
export function conflicts(one: SpeechCue | null, other: SpeechCue): boolean {
  if (one === null || one.kind === 'action' || other.kind === 'action') return false;
  // `“No room!” they cried out. “There is,” said Ann.`
  if (one.kind === 'unclear' || other.kind === 'unclear') return one.kind === 'told' || other.kind === 'told';
  if (one.kind === 'told' && other.kind === 'told') return one.person !== other.person;
  const genders = [one, other].map(({ person, gender, kind }) => (kind === 'told' ? (person?.gender ?? null) : gender));
  return genders[0] !== null && genders[1] !== null && genders[0] !== genders[1];
}
