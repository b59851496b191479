import { GIVEN_NAME_BREAKS, LIKELY_GENDERS, NOUN_GENDERS, TITLE_GENDERS } from './person-words.ts';

interface NamedRole {
  readonly name: string;
  readonly words: ReadonlySet<string>;
  readonly title: string | null;
  /** Whether the name is a description, such as `FLOWER GIRL`, which the text writes in lower case. */
  readonly isDescription: boolean;
}

interface MentionWord {
  readonly text: string;
  readonly upper: string;
}

export interface RoleMention {
  readonly name: string;
  /** Indices for `slice(from, to)`, without a title before the name. */
  readonly from: number;
  readonly to: number;
}

const NAME_WORD = /[\p{L}\p{M}]+|\p{Nd}+/gu;
const isCommon = (word: string): boolean =>
  NOUN_GENDERS.has(word) || LIKELY_GENDERS.has(word) || TITLE_GENDERS.has(word) || GIVEN_NAME_BREAKS.has(word);

/** Words in more names than this, such as `SOLDIER`, refer to none of them. */
const MAX_SHARING = 30;

/** Finds roles' names in text. If a name may refer to several roles, it is ignored. */
export class RoleMentions {
  readonly #byWord = new Map<string, NamedRole[]>();

  constructor(names: readonly string[]) {
    for (const name of names) {
      const all = name.toUpperCase().match(NAME_WORD) ?? [];
      const [first = ''] = all;
      const own = all.filter((word) => !isCommon(word));
      const words = new Set(own.length === 0 ? all.filter((word) => !GIVEN_NAME_BREAKS.has(word)) : own);
      const title = TITLE_GENDERS.has(first) || LIKELY_GENDERS.has(first) ? first : null;
      const role = { name, words, title, isDescription: own.length === 0 };
      for (const word of words) {
        const sharing = this.#byWord.get(word);
        if (sharing === undefined) this.#byWord.set(word, [role]);
        else if (sharing.length <= MAX_SHARING) sharing.push(role);
      }
    }
  }

  has = (word: string): boolean => this.#byWord.has(word);

  find(words: readonly MentionWord[]): RoleMention[] {
    const found: RoleMention[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const mention = this.#mentionAt(words, at);
      if (!mention) continue;
      if (mention.name !== null) found.push({ name: mention.name, from: at, to: mention.to });
      at = mention.to - 1;
    }
    return found;
  }

  #mentionAt(words: readonly MentionWord[], from: number): { name: string | null; to: number } | null {
    const first = words[from];
    let candidates: readonly NamedRole[] = (first && this.#byWord.get(first.upper)) ?? [];
    if (!first || candidates.length === 0 || candidates.length > MAX_SHARING) return null;
    const isCapital = first.text !== first.text.toLowerCase();
    candidates = candidates.filter(({ isDescription }) => isCapital || isDescription);
    let to = from + 1;
    for (; to < words.length && candidates.length > 0; to += 1) {
      const next = words[to]?.upper ?? '';
      const longer = candidates.filter(({ words: own }) => own.has(next));
      if (longer.length === 0) break;
      candidates = longer;
    }
    const title = words[from - 1]?.upper ?? '';
    return { name: chooseRole(candidates, title, to - from)?.name ?? null, to };
  }
}

function chooseRole(candidates: readonly NamedRole[], before: string, length: number): NamedRole | null {
  const gender = TITLE_GENDERS.get(before);
  const titled = candidates.filter(({ title }) => title === before);
  const fitting = candidates.filter(({ title }) => {
    const own = title === null ? undefined : TITLE_GENDERS.get(title);
    return !gender || !own || own === gender;
  });
  const exact = fitting.filter(({ words, title }) => words.size === length && title === null);
  for (const group of [titled, fitting, exact]) if (group.length === 1) return group[0] ?? null;
  return null;
}
