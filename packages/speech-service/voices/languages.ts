import type { Language } from '@lectern/tts-protocol';

export interface SpokenLanguage {
  readonly name: string;
  readonly code: string;
  readonly espeak: string;
  /** The name of a related language to speak instead, if eSpeak NG doesn't support this one. */
  readonly spokenAs?: string;
  readonly sampleText: string;
}

export const SPOKEN_LANGUAGES: Readonly<Record<Language, SpokenLanguage>> = {
  afrikaans: {
    name: 'Afrikaans',
    code: 'af',
    espeak: 'af',
    sampleText: 'Goeiedag. Ek lees vir jou ’n storie voor, reël vir reël.',
  },
  albanian: {
    name: 'Albanian',
    code: 'sq',
    espeak: 'sq',
    sampleText: 'Mirëdita. Unë lexoj një histori për ju, rresht pas rreshti.',
  },
  amharic: { name: 'Amharic', code: 'am', espeak: 'am', sampleText: 'ሰላም። አንድ ታሪክ አነብልሃለሁ።' },
  arabic: { name: 'Arabic', code: 'ar', espeak: 'ar', sampleText: 'مرحبا. سأقرأ لك قصة، سطرا بعد سطر.' },
  bengali: { name: 'Bengali', code: 'bn', espeak: 'bn', sampleText: 'নমস্কার। আমি আপনাকে একটি গল্প পড়ে শোনাব।' },
  bulgarian: {
    name: 'Bulgarian',
    code: 'bg',
    espeak: 'bg',
    sampleText: 'Добър ден. Ще ви прочета една история, ред по ред.',
  },
  catalan: {
    name: 'Catalan',
    code: 'ca',
    espeak: 'ca',
    sampleText: 'Bon dia. Us llegiré una història, ratlla a ratlla.',
  },
  croatian: {
    name: 'Croatian',
    code: 'hr',
    espeak: 'hr',
    sampleText: 'Dobar dan. Pročitat ću vam priču, redak po redak.',
  },
  czech: { name: 'Czech', code: 'cs', espeak: 'cs', sampleText: 'Dobrý den. Přečtu vám příběh, řádek po řádku.' },
  danish: {
    name: 'Danish',
    code: 'da',
    espeak: 'da',
    sampleText: 'Goddag. Jeg læser en historie for dig, linje for linje.',
  },
  dutch: {
    name: 'Dutch',
    code: 'nl',
    espeak: 'nl',
    sampleText: 'Goedendag. Ik lees u een verhaal voor, regel voor regel.',
  },
  english: {
    name: 'English',
    code: 'en',
    espeak: 'en-us',
    sampleText: 'Good morning. I read your story aloud, line by line, for as long as you like.',
  },
  french: {
    name: 'French',
    code: 'fr',
    espeak: 'fr',
    sampleText: 'Bonjour. Je vous lis une histoire, ligne après ligne.',
  },
  galician: {
    name: 'Galician',
    code: 'gl',
    espeak: 'pt',
    spokenAs: 'Portuguese',
    sampleText: 'Bos días. Vou ler unha historia, liña a liña.',
  },
  german: {
    name: 'German',
    code: 'de',
    espeak: 'de',
    sampleText: 'Guten Tag. Ich lese Ihnen eine Geschichte vor, Zeile für Zeile.',
  },
  greek: {
    name: 'Greek',
    code: 'el',
    espeak: 'el',
    sampleText: 'Καλημέρα. Σας διαβάζω μια ιστορία, γραμμή προς γραμμή.',
  },
  hebrew: { name: 'Hebrew', code: 'he', espeak: 'he', sampleText: 'שלום. אני אקריא לכם סיפור, שורה אחר שורה.' },
  hindi: { name: 'Hindi', code: 'hi', espeak: 'hi', sampleText: 'नमस्ते। मैं आपको एक कहानी पढ़कर सुनाऊँगा।' },
  hungarian: {
    name: 'Hungarian',
    code: 'hu',
    espeak: 'hu',
    sampleText: 'Jó napot. Felolvasok önnek egy történetet, sorról sorra.',
  },
  indonesian: {
    name: 'Indonesian',
    code: 'id',
    espeak: 'id',
    sampleText: 'Selamat pagi. Saya membacakan sebuah cerita, baris demi baris.',
  },
  italian: { name: 'Italian', code: 'it', espeak: 'it', sampleText: 'Buongiorno. Vi leggo una storia, riga per riga.' },
  japanese: { name: 'Japanese', code: 'ja', espeak: 'ja', sampleText: 'こんにちは。おはなしを よみます。' },
  korean: { name: 'Korean', code: 'ko', espeak: 'ko', sampleText: '안녕하세요. 이야기를 한 줄씩 읽어 드립니다.' },
  malay: {
    name: 'Malay',
    code: 'ms',
    espeak: 'ms',
    sampleText: 'Selamat pagi. Saya membacakan sebuah cerita, baris demi baris.',
  },
  mandarin: { name: 'Mandarin Chinese', code: 'zh', espeak: 'cmn', sampleText: '你好。我来为你读一个故事。' },
  polish: {
    name: 'Polish',
    code: 'pl',
    espeak: 'pl',
    sampleText: 'Dzień dobry. Przeczytam państwu historię, wiersz po wierszu.',
  },
  portuguese: {
    name: 'Portuguese',
    code: 'pt',
    espeak: 'pt-br',
    sampleText: 'Bom dia. Vou ler uma história para você, linha por linha.',
  },
  russian: {
    name: 'Russian',
    code: 'ru',
    espeak: 'ru',
    sampleText: 'Добрый день. Я прочитаю вам историю, строка за строкой.',
  },
  serbian: {
    name: 'Serbian',
    code: 'sr',
    espeak: 'sr',
    sampleText: 'Добар дан. Прочитаћу вам причу, ред по ред.',
  },
  spanish: {
    name: 'Spanish',
    code: 'es',
    espeak: 'es',
    sampleText: 'Buenos días. Les leo una historia, línea por línea.',
  },
  swedish: {
    name: 'Swedish',
    code: 'sv',
    espeak: 'sv',
    sampleText: 'God dag. Jag läser en berättelse för dig, rad för rad.',
  },
  tagalog: {
    name: 'Tagalog',
    code: 'tl',
    espeak: 'id',
    spokenAs: 'Indonesian',
    sampleText: 'Magandang umaga. Babasahan kita ng isang kuwento.',
  },
  thai: { name: 'Thai', code: 'th', espeak: 'th', sampleText: 'สวัสดี ฉันจะอ่านเรื่องให้ฟัง' },
  turkish: {
    name: 'Turkish',
    code: 'tr',
    espeak: 'tr',
    sampleText: 'Günaydın. Size satır satır bir hikâye okuyorum.',
  },
  ukrainian: {
    name: 'Ukrainian',
    code: 'uk',
    espeak: 'uk',
    sampleText: 'Добрий день. Я прочитаю вам історію, рядок за рядком.',
  },
  urdu: { name: 'Urdu', code: 'ur', espeak: 'ur', sampleText: 'السلام علیکم۔ میں آپ کو ایک کہانی سناتا ہوں۔' },
  xhosa: {
    name: 'Xhosa',
    code: 'xh',
    espeak: 'tn',
    spokenAs: 'Setswana',
    sampleText: 'Molo. Ndiza kukufundela ibali, umgca ngomgca.',
  },
};
