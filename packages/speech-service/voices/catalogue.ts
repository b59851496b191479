import type { Language } from '@lectern/tts-protocol';
import { MARKS, STYLES } from '@lectern/tts-protocol';
import { at } from '../../../shared/rules/at.ts';
import type { Timbre } from '../common/timbre.ts';
import { spokenLanguage } from './languages.ts';
import { type EmbeddedVoice, type EngineVoice, rightsOf, synthesizerOf, tempoOf } from './voice.ts';

type VariantTraits = readonly [variant: string, texture: EmbeddedVoice['texture'], age: EmbeddedVoice['age']];

// Languages' voices use these variants in rotation, so that consecutive voices differ. Each round has a different pitch
// and pace.
const FEMALE_VARIANTS: readonly VariantTraits[] = [
  ['f2', 'smooth', 'adult'],
  ['belinda', 'bright', 'young'],
  ['f5', 'breathy', 'adult'],
  ['Annie', 'bright', 'young'],
  ['f4', 'warm', 'adult'],
  ['Alicia', 'bright', 'young'],
  ['f1', 'rough', 'older'],
  ['linda', 'smooth', 'adult'],
  ['steph', 'warm', 'adult'],
];
const MALE_VARIANTS: readonly VariantTraits[] = [
  ['m3', 'warm', 'adult'],
  ['Diogo', 'smooth', 'young'],
  ['m7', 'warm', 'adult'],
  ['michel', 'bright', 'adult'],
  ['Andy', 'deep', 'adult'],
  ['Reed', 'bright', 'young'],
  ['m1', 'rough', 'older'],
  ['Mike', 'deep', 'adult'],
  ['Denis', 'smooth', 'adult'],
];

const NAMES: Readonly<Record<Exclude<Language, 'english'>, readonly [string, string]>> = {
  afrikaans: ['Annelie', 'Pieter'],
  albanian: ['Elira', 'Arben'],
  amharic: ['Selam', 'Dawit'],
  arabic: ['Layla', 'Omar'],
  bengali: ['Ananya', 'Rahul'],
  bulgarian: ['Radka', 'Dimitar'],
  catalan: ['Montserrat', 'Jordi'],
  croatian: ['Ivana', 'Marko'],
  czech: ['Zuzana', 'Jakub'],
  danish: ['Freja', 'Rasmus'],
  dutch: ['Femke', 'Bram'],
  french: ['Camille', 'Julien'],
  galician: ['Uxia', 'Brais'],
  german: ['Greta', 'Konrad'],
  greek: ['Eleni', 'Nikos'],
  hebrew: ['Noa', 'Eitan'],
  hindi: ['Priya', 'Arjun'],
  hungarian: ['Zsofia', 'Laszlo'],
  indonesian: ['Dewi', 'Budi'],
  italian: ['Chiara', 'Lorenzo'],
  japanese: ['Haruka', 'Kenji'],
  korean: ['Jiwoo', 'Minho'],
  malay: ['Aisyah', 'Hafiz'],
  mandarin: ['Meilin', 'Wei'],
  polish: ['Agnieszka', 'Tomasz'],
  portuguese: ['Beatriz', 'Thiago'],
  russian: ['Svetlana', 'Mikhail'],
  serbian: ['Milica', 'Stefan'],
  spanish: ['Lucia', 'Alejandro'],
  swedish: ['Astrid', 'Gustav'],
  tagalog: ['Ligaya', 'Andres'],
  thai: ['Malee', 'Somchai'],
  turkish: ['Elif', 'Emre'],
  ukrainian: ['Oksana', 'Bohdan'],
  urdu: ['Zara', 'Bilal'],
  xhosa: ['Nomsa', 'Themba'],
};

/** Accents for languages with several accents, or languages spoken with another language's rules. */
const ACCENTS: Partial<Record<Language, string>> = {
  portuguese: 'Brazilian',
  spanish: 'Spanish (Spain)',
  french: 'French (France)',
  german: 'German (Germany)',
  mandarin: 'Standard Mandarin',
};

