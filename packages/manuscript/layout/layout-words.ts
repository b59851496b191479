import { wordAlternation, wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { readHeading } from '../sections/prose-headings.ts';
import { isSoundName } from './layout-directions.ts';
import type { LayoutMark } from './layout-marks.ts';
import { anyCase, anyMatch, pattern } from './patterns.ts';

const PRODUCTION_TERMS = wordSet('production-terms');
const PRODUCTION_TERM_FIRST = pattern`^${wordAlternation('production-terms')}\b`;
const NOTE_LABELS = wordSet('note-labels');
const isNumberedLabel = anyMatch(/^CUE(?: \d{1,3})?$/, pattern`^${wordAlternation('choice-labels')} \d{1,2}$`);

const isNoteLabel = (words: string): boolean => NOTE_LABELS.has(words.replace(/\.$/, '')) || isNumberedLabel(words);

export const isProductionTerm = (words: string): boolean => PRODUCTION_TERM_FIRST.test(words) || isNoteLabel(words);

/** Matches `Note` and `音楽`, but not `Time Traveller`. */
export function isNonName(name: string): boolean {
  const capitals = name.toUpperCase();
  return isSoundName(capitals) || PRODUCTION_TERMS.has(capitals) || isNoteLabel(capitals);
}

/** Matches labels such as `SOUND CUE 12` and `OPTION 2`. */
export const isProductionNoteLabel = anyMatch(
  pattern`^(?:${wordAlternation('production-notes')}|${wordAlternation('note-names')})$`,
  pattern`^(?:${wordAlternation('cue-labels')}(?: \d{1,3})?|${wordAlternation('choice-labels')}(?: \d{1,2})?)$`,
);

const STAGE_NOTES = wordSet('stage-notes');
/** `Time` may be a role, but not if its speech is this short. */
const SHORT_TEXT = /^\S{1,20}(?: \S{1,20}){0,3}$/;

/** `SETTING: A garden.` */
export const isStageNote = (name: string, words: string): boolean =>
  (isProductionNoteLabel(name) && name !== 'TK') ||
  STAGE_NOTES.has(name) ||
  (name === 'TIME' && SHORT_TEXT.test(words));

const NOISE_NOTES = wordSet('noise-notes');
/** `Dr. Okafor` */
export const TITLED_NAME = wordPattern('^', 'titles-before-names', String.raw`\.? \p{Lu}`, 'u');
export const TABLE_HEADINGS = wordSet('table-heads');
/** Table headings that may also be role names. */
const SPEAKER_LABEL = /^(?:SPEAKER|SPRECHER|PERSON|CHARACTER)$/;
/** One-word sentences, which look like names before a full stop. */
const ONE_WORD_SENTENCES = wordSet('one-word-sentences');

export const isRoleMark = ({ role, form }: LayoutMark): boolean =>
  !isProductionTerm(role) &&
  !isSoundName(role) &&
  (form === 'colon' || !(NOISE_NOTES.has(role) || isProgrammePartName(role))) &&
  (form !== 'sentence' || !(ONE_WORD_SENTENCES.has(role) || /^HM+$/.test(role))) &&
  (!TABLE_HEADINGS.has(role) || (SPEAKER_LABEL.test(role) && form !== 'gap' && form !== 'dash'));

/** `> **Note to editor:** trim here` */
export const NOTE_TO_CREW = anyCase`^(?:> ?)?[*_]{0,3}notes? (?:to|for) (?:the )?${wordAlternation('production-crew')}\b[*_ ]{0,4}:`;

export const isCredit = anyMatch(
  anyCase`^${wordAlternation('weekday-openings')}(?:day)?,? .{0,60}\d.{0,40}$`,
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/,
  anyCase`^${wordAlternation('credit-verbs')} (?:and \w+ )?by\b.{1,80}$`,
  anyCase`^${wordAlternation('credit-openings')}(?![\p{L}\p{N}]).{0,80}$`,
  anyCase`^an? (?:[a-z-]{2,12} ){0,3}${wordAlternation('kinds-of-plays')} (?:by|for|in|of) .{1,60}$`,
);

/** The credited person's name is on the next line. */
export const isByline = anyMatch(
  anyCase`^${wordAlternation('bylines')}$`,
  anyCase`^${wordAlternation('byline-verbs')}(?: and \p{L}{1,12})? by$`,
);

export const TABLE_RULE = /^\|[-: \t|]{3,400}$/;
const MAX_PART_LENGTH = 120;
const isPartName = anyMatch(
  anyCase`^${wordAlternation('parts-in-layouts')}\s+[\p{L}\d]{1,12}\b[^.!?]{0,60}\.?$`,
  /^(?:PROLOGUE|EPILOGUE)\.?$/iu,
);

export const isPartRow = (row: string): boolean =>
  row.length <= MAX_PART_LENGTH && (isPartName(row) || readHeading({ rows: [row] }) !== null);

const SCENE_NUMBER = String.raw`(?:${wordAlternation('scene-words')}\s\d{1,4}[A-Z]?\s?[-–—.:]\s?|\d{1,4}[A-Z]?[. ]\s{0,20})`;

/** `INT. KITCHEN – DAY`, `#1　台所（夜）`, with or without a scene number. */
export const isSceneHeading = anyMatch(
  pattern`^${SCENE_NUMBER}?${wordAlternation('slugline-openings')}[. ].{0,160}$`,
  /^[#＃]\d{1,3}\u3000\S.{0,60}$|^[○〇◯●□■]\s?[\p{L}\p{N}].{0,60}$|^S#\s?\d{1,4}[A-Z]?[. ].{1,80}$/u,
);

/** Heading of a comic page or panel. */
export const PANEL_HEADING = anyCase`^${wordAlternation('comic-pages')}\s(?:\d{1,3}|[A-Z-]{3,12})\b(?![^(:.–—-]{20}).{0,300}$`;

export const isTransition = anyMatch(
  pattern`^(?:${wordAlternation('transitions')}|[A-Z]{3,9} CUT TO)(?![\p{L}’']).{0,30}[:.]?$`,
);

/** Matches scene headings, transitions and comic panels. */
export const isVisualRow = (row: string): boolean =>
  isSceneHeading(row) || isTransition(row) || PANEL_HEADING.test(row);

/** Matches entrances, and lines about the curtain or the lights. */
export const isEntrance = anyMatch(
  pattern`^${wordAlternation('entrance-openings')}(?![\p{L}’'])[^:]{0,400}$`,
  pattern`^[^.:!?]{2,80} ${wordAlternation('entrance-endings')}\.$`,
);

const isEnd = anyMatch(
  pattern`^${wordAlternation('script-ends')}\.?$`,
  pattern`^END\sOF\s${wordAlternation('parts-that-end')}.{0,40}\.?$`,
  pattern`^${wordAlternation('transcription-openings')}(?!\p{L}).{0,200}$`,
);
const isLoneStageWord = anyMatch(
  anyCase`^(?:${wordAlternation('stage-words')}|${wordAlternation('pause-words')})\.?$`,
  anyCase`^end of (?:\p{L}{2,12} ){0,2}${wordAlternation('ending-parts')}(?: \p{L}{1,8}| \d{1,3})?\.?$`,
);

export const isEndOrPause = (row: string): boolean => isEnd(row) || (/^\p{Lu}/u.test(row) && isLoneStageWord(row));

/** Parts of an episode, such as an intro or an ad break. */
const isProgrammePartName = anyMatch(
  anyCase`^(?:${wordAlternation('programme-parts')}|${wordAlternation('programme-blocks')} \d{1,3})$`,
);

/** Directly below a name, a line like this may be a speech. */
export const isProgrammeSegment = (row: string): boolean => /^[\p{Lu}\p{Lo}]/u.test(row) && isProgrammePartName(row);

/** “Continued” lines in screenplays. */
export const CONTINUED_ROW =
  /^(?:\((?:MORE|CONT['’]?D|CONTINUED|FORTS\.|SUITE)\)|CONTINUED:?(?: \(\d{1,3}\))?)(?:\s{1,80}\d{1,4}[A-Z]?\.?)?$/;

export const isPageNumber = anyMatch(
  /^(?:[-–—] ?)?\d{1,4}\.?(?: ?[-–—])?$/,
  anyCase`^${wordAlternation('page-words')} \d{1,4}(?: ?(?:of|von|de|sur|di|z|из|\/) ?\d{1,4})?\.?$`,
);

export const isGameRow = anyMatch(
  // Links and choices in Ink, Yarn and Twine.
  /^(?:->|<-|=>|\/\/) ?\S.{0,200}$|^[*+-] {0,2}.{1,200}->.{0,80}$/,
  /^<<.{1,200}>>$|^\[\[.{1,200}\]\]$|^:: ?\S.{0,100}$|^(?:VAR|~) .{1,200}$/,
  // Chat events.
  /^(?:\*{1,3} |-!- |→ )\S{1,40} (?:has )?(?:joined|left|quit|is now known as)\b.{0,80}$/,
);

export const SENDER_NUMBER = /^\+?\d[\d ().-]{5,20}: /;

/** `CAST LIST`, `CAST in order of appearance`, `CAST (voices)` */
export const isCastListTitle = anyMatch(
  anyCase`^(?:\**|#{1,6} )(?:${wordAlternation('cast-list-titles')}(?!\p{L})[^:：]{0,20}|KEY)[:：]\**$`,
  anyCase`^(?:\**|#{1,6} )${wordAlternation('cast-list-titles')}(?: ${wordAlternation('cast-list-orders')}| ?[(（,/&–—-].{0,20})?\.?\**$`,
);
