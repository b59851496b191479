// How messages are found and filled in: i18next looks them up by language, area and key, ICU MessageFormat fills them in.
// The window and the command line each have a book of their own messages; a key or a parameter that is wrong, or missing,
// does not compile.
import { createInstance } from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import { localeOf } from './languages.ts';

/** Messages by name, in groups: `as const`, so that each message's parameters can be read from its type. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}

/** The same messages in another language: no key more, none less. */
export type Translation<C> = { readonly [K in keyof C]: C[K] extends string ? string : Translation<C[K]> };

/** The paths to a catalogue's messages: `busy.run`. */
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

/** `path` or `count, plural, …`, as its name and its kind. */
type ReadArgument<S extends string> = S extends `${infer Name},${infer Rest}`
  ? [TrimmedText<Name>, TrimmedText<Rest extends `${infer Kind},${string}` ? Kind : Rest>]
  : [TrimmedText<S>, 'text'];

/** Text and arguments lie in each other, so that each brace leads from the one into the other. */
type Scan<S extends string, InText extends boolean, Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${infer Rest}`
    ? Scan<`${Rest}{${After}`, Toggled<InText>, Found>
    : Scan<
        After,
        Toggled<InText>,
        InText extends true ? Found | ReadArgument<After extends `${infer A}}${string}` ? A : never> : Found
      >
  : Found;

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

/** What a message has to be given, by name. */
export type Parameters<S extends string> = {
  readonly [A in ArgumentsIn<S> & [string, string] as A[0]]: ValueOf<A[1]>;
};

type MessageArguments<P> = keyof P extends never ? readonly [] : readonly [parameters: P];

/** The words of one area. Words may be asked for at any time after a book was opened, never while modules load. */
export interface Words<C> {
  /** A message as text. */
  <K extends MessageKey<C>>(key: K, ...given: MessageArguments<Parameters<MessageAt<C, K>>>): string;
  /**
   * A message with tags, in parts: each tag is a function that makes a part (a link, say) of what stands in it.
   */
  parts<K extends MessageKey<C>, Part>(
    key: K,
    given: Parameters<MessageAt<C, K>> & {
      readonly [T in TagsIn<MessageAt<C, K>>]: (inside: readonly (string | Part)[]) => Part;
    },
  ): readonly (string | Part)[];
}

/** The messages of a window or a command line, area by area. */
export interface WordBook<Areas extends Readonly<Record<string, Catalogue>>> {
  /** The words of an area. */
  words<A extends keyof Areas & string>(area: A): Words<Areas[A]>;
  /** Gives words in another language from now on; what it lacks stays English. */
  speak(language: string, areas: { readonly [A in keyof Areas]?: Catalogue }): void;
  /** The locale of figures, dates and lists: the one setting that all of `Intl` is given. */
  locale(): string;
  /** `a, b, c`; with `and`: `a, b and c`. */
  list(items: readonly string[], how?: 'and'): string;
}

/** Opens a book with its English messages, which are at hand at once. */
export function openBook<const Areas extends Readonly<Record<string, Catalogue>>>(english: Areas): WordBook<Areas> {
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
    words<A extends keyof Areas & string>(area: A): Words<Areas[A]> {
      const find = (key: string, given: object = {}): unknown => i18n.t(key, { ns: area, given });
      const text = (key: string, given?: object) => String(find(key, given));
      const parts = (key: string, given: object) => [find(key, given)].flat();
      // i18next takes any text for a key: which keys there are, and what each needs, is in the types alone.
      return Object.assign(text, { parts }) as unknown as Words<Areas[A]>;
    },
    speak(language, areas) {
      for (const [area, messages] of Object.entries(areas)) i18n.addResourceBundle(language, area, messages);
      void i18n.changeLanguage(language);
    },
    locale,
    list(items, how) {
      // In Japanese units stand side by side with nothing but a space: its lists are the same with and without “and”.
      const isJoined = how === 'and' || /^ja\b/.test(locale());
      const kind = isJoined ? ({ type: 'conjunction' } as const) : ({ type: 'unit', style: 'short' } as const);
      return new Intl.ListFormat(locale(), kind).format(items);
    },
  };
}

/** ICU MessageFormat for i18next: each message is read once. */
function messageFormat() {
  const read = new Map<string, IntlMessageFormat>();
  return {
    type: 'i18nFormat' as const,
    init() {},
    addLookupKeys: (keys: readonly string[]) => keys,
    parse(message: string, { given }: { readonly given: Record<string, unknown> }, language: string): unknown {
      // Most labels are nothing but text, and the first picture is not to wait for a parser.
      if (!/[{<']/.test(message)) return message;
      const id = `${language}\n${message}`;
      const format = read.get(id) ?? new IntlMessageFormat(message, localeOf(language));
      read.set(id, format);
      return format.format(given);
    },
  };
}