function accentOf(language: Language): string {
  const { name, spokenAs } = spokenLanguage(language);
  if (spokenAs !== undefined) return `${name}, read by the rules of ${spokenAs}`;
  return ACCENTS[language] ?? name;
}

function createTimbre(variants: readonly VariantTraits[], index: number): { makings: VariantTraits; timbre: Timbre } {
  const round = Math.floor(index / variants.length);
  const chosen = at(variants, index % variants.length);
  const step = (index % 5) - 2;
  return {
    makings: chosen,
    timbre: { variant: chosen[0], pitch: 62 - round * 8, range: 50 + step * 3, rate: 172 + step * 4 + round },
  };
}

function createVoices(language: Exclude<Language, 'english'>, index: number): EmbeddedVoice[] {
  const { code, espeak } = spokenLanguage(language);
  return NAMES[language].map((name, number) => {
    const { makings, timbre } = createTimbre(number === 0 ? FEMALE_VARIANTS : MALE_VARIANTS, index);
    const [, texture, age] = makings;
    return {
      slug: name.toLowerCase(),
      name,
      gender: number === 0 ? 'female' : 'male',
      age,
      language,
      languageCode: language === 'portuguese' ? 'pt-BR' : code,
      espeak,
      accent: accentOf(language),
      style: index % 2 === 0 ? 'narrative' : 'conversational',
      texture,
      engine: 'SvcDialog',
      timbre,
    };
  });
}

const WORLD_VOICES: readonly EmbeddedVoice[] = (Object.keys(NAMES) as Exclude<Language, 'english'>[]).flatMap(
  createVoices,
);

type Traits = Pick<EmbeddedVoice, 'gender' | 'age' | 'style' | 'texture'>;

interface Accent {
  readonly espeak: string;
  readonly languageCode: string;
  readonly accent: string;
}

const BRITISH: Accent = { espeak: 'en', languageCode: 'en-GB', accent: 'British' };
const RECEIVED_PRONUNCIATION: Accent = {
  espeak: 'en-gb-x-rp',
  languageCode: 'en-GB',
  accent: 'British (Received Pronunciation)',
};
const SCOTTISH: Accent = { espeak: 'en-gb-scotland', languageCode: 'en-GB', accent: 'Scottish' };
const LANCASHIRE: Accent = { espeak: 'en-gb-x-gbclan', languageCode: 'en-GB', accent: 'British (Lancashire)' };
const MIDLANDS: Accent = { espeak: 'en-gb-x-gbcwmd', languageCode: 'en-GB', accent: 'British (West Midlands)' };
const AMERICAN: Accent = { espeak: 'en-us', languageCode: 'en-US', accent: 'American' };
const NEW_YORK: Accent = { espeak: 'en-us-nyc', languageCode: 'en-US', accent: 'American (New York)' };
const CARIBBEAN: Accent = { espeak: 'en-029', languageCode: 'en-029', accent: 'Caribbean' };

const traits = (
  gender: Traits['gender'],
  age: Traits['age'],
  style: Traits['style'],
  texture: Traits['texture'],
): Traits => ({ gender, age, style, texture });

const timbre = (variant: string, pitch: number, range: number, rate: number): Timbre => ({
  variant,
  pitch,
  range,
  rate,
});

const voice = (name: string, accent: Accent, voiceTraits: Traits, voiceTimbre: Timbre): EmbeddedVoice => ({
  slug: name.toLowerCase(),
  name,
  language: 'english',
  engine: 'SvcDialog',
  ...accent,
  ...voiceTraits,
  timbre: voiceTimbre,
});

const secondGeneration = (name: string, accent: Accent, voiceTraits: Traits, voiceTimbre: Timbre): EmbeddedVoice => ({
  ...voice(name, accent, voiceTraits, voiceTimbre),
  slug: `${name.toLowerCase()}-2`,
  engine: 'Svc2.0',
});

/** Returns a Flite voice, made from recordings. eSpeak NG uses the timbre for text that Flite can't speak. */
const recorded = (
  name: string,
  flite: NonNullable<EmbeddedVoice['flite']>,
  accent: Accent,
  voiceTraits: Traits,
  voiceTimbre: Timbre,
): EmbeddedVoice => ({ ...voice(name, accent, voiceTraits, voiceTimbre), flite });

