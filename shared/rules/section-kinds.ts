// What a section of a book is, by its title.
import type { SectionKind } from '../model/manuscript.ts';
import { withoutTrailing } from './characters.ts';

const TITLES: readonly (readonly [SectionKind, RegExp])[] = [
  ['title-page', /^(?:half[- ]?)?title ?page$|^cover$|^frontispiece$|^titelseite$|^page de titre$/],
  [
    'copyright',
    /^(?:un)?copyright(?:\b.*)?$|^imprint$|^colophon$|^impressum$|^legal notice$|^licen[cs]e$|^credits$|^the (?:full )?project gutenberg\b/,
  ],
  ['dedication', /^dedication$|^dedicated to\b|^epigraph$|^widmung$|^dédicace$/],
  [
    'contents',
    /^(?:table of )?contents$|^inhalt(?:sverzeichnis)?$|^table des matières$|^list of (?:illustrations|figures|tables|maps)$|^landmarks$|^índice general$/,
  ],
  [
    'cast-list',
    /^dramatis person(?:ae|æ)$|^(?:list of )?(?:the )?characters$|^(?:the )?persons (?:represented|of the (?:play|drama))$|^cast(?: of characters| list)?$|^(?:the )?scenes of the play$/,
  ],
  ['foreword', /^(?:foreword|preface|introduction|prologue|vorwort|préface|avant-propos)\b/],
  ['notes', /^(?:foot|end)?notes$|^(?:chapter )?notes and references$|^anmerkungen$|^transcriber[’']s? notes?$/],
  [
    'bibliography',
    /^(?:select(?:ed)? )?bibliography$|^references$|^works cited$|^further reading$|^sources$|^literaturverzeichnis$/,
  ],
  ['index', /^(?:general |subject )?index(?: of names)?$|^register$/],
  [
    'about-author',
    /^about (?:the )?(?:author|publisher|translator)s?\b|^also by\b|^other (?:books|titles|works) by\b|^(?:über|ueber) (?:den autor|die autorin)$|^acknowledge?ments$|^newsletter$/,
  ],
];

const STOPS: ReadonlySet<string> = new Set('.:');

/** What a section is by its title; null where a title says nothing about it. */
export function kindOfTitle(title: string): SectionKind | null {
  const words = withoutTrailing(title.toLowerCase().replace(/\s+/g, ' ').trim(), STOPS).trim();
  return TITLES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
