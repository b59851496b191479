import type { Language } from '@lectern/tts-protocol';
import { describe, expect, it } from 'vitest';
import { narratedHeading } from './narrated-heading.ts';

const READINGS: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  english: {
    I: 'Chapter one',
    'IV.': 'Chapter four',
    xii: 'Chapter twelve',
    '42': 'Chapter forty-two',
    '— 7 —': 'Chapter seven',
    'CHAPTER I.': 'Chapter one',
    'CHAPTER XII': 'Chapter twelve',
    'Chapter L': 'Chapter fifty',
    'CHAPTER CV': 'Chapter one hundred and five',
    'Chapter 12: The Sea': 'Chapter twelve: The Sea',
    'CHAPTER I. Down the Rabbit-Hole': 'Chapter one. Down the Rabbit-Hole',
    'CHAPTER II THE LAMP': 'Chapter two. THE LAMP',
    'I. A Scandal': 'Chapter one. A Scandal',
    '3 – Over the Hills': 'Chapter three. Over the Hills',
    'IV The Return': 'Chapter four. The Return',
    'PART II': 'Part two',
    'Act III, Scene 2': 'Act three, Scene two',
    'ACT I SCENE 2': 'Act one, Scene two',
    'BOOK ONE CHAPTER I': 'BOOK ONE Chapter one',
    'Part ii': 'Part two',
    'Chapter Ⅳ': 'Chapter four',
    'Letter 4': 'Letter four',
  },
  german: {
    I: 'Kapitel eins',
    '3.': 'Kapitel drei',
    'Kapitel 21': 'Kapitel einundzwanzig',
    'KAPITEL I': 'Kapitel eins',
    '1. Kapitel': 'Erstes Kapitel',
    'XII. KAPITEL': 'Zwölftes Kapitel',
    '2. Akt, 3. Szene': 'Zweiter Akt, dritte Szene',
    'II. Teil: Heimkehr': 'Zweiter Teil: Heimkehr',
    'IV. Das Meer': 'Kapitel vier. Das Meer',
    'Chapter 2': 'Chapter 2',
  },
  french: {
    I: 'Chapitre 1',
    'CHAPITRE XII': 'Chapitre 12',
    'Chapitre Ier': 'Chapitre 1er',
    'IIe partie': '2e partie',
    'Acte III, scène 2': 'Acte 3, scène 2',
  },
  spanish: { 'CAPÍTULO IV': 'Capítulo 4', V: 'Capítulo 5' },
  italian: { 'CAPITOLO II': 'Capitolo 2', 'Parte I': 'Parte 1' },
  swedish: { 'Kapitel II': 'Kapitel 2' },
  hungarian: { 'II. FEJEZET': '2. FEJEZET' },
  russian: { 'Глава IV': 'Глава 4' },
  japanese: { '1': '第1章', 第Ⅱ章: '第2章', 三: '第三章', '２　海へ': '２　海へ' },
  mandarin: { '4': '第4章' },
  korean: { II: '제2장' },
};

const UNCHANGED: Partial<Record<Language, readonly string[]>> = {
  english: [
    ...['I Am Legend', 'MIX', 'Vita', 'Prologue', 'Chapter One', '1984', '1984. A Beginning', '12 Monkeys', 'Civic'],
    ...['V. S. Naipaul', 'M', 'X-Men', 'I’m Home', 'The Chapter 11 Case', 'Part C', 'Part I Am', 'Chapter Mix', 'Di'],
    ...['9:30', '', 'Book Club', 'Actor IV', 'Act Now', 'C. S. Lewis'],
  ],
  german: ['Erstes Kapitel', '20. Jahrhundert', '3. Mai', 'XX. Jahrhundert', 'II. Weltkrieg', 'Buchung 3a'],
  japanese: ['第一章', '第1章', '一期一会'],
  mandarin: ['第一回'],
  french: ['Première partie', 'Chapitre premier'],
};

describe('narratedHeading', () => {
  it.each(
    Object.entries(READINGS).flatMap(([language, readings]) =>
      Object.entries(readings).map(([written, said]) => [language as Language, written, said] as const),
    ),
  )('in %s, reads “%s” as “%s”', (language, written, said) => {
    expect(narratedHeading(written, language)).toBe(said);
    expect(narratedHeading(said, language)).toBe(said);
  });

  it.each(
    Object.entries(UNCHANGED).flatMap(([language, all]) =>
      all.map((written) => [language as Language, written] as const),
    ),
  )('in %s, reads “%s” as written', (language, written) => {
    expect(narratedHeading(written, language)).toBe(written);
  });

  it('takes the language from the word if the speaker’s language is unknown', () => {
    expect(['CHAPTER V', 'KAPITEL V', 'Глава V', 'V'].map((text) => narratedHeading(text, null))).toEqual([
      'Chapter five',
      'Kapitel fünf',
      'Глава 5',
      '5',
    ]);
  });

  it('keeps a number that may be a title on its own', () => {
    expect(narratedHeading('II', 'english', false)).toBe('II');
    expect(narratedHeading('PART II', 'english', false)).toBe('Part two');
  });
});
