// A woman and a man for each of the other languages.
import type { Language } from '../../shared/service/vocabulary.ts';
import { SPOKEN_LANGUAGES } from './languages.ts';
import type { EmbeddedVoice, Timbre } from './voice.ts';

type Makings = readonly [variant: string, texture: EmbeddedVoice['texture'], age: EmbeddedVoice['age']];

// Taken in turn, so that neighbours differ; a different pitch and pace for each round keeps the rest apart.
const WOMEN: readonly Makings[] = [
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
const MEN: readonly Makings[] = [
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

/** Two names for each language: a woman's and a man's. */
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

/** What is told of the accent, where the language has several or is spoken by a neighbour's rules. */
const ACCENTS: Partial<Record<Language, string>> = {
  portuguese: 'Brazilian',
  spanish: 'Spanish (Spain)',
  french: 'French (France)',
  german: 'German (Germany)',
  mandarin: 'Standard Mandarin',
};

function accentOf(language: Language): string {
  const { name, spokenAs } = SPOKEN_LANGUAGES[language];
  if (spokenAs !== undefined) return `${name}, read by the rules of ${spokenAs}`;
  return ACCENTS[language] ?? name;
}

function made(makings: readonly Makings[], index: number): { makings: Makings; timbre: Timbre } {
  const round = Math.floor(index / makings.length);
  const chosen = makings[index % makings.length] ?? (['f2', 'smooth', 'adult'] as const);
  const step = (index % 5) - 2;
  return {
    makings: chosen,
    timbre: { variant: chosen[0], pitch: 62 - round * 8, range: 50 + step * 3, rate: 172 + step * 4 + round },
  };
}

function voicesOf(language: Exclude<Language, 'english'>, index: number): EmbeddedVoice[] {
  const { code, espeak } = SPOKEN_LANGUAGES[language];
  return NAMES[language].map((name, place) => {
    const { makings, timbre } = made(place === 0 ? WOMEN : MEN, index);
    const [, texture, age] = makings;
    return {
      slug: name.toLowerCase(),
      name,
      gender: place === 0 ? 'female' : 'male',
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

export const WORLD_VOICES: readonly EmbeddedVoice[] = (Object.keys(NAMES) as Exclude<Language, 'english'>[]).flatMap(
  voicesOf,
);
