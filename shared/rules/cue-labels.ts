// The words that begin a cue for music or an effect, such as `SFX` or `Musik`.

import { wordAlternation } from './words/word-lists.ts';

export const CUE_KINDS = ['music', 'effect', 'ambience'] as const;
export type CueKind = (typeof CUE_KINDS)[number];

export interface SoundCue {
  readonly kind: CueKind;
  /** What should be heard, without the label. Empty for a label on its own. */
  readonly description: string;
  /** Whether it ends a sound instead of starting one: `MUSIC OUT`. */
  readonly isStop: boolean;
}

const WORDS: Readonly<Record<CueKind, string>> = {
  music: wordAlternation('music-cue-words'),
  effect: wordAlternation('effect-cue-words'),
  ambience: wordAlternation('ambience-cue-words'),
};
const ANY_WORD = `(?:${CUE_KINDS.map((kind) => WORDS[kind]).join('|')})`;
/** Labels that are also ordinary words or initials, so that they need a colon: `SE: rain`, `EFFECT: echo`. */
const AMBIGUOUS: Readonly<Record<CueKind, string>> = {
  music: 'MX|M|Ｍ|ＭＥ|TRENNER|SINTONÍA',
  effect: String.raw`F\/X|SE|S\.E\.|GRAMS|EFFECTS?|EFFEKTE?|SONS?|EFECTOS?|EFFETTI|EFFETTO|EFEITOS?|EINSPIELER`,
  ambience: 'AMBIENTE',
};

const WORD_END = String.raw`(?![\p{L}\p{N}’'])`;
/** `12`, `CUE 3` */
const NUMBER = String.raw`(?:\s{1,3}(?:CUE\s{1,3})?[\d０-９]{1,3}|[\d０-９]{1,3})?`;
const COLON = String.raw`\s{0,3}(?:[:：]|\s[-–—]\s)`;

/** `[SFX`, in upper or lower case. The brackets belong to the caller's pattern. */
const STARTS_CUE = new RegExp(String.raw`^\s{0,4}${ANY_WORD}${WORD_END}`, 'iu');
const STARTS_CAPITAL_CUE = new RegExp(String.raw`^\s{0,4}${ANY_WORD}${WORD_END}`, 'u');
const STARTS_LABEL = new RegExp(String.raw`^\s{0,4}${ANY_WORD}${NUMBER}${COLON}`, 'iu');
const STARTS_CAPITAL_LABEL = new RegExp(String.raw`^\s{0,4}${ANY_WORD}${NUMBER}${COLON}`, 'u');
const WHOLE_LABEL = new RegExp(`^${ANY_WORD}${NUMBER}$`, 'u');

/** Returns whether text in square brackets on a line of its own is a cue. */
export const startsWithCueWord = (inside: string): boolean => STARTS_CUE.test(inside);

/** Returns whether text in round brackets, which also mark asides, is a cue. */
export const startsWithCapitalCueWord = (inside: string): boolean => STARTS_CAPITAL_CUE.test(inside);

/** Returns whether a name before a colon is a cue's label rather than a role. The name is in capitals. */
export const isCueLabel = (name: string): boolean => WHOLE_LABEL.test(name);

const patternsOf = (kind: CueKind): readonly RegExp[] => [
  new RegExp(
    String.raw`^(?:${WORDS[kind]}|${AMBIGUOUS[kind]})${NUMBER}(?:\s{0,3}(?=\([^()]{1,60}\)\s{0,3}[:：]))`,
    'iu',
  ),
  new RegExp(`^(?:${WORDS[kind]}|${AMBIGUOUS[kind]})${NUMBER}(?:${COLON}|$)`, 'iu'),
  new RegExp(`^${WORDS[kind]}${WORD_END}${NUMBER}`, 'iu'),
  // East Asian scripts have no space after the word: `音楽が流れる`, `Ｍ　テーマ`.
  new RegExp(
    String.raw`^(?:${WORDS[kind]}(?=\p{Lo})|(?:${WORDS[kind]}|${AMBIGUOUS[kind]})[\d０-９]{0,2}(?=\u3000|\s\p{Lo}))`,
    'iu',
  ),
];
const PATTERNS = CUE_KINDS.map((kind) => [kind, patternsOf(kind)] as const);
const STOP = new RegExp(`^${wordAlternation('cue-stop-words')}[.!。]?$`, 'iu');
const NOTES = /^[♪♫♬🎵🎶][♪♫♬🎵🎶\s]{0,20}/u;
const BRACKET_PAIRS = /^(?:\[[^[\]]*\]|\([^()]*\)|（[^（）]*）|［[^［］]*］|【[^【】]*】)$/u;

/**
 * Classifies a direction as a cue for music, an effect or ambience, with or without its brackets. Returns null for other
 * directions.
 */
export function cueOf(direction: string): SoundCue | null {
  const whole = direction.replace(/\s+/g, ' ').trim();
  const words = BRACKET_PAIRS.test(whole) ? whole.slice(1, -1).trim() : whole;
  const notes = NOTES.exec(words);
  if (notes) return soundCue('music', words.slice(notes[0].length).replace(/[♪♫♬🎵🎶\s]{0,20}$/u, ''));
  for (const [kind, patterns] of PATTERNS) {
    for (const pattern of patterns) {
      const label = pattern.exec(words);
      if (label)
        return soundCue(
          kind,
          words
            .slice(label[0].length)
            .replace(/^[\s:：–—-]{1,4}/, '')
            .trim(),
        );
    }
  }
  return null;
}

const soundCue = (kind: CueKind, description: string): SoundCue => ({
  kind,
  description,
  isStop: STOP.test(description),
});

interface InlineRange {
  readonly start: number;
  readonly end: number;
}

const GROUP = /(?<!\\)(?:\[[^[\]\n]{1,300}\]|\([^()[\]\n]{1,300}\))/g;

/**
 * Finds cues among other words: `[SFX: rain]`, `[MUSIC]`, and in unmarked text `(SFX: rain)`, because round brackets are
 * spoken there. Words in lower case without a colon are speech: `The [music] stops.`
 */
export function inlineCues(text: string, isMarked: boolean): InlineRange[] {
  if (!(text.includes('[') || text.includes('('))) return [];
  return Array.from(text.matchAll(GROUP), ({ index, 0: group }) => ({
    start: index,
    end: index + group.length,
  })).filter(({ start, end }) => {
    const inside = text.slice(start + 1, end - 1);
    if (text.charAt(start) === '(') return !isMarked && STARTS_CAPITAL_LABEL.test(inside);
    return STARTS_LABEL.test(inside) || STARTS_CAPITAL_CUE.test(inside);
  });
}
