// Growth checks for the rules that read scripts and casts.

import { applyChoices, findSimilarNames, roleCandidates } from '@lectern/manuscript';
import { alignLines } from '@lectern/manuscript/versions';
import type { LenientVoice } from '@lectern/tts-protocol';
import { applyCastFile } from '../../electron/cli/cast-file.ts';
import { buildLineRequest } from '../../electron/core/rules/line-request.ts';
import { markedWords } from '../../electron/core/rules/marked-words.ts';
import { applyPronunciation } from '../../electron/core/rules/pronunciation.ts';
import { tracePronunciation } from '../../electron/core/rules/pronunciation-trace.ts';
import { rolesOf } from '../../electron/core/rules/roles.ts';
import { readScriptHead } from '../../packages/manuscript/layout/production-heads.ts';
import { kindOfText, laidOut } from '../../packages/manuscript/layout/testing/laid-out.ts';
import { profileText, similarity } from '../../packages/manuscript/script/align-similarity.ts';
import { withoutInlineMarkup } from '../../packages/manuscript/script/inline-markup.ts';
import { removeStressMarkers } from '../../packages/manuscript/script/stress-markers.ts';
import { hasLicence, proseToScript, scriptWithoutLicence } from '../../packages/manuscript/sections/prose-text.ts';
import { withScenePauses } from '../../packages/manuscript/sections/scene-breaks.ts';
import { withoutNotes } from '../../packages/manuscript/sections/text-notes.ts';
import { aliasOffers } from '../../packages/manuscript/speakers/alias-offers.ts';
import { attributeScript } from '../../packages/manuscript/speakers/attributed-script.ts';
import type { PronunciationRule, Role } from '../../shared/model/cast.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../shared/model/settings.ts';
import { parseCueRow, spokenSquareBrackets } from '../../shared/rules/brackets.ts';
import { castRoles } from '../../shared/rules/cast/default-cast.ts';
import { bookTitleOf, chaptersOf } from '../../shared/rules/chapters.ts';
import { countCharacters, lineEndingChanges, normaliseLineEndings } from '../../shared/rules/characters.ts';
import { detectLanguage } from '../../shared/rules/detect-language.ts';
import { dialogEdits } from '../../shared/rules/dialogs.ts';
import { createFileNamer, nameKey, uniqueNames } from '../../shared/rules/export/file-names.ts';
import { safeNamePart, truncateToBytes, utf8Length } from '../../shared/rules/export/safe-name.ts';
import { formatParagraph } from '../../shared/rules/format-paragraph.ts';
import { parseParagraph } from '../../shared/rules/parse-paragraph.ts';
import { rewriteMarks, roleMarkReader } from '../../shared/rules/role-marks.ts';
import { normaliseRoleName, roleNameProblem } from '../../shared/rules/role-names.ts';
import { formatScript, parseScript } from '../../shared/rules/script-text.ts';
import { searchPattern } from '../../shared/rules/search-pattern.ts';
import { splitText } from '../../shared/rules/split-text.ts';
import { spokenText } from '../../shared/rules/spoken-text.ts';
import { splitSentences } from '../../shared/rules/text-boundaries.ts';
import { prefixPlaces, turnPrefixProblem } from '../../shared/rules/turn-prefix.ts';
import { narratedHeading } from '../../shared/speech-text/narrated-heading.ts';

import { type InputShape, type MeasuredReader, textReaders } from './growth.ts';
import { CHECKED_TEXTS, HOSTILE_TEXTS } from './input-shapes.ts';

const settings = DEFAULT_PROJECT_SETTINGS;
const shortest = { ...settings, lineCharacters: 50 };
const unlimited = { ...settings, lineCharacters: Number.MAX_SAFE_INTEGER };
const LANE = { role: 'LANE', language: null };

