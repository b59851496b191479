// A search query as a regular expression.

/** What is searched for in a script. */
export interface SearchQuery {
  readonly query: string;
  readonly matchCase: boolean;
  /** Only where no letter, digit or underscore stands directly before or behind. */
  readonly wholeWord: boolean;
  /** The query is a regular expression (JavaScript's, with Unicode), in which `^` and `$` are the ends of a row. */
  readonly regexp: boolean;
}

const WORD = String.raw`[\p{L}\p{N}\p{M}_]`;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

/**
 * The pattern that finds all places of a query.
 *
 * @throws SyntaxError where the query is no regular expression; its message says why
 */
export function searchPattern({ query, matchCase, wholeWord, regexp }: SearchQuery): RegExp {
  const words = regexp ? query : query.replace(SPECIAL, String.raw`\$&`);
  // Alone first: brackets that close nothing would otherwise pair with those around the word.
  const flags = matchCase ? 'gmu' : 'gmiu';
  const bare = new RegExp(words, flags);
  return wholeWord ? new RegExp(`(?<!${WORD})(?:${words})(?!${WORD})`, flags) : bare;
}
