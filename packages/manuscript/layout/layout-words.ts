// Words by which a script's layout is told: what stands where names stand and is none, and what is no speech.

import { anyWordOf, wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { readHeading } from '../sections/prose-headings.ts';
import { isSoundName } from './layout-directions.ts';
import type { LayoutMark } from './layout-marks.ts';

const PRODUCTION_TERMS = wordSet('production-terms');
const PRODUCTION_TERM_FIRST = wordPattern('^', 'production-terms', String.raw`\b`, '');
const NOTE_LABELS = wordSet('note-labels');
const NUMBERED_LABEL = [/^CUE(?: \d{1,3})?$/, wordPattern('^', 'choice-labels', String.raw` \d{1,2}$`, '')];

/** Whether words in capitals are the label of a note, a cue or a choice. */
const isNoteLabel = (words: string): boolean =>
  NOTE_LABELS.has(words) || NUMBERED_LABEL.some((label) => label.test(words));

/** Whether words in capitals before a colon, or alone on a row, are a term of scripts and not a name. */
export const isProductionTerm = (words: string): boolean =>
  PRODUCTION_TERM_FIRST.test(words) || isNoteLabel(words.replace(/\.$/, ''));

const PRODUCTION_NOTES = wordSet('production-notes');
/** `DIRECTOR'S NOTE`, `SOUND CUE 12`, `OPTION 2` */
const PRODUCTION_NOTE = [
  /^(?:(?:DIRECTOR|EDIT(?:OR|ING)?|PRODUC(?:ER|TION)|RECORDING|WRITER)(?:['’]?S)? )?NOTES?$/,
  /^(?:(?:LIGHT(?:ING)?|SOUND|MUSIC) )?CUE(?: \d{1,3})?$/,
  wordPattern('^', 'choice-labels', String.raw`(?: \d{1,2})?$`, ''),
];

/** Whether a name in capitals heads a note for those who make the script, wherever it stands. */
export const headsProductionNote = (name: string): boolean =>
  PRODUCTION_NOTES.has(name) || PRODUCTION_NOTE.some((note) => note.test(name));

/** What stands before a note on where and when a scene is, and what it is called, and before no speech. */
const STAGE_NOTES = wordSet('stage-notes');
/** Time may speak, but not so briefly. */
const SHORT_TIME = /^\S{1,20}(?: \S{1,20}){0,3}$/;

/** Whether a name in capitals and the words behind it are a note rather than a speech: `SETTING: A garden.` */
export const isStageNote = (name: string, words: string): boolean =>
  (headsProductionNote(name) && name !== 'TK') || STAGE_NOTES.has(name) || (name === 'TIME' && SHORT_TIME.test(words));

/** Such a row whose head is no name: `> **Note to editor:** trim here` */
export const NOTE_TO_SOMEONE = wordPattern(
  '^(?:> ?)?[*_]{0,3}notes? (?:to|for) (?:the )?',
  'production-crew',
  String.raw`\b[*_ ]{0,4}:`,
  'i',
);

const CREDITS: readonly RegExp[] = [
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? .{0,60}\d.{0,40}$/i,
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/,
  /^transcribed by .{1,80}$/i,
  wordPattern('^', 'credit-verbs', String.raw` (?:and \w+ )?by\b.{1,80}$`, 'i'),
  wordPattern('^', 'credit-openings', String.raw`\b.{1,80}$`, 'i'),
  /^(?:(?:first|second|third|final|working|shooting) )?(?:draft|revision|version|rev\.|entwurf)\b.{0,60}$/i,
  /^(?:last )?(?:revised|updated|recorded)\b.{0,60}$/i,
  /^(?:copyright|©|\(c\)).{1,80}$/i,
  /^an? (?:[a-z-]{2,12} ){0,3}(?:comedy|drama|farce|play|podcast|tragedy) (?:by|for|in|of) .{1,60}$/i,
];

/** Whether a row below a script's title says who made it, or when. */
export const isCredit = (row: string): boolean => CREDITS.some((credit) => credit.test(row));

const BYLINE_VERB = wordPattern('^', 'byline-verbs', String.raw`(?: and \p{L}{1,12})? by$`, 'iu');
const BYLINE = wordPattern('^', 'bylines', '$', 'iu');

/** Whether a row is a credit without a name, which is in the next row. */
export const isByline = (row: string): boolean => BYLINE.test(row) || BYLINE_VERB.test(row);

/** What a script tells between brackets, under names and alone, and is no name. */
const NOISES = wordSet('noise-notes');
/** A title and a name. */
export const TITLED = wordPattern('^', 'titles-before-names', String.raw`\.? \p{Lu}`, 'u');
export const TABLE_HEADS = wordSet('table-heads');
/** Of these, what is a role as well. */
const SPEAKS = /^(?:SPEAKER|SPRECHER|PERSON|CHARACTER)$/;
export const TABLE_RULE = /^\|[-: \t|]{3,400}$/;
const PART = wordPattern('^', 'parts-in-layouts', String.raw`\s+[\p{L}\d]{1,12}\b[^.!?]{0,60}\.?$`, 'iu');
const PROLOGUE = /^(?:PROLOGUE|EPILOGUE)\.?$/iu;

const SCENE_NUMBER = String.raw`(?:${anyWordOf('scene-words')}\s\d{1,4}[A-Z]?\s?[-–—.:]\s?|\d{1,4}[A-Z]?[. ]\s{0,20})`;
const SLUGLINE = wordPattern(`^${SCENE_NUMBER}?`, 'slugline-openings', '[. ].{0,160}$', 'u');
/** Places as Japanese and Korean scripts have them. */
const EASTERN_PLACE =
  /^[#＃]\d{1,3}\u3000\S.{0,60}$|^[○〇◯●□■]\s?[\p{L}\p{N}].{0,60}$|^S#\s?\d{1,4}[A-Z]?[. ].{1,80}$/u;

/** Whether a row says where a scene is: `INT. KITCHEN – DAY`, with the number of its scene or without it. */
export const isPlace = (row: string): boolean => SLUGLINE.test(row) || EASTERN_PLACE.test(row);

/** The panels of a comic, which the reader sees. */
export const PANEL = wordPattern(
  '^',
  'comic-pages',
  String.raw`\s(?:\d{1,3}|[A-Z-]{3,12})\b(?![^(:.–—-]{20}).{0,300}$`,
  'iu',
);

const ENTRANCES: readonly RegExp[] = [
  wordPattern('^', 'entrance-openings', String.raw`(?![\p{L}’'])[^:]{0,400}$`, 'u'),
  wordPattern('^[^.:!?]{2,80} ', 'entrance-endings', String.raw`\.$`, 'u'),
];

/** Whether a row of a play that belongs to no role says what is seen: who enters, the curtain, the lights. */
export const isEntrance = (row: string): boolean => ENTRANCES.some((entrance) => entrance.test(row));

const ENDS = wordSet('script-ends');
const END_OF_SCRIPT = wordPattern('^END OF ', 'parts-that-end', String.raw`.{0,40}\.?$`, 'u');
/** Who or what wrote a script down. */
const TRANSCRIPTION: readonly RegExp[] = [
  /^(?:Transcribed by .{1,80}|Transcript|Transkript|Transcription|Meeting ended after .{1,40})$/u,
  /^This editable transcript was computer generated.{0,200}$/u,
  /^WEBVTT(?: .{1,80})?$/u,
];
const isEnd = (row: string): boolean =>
  ENDS.has(row.replace(/\.$/, '')) || END_OF_SCRIPT.test(row) || TRANSCRIPTION.some((note) => note.test(row));

/** What a script tells in one or two words alone in a row, in small letters too. */
const STAGE_WORDS: readonly RegExp[] = [
  wordPattern('^', 'stage-words', String.raw`\.?$`, 'iu'),
  wordPattern(
    String.raw`^end of (?:\p{L}{2,12} ){0,2}`,
    'ending-parts',
    String.raw`(?: \p{L}{1,8}| \d{1,3})?\.?$`,
    'iu',
  ),
  /^(?:(?:an?|another|long|short|a long|a short) )?(?:beat|pause)\.?$/iu,
];

/** The parts of a programme, which have no words of their own. */
const PARTS_OF_PROGRAMME: readonly RegExp[] = [
  wordPattern('^', 'programme-parts', '$', 'iu'),
  wordPattern('^', 'programme-blocks', String.raw` \d{1,3}$`, 'iu'),
  /^(?:pre|mid|post)[- ]?roll(?: (?:ad|spot))?$/iu,
  /^(?:ad|commercial|sponsor|promo|station) (?:break|id|ident|message|read|segment|spot)$/iu,
  /^cortinilla de \p{L}{3,10}$/iu,
];
const isProgrammePart = (row: string): boolean => PARTS_OF_PROGRAMME.some((part) => part.test(row));

/** Whether a row says that a scene or the script is over, or that nothing is said for a while. */
export const isEndOrPause = (row: string): boolean =>
  isEnd(row) || (/^\p{Lu}/u.test(row) && STAGE_WORDS.some((words) => words.test(row)));

/** Whether a row names a part of a programme; directly under a name it may be what is said. */
export const isPartOfProgramme = (row: string): boolean => /^[\p{Lu}\p{Lo}]/u.test(row) && isProgrammePart(row);

/** Speeches that go on, across pages of a screenplay. */
export const GOES_ON_ROW =
  /^(?:\((?:MORE|CONT['’]?D|CONTINUED|FORTS\.|SUITE)\)|CONTINUED:?(?: \(\d{1,3}\))?)(?:\s{1,80}\d{1,4}[A-Z]?\.?)?$/;

const PAGE_NUMBERS: readonly RegExp[] = [
  /^(?:[-–—] ?)?\d{1,4}\.?(?: ?[-–—])?$/,
  wordPattern('^', 'page-words', String.raw` \d{1,4}(?: ?(?:of|von|de|sur|di|z|из|\/) ?\d{1,4})?\.?$`, 'iu'),
];
export const isPageNumber = (row: string): boolean => PAGE_NUMBERS.some((number) => number.test(row));

const GAME_ROWS: readonly RegExp[] = [
  // Links and choices of Ink, Yarn and Twine.
  /^(?:->|<-|=>|\/\/) ?\S.{0,200}$|^[*+-] {0,2}.{1,200}->.{0,80}$/,
  /^<<.{1,200}>>$|^\[\[.{1,200}\]\]$|^:: ?\S.{0,100}$|^(?:VAR|~) .{1,200}$/,
  // Chats.
  /^(?:\*{1,3} |-!- |→ )\S{1,40} (?:has )?(?:joined|left|quit|is now known as)\b.{0,80}$/,
];
/** Whether a row of a game's script or a chat says where it goes on, or what happens. */
export const isGameRow = (row: string): boolean => GAME_ROWS.some((pattern) => pattern.test(row));

/** A name of a sender without one. */
export const NUMBER_OF_A_SENDER = /^\+?\d[\d ().-]{5,20}: /;
/** Sentences of one word, which stand where names stand. */
const SENTENCES = wordSet('one-word-sentences');
const isSentence = (role: string): boolean => SENTENCES.has(role) || /^HM+$/.test(role);

const TRANSITION_END = String.raw`(?![\p{L}’']).{0,30}[:.]?$`;
const TRANSITION = wordPattern('^', 'transitions', TRANSITION_END, 'u');
const CUT = /^[A-Z]{3,9} CUT TO(?![\p{L}’']).{0,30}[:.]?$/u;
/** Whether a row says how a scene goes over into the next: `FADE OUT.` */
export const isTransition = (row: string): boolean => TRANSITION.test(row) || CUT.test(row);

/** `CAST LIST`, `CAST in order of appearance`, `CAST (voices)` */
const CAST_ORDER = ' (?:list|of (?:the )?(?:characters|drama|play|persons)|(?:in )?order of .{1,12})';
const CAST_DETAIL = String.raw`(?:${CAST_ORDER}| ?[(（,/&–—-].{0,20})?\.?`;
const CAST_LIST = wordPattern(
  String.raw`^(?:\**|#{1,6} )`,
  'cast-list-titles',
  String.raw`(?!\p{L})(?:[^:：]{0,20}[:：]|${CAST_DETAIL})\**$`,
  'iu',
);
const CAST_KEY = /^(?:\**|#{1,6} )KEY:\**$/iu;
/** Whether a row is the title of a list of roles. */
export const isCastListTitle = (row: string): boolean => CAST_LIST.test(row) || CAST_KEY.test(row);

/** Whether a whole name is none: `Note`, `音楽`, but not `Time Traveller`. */
export function isNoName(name: string): boolean {
  const capitals = name.toUpperCase();
  return isSoundName(capitals) || PRODUCTION_TERMS.has(capitals) || isNoteLabel(capitals.replace(/\.$/, ''));
}

/** Whether a mark can be that of a role: nothing else is known to be called so. */
export const isRole = ({ role, form }: LayoutMark): boolean =>
  !isProductionTerm(role) &&
  !isSoundName(role) &&
  (form === 'colon' || !(NOISES.has(role) || isProgrammePart(role))) &&
  (form !== 'sentence' || !isSentence(role)) &&
  (!TABLE_HEADS.has(role) || (SPEAKS.test(role) && form !== 'gap' && form !== 'dash'));

/** Whether a row is the name of a part: of an act, a scene, a chapter or an episode. */
export const isPart = (row: string): boolean =>
  row.length <= LONGEST_PART && (PART.test(row) || PROLOGUE.test(row) || readHeading({ rows: [row] }) !== null);

const LONGEST_PART = 120;