const rule = (from: string, to: string, wholeWord = false): PronunciationRule => ({
  from,
  to,
  wholeWord,
  matchCase: false,
  role: null,
  language: null,
});
const RULES = [rule('a', 'bb'), rule('b', 'c'), rule('.', ' dot '), rule('word', 'w', true), rule('İ', 'i')];

const role = (name: string): Role => ({ name, voice: 'voice', parameters: {}, turnPrefix: null });
const CAST = new Map(['A', 'B'].map((name) => [name, role(name)]));
const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: ['Tom'] });

const paragraphTexts = (text: string): string[] => text.split('\n');
const knownParagraphs = (text: string) => paragraphTexts(text).map((words, id) => ({ id, text: words }));

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'script kind': kindOfText,
  'markup in plain text': withoutInlineMarkup,
  'notes in plain text': withoutNotes,
  'scene breaks': withScenePauses,
  'signs of stress': removeStressMarkers,
  'head of a script': readScriptHead,
  'script layouts': (text) => [laidOut(text, false), laidOut(text, true)],
  'script layout with names in lower case': (text) => laidOut(`Ann: a\nBob: b\nAnn: c\nBob: d\n${text}`, false),
  'Gutenberg licence': (text) => (hasLicence(text) ? null : scriptWithoutLicence(text)),
  'plain rows': (text) => [normaliseLineEndings(text), lineEndingChanges(text)],
  paragraph: (text) => parseParagraph(text, settings),
  'formatted direction': (text) => formatParagraph({ kind: 'direction', text }, settings),
  'spoken text of a turn': (text) => spokenText({ role: 'A', text }, { speakBrackets: false }),
  'role candidates of a script': (text) => roleCandidates(text, 'script'),
  'role candidates of prose': (text) => roleCandidates(text, 'prose'),
  'similar role names': (text) => findSimilarNames(roleCandidates(text, 'script').map(({ name }) => name)),
  'speaker attribution': attributeScript,
  'import choices': (text) => applyChoices(text, { kind: 'script', roles: [], merges: [{ from: 'A', into: 'B' }] }),
  'rewritten role marks': (text) => rewriteMarks(text, { from: 'A', into: 'C', before: readMark, after: readMark }),
  'safe file name': (text) => safeNamePart(text, 200),
  'text cut to a number of bytes': (text) => [truncateToBytes(text, 200), utf8Length(text), countCharacters(text)],
  'file name key': nameKey,
  'role name': (text) => [normaliseRoleName(text), roleNameProblem('A', text, settings, [text])],
  'turn prefix': (text) => turnPrefixProblem('A', text, CAST),
  'places of a turn prefix': (text) => [prefixPlaces(text, 'A:', settings), prefixPlaces(text, 'a', settings)],
  'sound cues': (text) => [parseCueRow(text), parseCueRow(`[SFX: a] ${text}`), spokenSquareBrackets(text)],
  'pronunciation rules': (text) => applyPronunciation(text, RULES, LANE),
  'language detection': detectLanguage,
  'search pattern': (text) =>
    text.replace(searchPattern({ query: 'aa (b', matchCase: false, wholeWord: true, regexp: false }), ''),
  'pronunciation trace': (text) => tracePronunciation(text, RULES, LANE),
  'prose to script': proseToScript,
  'parsed and formatted script': (text) => formatScript(parseScript(text, settings)),
  'script in 50-character lines': (text) => parseScript(text, shortest),
  'paragraph in 50-character lines': (text) => parseScript(`A: ${text.replace(/\n\s*\n/g, '\n')}`, shortest),
  'prose with confirmed roles': (text) =>
    parseScript(text, { ...settings, roleMarks: 'confirmed', confirmedRoles: ['A', 'Tom'] }),
  'chapters and roles': (text) => {
    const paragraphs = parseScript(text, settings);
    const roles = rolesOf(paragraphs, settings).map(({ name }) => role(name));
    return [chaptersOf(paragraphs), bookTitleOf(paragraphs), castRoles(roles, [], null)];
  },
  'formatted speech': (text) =>
    formatParagraph(
      { kind: 'speech', parts: [{ role: null, text }, { pauseSeconds: 1 }, { role: 'A', text }] },
      settings,
    ),
  'spoken heading': (text) => narratedHeading(`Chapter ${text}`, 'german'),
  'line request': (text) =>
    buildLineRequest({
      kind: 'speech',
      turns: [
        { role: 'A', text },
        { role: 'B', text },
      ],
      rules: RULES,
      override: null,
      roles: CAST,
      settings: unlimited,
    }),
  sentences: splitSentences,
  'text in short pieces': (text) => splitText(text, 50),
  'text in long pieces': (text) => splitText(text, 2_000),
  'grouped dialogs': (text) => dialogEdits(text, settings, 'group'),
  'ungrouped dialogs': (text) => dialogEdits(text, settings, 'ungroup'),
  'marked differences': (text) => markedWords(text, `${text.slice(1)}y`),
  'text similarity': (text) => similarity(profileText(text), profileText(`${text}y`)),
  'alignment after an edit': (text) =>
    alignLines(
      knownParagraphs(text),
      paragraphTexts(text).map((words, at) => ({ text: at % 3 === 0 ? `${words}z` : words })),
    ),
  'alignment of reversed lines': (text) =>
    alignLines(
      knownParagraphs(text),
      paragraphTexts(text)
        .reverse()
        .map((words) => ({ text: words })),
    ),
  'export file names': (text) => {
    const nameOf = createFileNamer('{chapter_title}/{role}-{words}');
    const fields = { project: text, chapter: 1, chapters: 1, line: 1, lines: 1, id: 1, take: 1, extension: 'mp3' };
    const names = text
      .split('\n')
      .map((words) =>
        nameOf({ ...fields, lineInChapter: 1, linesInChapter: 1, chapterTitle: words, roles: [words], text: words }),
      );
    return [
      uniqueNames(names),
      nameOf({ ...fields, lineInChapter: 1, linesInChapter: 1, chapterTitle: text, roles: [text], text }),
    ];
  },
};

