// Texts for the proofing benchmark. Tuning and measuring use different texts, and training uses *Alice*.
import { sampleText } from '../e2e/support/texts.ts';
import { RandomNumbers } from '../packages/audio/alignment/random-numbers.ts';
import { at } from '../shared/rules/at.ts';

export type TextSet = 'tuning' | 'measuring';

/** Words per sentence. */
const SENTENCE_WORDS = { least: 6, most: 24 } as const;
const SEED = 21;
/** Share of made-up sentences with numbers, abbreviations and names among those for measuring. */
const SPECIAL_EVERY = 6;
const WAR_AND_PEACE_CHARACTERS = 600_000;

/** Returns the sentences of a public-domain text, shuffled. */
function sentencesOf(text: string, random: RandomNumbers): string[] {
  const body = text.replaceAll('\r', '').replace(/^[\s\S]*\*\*\* START OF[^\n]*\n/, '');
  const sentences = body.split(/\n\s*\n/).flatMap((paragraph) => {
    const prose = paragraph
      .replace(/\([^)]*\)|\[[^\]]*\]/g, '')
      .replace(/^[A-Z .]+[.:]\s/, '')
      .replace(/\s+/g, ' ')
      .replace(/[‘’]/g, "'")
      .replace(/[“”"_]/g, '')
      .replace(/--|—/g, ', ')
      .replace(/(^|[\s,;:])'+|'+(?=[\s,;:.!?]|$)/g, '$1')
      .replaceAll('-', ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ,/g, ',');
    return Array.from(prose.matchAll(/[^.!?]+[.!?]+/g), ([sentence]) => sentence.trim());
  });
  const plain = sentences.filter(
    (sentence) =>
      /^[A-Z][A-Za-z ',;:]+[.!?]$/.test(sentence) &&
      !/[A-Z]{2,}|\b(Mr|Mrs|Dr|M|St)$|[,;:] ?[,;:]/.test(sentence) &&
      sentence.split(' ').length >= SENTENCE_WORDS.least &&
      sentence.split(' ').length <= SENTENCE_WORDS.most,
  );
  return shuffled([...new Set(plain)], random);
}

export function shuffled<T>(list: readonly T[], random: RandomNumbers): T[] {
  const order = Float64Array.from(list.keys());
  random.shuffle(order);
  return Array.from(order, (index) => at(list, index));
}

const SPECIAL_SENTENCES = [
  'On 14 May 1987, Dr. Ellen Marsh opened clinic number 12 in Leeds.',
  'The train to York leaves at 9:45 a.m. and costs 23 pounds.',
  'Mrs. Okafor bought 3 lamps, 2 chairs and a rug for 160 dollars.',
  'About 75 percent of the 2,400 visitors came by bus.',
  'Prof. Lindqvist and Mr. Tanaka met at 221 Baker Street in 1934.',
  'Flight 606 from Oslo was 35 minutes late, said Capt. Moreno.',
  'Chapter 7 begins on page 118, right after the map of Norway.',
  'In 2015 the U.S. team won 4 medals, and Kenya won 11.',
  'Add 250 grams of flour, 3 eggs and half a litre of milk.',
  'The river is 1,300 kilometres long, i.e. longer than the Rhine.',
  'Room 42 is on the 5th floor, next to the office of Ms. Petrov.',
  'St. Andrews had 18,000 people in 2001, according to the census.',
  'Henry VIII was born in 1491 and had 6 wives.',
  'Call 555 0199 before 6 p.m. and ask for Siobhan or Miguel.',
  'The old clock struck 12, and Nadia counted every one of the strokes.',
  'Lt. Brandt walked 16 miles to Fort William without a single rest.',
  'Her first novel sold 900 copies; the second sold over 1 million.',
  'They paid 19.99 for the ticket, vs. 25 at the door.',
  'Version 2.5 of the program was released on 3 March 2020.',
  'Mt. Everest is 8,849 metres high, and K2 is 8,611.',
  'The Nguyen family has lived at 14 Elm Road since 1978.',
  'By 10 p.m. only 7 of the 30 guests were still dancing.',
  'Vol. 3 contains letters from Goethe, Schiller and the Humboldt brothers.',
  'The temperature fell to minus 12 degrees on the night of January 6.',
];

const ITALIAN = {
  subjects: [
    'Il vecchio pescatore',
    'La maestra del paese',
    'Mio fratello Giovanni',
    'Una giovane pittrice',
    'Il nostro vicino di casa',
    'La figlia del medico',
    'Un mercante di Venezia',
    'Il cane nero del pastore',
    'La signora con il cappello rosso',
    'Il capitano della nave',
  ],
  verbs: [
    'guardava in silenzio',
    'aveva dimenticato',
    'cercava ogni mattina',
    'ha trovato per caso',
    'voleva vendere',
    'raccontava volentieri',
    'portava con grande cura',
    'non ricordava pi\u00f9',
    'disegnava lentamente',
    'ha nascosto in fretta',
  ],
  objects: [
    'le lettere del nonno',
    'una scatola di legno',
    'la storia della montagna',
    'le chiavi del giardino',
    'un quadro molto strano',
    'il pane per la cena',
    'la vecchia barca verde',
    'un libro senza titolo',
    'i fiori della finestra',
    'una bottiglia di vino',
  ],
  endings: [
    'prima che arrivasse la pioggia.',
    'dietro la chiesa di pietra.',
    'durante le lunghe sere d\u2019inverno.',
    'mentre tutti dormivano ancora.',
    'sulla piazza del mercato.',
    'senza dire una parola a nessuno.',
    'vicino al ponte sul fiume.',
    'e poi tornava verso casa.',
    'perch\u00e9 aveva paura del mare.',
    'quando il sole era gi\u00e0 alto.',
  ],
} as const;

function italianSentences(random: RandomNumbers): string[] {
  const { subjects, verbs, objects, endings } = ITALIAN;
  const sentences = subjects.flatMap((subject) =>
    verbs.map((verb) => {
      const object = at(objects, random.integer(0, objects.length - 1));
      return `${subject} ${verb} ${object} ${at(endings, random.integer(0, endings.length - 1))}`;
    }),
  );
  const more = subjects.flatMap((subject) =>
    objects.map((object) => {
      const verb = at(verbs, random.integer(0, verbs.length - 1));
      return `${subject} ${verb} ${object}, ${at(endings, random.integer(0, endings.length - 1))}`;
    }),
  );
  const plain = [...sentences, ...more];
  const later = plain.map((sentence) => `Ieri ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  const often = plain.map((sentence) => `Spesso ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  return shuffled([...plain, ...later, ...often], random);
}

/** Returns different sentences for the two sets; those for measuring include some with numbers and abbreviations. */
export function proofTexts(set: TextSet, language: 'english' | 'italian'): string[] {
  const random = new RandomNumbers(SEED);
  if (language === 'italian') {
    const sentences = italianSentences(random);
    const half = sentences.length >> 1;
    return set === 'tuning' ? sentences.slice(0, half) : sentences.slice(half);
  }
  if (set === 'tuning') return sentencesOf(sampleText('earnest.txt'), random);
  const prose = sentencesOf(sampleText('war-and-peace.txt').slice(0, WAR_AND_PEACE_CHARACTERS), random);
  return prose.flatMap((sentence, index) =>
    index % SPECIAL_EVERY === 0 && index / SPECIAL_EVERY < SPECIAL_SENTENCES.length
      ? [at(SPECIAL_SENTENCES, index / SPECIAL_EVERY), sentence]
      : [sentence],
  );
}

/** Returns distinct texts made from words of `proofTexts`: alternately two of one word and two of two words. */
export function shortProofTexts(set: TextSet, language: 'english' | 'italian'): string[] {
  const words = proofTexts(set, language).flatMap((text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  const chosen = shuffled([...new Set(words)], new RandomNumbers(SEED));
  const texts: string[] = [];
  for (let next = 0; next + 2 < chosen.length; ) {
    const count = texts.length % 4 < 2 ? 1 : 2;
    const [first = '', second] = chosen.slice(next, next + count);
    const capitalised = first.charAt(0).toUpperCase() + first.slice(1);
    texts.push(second === undefined ? capitalised : `${capitalised} ${second}`);
    next += count;
  }
  return texts;
}
