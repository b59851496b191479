// Recognises names that are not roles and rows that are not spoken, by word lists.
import { anyWordOf, wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { readHeading } from '../sections/prose-headings.ts';
import { isSoundName } from './layout-directions.ts';
import type { LayoutMark } from './layout-marks.ts';
import { anyCase, anyMatch, pattern } from './patterns.ts';

// Names that are not roles.

const PRODUCTION_TERMS = wordSet('production-terms');
const PRODUCTION_TERM_FIRST = pattern`^${anyWordOf('production-terms')}\b`;
const NOTE_LABELS = wordSet('note-labels');
const isNumberedLabel = anyMatch(/^CUE(?: \d{1,3})?$/, pattern`^${anyWordOf('choice-labels')} \d{1,2}$`);

/** Whether words in capitals label a note, a cue or a choice. */
const isNoteLabel = (words: string): boolean => NOTE_LABELS.has(words.replace(/\.$/, '')) || isNumberedLabel(words);

/** Whether words in capitals, before a colon or alone in a row, are a production term and not a name. */
export const isProductionTerm = (words: string): boolean => PRODUCTION_TERM_FIRST.test(words) || isNoteLabel(words);

/** Whether a whole name is not a role's: `Note`, `音楽`, but not `Time Traveller`. */
export function isNoName(name: string): boolean {
  const capitals = name.toUpperCase();
  return isSoundName(capitals) || PRODUCTION_TERMS.has(capitals) || isNoteLabel(capitals);
}

/** Whether a name in capitals begins a production note, even among speeches: `SOUND CUE 12`, `OPTION 2`. */
export const headsProductionNote = anyMatch(
  pattern`^(?:${anyWordOf('production-notes')}|${anyWordOf('note-names')})$`,
  pattern`^(?:${anyWordOf('cue-labels')}(?: \d{1,3})?|${anyWordOf('choice-labels')}(?: \d{1,2})?)$`,
);

/** Labels of notes on the setting, the time or the title of a scene. */
const STAGE_NOTES = wordSet('stage-notes');
/** Time may be a role, but not with a speech as short as this. */
const SHORT_TIME = /^\S{1,20}(?: \S{1,20}){0,3}$/;

/** Whether a name in capitals and its words are a note, not a speech: `SETTING: A garden.` */
export const isStageNote = (name: string, words: string): boolean =>
  (headsProductionNote(name) && name !== 'TK') || STAGE_NOTES.has(name) || (name === 'TIME' && SHORT_TIME.test(words));

/** Noises and pauses, which may be alone in a row or in brackets. */
const NOISES = wordSet('noise-notes');
/** A name with a title: `Dr. Okafor`. */
export const TITLED = wordPattern('^', 'titles-before-names', String.raw`\.? \p{Lu}`, 'u');
export const TABLE_HEADS = wordSet('table-heads');
/** Those that may be roles too. */
const SPEAKS = /^(?:SPEAKER|SPRECHER|PERSON|CHARACTER)$/;
/** Sentences of one word, which look like names before a full stop. */
const SENTENCES = wordSet('one-word-sentences');

/** Whether a mark may be that of a role. */
export const isRole = ({ role, form }: LayoutMark): boolean =>
  !isProductionTerm(role) &&
  !isSoundName(role) &&
  (form === 'colon' || !(NOISES.has(role) || isProgrammePart(role))) &&
  (form !== 'sentence' || !(SENTENCES.has(role) || /^HM+$/.test(role))) &&
  (!TABLE_HEADS.has(role) || (SPEAKS.test(role) && form !== 'gap' && form !== 'dash'));

// Rows that are not spoken.

/** A note to someone in the production: `> **Note to editor:** trim here` */
export const NOTE_TO_SOMEONE = anyCase`^(?:> ?)?[*_]{0,3}notes? (?:to|for) (?:the )?${anyWordOf('production-crew')}\b[*_ ]{0,4}:`;

/** Whether a row below the title of a script credits someone or gives a date. */
export const isCredit = anyMatch(
  anyCase`^${anyWordOf('weekday-openings')}(?:day)?,? .{0,60}\d.{0,40}$`,
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/,
  anyCase`^${anyWordOf('credit-verbs')} (?:and \w+ )?by\b.{1,80}$`,
  anyCase`^${anyWordOf('credit-openings')}(?![\p{L}\p{N}]).{0,80}$`,
  anyCase`^an? (?:[a-z-]{2,12} ){0,3}${anyWordOf('kinds-of-plays')} (?:by|for|in|of) .{1,60}$`,
);

/** Whether a row is a credit whose name is in the next row. */
export const isByline = anyMatch(
  anyCase`^${anyWordOf('bylines')}$`,
  anyCase`^${anyWordOf('byline-verbs')}(?: and \p{L}{1,12})? by$`,
);

export const TABLE_RULE = /^\|[-: \t|]{3,400}$/;
const LONGEST_PART = 120;
const isPartName = anyMatch(
  anyCase`^${anyWordOf('parts-in-layouts')}\s+[\p{L}\d]{1,12}\b[^.!?]{0,60}\.?$`,
  /^(?:PROLOGUE|EPILOGUE)\.?$/iu,
);

/** Whether a row is the title of an act, a scene, a chapter or an episode. */
export const isPart = (row: string): boolean =>
  row.length <= LONGEST_PART && (isPartName(row) || readHeading({ rows: [row] }) !== null);

const SCENE_NUMBER = String.raw`(?:${anyWordOf('scene-words')}\s\d{1,4}[A-Z]?\s?[-–—.:]\s?|\d{1,4}[A-Z]?[. ]\s{0,20})`;

/** Whether a row is a scene heading: `INT. KITCHEN – DAY`, `#1　台所（夜）`, with or without a scene number. */
export const isPlace = anyMatch(
  pattern`^${SCENE_NUMBER}?${anyWordOf('slugline-openings')}[. ].{0,160}$`,
  /^[#＃]\d{1,3}\u3000\S.{0,60}$|^[○〇◯●□■]\s?[\p{L}\p{N}].{0,60}$|^S#\s?\d{1,4}[A-Z]?[. ].{1,80}$/u,
);

/** Descriptions of comic panels. */
export const PANEL = anyCase`^${anyWordOf('comic-pages')}\s(?:\d{1,3}|[A-Z-]{3,12})\b(?![^(:.–—-]{20}).{0,300}$`;

/** Whether a row is a transition: `FADE OUT.` */
export const isTransition = anyMatch(
  pattern`^(?:${anyWordOf('transitions')}|[A-Z]{3,9} CUT TO)(?![\p{L}’']).{0,30}[:.]?$`,
);

/** Whether a row describes what is seen: a scene heading, a transition or a panel. */
export const isShown = (row: string): boolean => isPlace(row) || isTransition(row) || PANEL.test(row);

/** Whether a row of a play describes what is seen: who enters, the curtain, the lights. */
export const isEntrance = anyMatch(
  pattern`^${anyWordOf('entrance-openings')}(?![\p{L}’'])[^:]{0,400}$`,
  pattern`^[^.:!?]{2,80} ${anyWordOf('entrance-endings')}\.$`,
);

const isEnd = anyMatch(
  pattern`^${anyWordOf('script-ends')}\.?$`,
  pattern`^END\sOF\s${anyWordOf('parts-that-end')}.{0,40}\.?$`,
  pattern`^${anyWordOf('transcription-openings')}(?!\p{L}).{0,200}$`,
);
const isStageWord = anyMatch(
  anyCase`^(?:${anyWordOf('stage-words')}|${anyWordOf('pause-words')})\.?$`,
  anyCase`^end of (?:\p{L}{2,12} ){0,2}${anyWordOf('ending-parts')}(?: \p{L}{1,8}| \d{1,3})?\.?$`,
);

/** Whether a row is the end of a scene or script, a transcriber's note or a pause. */
export const isEndOrPause = (row: string): boolean => isEnd(row) || (/^\p{Lu}/u.test(row) && isStageWord(row));

/** Whether a row names a part of a programme, such as an intro or an ad break. */
const isProgrammePart = anyMatch(
  anyCase`^(?:${anyWordOf('programme-parts')}|${anyWordOf('programme-blocks')} \d{1,3})$`,
);

/** Whether a row names a part of a programme. Directly under a name it may be a speech. */
export const isPartOfProgramme = (row: string): boolean => /^[\p{Lu}\p{Lo}]/u.test(row) && isProgrammePart(row);

/** “Continued” marks of screenplays. */
export const GOES_ON_ROW =
  /^(?:\((?:MORE|CONT['’]?D|CONTINUED|FORTS\.|SUITE)\)|CONTINUED:?(?: \(\d{1,3}\))?)(?:\s{1,80}\d{1,4}[A-Z]?\.?)?$/;

export const isPageNumber = anyMatch(
  /^(?:[-–—] ?)?\d{1,4}\.?(?: ?[-–—])?$/,
  anyCase`^${anyWordOf('page-words')} \d{1,4}(?: ?(?:of|von|de|sur|di|z|из|\/) ?\d{1,4})?\.?$`,
);

/** Whether a row is a link of a game's script, or an event in a chat. */
export const isGameRow = anyMatch(
  // Links and choices of Ink, Yarn and Twine.
  /^(?:->|<-|=>|\/\/) ?\S.{0,200}$|^[*+-] {0,2}.{1,200}->.{0,80}$/,
  /^<<.{1,200}>>$|^\[\[.{1,200}\]\]$|^:: ?\S.{0,100}$|^(?:VAR|~) .{1,200}$/,
  // Chats.
  /^(?:\*{1,3} |-!- |→ )\S{1,40} (?:has )?(?:joined|left|quit|is now known as)\b.{0,80}$/,
);

/** A phone number in place of a sender's name. */
export const NUMBER_OF_A_SENDER = /^\+?\d[\d ().-]{5,20}: /;

/** Whether a row is the title of a list of roles: `CAST LIST`, `CAST in order of appearance`, `CAST (voices)`. */
export const isCastListTitle = anyMatch(
  anyCase`^(?:\**|#{1,6} )(?:${anyWordOf('cast-list-titles')}(?!\p{L})[^:：]{0,20}|KEY)[:：]\**$`,
  anyCase`^(?:\**|#{1,6} )${anyWordOf('cast-list-titles')}(?: ${anyWordOf('cast-list-orders')}| ?[(（,/&–—-].{0,20})?\.?\**$`,
);