const nameListShape = (name: string, nameAt: (number: string) => string): InputShape<readonly string[]> => ({
  name,
  make: (count) => Array.from({ length: count }, (_, at) => nameAt(numberAsLetters(at))),
});

const numberAsLetters = (number: number): string =>
  number.toString(26).replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26)));

const MANY_NAMES: readonly InputShape<readonly string[]>[] = [
  nameListShape('many first names', (number) => `Anna${number}`),
  nameListShape('many surnames', (number) => `Anna ${number}`),
  nameListShape('many full names', (number) => `Ann${number} ${number}son`),
];

const VOICES: readonly LenientVoice[] = Array.from({ length: 8 }, (_, at) => ({
  id: `voice-${at}`,
  name: `Voice ${at}`,
  gender: at % 2 === 0 ? 'male' : 'female',
  language: 'English',
}));

const NAME_READERS: Readonly<Record<string, (names: readonly string[]) => unknown>> = {
  'offered aliases': (names) => aliasOffers(names.map((name) => ({ name, gender: null, forms: new Set([name]) }))),
  'default cast': (names) => {
    const roles = names.map((name): Role => ({ ...role(name), voice: null }));
    return castRoles(roles, VOICES, 'english', () => names.map((name) => `${name}: word`).join('\n\n'));
  },
  'cast file': (names) =>
    applyCastFile(names.map(role), Object.fromEntries(names.map((name) => [name, 'Voice 1'])), VOICES),
};

export const RULES_READERS: readonly MeasuredReader[] = [
  ...textReaders(READERS, HOSTILE_TEXTS, { checkedShapes: CHECKED_TEXTS, checkedSize: 4_096 }),
  ...Object.entries(NAME_READERS).map(([name, read]) => ({
    name,
    read,
    shapes: MANY_NAMES,
    measuredSizes: [1_024, 65_536] as const,
  })),
];
