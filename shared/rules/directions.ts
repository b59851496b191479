// Directions within a turn, and what each asks of the voice: a pace, a style, or nothing that a voice could do.
import type { Turn } from '../model/script.ts';
import type { SpeakingStyle } from '../service/styles.ts';
import { withoutBrackets } from './brackets.ts';
import { isSpeakable, silentRanges } from './spoken-text.ts';

export type SpokenPace = 'slow' | 'fast';

/** What a direction asks of the voice; null: nothing that is known here. */
export type DirectionAct =
  | { readonly kind: 'pace'; readonly pace: SpokenPace }
  | { readonly kind: 'style'; readonly style: SpeakingStyle }
  | null;

export interface Direction {
  /** Without its brackets. */
  readonly words: string;
  /** `start`: it stands before all words of the turn, and is meant for them; `within`: for what follows it. */
  readonly place: 'start' | 'within';
  readonly act: DirectionAct;
}

/** Factors on the speed of the voice. */
export const PACES: Readonly<Record<SpokenPace, number>> = { slow: 0.85, fast: 1.15 };

/** A longer direction tells what happens rather than how to speak. */
const MOST_WORDS = 5;

/** The beginnings of words, in English, German, French, Spanish, Italian and Japanese. */
const STYLE_WORDS: Readonly<Record<SpeakingStyle, string>> = {
  whispering:
    'whisper|flüster|gewispert|wispernd|chuchot|à\\svoix\\sbasse|susurr|en\\svoz\\sbaja|sussurr|sottovoce|ささや|囁|小声',
  soft: 'soft(?:ly)?\\b|quiet(?:ly)?\\b|gentl[ye]\\b|tender|murmur|leise|sanft|zärtlich|murmel|doucement|tendrement|suave|dulcemente|静か|優し|やさし',
  shouting:
    'shout|yell|scream|bellow|schrei|rufend|brüll|laut\\b|criant|hurlant|gritando|gridando|urlando|叫|怒鳴|大声',
  angry:
    'ang(?:ry|rily|er)\\b|furious|enraged|wütend|zornig|verärgert|böse|furieu|en\\scolère|enfadad|enojad|furios|arrabbiat|adirat|怒',
  sad: 'sad(?:ly)?\\b|sorrow|mournful|tearful|crying|weep|sobb|traurig|betrübt|weinend|schluchz|triste|en\\spleur|llorando|piangendo|悲し|泣',
  cheerful:
    'cheer(?:ful|il|y)|happ(?:y|ily)\\b|joyful|merr(?:y|ily)\\b|glad(?:ly)?\\b|fröhlich|heiter|glücklich|freudig|joyeu|gaiement|alegre|feliz|allegr|felic|嬉し|うれし|楽し|明る',
  excited: 'excite|eager|enthusias|aufgeregt|begeistert|excité|enthousias|emocionad|entusias|eccitat|興奮',
  afraid:
    'afraid|frighten|fear(?:ful|fully)?\\b|scared|terrified|nervous|trembl|ängstlich|erschrocken|zitternd|nervös|effray|peur|nerveu|asustad|temblando|spaventat|impaurit|怯|おびえ|恐る|震え',
};
const PACE_WORDS: Readonly<Record<SpokenPace, string>> = {
  slow: 'slow(?:ly)?\\b|languid|drawl|langsam|gedehnt|lentement|despacio|lentamente|ゆっくり',
  // A German “fast” is an “almost”: it stands before another word.
  fast: 'fast(?!\\s+\\p{L})|quick(?:ly)?\\b|rapid|hurried|hastily|breathless|schnell|hastig|eilig|vite\\b|rápid|deprisa|veloce|in\\sfretta|早口|急い',
};

/** Words that may stand before the one that tells: “very softly”, “in a whisper”, “with fear”. */
const BEFORE =
  '(?:(?:very|quite|rather|more|almost|suddenly|still|in|with|an?|sehr|ganz|fast|immer|noch|plötzlich|mit|très|muy|con|molto|とても)\\s+){0,2}';

const beginning = (words: string): RegExp => new RegExp(`^${BEFORE}(?:${words})`, 'iu');
const ACTS: readonly (readonly [RegExp, DirectionAct])[] = [
  ...Object.entries(STYLE_WORDS).map(([style, words]) => [beginning(words), { kind: 'style', style }] as const),
  ...Object.entries(PACE_WORDS).map(([pace, words]) => [beginning(words), { kind: 'pace', pace }] as const),
  // Object.entries forgets the names, which are exactly those of the two tables.
] as readonly (readonly [RegExp, DirectionAct])[];

/** What a direction asks of the voice. @param words without brackets */
export function actOf(words: string): DirectionAct {
  const told = words.trim();
  if (told.split(/\s+/).length > MOST_WORDS) return null;
  return ACTS.find(([pattern]) => pattern.test(told))?.[1] ?? null;
}

/** The directions of a turn, in order; none where its brackets are spoken. */
export function directionsOf(turn: Turn, options: { readonly speakBrackets: boolean }): Direction[] {
  let position = 0;
  let isBefore = true;
  return silentRanges(turn, options).map(({ start, end }) => {
    isBefore &&= !isSpeakable(turn.text.slice(position, start));
    position = end;
    const words = withoutBrackets(turn.text.slice(start, end));
    return { words, place: isBefore ? 'start' : 'within', act: actOf(words) };
  });
}

/** What the directions before a turn's words ask of the voice that speaks them: the first of each kind. */
export function leadingActs(directions: readonly Direction[]): {
  readonly pace?: SpokenPace;
  readonly style?: SpeakingStyle;
} {
  const acts = directions.flatMap(({ place, act }) => (place === 'start' && act ? [act] : []));
  const pace = acts.find((act) => act.kind === 'pace');
  const style = acts.find((act) => act.kind === 'style');
  return { ...(pace && { pace: pace.pace }), ...(style && { style: style.style }) };
}
