// Tells Mac OS Roman from Windows-1252: read as the wrong one, words have capitals and signs within.

/** What Windows-1252 does not define. */
export const UNDEFINED_IN_WESTERN = /[\x80-\x9f]/g;
/** Quotation marks, apostrophes and dashes of old Macs, as Windows shows them. */
const MACINTOSH_MARKS =
  /(?<![\p{L}\p{N}])[ÒÔ](?=\p{L})|\p{L}Õ(?=\p{Ll}|\s|$)|[,.!?…]Ó|(?<!\p{L})[ÇÈÉÐÑÒÓÔÕ](?!\p{L})/gu;
/** Capitals within words, and signs between letters that no word has: `cafŽ`, `fra§`, `caf√`. */
const MISPLACED = /(?<=\p{Ll})[^\p{ASCII}\P{Lu}]|(?<=\p{L})[^\p{ASCII}\p{L}\p{M}\p{Pd}‘’·“”…»](?=\p{L})/gu;
/** Signs and letters that Western words next to never have: `serˆ`, `ƒtait`, `hšren`. */
const RARE = /(?<=\p{L})[ƒˆ‰‹˜‡]|[ƒˆ‰›˜†‡](?=\p{L})|[ŠŽšžŸ]/gu;
/** At least this part of the characters above ASCII are out of place in an encoding that is not the text's. */
const LEAST_MISPLACED = 0.15;

/** Whether Western text was written on an old Mac: as Windows reads it much is out of place, as the Mac does next to nothing. */
export function looksLikeMacintosh(western: string, macintosh: string): boolean {
  const misplaced = (text: string): number =>
    count(text, MISPLACED) + count(text, RARE) + count(text, UNDEFINED_IN_WESTERN);
  const asWindows = misplaced(western) + count(western, MACINTOSH_MARKS);
  const others = count(western, /\P{ASCII}/gu);
  return asWindows >= 2 && asWindows >= others * LEAST_MISPLACED && misplaced(macintosh) * 4 <= asWindows;
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;
