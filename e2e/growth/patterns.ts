// Growth checks for the product's regular expressions.

import type { Language } from '@lectern/tts-protocol';
import { comparableWords } from '../../electron/core/rules/comparable-words.ts';
import { actOf } from '../../electron/core/rules/directions.ts';
import { HardWordFinder } from '../../electron/core/rules/hard-words.ts';
import { patternOf, ruleMatcher } from '../../electron/core/rules/pronunciation.ts';
import { writtenTokens } from '../../electron/core/rules/proof/word-tokens.ts';
import { spokenLength } from '../../electron/core/rules/spoken-length.ts';
import { nameChapter } from '../../packages/manuscript/formats/page/chapter-titles.ts';
import { isPageLabel } from '../../packages/manuscript/formats/page/printed-pages.ts';
import { isActTitle } from '../../packages/manuscript/formats/screenplay.ts';
import { isPartTitle } from '../../packages/manuscript/formats/spoken-role.ts';
import { bracketNotes } from '../../packages/manuscript/layout/inline-notes.ts';
import { directionOf, isSoundName, silenceDirections } from '../../packages/manuscript/layout/layout-directions.ts';
import { readLayoutMarks } from '../../packages/manuscript/layout/layout-marks.ts';
import { isMannerOrNoise } from '../../packages/manuscript/layout/layout-names.ts';
import { innerStamp, isStamp, leadingStamp } from '../../packages/manuscript/layout/layout-stamps.ts';
import {
  isByline,
  isCastListTitle,
  isCredit,
  isEndOrPause,
  isEntrance,
  isPageNumber,
  isProductionNoteLabel,
  isProductionTerm,
  isProgrammeSegment,
  isSceneHeading,
  isTransition,
  NOTE_TO_CREW,
  PANEL_HEADING,
} from '../../packages/manuscript/layout/layout-words.ts';
import { convertRenpyScript } from '../../packages/manuscript/layout/renpy-script.ts';
import {
  moveKindsAfterNames,
  moveNamesBeforeQuotations,
  normaliseNameSeparators,
  removeRowNumbers,
  splitAtInlineNames,
} from '../../packages/manuscript/layout/row-forms.ts';
import { normaliseColumns } from '../../packages/manuscript/layout/script-columns.ts';
import { hasNovelDialogue } from '../../packages/manuscript/layout/script-kind.ts';
import { isMusicAlone, silenceSoundCues } from '../../packages/manuscript/layout/sounds-in-words.ts';
import { kindOfText } from '../../packages/manuscript/layout/testing/laid-out.ts';
import { phrasesIn, withoutQuotations } from '../../packages/manuscript/pickups/pickup-phrases.ts';
import { readPickupRow } from '../../packages/manuscript/pickups/pickup-rows.ts';
import { findTime, readTime } from '../../packages/manuscript/pickups/pickup-times.ts';
import {
  joinEmphasis,
  markBoldNames,
  markEmphasis,
  withEmphasis,
} from '../../packages/manuscript/script/document-emphasis.ts';
import { withoutTags } from '../../packages/manuscript/script/markup-tags.ts';
import { HyphenatedWords } from '../../packages/manuscript/sections/hyphenated-words.ts';
import { isPartOfPlay, readHeading } from '../../packages/manuscript/sections/prose-headings.ts';
import { isClosingText } from '../../packages/manuscript/sections/prose-matter.ts';
import { kindOfTitle } from '../../packages/manuscript/sections/section-kinds.ts';
import { withoutNotes } from '../../packages/manuscript/sections/text-notes.ts';
import { findQuotations } from '../../packages/manuscript/speakers/quotations.ts';
import { removeRunningHeadsFromText } from '../../packages/manuscript/text/running-heads.ts';
import { parseKeys } from '../../shared/ipc/shortcuts.ts';
import type { PronunciationRule } from '../../shared/model/cast.ts';
import { hasCueRow, parseCueRow, spokenSquareBrackets } from '../../shared/rules/brackets.ts';
import { withoutInvisible } from '../../shared/rules/characters.ts';
import { cueOf, inlineCues, isCueLabel, startsWithCueWord } from '../../shared/rules/cue-labels.ts';
import { EMPHASIS_CODES, isSpelling, scriptMarks, withoutMarks } from '../../shared/rules/marked-speech.ts';
import { escapePauses, isSceneMark, leadingPauses, pauseMarks } from '../../shared/rules/pauses.ts';
import { romanValue } from '../../shared/rules/roman-numerals.ts';
import { searchPattern } from '../../shared/rules/search-pattern.ts';
import { spokenWords } from '../../shared/rules/spoken-words.ts';
import { clauseEnds } from '../../shared/rules/text-boundaries.ts';
import { isWholeWord } from '../../shared/rules/word-edges.ts';
import { narratedHeading } from '../../shared/speech-text/narrated-heading.ts';
import { normaliseText } from '../../shared/speech-text/normalise-text.ts';
import type { InputShape, MeasuredReader } from './growth.ts';
import { INTERRUPTED_TEXTS, interrupted, mixtures } from './input-shapes.ts';
import { patternName, type SourcePattern, sourcePatterns } from './source-patterns.ts';

