// Where sentences end.

/** Written with a full stop without ending a sentence, in the languages of the service. */
const ABBREVIATIONS = new Set(
  [
    'Mr Mrs Ms Mx Messrs Dr Drs Prof Rev Hon Sr Jr St Ste Mt Ft Lt Col Gen Capt Cpt Cmdr Sgt Maj Adm Gov Sen Rep Pres Esq',
    'vs etc al cf viz ca approx Vol vol Ch ch Fig fig pp ed eds trans Ave Blvd Rd Bros Co Corp Inc Ltd dept est',
    'Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec',
    'Mme Mmes Mlle Mlles MM Mgr Me av bd env',
    'Hr Hrn Fr Frl bzw usw evtl ggf vgl inkl exkl Abs Bd Jh Mio Mrd Str geb gest sog bspw Nr Dipl Ing',
    'Sra Srta Sres Dña Ud Uds Vd Vds pág Exmo Exma Sig Sigg Dott Avv Egr dhr mevr bijv enz resp jr jhr',
    'itd itp tzn ul al mgr inż prof dr hab tj np bl kl dvs osv tzv napr tj apod stol',
    'т е г гг ул им др проф стр напр тыс млн руб см рис',
    'κ κα π χ λ σελ vb vd bkz Sn Bay Bn yy',
  ]
    .join(' ')
    .split(' '),
);

/** Abbreviations that are ordinary words unless a number follows: "No. 5", "p. 12". */
const BEFORE_NUMBERS = new Set([
  'No',
  'no',
  'Nos',
  'nos',
  'Nr',
  'nr',
  'n',
  'pl',
  'art',
  'Art',
  'Op',
  'op',
  'sec',
  'Sec',
]);

/** The last word before a full stop at the end of a text; a single letter is an initial ("S. W.", "z. B.", "e.g."). */
const LAST_WORD = /(?:^|[^\p{L}\p{M}\p{N}])((?:\p{L}\p{M}*){1,8})\.\s*$/u;
const SINGLE_LETTER = /^\p{L}\p{M}*$/u;
const DIGIT_FIRST = /^\p{N}/u;

/** Longer than any abbreviation with the space around it, in UTF-16 code units. */
const TAIL = 40;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The ends of a text's sentences, white space behind them included, the end of the text not: positions in UTF-16 code
 * units. A full stop of a known abbreviation or an initial ends none. Slow (the whole text is read by the Unicode
 * rules): meant for paragraphs that must be cut.
 */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const { index } of segmenter.segment(text)) {
    if (index > 0 && !isAbbreviated(text.slice(Math.max(0, index - TAIL), index), text.slice(index, index + 2))) {
      ends.push(index);
    }
  }
  return ends;
}

/** The sentences of a text, which joined are the text again. */
export function sentencesOf(text: string): string[] {
  const bounds = [0, ...sentenceEnds(text), text.length];
  return bounds.slice(1).flatMap((end, index) => {
    const sentence = text.slice(bounds[index], end);
    return sentence === '' ? [] : [sentence];
  });
}

function isAbbreviated(before: string, after: string): boolean {
  const word = LAST_WORD.exec(before)?.[1];
  if (word === undefined) return false;
  if (BEFORE_NUMBERS.has(word)) return DIGIT_FIRST.test(after) || SINGLE_LETTER.test(word);
  return SINGLE_LETTER.test(word) || ABBREVIATIONS.has(word);
}
