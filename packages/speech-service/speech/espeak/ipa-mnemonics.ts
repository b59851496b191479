// eSpeak NG doesn't speak phonemes that a language doesn't define, so they are replaced by the nearest common ones.

const CONSONANTS: Readonly<Record<string, string>> = {
  p: 'p',
  b: 'b',
  t: 't',
  d: 'd',
  k: 'k',
  g: 'g',
  ɡ: 'g',
  q: 'k',
  c: 'k',
  ɟ: 'g',
  f: 'f',
  v: 'v',
  θ: 'T',
  ð: 'D',
  s: 's',
  z: 'z',
  ʃ: 'S',
  ʒ: 'Z',
  ɕ: 'S',
  ʑ: 'Z',
  ʂ: 'S',
  ʐ: 'Z',
  h: 'h',
  ɦ: 'h',
  ħ: 'h',
  ç: 'C',
  x: 'x',
  χ: 'X',
  ɣ: 'Q',
  ʁ: 'r',
  ʀ: 'r',
  β: 'B',
  ɸ: 'f',
  m: 'm',
  ɱ: 'm',
  n: 'n',
  ŋ: 'N',
  ɲ: 'n^',
  ɳ: 'n',
  l: 'l',
  ɫ: 'l',
  ɬ: 'l',
  ɭ: 'l',
  ʎ: 'l^',
  r: 'r',
  ɹ: 'r',
  ɻ: 'r',
  ɾ: '*',
  j: 'j',
  w: 'w',
  ʍ: 'w',
  ɥ: 'w',
  ʋ: 'v',
  ʈ: 't',
  ɖ: 'd',
  ʔ: '?',
  tʃ: 'tS',
  dʒ: 'dZ',
  ʧ: 'tS',
  ʤ: 'dZ',
  ts: 'ts',
};

/** Mapped to the nearest vowel that all languages define. */
const VOWELS: Readonly<Record<string, string>> = {
  a: 'a',
  aː: 'a:',
  ɑ: 'a',
  ɑː: 'a:',
  ɒ: 'o',
  æ: 'a',
  ʌ: 'a',
  ɐ: 'a',
  e: 'e',
  eː: 'e:',
  ɛ: 'e',
  ɛː: 'e:',
  ə: '@',
  ɘ: '@',
  ɵ: '@',
  ɜ: '@',
  ɜː: '@',
  ɝ: '@r',
  ɝː: '@r',
  ɚ: '@r',
  i: 'i',
  iː: 'i:',
  ɪ: 'i',
  ɨ: 'i',
  ᵻ: 'i',
  o: 'o',
  oː: 'o:',
  ɔ: 'o',
  ɔː: 'o:',
  u: 'u',
  uː: 'u:',
  ʊ: 'u',
  ʉ: 'u',
  ʉː: 'u:',
  ɯ: 'u',
  y: 'i',
  yː: 'i:',
  ʏ: 'i',
  ø: 'e',
  øː: 'e:',
  œ: 'e',
  ɛ̃: 'en',
  ɑ̃: 'an',
  ɔ̃: 'on',
  œ̃: 'en',
  ã: 'an',
  õ: 'on',
  aɪ: 'aI',
  aɪ̯: 'aI',
  aʊ: 'aU',
  aʊ̯: 'aU',
  eɪ: 'eI',
  oʊ: 'oU',
  əʊ: 'oU',
};

const LANGUAGE_MNEMONICS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    ɑ: 'A:',
    ɑː: 'A:',
    ɒ: '0',
    æ: 'a',
    ʌ: 'V',
    ɛ: 'E',
    ɪ: 'I',
    ᵻ: 'I2',
    ɔ: 'O:',
    ɔː: 'O:',
    ʊ: 'U',
    ɜ: '3:',
    ɜː: '3:',
    ɝ: '3:',
    ɝː: '3:',
    ɚ: '3',
    ɔɪ: 'OI',
    ɪə: 'i@',
    eə: 'e@',
    ɛə: 'e@',
    ʊə: 'U@',
    y: 'u:',
    yː: 'u:',
    ø: '3:',
    øː: '3:',
    œ: '3:',
  },
  de: {
    ɛ: 'E',
    ɛː: 'E:',
    ɪ: 'I',
    ɔ: 'O',
    ʊ: 'U',
    ɐ: '3',
    y: 'y',
    yː: 'y:',
    ʏ: 'y',
    ø: 'Y:',
    øː: 'Y:',
    œ: 'W',
    ɔʏ: 'OI',
    ɔɪ: 'OI',
  },
  fr: {
    ɛ: 'E',
    ɔ: 'O',
    y: 'y',
    ø: 'Y',
    œ: 'W',
    ɛ̃: 'E~',
    ɑ̃: 'A~',
    ɔ̃: 'O~',
    œ̃: 'W~',
  },
};

const STRESS_MARKS: Readonly<Record<string, string>> = { ˈ: "'", "'": "'", ˌ: ',' };
/** Symbols that are ignored, because eSpeak NG can't express them: ties, syllabicity, aspiration and some lengths. */
const IGNORED_SYMBOLS: ReadonlySet<string> = new Set(
  '\u0361\u035c\u0329\u032f\u0325\u0301\u0300\u02b0\u02b2\u02b7\u02d1\u02d0.‿|/[]()',
);
const MAX_SYMBOL_LENGTH = 3;

const tableCache = new Map<string, ReadonlyMap<string, { readonly mnemonic: string; readonly isVowel: boolean }>>();

function mnemonicTable(language: string) {
  const name = language.slice(0, 2);
  const known = tableCache.get(name);
  if (known !== undefined) return known;
  const own = LANGUAGE_MNEMONICS[name] ?? {};
  const table = new Map(
    [
      ...Object.entries(CONSONANTS).map(([ipa, mnemonic]) => [ipa, { mnemonic, isVowel: false }] as const),
      ...Object.entries({ ...VOWELS, ...own }).map(([ipa, mnemonic]) => [ipa, { mnemonic, isVowel: true }] as const),
    ].map(([ipa, sound]) => [ipa.normalize('NFC'), sound] as const),
  );
  tableCache.set(name, table);
  return table;
}

/**
 * Converts IPA to eSpeak NG mnemonics; null if a symbol is unknown. Stress is marked before the vowel instead of the
 * syllable.
 */
export function ipaToMnemonics(ipa: string, language: string): string | null {
  const table = mnemonicTable(language);
  const words = ipa
    .normalize('NFC')
    .trim()
    .split(/[\s\u00a0]+/)
    .map((word) => convertWord(word, table));
  return words.every((word) => word !== null && word !== '') ? words.join('||') : null;
}

function convertWord(word: string, table: ReturnType<typeof mnemonicTable>): string | null {
  let stress = /[ˈˌ']/.test(word) ? '' : "'";
  let made = '';
  for (let at = 0; at < word.length; ) {
    let length = Math.min(MAX_SYMBOL_LENGTH, word.length - at);
    while (length > 1 && !table.has(word.slice(at, at + length))) length -= 1;
    const sign = word.slice(at, at + length);
    const sound = table.get(sign);
    at += length;
    if (sound !== undefined) {
      made += sound.isVowel ? stress + sound.mnemonic : sound.mnemonic;
      if (sound.isVowel) stress = '';
    } else if (STRESS_MARKS[sign] !== undefined) stress = STRESS_MARKS[sign];
    else if (!IGNORED_SYMBOLS.has(sign)) return null;
  }
  return made;
}
