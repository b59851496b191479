// What voices and roles state about accents and regions.
import type { LenientVoice } from '@lectern/tts-protocol';

/** Accents that a text may state for a role, with the region of a voice that has no such accent. */
const ACCENTS = {
  scottish: {
    pattern: /scot|glasw|highland|edinburgh/i,
    region: 'GB',
    words: 'SCOTTISH SCOTCH SCOTS SCOT SCOTSMAN SCOTSWOMAN SCOTCHMAN SCOTCHWOMAN HIGHLANDER GLASWEGIAN',
  },
  irish: { pattern: /irish|dublin|ulster/i, region: 'IE', words: 'IRISH IRISHMAN IRISHWOMAN' },
  welsh: { pattern: /welsh/i, region: 'GB', words: 'WELSH WELSHMAN WELSHWOMAN' },
  english: { pattern: /british|english|received/i, region: 'GB', words: 'ENGLISHMAN ENGLISHWOMAN' },
  cockney: { pattern: /cockney|london/i, region: 'GB', words: 'COCKNEY' },
  american: {
    pattern: /americ|new york|southern|texas/i,
    region: 'US',
    words: 'AMERICAN YANKEE TEXAN VIRGINIAN KENTUCKIAN',
  },
  australian: { pattern: /austral/i, region: 'AU', words: 'AUSTRALIAN' },
  indian: { pattern: /indian/i, region: 'IN', words: '' },
  caribbean: { pattern: /caribb|jamaic|west indian/i, region: '029', words: 'JAMAICAN TRINIDADIAN BARBADIAN' },
} as const;

export type AccentName = keyof typeof ACCENTS;

const ACCENT_NAMES = Object.keys(ACCENTS).filter((name): name is AccentName => Object.hasOwn(ACCENTS, name));

const BY_WORD: ReadonlyMap<string, AccentName> = new Map(
  ACCENT_NAMES.flatMap((name) =>
    ACCENTS[name].words
      .split(' ')
      .filter(Boolean)
      .map((word) => [word, name] as const),
  ),
);

/** Returns the accent that a word in capitals states, such as `SCOTSMAN`. */
export const accentOfWord = (word: string): AccentName | null => BY_WORD.get(word) ?? null;

/** Accents of a region's voices that listeners don't take for its standard accent. */
const REGIONAL = /scot|irish|welsh|lancash|midland|york|cockney|liverp|geordie|southern|texas|regional|dialect/i;

/** Returns a voice's region, such as `GB`, from its language code, language or accent; null if it states none. */
export function regionOfVoice({ language_code, language, accent }: LenientVoice): string | null {
  const code = /[-_]([a-z]{2}|\d{3})\b/i.exec(language_code ?? '')?.[1] ?? /\(([A-Z]{2})\)/.exec(language ?? '')?.[1];
  if (code) return code.toUpperCase();
  const named = ACCENT_NAMES.find((name) => ACCENTS[name].pattern.test(accent ?? ''));
  return named ? ACCENTS[named].region : null;
}

const hasAccent = (voice: LenientVoice, name: AccentName): boolean => ACCENTS[name].pattern.test(voice.accent ?? '');

/** Regions whose listeners are used to each other's accents. */
const COMMONWEALTH: ReadonlySet<string> = new Set(['GB', 'IE', 'AU', 'NZ', 'ZA', 'IN']);

/**
 * Returns how badly a voice's accent fits, from 0 (fits) to 1 (another country's accent).
 * @param region the manuscript's region, such as `GB`; null if unknown
 * @param own the accent that the text states for the role
 */
export function accentMismatch(voice: LenientVoice, region: string | null, own: AccentName | null = null): number {
  if (own !== null) {
    if (hasAccent(voice, own)) return 0;
    return 0.5 + accentMismatch(voice, ACCENTS[own].region) / 2;
  }
  if (region === null) return 0;
  const spoken = regionOfVoice(voice);
  if (spoken === null) return 0.5;
  if (spoken === region)
    return REGIONAL.test(voice.accent ?? '') && !/new york city|received/i.test(voice.accent ?? '') ? 0.2 : 0;
  return COMMONWEALTH.has(spoken) && COMMONWEALTH.has(region) ? 0.7 : 1;
}
