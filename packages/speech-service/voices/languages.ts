import type { Language } from '@lectern/tts-protocol';

interface LanguageDefinition {
  /** The language's name, if it isn't the capitalised identifier. */
  readonly name?: string;
  readonly code: string;
  /** eSpeak NG's voice, if it isn't `code`. */
  readonly espeak?: string;
  /** The name of a related language to speak instead, if eSpeak NG doesn't support this one. */
  readonly spokenAs?: string;
  readonly sampleText: string;
}

type SpokenLanguage = LanguageDefinition & Required<Pick<LanguageDefinition, 'name' | 'espeak'>>;

const DEFINITIONS: Readonly<Record<Language, LanguageDefinition>> = {
  afrikaans: { code: 'af', sampleText: 'Goeiedag. Ek lees vir jou ’n storie voor, reël vir reël.' },
  albanian: { code: 'sq', sampleText: 'Mirëdita. Unë lexoj një histori për ju, rresht pas rreshti.' },
  amharic: { code: 'am', sampleText: 'ሰላም። አንድ ታሪክ አነብልሃለሁ።' },
  arabic: { code: 'ar', sampleText: 'مرحبا. سأقرأ لك قصة، سطرا بعد سطر.' },
  bengali: { code: 'bn', sampleText: 'নমস্কার। আমি আপনাকে একটি গল্প পড়ে শোনাব।' },
  bulgarian: { code: 'bg', sampleText: 'Добър ден. Ще ви прочета една история, ред по ред.' },
  catalan: { code: 'ca', sampleText: 'Bon dia. Us llegiré una història, ratlla a ratlla.' },
  croatian: { code: 'hr', sampleText: 'Dobar dan. Pročitat ću vam priču, redak po redak.' },
  czech: { code: 'cs', sampleText: 'Dobrý den. Přečtu vám příběh, řádek po řádku.' },
  danish: { code: 'da', sampleText: 'Goddag. Jeg læser en historie for dig, linje for linje.' },
  dutch: { code: 'nl', sampleText: 'Goedendag. Ik lees u een verhaal voor, regel voor regel.' },
  english: {
    code: 'en',
    espeak: 'en-us',
    sampleText: 'Good morning. I read your story aloud, line by line, for as long as you like.',
  },
  french: { code: 'fr', sampleText: 'Bonjour. Je vous lis une histoire, ligne après ligne.' },
  galician: {
    code: 'gl',
    espeak: 'pt',
    spokenAs: 'Portuguese',
    sampleText: 'Bos días. Vou ler unha historia, liña a liña.',
  },
  german: { code: 'de', sampleText: 'Guten Tag. Ich lese Ihnen eine Geschichte vor, Zeile für Zeile.' },
  greek: { code: 'el', sampleText: 'Καλημέρα. Σας διαβάζω μια ιστορία, γραμμή προς γραμμή.' },
  hebrew: { code: 'he', sampleText: 'שלום. אני אקריא לכם סיפור, שורה אחר שורה.' },
  hindi: { code: 'hi', sampleText: 'नमस्ते। मैं आपको एक कहानी पढ़कर सुनाऊँगा।' },
  hungarian: { code: 'hu', sampleText: 'Jó napot. Felolvasok önnek egy történetet, sorról sorra.' },
  indonesian: { code: 'id', sampleText: 'Selamat pagi. Saya membacakan sebuah cerita, baris demi baris.' },
  italian: { code: 'it', sampleText: 'Buongiorno. Vi leggo una storia, riga per riga.' },
  japanese: { code: 'ja', sampleText: 'こんにちは。おはなしを よみます。' },
  korean: { code: 'ko', sampleText: '안녕하세요. 이야기를 한 줄씩 읽어 드립니다.' },
  malay: { code: 'ms', sampleText: 'Selamat pagi. Saya membacakan sebuah cerita, baris demi baris.' },
  mandarin: { name: 'Mandarin Chinese', code: 'zh', espeak: 'cmn', sampleText: '你好。我来为你读一个故事。' },
  polish: { code: 'pl', sampleText: 'Dzień dobry. Przeczytam państwu historię, wiersz po wierszu.' },
  portuguese: { code: 'pt', espeak: 'pt-br', sampleText: 'Bom dia. Vou ler uma história para você, linha por linha.' },
  russian: { code: 'ru', sampleText: 'Добрый день. Я прочитаю вам историю, строка за строкой.' },
  serbian: { code: 'sr', sampleText: 'Добар дан. Прочитаћу вам причу, ред по ред.' },
  spanish: { code: 'es', sampleText: 'Buenos días. Les leo una historia, línea por línea.' },
  swedish: { code: 'sv', sampleText: 'God dag. Jag läser en berättelse för dig, rad för rad.' },
  tagalog: {
    code: 'tl',
    espeak: 'id',
    spokenAs: 'Indonesian',
    sampleText: 'Magandang umaga. Babasahan kita ng isang kuwento.',
  },
  thai: { code: 'th', sampleText: 'สวัสดี ฉันจะอ่านเรื่องให้ฟัง' },
  turkish: { code: 'tr', sampleText: 'Günaydın. Size satır satır bir hikâye okuyorum.' },
  ukrainian: { code: 'uk', sampleText: 'Добрий день. Я прочитаю вам історію, рядок за рядком.' },
  urdu: { code: 'ur', sampleText: 'السلام علیکم۔ میں آپ کو ایک کہانی سناتا ہوں۔' },
  xhosa: {
    code: 'xh',
    espeak: 'tn',
    spokenAs: 'Setswana',
    sampleText: 'Molo. Ndiza kukufundela ibali, umgca ngomgca.',
  },
};

export function spokenLanguage(language: Language): SpokenLanguage {
  const definition = DEFINITIONS[language];
  return {
    ...definition,
    name: definition.name ?? language.charAt(0).toUpperCase() + language.slice(1),
    espeak: definition.espeak ?? definition.code,
  };
}