/** The best voices come first, because casting assigns voices in this order. */
const RECORDED_VOICES: readonly EmbeddedVoice[] = [
  recorded('Clara', 'slt', AMERICAN, traits('female', 'adult', 'narrative', 'smooth'), timbre('linda', 46, 48, 168)),
  recorded('Robert', 'rms', AMERICAN, traits('male', 'adult', 'narrative', 'deep'), timbre('benjamin', 44, 46, 170)),
  recorded('Duncan', 'awb', SCOTTISH, traits('male', 'adult', 'conversational', 'warm'), timbre('Andy', 50, 50, 172)),
  recorded('Calvin', 'kal16', AMERICAN, traits('male', 'adult', 'conversational', 'rough'), timbre('m7', 40, 46, 170)),
];

const ENGLISH_VOICES: readonly EmbeddedVoice[] = [
  voice('Alistair', RECEIVED_PRONUNCIATION, traits('male', 'adult', 'narrative', 'warm'), timbre('m3', 46, 48, 165)),
  voice(
    'Beatrice',
    RECEIVED_PRONUNCIATION,
    traits('female', 'adult', 'narrative', 'smooth'),
    timbre('f2', 50, 50, 168),
  ),
  voice(
    'Cecily',
    RECEIVED_PRONUNCIATION,
    traits('female', 'young', 'expressive', 'bright'),
    timbre('Annie', 56, 58, 178),
  ),
  voice(
    'Dorothea',
    RECEIVED_PRONUNCIATION,
    traits('female', 'older', 'character', 'rough'),
    timbre('grandma', 46, 50, 150),
  ),
  voice('Edmund', BRITISH, traits('male', 'adult', 'conversational', 'smooth'), timbre('Mike', 50, 54, 180)),
  voice('Florence', BRITISH, traits('female', 'adult', 'conversational', 'warm'), timbre('f5', 38, 46, 174)),
  voice('Gilbert', BRITISH, traits('male', 'older', 'character', 'rough'), timbre('grandpa', 42, 50, 148)),
  voice('Harriet', BRITISH, traits('female', 'young', 'conversational', 'bright'), timbre('belinda', 54, 56, 184)),
  voice('Isla', SCOTTISH, traits('female', 'adult', 'narrative', 'bright'), timbre('f3', 52, 54, 172)),
  voice('Hamish', SCOTTISH, traits('male', 'adult', 'narrative', 'deep'), timbre('Andy', 42, 46, 164)),
  voice('Nora', LANCASHIRE, traits('female', 'older', 'conversational', 'warm'), timbre('aunty', 48, 50, 166)),
  voice('Wilfred', LANCASHIRE, traits('male', 'adult', 'conversational', 'rough'), timbre('m1', 64, 52, 180)),
  voice('Maisie', MIDLANDS, traits('female', 'young', 'expressive', 'thin'), timbre('shelby', 58, 60, 186)),
  voice('Walter', MIDLANDS, traits('male', 'adult', 'conversational', 'warm'), timbre('m7', 44, 44, 168)),
  voice('Abigail', AMERICAN, traits('female', 'adult', 'narrative', 'smooth'), timbre('linda', 42, 46, 172)),
  voice('Benjamin', AMERICAN, traits('male', 'adult', 'narrative', 'smooth'), timbre('benjamin', 48, 50, 174)),
  voice('Charlotte', AMERICAN, traits('female', 'young', 'expressive', 'bright'), timbre('Alicia', 52, 60, 182)),
  voice('Douglas', AMERICAN, traits('male', 'older', 'narrative', 'deep'), timbre('david', 50, 46, 158)),
  voice('Ethan', AMERICAN, traits('male', 'young', 'conversational', 'bright'), timbre('Gene2', 60, 56, 188)),
  voice('Grace', AMERICAN, traits('female', 'adult', 'whisper', 'breathy'), timbre('whisperf', 50, 50, 160)),
  voice('Nathan', AMERICAN, traits('male', 'adult', 'whisper', 'breathy'), timbre('whisper', 50, 50, 160)),
  voice('Carmela', NEW_YORK, traits('female', 'adult', 'conversational', 'rough'), timbre('f1', 58, 56, 190)),
  voice('Vincent', NEW_YORK, traits('male', 'adult', 'conversational', 'rough'), timbre('travis', 46, 54, 188)),
  voice('Marva', CARIBBEAN, traits('female', 'adult', 'narrative', 'warm'), timbre('steph', 48, 56, 170)),
  voice('Winston', CARIBBEAN, traits('male', 'adult', 'narrative', 'deep'), timbre('Lee', 46, 58, 168)),
];

