import type { Language } from '@lectern/tts-protocol';

/**
 * Common words in the service's languages that use Latin script. Words that related languages don't share are
 * preferred.
 */
const COMMON_WORDS: readonly (readonly [Language, string])[] = [
  [
    'english',
    'the of and to in a that is was he it his with for as on at by her had not be you she which this but from they i have were',
  ],
  [
    'german',
    'der die das und ist nicht ich sie er ein eine zu den von mit sich auf es war dem im des auch so wie wir aber als hatte noch nur',
  ],
  [
    'dutch',
    'de het een en van ik dat niet zijn te hij op je met voor die maar ze was zich aan er naar heb ook wat ben uit nog als',
  ],
  [
    'afrikaans',
    'die en van het nie is dit ek sy in hy wat te vir met om hulle as was nie maar ons op kan by aan n sal ook jy my',
  ],
  [
    'french',
    'le la les de des et un une est que qui il elle dans pas ne je vous pour ce en sur du au avec son sa nous mais était plus',
  ],
  [
    'spanish',
    'el la los las de y que en un una es no se por con su para como lo del al pero más sus había era yo le muy está',
  ],
  [
    'galician',
    'o a os as de e que en un unha non se por con do da no na ao máis pero seu súa foi era moi eu estaba había polo pola',
  ],
  [
    'portuguese',
    'o a os as de e que em um uma não se por com do da no na ao mais mas seu sua foi era muito eu estava havia pelo ele você',
  ],
  [
    'catalan',
    'el la els les de i que en un una és no es per amb del al més però seu seva va ha era molt jo estava havia aquest perquè com',
  ],
  [
    'italian',
    'il lo la gli le di e che in un una è non si per con del della al ma più suo sua era come mi sono ho nel alla anche',
  ],
  [
    'danish',
    'og i det at en den til er som på de med han af for ikke der var mig sig men et har om vi jeg havde hun nu af ud',
  ],
  [
    'swedish',
    'och i det att en den till är som på de med han av för inte var mig sig men ett har om vi jag hade hon nu från så',
  ],
  [
    'czech',
    'a se v na je že to s z do o ve k ale si jsem by jako byl který tak pro jeho jen když po co jsou bylo ještě než',
  ],
  [
    'polish',
    'i w się na nie z do to że jest o a jak ale po co tak za od jego był jej tym przez go już było czy dla są',
  ],
  [
    'croatian',
    'i je u se na da su za od nije što kao ne s o ali bi sam to će iz samo njegov bio već koji gdje uvijek ili kako',
  ],
  [
    'hungarian',
    'a az és hogy nem is egy ez volt de meg csak mint már ha azt még el van ki le én kell mert te ő lehet minden nagy',
  ],
  [
    'albanian',
    'të e në dhe i një për me që nga është se ka më nuk ai si do u kjo por ishte kishte tij atë unë duke edhe mund ky',
  ],
  [
    'turkish',
    've bir bu da de için ne o ile çok gibi daha mi ben sen kadar ama sonra değil var her onu olarak şey mı ki biz yok oldu',
  ],
  [
    'indonesian',
    'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena bisa ada mereka sudah kami anda adalah telah tersebut bahwa oleh kita kata',
  ],
  [
    'malay',
    'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke kerana boleh ada mereka sudah kami awak ialah telah tersebut bahawa oleh kita kata',
  ],
  [
    'tagalog',
    'ang ng sa na at mga ay si ko niya siya ito hindi kung para nang ni mo ka po kanyang ako lang naman isang may pa din sila',
  ],
  [
    'xhosa',
    'ukuba kwaye kunye ngoko ke nje yi le la ukuya kakhulu nokuba wathi xa kuba into lo umntu abantu ngokuba yena akukho ngenxa apho yonke ukuze kodwa naye bonke',
  ],
];

/** Common words of languages in Latin script. */
export const STOP_WORDS: ReadonlyMap<Language, ReadonlySet<string>> = new Map(
  COMMON_WORDS.map(([language, list]) => [language, new Set(list.split(' '))]),
);

const SAMPLE_LENGTH = 8_000;

/** With fewer letters than this, detection is unreliable. */
const MIN_LETTERS = 20;

