export const UNDEFINED_IN_WESTERN = /[\x80-\x9f]/g;
/** Mac quotation marks, apostrophes and dashes, as they appear when decoded as Windows-1252. */
const MACINTOSH_MARKS =
  /(?<![\p{L}\p{N}])[ÒÔ](?=\p{L})|\p{L}Õ(?=\p{Ll}|\s|$)|[,.!?…]Ó|(?<!\p{L})[ÇÈÉÐÑÒÓÔÕ](?!\p{L})/gu;
/** `cafŽ`, `fra§`, `caf√` */
const MISPLACED_CHARACTERS = /(?<=\p{Ll})[^\p{ASCII}\P{Lu}]|(?<=\p{L})[^\p{ASCII}\p{L}\p{M}\p{Pd}‘’·“”…»](?=\p{L})/gu;
/** `serˆ`, `ƒtait`, `hšren` */
const RARE_CHARACTERS = /(?<=\p{L})[ƒˆ‰‹˜‡]|[ƒˆ‰›˜†‡](?=\p{L})|[ŠŽšžŸ]/gu;
const MIN_MISPLACED_SHARE = 0.15;

/** Returns whether Mac OS Roman is a more plausible decoding than Windows-1252. */
export function looksLikeMacintosh(western: string, macintosh: string): boolean {
  const misplaced = (text: string): number =>
    count(text, MISPLACED_CHARACTERS) + count(text, RARE_CHARACTERS) + count(text, UNDEFINED_IN_WESTERN);
  const asWindows = misplaced(western) + count(western, MACINTOSH_MARKS);
  const others = count(western, /\P{ASCII}/gu);
  return asWindows >= 2 && asWindows >= others * MIN_MISPLACED_SHARE && misplaced(macintosh) * 4 <= asWindows;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
