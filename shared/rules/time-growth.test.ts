// Every rule that reads a script takes time in proportion to it, whatever the script is.
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, INTERRUPTED_TEXTS, someTexts } from '../../e2e/support/hostile-texts.ts';
import { LARGE_SIZES, MEDIUM_SIZES, SMALL_SIZES, superlinearTexts } from '../../e2e/support/time-growth.ts';
import type { PronunciationRule, Role } from '../model/cast.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { alignLines } from './align-lines.ts';
import { profileText, similarity } from './align-similarity.ts';
import { attributeScript } from './attribution/attributed-script.ts';
import { readCueRow, spokenSquareBrackets } from './brackets.ts';
import { bookTitleOf, chaptersOf } from './chapters.ts';
import { countCharacters, plainRowChanges, withPlainRows } from './characters.ts';
import { castRoles } from './default-cast.ts';
import { detectLanguage } from './detect-language.ts';
import { dialogEdits } from './dialogs.ts';
import { fileNamer, nameKey, uniqueNames } from './file-names.ts';
import { formatParagraph } from './format-paragraph.ts';
import { alikeNames, applyChoices, roleCandidates } from './import-choices.ts';
import { buildLineRequest } from './line-request.ts';
import { markedWords } from './marked-words.ts';
import { parseParagraph } from './parse-paragraph.ts';
import { leadingPauses } from './pauses.ts';
import { applyPronunciation } from './pronunciation.ts';
import { tracePronunciation } from './pronunciation-trace.ts';
import { hasLicence, proseToScript, scriptWithoutLicence } from './prose-text.ts';
import { rewriteMarks, roleMarkReader } from './role-marks.ts';
import { roleNameProblem, tidyRoleName } from './role-names.ts';
import { rolesOf } from './roles.ts';
import { cutToBytes, safeNamePart, utf8Length } from './safe-name.ts';
import { detectScriptKind } from './script-kind.ts';
import { layoutScript } from './script-layouts.ts';
import { formatScript, parseScript } from './script-text.ts';
import { searchPattern } from './search-pattern.ts';
import { splitText } from './split-text.ts';
import { spokenText } from './spoken-text.ts';
import { sentencesOf } from './text-boundaries.ts';
import { prefixPlaces, turnPrefixProblem } from './turn-prefix.ts';

const settings = DEFAULT_PROJECT_SETTINGS;
const shortest = { ...settings, lineCharacters: 50 };
const unlimited = { ...settings, lineCharacters: Number.MAX_SAFE_INTEGER };
const LANE = { role: 'LANE', language: null };

const rule = (from: string, to: string, wholeWord = false): PronunciationRule => ({
  ...{ from, to, wholeWord, matchCase: false, role: null, language: null },
});
const RULES = [rule('a', 'bb'), rule('b', 'c'), rule('.', ' dot '), rule('word', 'w', true), rule('İ', 'i')];

const role = (name: string): Role => ({ name, voice: 'voice', parameters: {}, turnPrefix: null });
const CAST = new Map(['A', 'B'].map((name) => [name, role(name)]));
const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: ['Tom'] });

const paragraphTexts = (text: string): string[] => text.split('\n');
const known = (text: string) => paragraphTexts(text).map((words, id) => ({ id, text: words }));

/** What reads a text at little cost for each character. */
const QUICK: Readonly<Record<string, (text: string) => unknown>> = {
  'the kind of a script': detectScriptKind,
  'a script in another layout': (text) => [layoutScript(text, false), layoutScript(text, true)],
  // Its marks are as many as there can be.
  'a script of names in small letters': (text) => layoutScript(`Ann: a\nBob: b\nAnn: c\nBob: d\n${text}`, false),
  'a script in a book’s licence': (text) => (hasLicence(text) ? null : scriptWithoutLicence(text)),
  'rows that end alike': (text) => [withPlainRows(text), plainRowChanges(text)],
  'one paragraph': (text) => parseParagraph(text, settings),
  'a direction, written': (text) => formatParagraph({ kind: 'direction', text }, settings),
  'what is spoken of a turn': (text) => spokenText({ role: 'A', text }, { speakBrackets: false }),
  'names before colons in a script': (text) => roleCandidates(text, 'script'),
  'names before colons in prose': (text) => roleCandidates(text, 'prose'),
  'names that are alike': (text) => alikeNames(roleCandidates(text, 'script').map(({ name }) => name)),
  'who speaks in a novel': attributeScript,
  'choices of an import': (text) =>
    applyChoices(text, { kind: 'script', roles: [], merges: [{ from: 'A', into: 'B' }] }),
  'marks that are rewritten': (text) => rewriteMarks(text, { from: 'A', into: 'C', before: readMark, after: readMark }),
  'a part of a file name': (text) => safeNamePart(text, 200),
  'a text cut to bytes': (text) => [cutToBytes(text, 200), utf8Length(text), countCharacters(text)],
  'a name as file systems compare it': nameKey,
  'a role’s name': (text) => [tidyRoleName(text), roleNameProblem('A', text, settings, [text])],
  'a turn prefix': (text) => turnPrefixProblem('A', text, CAST),
  'places of a prefix': (text) => [prefixPlaces(text, 'A:', settings), prefixPlaces(text, 'a', settings)],
  'sound cues of a row': (text) => [readCueRow(text), readCueRow(`[SFX: a] ${text}`), spokenSquareBrackets(text)],
  'pronunciation rules': (text) => applyPronunciation(text, RULES, LANE),
  'the language of a text': detectLanguage,
  'words that are searched for': (text) =>
    text.replace(searchPattern({ query: 'aa (b', matchCase: false, wholeWord: true, regexp: false }), ''),
};

