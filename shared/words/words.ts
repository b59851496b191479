// Messages in ICU MessageFormat, displayed through i18next. Unknown keys and wrong or missing parameters are
// compile errors.
import { createInstance } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import { localeOf } from './languages.ts';

/** Declare catalogues `as const`, so that parameter types can be inferred. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

/** Catalogues by area. */
export type Areas = Readonly<Record<string, Catalogue>>;

/** The content of `locales/<tag>.json`, a translation of all English catalogues. */
export interface LocaleFile {
  /** `renderer/locales/en/` */
  readonly window?: Areas;
  /** `electron/cli/locales/en.ts` */
  readonly commandLine?: Catalogue;
  /** `electron/platform/locales/en.ts` */
  readonly desktop?: Catalogue;
  /** `shared/words/en/` */
  readonly shared?: Areas;
}

/** Dotted paths of messages, such as `busy.run`. */
export type MessageKey<C> = {
  [K in keyof C & string]: C[K] extends string ? K : `${K}.${MessageKey<C[K]>}`;
}[keyof C & string];

type MessageAt<C, K extends string> = K extends keyof C
  ? C[K] & string
  : K extends `${infer Group}.${infer Rest}`
    ? Group extends keyof C
      ? MessageAt<C[Group], Rest>
      : never
    : never;

type TrimmedText<S extends string> = S extends ` ${infer R}` | `\n${infer R}` | `${infer R} ` | `${infer R}\n`
  ? TrimmedText<R>
  : S;

/** Parses `path` or `count, plural, …` into a name and a kind. */
type ReadArgument<S extends string> = S extends `${infer Name},${infer Rest}`
  ? [TrimmedText<Name>, TrimmedText<Rest extends `${infer Kind},${string}` ? Kind : Rest>]
  : [TrimmedText<S>, 'text'];

/** Text and arguments alternate with each nesting level, so every brace switches between them. */
type Scan<S extends string, InText extends boolean, Result> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? Scan<`${Rest}{${After}`, Toggled<InText>, Result>
    : Scan<
        After,
        Toggled<InText>,
        InText extends true ? Result | ReadArgument<After extends `${infer A}}${string}` ? A : never> : Result
      >
  : Result;

type Toggled<B extends boolean> = B extends true ? false : true;

type ValueOf<Kind> = Kind extends 'text'
  ? string | number
  : Kind extends 'select'
    ? string
    : Kind extends 'date' | 'time'
      ? number | Date
      : number;

type ArgumentsIn<S extends string> = Scan<S, true, never>;
type TagsIn<S extends string> = S extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | TagsIn<Rest>
  : never;

export type Parameters<S extends string> = {
  readonly [A in ArgumentsIn<S> & [string, string] as A[0]]: ValueOf<A[1]>;
};

type MessageArguments<P> = keyof P extends never ? readonly [] : readonly [parameters: P];

/** Call this function any time after the word book is open, but not while modules load. */
export interface Words<C> {
  <K extends MessageKey<C>>(key: K, ...given: MessageArguments<Parameters<MessageAt<C, K>>>): string;
  /**
   * Formats a message as a list of parts. Each tag has a function that converts the tag's content to a part, such as
   * a link.
   */
  parts<K extends MessageKey<C>, Part>(
    key: K,
    given: Parameters<MessageAt<C, K>> & {
      readonly [T in TagsIn<MessageAt<C, K>>]: (inside: readonly (string | Part)[]) => Part;
    },
  ): readonly (string | Part)[];
}

export interface WordBook<English extends Areas> {
  words<A extends keyof English & string>(area: A): Words<English[A]>;
  /** Missing messages fall back to English. */
  speak(language: string, areas: Areas): void;
  locale(): string;
  /** Joins items as `a, b, c` or, with `and`, as `a, b and c`. */
  list(items: readonly string[], how?: 'and'): string;
}

export function openBook<const English extends Areas>(english: English): WordBook<English> {
  const i18n = createInstance();
  i18n.use(messageFormat()).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: english },
    ns: Object.keys(english),
    nsSeparator: false,
    initAsync: false,
  });
  const locale = () => localeOf(i18n.language);
  return {
    words<A extends keyof English & string>(area: A): Words<English[A]> {
      const find = (key: string, given: object = {}): unknown => i18n.t(key, { ns: area, given });
      const text = (key: string, given?: object) => String(find(key, given));
      const parts = (key: string, given: object) => [find(key, given)].flat();
      // i18next accepts any key, so only our types restrict keys and parameters.
      return Object.assign(text, { parts }) as unknown as Words<English[A]>;
    },
    speak(language, areas) {
      for (const [area, messages] of Object.entries(areas)) i18n.addResourceBundle(language, area, messages);
      void i18n.changeLanguage(language);
    },
    locale,
    list(items, how) {
      const unit = new Intl.ListFormat(locale(), { type: 'unit', style: 'short' });
      // Some languages, such as Japanese and Russian, put only a space between two units.
      const hasCommas = unit.formatToParts(['a', 'b', 'c'])[1]?.value.trim() !== '';
      const isUnit = how !== 'and' && hasCommas;
      return (isUnit ? unit : new Intl.ListFormat(locale(), { type: 'conjunction' })).format(items);
    },
  };
}

function messageFormat() {
  const read = new Map<string, IntlMessageFormat>();
  return {
    type: 'i18nFormat' as const,
    init() {},
    addLookupKeys: (keys: readonly string[]) => keys,
    parse(message: string, { given }: { readonly given: Record<string, unknown> }, language: string): unknown {
      // Most labels are plain text. Skipping the parser for them speeds up the first paint.
      if (!/[{<']/.test(message)) return message;
      const id = `${language}\n${message}`;
      const format = read.get(id) ?? new IntlMessageFormat(message, localeOf(language));
      read.set(id, format);
      return format.format(given);
    },
  };
}