/** The minimum share of common words, and the minimum ratio between the best and the second-best language. */
const MIN_COMMON_SHARE = 0.12;
const MIN_LEAD = 1.15;

const WORD_LANGUAGES = new Map<string, number>();
for (const word of [...STOP_WORDS.values()].flatMap((words) => [...words])) {
  WORD_LANGUAGES.set(word, (WORD_LANGUAGES.get(word) ?? 0) + 1);
}

type Script = 'latin' | 'cyrillic' | 'arabic' | 'han' | 'kana' | Language;

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ['latin', /\p{Script=Latin}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['han', /\p{Script=Han}/gu],
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['korean', /\p{Script=Hangul}/gu],
  ['greek', /\p{Script=Greek}/gu],
  ['hebrew', /\p{Script=Hebrew}/gu],
  ['hindi', /\p{Script=Devanagari}/gu],
  ['bengali', /\p{Script=Bengali}/gu],
  ['thai', /\p{Script=Thai}/gu],
  ['amharic', /\p{Script=Ethiopic}/gu],
];

/** Returns null if the text is too short or ambiguous. */
export function detectLanguage(text: string): Language | null {
  const sample = sampleOf(text);
  const counts = new Map<Script, number>();
  for (const [script, letter] of SCRIPTS) counts.set(script, sample.match(letter)?.length ?? 0);
  const of = (script: Script): number => counts.get(script) ?? 0;
  const all = [...counts.values()].reduce((total, count) => total + count, 0);
  if (of('kana') > 0 && of('kana') + of('han') > all / 2 && of('kana') > of('han') / 10) return 'japanese';
  const [main, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  const fewest = main === 'han' ? MIN_LETTERS / 2 : MIN_LETTERS;
  if (count < fewest || count < all * 0.6) return null;
  switch (main) {
    case 'latin':
      return detectByCommonWords(sample);
    case 'cyrillic':
      return detectCyrillicLanguage(sample);
    case 'arabic':
      return detectArabicScriptLanguage(sample);
    case 'han':
      return 'mandarin';
    case 'kana':
      return 'japanese';
    default:
      return main;
  }
}

/** Samples the start, the middle and a late part, because a book may start with a licence in another language. */
function sampleOf(text: string): string {
  if (text.length <= 3 * SAMPLE_LENGTH) return text.normalize('NFC');
  const starts = [0, Math.floor(text.length / 2), text.length - SAMPLE_LENGTH - Math.floor(text.length / 5)];
  return starts
    .map((start) => text.slice(start, start + SAMPLE_LENGTH))
    .join('\n')
    .normalize('NFC');
}

function detectByCommonWords(sample: string): Language | null {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = Array.from(STOP_WORDS, ([language, common]) => {
    const found = words.filter((word) => common.has(word));
    const weight = found.reduce((sum, word) => sum + 1 / (WORD_LANGUAGES.get(word) ?? 1), 0);
    return { language, share: found.length / words.length, weight };
  }).sort((a, b) => b.weight - a.weight);
  const [best, next] = scores;
  if (best === undefined || best.share < MIN_COMMON_SHARE) return null;
  return best.weight >= (next?.weight ?? 0) * MIN_LEAD ? best.language : null;
}

function detectCyrillicLanguage(sample: string): Language | null {
  const has = (letters: RegExp): number => sample.match(letters)?.length ?? 0;
  const ukrainian = has(/[іїєґ]/giu);
  const serbian = has(/[јљњћђџ]/giu);
  const russian = has(/[ыэё]/giu);
  const hard = has(/ъ/giu);
  if (has(/[ўқғҳәөүұһѓќѕ]/giu) > 0) return null;
  const most = Math.max(ukrainian, serbian, russian);
  if (most === 0) return hard > 0 ? 'bulgarian' : null;
  if (most === ukrainian) return russian * 10 < ukrainian ? 'ukrainian' : null;
  return most === serbian ? 'serbian' : 'russian';
}

function detectArabicScriptLanguage(sample: string): Language | null {
  if (/[ٹڈڑںےۓ]/u.test(sample)) return 'urdu';
  // Letters used in Persian, Kurdish, Pashto and other languages, but not in Arabic.
  return /[پچژگکی]/u.test(sample) ? null : 'arabic';
}
