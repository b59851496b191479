import ar from './ar.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import cs from './cs.json' with { type: 'json' };
import da from './da.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fi from './fi.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import he from './he.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import hu from './hu.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ro from './ro.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

const LISTS_BY_LANGUAGE = {
  common,
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  sv,
  da,
  fi,
  pl,
  cs,
  hu,
  ro,
  tr,
  ru,
  uk,
  ja,
  zh,
  ko,
  ar,
  he,
  hi,
};

type KeyOf<Words> = Words extends unknown ? keyof Words : never;

export type WordList = KeyOf<(typeof LISTS_BY_LANGUAGE)[keyof typeof LISTS_BY_LANGUAGE]>;

const LANGUAGES: readonly Readonly<Partial<Record<WordList, readonly string[]>>>[] = Object.values(LISTS_BY_LANGUAGE);

export const wordsOf = (list: WordList): string[] => LANGUAGES.flatMap((words) => words[list] ?? []);

/** Returns a list's words in one language, or an empty set if the language doesn't have the list. */
export const wordSetIn = (code: string, list: WordList): ReadonlySet<string> =>
  new Set((LISTS_BY_LANGUAGE as Readonly<Record<string, (typeof LANGUAGES)[number]>>)[code]?.[list]);

export const wordSet = (list: WordList): ReadonlySet<string> => new Set(wordsOf(list));

/** Returns the entries in a list of word pairs such as `lizzy elizabeth`. */
export const wordPairs = (list: WordList): [string, string][] =>
  wordsOf(list).map((pair) => {
    const [first = '', second = ''] = pair.split(' ');
    return [first, second];
  });

export const languagesWith = (list: WordList): ReadonlySet<string> =>
  new Set(Object.entries(LISTS_BY_LANGUAGE).flatMap(([code, words]) => (Object.hasOwn(words, list) ? [code] : [])));

const escapeRegExp = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Returns the source of a pattern that matches any word in a list, longest first. */
export function wordAlternation(list: WordList): string {
  const alternationOf = [...wordSet(list)].sort((a, b) => b.length - a.length);
  return `(?:${alternationOf.map(escapeRegExp).join('|')})`;
}

export const wordPattern = (start: string, list: WordList, end: string, flags: string): RegExp =>
  new RegExp(`${start}${wordAlternation(list)}${end}`, flags);