const SECOND_GENERATION_VOICES: readonly EmbeddedVoice[] = [
  secondGeneration('Harold', AMERICAN, traits('male', 'adult', 'narrative', 'smooth'), timbre('ed', 46, 48, 170)),
  secondGeneration('Lorraine', AMERICAN, traits('female', 'adult', 'narrative', 'warm'), timbre('f4', 66, 46, 156)),
  secondGeneration('Russell', AMERICAN, traits('male', 'adult', 'conversational', 'rough'), timbre('rob', 54, 52, 184)),
  secondGeneration(
    'Paige',
    AMERICAN,
    traits('female', 'adult', 'conversational', 'bright'),
    timbre('Andrea', 44, 52, 160),
  ),
  secondGeneration('Franklin', AMERICAN, traits('male', 'older', 'narrative', 'deep'), timbre('paul', 50, 44, 156)),
  secondGeneration(
    'Rosalind',
    RECEIVED_PRONUNCIATION,
    traits('female', 'adult', 'narrative', 'smooth'),
    timbre('steph3', 54, 50, 168),
  ),
  secondGeneration(
    'Rupert',
    RECEIVED_PRONUNCIATION,
    traits('male', 'adult', 'conversational', 'warm'),
    timbre('edward', 56, 52, 176),
  ),
  secondGeneration('Matilda', BRITISH, traits('female', 'young', 'expressive', 'bright'), timbre('anika', 50, 58, 166)),
  secondGeneration(
    'Oscar',
    BRITISH,
    traits('male', 'young', 'conversational', 'bright'),
    timbre('antonio', 62, 56, 168),
  ),
  secondGeneration('Fiona', SCOTTISH, traits('female', 'adult', 'narrative', 'warm'), timbre('f2', 30, 48, 152)),
];

/** Returns the voice identifier, a manifest URI as specified. Never change it once released. */
const manifestUri = (voice: EmbeddedVoice): string =>
  `lectern://voices/${voice.languageCode.toLowerCase()}/${voice.slug}/manifest.json`;

/** In listing order: voices made from recordings, other English voices, other languages, then the second generation. */
export const EMBEDDED_VOICES: ReadonlyMap<string, EmbeddedVoice> = new Map(
  [...RECORDED_VOICES, ...ENGLISH_VOICES, ...WORLD_VOICES, ...SECOND_GENERATION_VOICES].map((voice) => [
    manifestUri(voice),
    voice,
  ]),
);

export type ResolveVoice = (id: string) => EmbeddedVoice | undefined;

export const resolvePrebuilt: ResolveVoice = (id) => EMBEDDED_VOICES.get(id);

export const toEngineVoice = (id: string, voice: EmbeddedVoice): EngineVoice => ({
  id,
  slug: voice.slug,
  name: voice.name,
  accent: voice.accent,
  age: voice.age,
  gender: voice.gender,
  language: spokenLanguage(voice.language).name,
  languageCode: voice.languageCode,
  loudness: voice.style === 'whisper' ? 'low' : 'neutral',
  style: voice.style,
  tempo: tempoOf(voice.timbre.rate),
  texture: voice.texture,
  voiceEngine: voice.engine,
  synthesizer: synthesizerOf(voice),
  ...(voice.flite === undefined && { styles: STYLES, marks: MARKS }),
  normalises: true,
  sampleText: spokenLanguage(voice.language).sampleText,
});

export const LISTED_VOICES: readonly EngineVoice[] = [...EMBEDDED_VOICES].map(([id, voice]) => ({
  ...toEngineVoice(id, voice),
  rights: rightsOf(voice),
}));