const rule = (from: string, wholeWord: boolean): PronunciationRule => ({
  from,
  to: '',
  wholeWord,
  matchCase: false,
  role: null,
  language: null,
});
const RULES = [rule('a', true), rule('aa', false), rule('word', true), rule('.', false), rule('e\u0301', false)];

/** Patterns whose time is only superlinear for texts that they are never applied to. Each has its reason. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/; (?:check|try|read|set|use|send) [^:.(]*?(?=[:.]| \\()/':
    'only applied to our own sentences, which quote at most 300 characters from a service',
};

/** Applies a pattern. Matching takes longest if it fails at every position. */
const apply = (pattern: RegExp, text: string) => (pattern.global ? text.replace(pattern, '') : pattern.test(text));

/**
 * Returns shapes made from the pattern's own words and characters, so that the texts partially match the pattern again
 * and again.
 */
function textsForPattern({ source }: SourcePattern): InputShape[] {
  const parts = [...source.matchAll(/\\[pP]\{[^}]*\}|\\.|[\p{L}\p{N}<>_-]+|[ .,:;"'#!=&%@~`/]/gu)].map(([part]) =>
    sampleText(part),
  );
  const words = [...new Set(parts)].filter((part) => part !== '');
  const whole = parts.join('');
  const units = [...words, whole, ...parts.map((_, at) => parts.slice(0, at + 1).join(''))].filter(Boolean);
  return [...[...new Set(units)].map((unit) => interrupted(unit, unit)), ...mixtures(words, 6)];
}

/** Returns a text that roughly matches part of a pattern. */
function sampleText(part: string): string {
  if (/^\\[pP]/.test(part)) return part.includes('L') ? 'A' : '1';
  const escapes: Record<string, string> = { '\\s': ' ', '\\d': '1', '\\w': 'a', '\\S': 'a', '\\b': ' ', '\\n': '\n' };
  return escapes[part] ?? part.replace(/^\\(?=\W)/, '').replace(/^\\.*/, '');
}

const normalise = (languageCode: string, start: string) => (text: string) =>
  normaliseText({ text: `${start}${text}`, marks: [] }, languageCode);

function findHardWords(text: string, language: Language): unknown {
  const finder = new HardWordFinder();
  finder.add({ lineId: 1, role: 'A', text, language, isHeading: false, emphasised: [] });
  return finder.words();
}

/** By file, functions that apply patterns created with `RegExp` calls. */
const BUILT: Readonly<Record<string, readonly ((text: string) => unknown)[]>> = {
  'packages/manuscript/formats/page/chapter-titles.ts': [
    (text) => nameChapter(text, []),
    (text) => nameChapter('Chapter One', [{ kind: 'heading', level: 1, text }]),
  ],
  'packages/manuscript/formats/page/printed-pages.ts': [isPageLabel, (text) => isPageLabel(`[Pg 1${text}`)],
  'electron/core/rules/comparable-words.ts': [comparableWords],
  'electron/core/rules/proof/word-tokens.ts': [(text) => writtenTokens(text, 'en')],
  'packages/manuscript/pickups/pickup-phrases.ts': [withoutQuotations, phrasesIn],
  'packages/manuscript/pickups/pickup-rows.ts': [(text) => readPickupRow(text, 1)],
  'packages/manuscript/pickups/pickup-times.ts': [findTime, readTime],
  'shared/rules/spoken-words.ts': [spokenWords],
  // The patterns in these files match single characters, runs of them, or short texts.
  'electron/core/export/epub/made-epub.ts': [],
  'electron/core/export/epub/match-words.ts': [],
  'electron/core/pickups/find-chapters.ts': [],
  'electron/core/rules/proof/compare-words.ts': [],
  'electron/core/rules/proof/spoken-numbers.ts': [],
  // The patterns in this file are anchored and can only match short texts.
  'packages/speech-service/jobs/job-files.ts': [],
  'shared/ipc/shortcuts.ts': [parseKeys],
  'packages/manuscript/script/document-emphasis.ts': [
    (text) => withEmphasis(text, joinEmphasis(text.replace(/a/g, markEmphasis))),
    (text) => joinEmphasis(`${EMPHASIS_CODES[1]}${text}${EMPHASIS_CODES[0]}`),
    (text) => withEmphasis(`${text}.`, `${text}${EMPHASIS_CODES[0]}.${EMPHASIS_CODES[1]}`),
    (text) => markBoldNames(text.replace(/a/g, `\n${markEmphasis('Ann')} `)),
    (text) => markBoldNames(`${EMPHASIS_CODES[0]}${text}${EMPHASIS_CODES[1]}${text}`),
  ],
  'shared/rules/cue-labels.ts': [
    cueOf,
    isCueLabel,
    startsWithCueWord,
    (text) => cueOf(`SFX ${text}`),
    (text) => inlineCues(`[SFX: ${text}] ${text}`, false),
  ],
  'shared/rules/marked-speech.ts': [scriptMarks, withoutMarks, isSpelling],
  'shared/rules/pauses.ts': [pauseMarks, leadingPauses, escapePauses, isSceneMark],
  'electron/core/rules/pronunciation.ts': [
    (text) => RULES.map((rule) => text.replace(patternOf(rule), '')),
    (text) => ruleMatcher(RULES)?.test(text),
  ],
  'packages/manuscript/sections/prose-headings.ts': [
    isPartOfPlay,
    (text) => readHeading({ rows: [text] }),
    (text) => readHeading({ rows: [`Scene I${text}`] }),
    (text) => readHeading({ rows: [`I${text}`] }),
  ],
  'shared/rules/characters.ts': [withoutInvisible, (text) => withoutInvisible(text.replace(/a/g, '\u200d'))],
  'shared/rules/text-boundaries.ts': [clauseEnds, (text) => clauseEnds(text.replace(/a/g, 'ก'))],
  'packages/manuscript/speakers/quotations.ts': [
    (text) => findQuotations([`« Oui, ${text} »`]),
    (text) => findQuotations([`— Oui, dit ${text}`]),
  ],
  'shared/speech-text/narrated-heading.ts': [
    (text) => narratedHeading(text, 'english'),
    (text) => narratedHeading(text, 'french', false),
    (text) => narratedHeading(`IV. ${text}`, 'german'),
    (text) => narratedHeading(text.replace(/a/g, 'Chapter I '), 'english'),
  ],
  'shared/rules/roman-numerals.ts': [romanValue, (text) => romanValue(text.replace(/a/g, 'X'))],
  'shared/rules/search-pattern.ts': [
    (text) => text.replace(searchPattern({ query: 'a (b', matchCase: false, wholeWord: true, regexp: false }), ''),
  ],
  'electron/core/rules/hard-words.ts': [
    (text) => findHardWords(text, 'english'),
    (text) => findHardWords(`Dr. A ${text} 12 May ${text}`, 'english'),
    (text) => findHardWords(text.replace(/a/g, '1 '), 'german'),
    (text) => findHardWords(text.replace(/a/g, 'A. '), 'french'),
    (text) => findHardWords(`$1,000${text.replace(/a/g, ',000')}`, 'english'),
  ],
  'electron/core/rules/directions.ts': [
    actOf,
    (text) => actOf(`very in a ${text}`),
    (text) => actOf(`with fast ${text}`),
  ],
  'packages/manuscript/layout/patterns.ts': [
    convertRenpyScript,
    (text) => convertRenpyScript(`label ${text}`),
    (text) => convertRenpyScript(`label a:\ndefine a = Character(${text}`),
    (text) => convertRenpyScript(`label a:\n${text} = Character("a")`),
    (text) => convertRenpyScript(`label a:\ne "${text}`),
    (text) => convertRenpyScript(`label a:\ne """${text.replace(/a/g, '\\\\')}`),
    splitAtInlineNames,
    (text) => splitAtInlineNames(`Ann: Yes. ${text}`),
    readLayoutMarks,
    (text) => readLayoutMarks(`Ann${text}`),
    (text) => readLayoutMarks(`00:01${text}`),
    moveKindsAfterNames,
    (text) => moveKindsAfterNames(`LINE - ${text}`),
    (text) => moveKindsAfterNames(`[Voice: ${text}`),
    ...[isStamp, leadingStamp, innerStamp],
    (text) => leadingStamp(`[1h 2m ${text}`),
    (text) => innerStamp(`Ann 00:01 ${text}`),
    bracketNotes,
    (text) => bracketNotes(`Come in. ${text}`),
    (text) => bracketNotes(`/* ${text}`),
    (text) => bracketNotes(`<!-- ${text}`),
    (text) => bracketNotes(`♪ ${text}`),
    moveNamesBeforeQuotations,
    (text) => moveNamesBeforeQuotations(`Ann, "${text}"`),
    ...[isProductionNoteLabel, isByline, isCastListTitle, isCredit, isEndOrPause, isEntrance, isPageNumber],
    ...[isProgrammeSegment, isSceneHeading, isProductionTerm, isTransition],
    (text) => [NOTE_TO_CREW, PANEL_HEADING].map((pattern) => pattern.test(text)),
    (text) => NOTE_TO_CREW.test(`Note to cast${text}`),
    (text) => PANEL_HEADING.test(`PAGE 1${text}`),
    (text) => isCredit(`written and ${text}`),
    (text) => isCastListTitle(`CAST${text}`),
    (text) => isEntrance(`Enter${text}`),
    (text) => isSceneHeading(`SCENE 1 - INT.${text}`),
    (text) => isEndOrPause(`End of ${text}`),
    (text) => isTransition(`CUT TO${text}`),
    ...[directionOf, isSoundName, silenceDirections, (text: string) => directionOf(`SFX${text}`)],
    (text) => silenceDirections(`*a${text}`),
    (text) => directionOf(`CONTROL:${text}`),
    (text) => directionOf(`#sfx ${text}`),
    removeRowNumbers,
    (text) => removeRowNumbers(`cue 1${text}`),
    (text) => removeRowNumbers(`1\t${text}`),
    normaliseNameSeparators,
    (text) => normaliseNameSeparators(`Ann${text} says: Hello.`),
    normaliseColumns,
    (text) => normaliseColumns(`Speaker,Text\nAnn,${text}`),
    (text) => normaliseColumns(`Speaker;Text\nAnn;"${text}`),
  ],
  'electron/core/rules/spoken-length.ts': [spokenLength],
  'packages/manuscript/text/running-heads.ts': [(text) => removeRunningHeadsFromText(`${text}\f${text}\f${text}`)],
  'packages/manuscript/sections/text-notes.ts': [
    withoutNotes,
    (text) => withoutNotes(`So. [Pg ${text}`),
    (text) => withoutNotes(`so\n\n[Pg 2]${text}`),
  ],
  'shared/rules/word-edges.ts': [(text) => isWholeWord(`字${text}`, 1, 1 + text.length)],
  'shared/rules/words/word-lists.ts': [
    ...[parseCueRow, spokenSquareBrackets, hasCueRow, (text: string) => parseCueRow(`[SFX${text}`)],
    (text) => new HyphenatedWords([]).isOneWord({ start: text, sign: '-', rest: 'ing' }),
    (text) => new HyphenatedWords([]).isOneWord({ start: 'any', sign: '-', rest: text }),
    (text) => isMusicAlone(`door ${text}`),
    ...[kindOfTitle, isMannerOrNoise, isActTitle, isPartTitle, hasNovelDialogue, withoutTags],
    (text) => isActTitle(`ACT ${text}`),
    (text) => isPartTitle(`act ${text}`),
    (text) => kindOfText(`Chapter ${text}\n\nHe came.`),
    (text) => withoutTags(`<voice ${text} name="Ann">`),
    (text) => withoutTags(`<voice name="${text}">`),
    (text) => readHeading({ rows: [`פרק ${text}`] }),
    (text) => isClosingText({ rows: [text] }),
    (text) => convertRenpyScript(`label a:\nscene ${text}`),
    (text) => silenceSoundCues(`MUSIC: door ${text}`),
  ],
  'shared/speech-text/english.ts': ['', '$5', '5 km', 'Vol. ', 'Dr. A', 'Henry X'].map((start) =>
    normalise('en', start),
  ),
  'shared/speech-text/powers.ts': [normalise('en', '10⁵ '), (text) => normalise('en', '')(`10⁵⁵${text}⁵`)],
  'shared/speech-text/german.ts': ['', '5 €', '5 km', 'am 3. '].map((start) => normalise('de', start)),
};

interface PatternInput {
  readonly apply: (text: string) => unknown;
  readonly text: string;
}

const inputShapes = (
  apply: (text: string) => unknown,
  shapes: readonly InputShape[],
  prefix = '',
): InputShape<PatternInput>[] =>
  shapes.map(({ name, make }) => ({ name: `${prefix}${name}`, make: (length) => ({ apply, text: make(length) }) }));

function shapesOf(pattern: SourcePattern): InputShape<PatternInput>[] {
  const regexp = new RegExp(pattern.source, pattern.flags);
  const shapes = [...INTERRUPTED_TEXTS, ...textsForPattern(pattern)];
  return inputShapes((text) => apply(regexp, text), shapes, `${patternName(pattern)}, `);
}

const { literals, built } = sourcePatterns();

const patternReader = (name: string, shapes: readonly InputShape<PatternInput>[]): MeasuredReader<PatternInput> => ({
  name,
  shapes,
  measuredSizes: [1_024, 262_144],
  read: ({ apply, text }) => apply(text),
});

const literalReaders = [...new Set(literals.map(({ file }) => file))].map((file) => {
  const patterns = literals.filter((pattern) => pattern.file === file && !(patternName(pattern) in BOUNDED));
  return patternReader(`literals of ${file}`, patterns.flatMap(shapesOf));
});

const builtReaders = Object.entries(BUILT).map(([file, uses]) =>
  patternReader(
    `built patterns of ${file}`,
    uses.flatMap((apply, at) => inputShapes(apply, INTERRUPTED_TEXTS, `use ${at + 1}, `)),
  ),
);

export const PATTERN_READERS: readonly MeasuredReader[] = [...literalReaders, ...builtReaders];

/** Files with `RegExp` calls: those found in the source, and those listed in the table above. */
export const BUILDING_FILES = { found: Object.keys(built).sort(), listed: Object.keys(BUILT).sort() };