/** What reads a text thoroughly. */
const THOROUGH: Readonly<Record<string, (text: string) => unknown>> = {
  'the trace of pronunciation rules': (text) => tracePronunciation(text, RULES, LANE),
  'a book': proseToScript,
  'a script': (text) => formatScript(parseScript(text, settings)),
  'a script in the shortest lines': (text) => parseScript(text, shortest),
  'a paragraph in the shortest lines': (text) => parseScript(`A: ${text.replace(/\n\s*\n/g, '\n')}`, shortest),
  'prose with confirmed roles': (text) =>
    parseScript(text, { ...settings, roleMarks: 'confirmed', confirmedRoles: ['A', 'Tom'] }),
  'chapters and roles of a script': (text) => {
    const paragraphs = parseScript(text, settings);
    const roles = rolesOf(paragraphs, settings).map(({ name }) => role(name));
    return [chaptersOf(paragraphs), bookTitleOf(paragraphs), castRoles(roles, [], null)];
  },
  'speech, written': (text) =>
    formatParagraph(
      { kind: 'speech', parts: [{ role: null, text }, { pauseSeconds: 1 }, { role: 'A', text }] },
      settings,
    ),
  'a line’s request': (text) =>
    buildLineRequest({
      turns: [
        { role: 'A', text },
        { role: 'B', text },
      ],
      ...{ rules: RULES, override: null, roles: CAST, settings: unlimited },
    }),
  'sentences of a text': sentencesOf,
  'a text in short pieces': (text) => splitText(text, 50),
  'a text in long pieces': (text) => splitText(text, 2_000),
  'turns grouped into dialogs': (text) => dialogEdits(text, settings, 'group'),
  'dialogs taken apart': (text) => dialogEdits(text, settings, 'ungroup'),
  'words that differ': (text) => markedWords(text, `${text.slice(1)}y`),
  'how alike texts are': (text) => similarity(profileText(text), profileText(`${text}y`)),
  'lines after an edit': (text) =>
    alignLines(
      known(text),
      paragraphTexts(text).map((words, at) => ({ text: at % 3 === 0 ? `${words}z` : words })),
    ),
  'lines in another order': (text) =>
    alignLines(
      known(text),
      paragraphTexts(text)
        .reverse()
        .map((words) => ({ text: words })),
    ),
  'names of files': (text) => {
    const nameOf = fileNamer('{chapter_title}/{role}-{words}');
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

/** The worst of them, at sizes that real scripts don't have. */
const LARGE = someTexts(
  'blank rows with blanks',
  'blanks, interrupted',
  'one letter',
  'role rows',
  'many roles',
  'everything by chance',
);

/** An import reads files of up to 64 MiB. */
const MANY = 6_000_000;

describe('needs no deeper stack for', () => {
  it('a row of millions of pauses', () => {
    const pauses = '[pause 1s]'.repeat(MANY);
    expect(leadingPauses(`${pauses}a`).length).toBe(pauses.length);
  });

  it('a row of millions of brackets', () => {
    expect(readCueRow('[]'.repeat(MANY))).toBeNull();
  });
});

describe('takes time in proportion to the text:', () => {
  it.each(Object.entries(QUICK))('%s', async (_, read) => {
    expect(await superlinearTexts(read, HOSTILE_TEXTS, SMALL_SIZES)).toEqual([]);
    expect(await superlinearTexts(read, LARGE, LARGE_SIZES)).toEqual([]);
  });

  it.each(Object.entries(THOROUGH))('%s', async (_, read) => {
    expect(await superlinearTexts(read, INTERRUPTED_TEXTS, SMALL_SIZES)).toEqual([]);
    expect(await superlinearTexts(read, LARGE, MEDIUM_SIZES)).toEqual([]);
  });
});
