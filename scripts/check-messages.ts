// Checks the message catalogues for the UI, the main process and the command line, their translations in locales/, and
// the code that uses them. Also reports hard-coded messages. docs/words.md explains how to write messages.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { append } from '../shared/rules/lists.ts';
import type { Areas } from '../shared/words/words.ts';
import { findCoreSentences } from './core-words.ts';
import { localeProblems, readEnglish } from './locale-files.ts';
import {
  literalsIn,
  type Messages,
  messageProblem,
  messagesOf,
  readSource,
  type Source,
  type UsedKey,
  usedKeys,
} from './messages.ts';
import { root } from './steps.ts';

/**
 * Folders and files whose messages are all in catalogues. When you create catalogues for a feature, add it to this
 * list. Never remove an entry.
 */
const CONVERTED = [
  'electron/cli',
  'electron/main.ts',
  'electron/platform',
  'renderer/library',
  'renderer/locales',
  'renderer/settings',
  'renderer/ui',
  'renderer/frame',
  'renderer/app.tsx',
  'renderer/main.tsx',
  'renderer/overlays.tsx',
  'renderer/script',
  'renderer/inspector',
  'renderer/bridge',
  'renderer/player',
  'renderer/review',
  'renderer/production',
  'renderer/export',
  'renderer/cast',
  'renderer/book',
  'renderer/verify',
];

/** A set of catalogues and the code that uses it. */
interface CatalogueSet {
  readonly code: string;
  /** The areas of `shared/words` that this code uses. */
  readonly shared: readonly string[];
  /** English messages that only this code uses. */
  readonly ownMessages: Messages;
}

/** Message areas, keyed by the name of the message function. */
const AREAS_BY_FUNCTION: Readonly<Record<string, string>> = {
  t: 'commandLine',
  tCommands: 'commands',
  tCorrections: 'corrections',
  tDelivery: 'delivery',
  tImporting: 'importing',
  tModel: 'model',
  tProblems: 'problems',
  tReasons: 'reasons',
  tRuns: 'runs',
  tSuspicion: 'suspicion',
  tVerification: 'verification',
};

/**
 * Code that uses messages from several sets of catalogues: command names, targets, scripts, and lines without a file.
 */
const SHARED_CODE = 'shared/words/{*-words,*-html}.ts';

const ENGLISH = await readEnglish();

const messagesByArea = (areas: Areas): Messages =>
  new Map(Object.entries(areas).map(([area, catalogue]) => [area, messagesOf(catalogue)] as const));

const CATALOGUE_SETS: readonly CatalogueSet[] = [
  {
    code: 'renderer/**/*.{ts,tsx}',
    shared: [
      'commands',
      'corrections',
      'delivery',
      'importing',
      'problems',
      'reasons',
      'runs',
      'suspicion',
      'verification',
    ],
    ownMessages: messagesByArea(ENGLISH.window),
  },
  {
    code: 'electron/{cli.ts,cli/**/*.ts}',
    shared: [
      'corrections',
      'delivery',
      'importing',
      'model',
      'problems',
      'reasons',
      'runs',
      'suspicion',
      'verification',
    ],
    ownMessages: messagesByArea({ commandLine: ENGLISH.commandLine }),
  },
  {
    code: 'electron/{main.ts,platform/**/*.ts}',
    shared: ['commands', 'problems', 'reasons', 'runs'],
    ownMessages: messagesByArea({ desktop: ENGLISH.desktop }),
  },
];

const problems: string[] = [];

const escapeRegExp = (text: string): string => text.replace(/[.?]/g, '\\$&');

/** Reports keys that are used in the code but don't exist. @param used collects the keys by area */
function checkKeys(
  english: Messages,
  usedKeysByArea: ReadonlyMap<string, readonly UsedKey[]>,
  used: ReadonlyMap<string, Set<string>>,
): void {
  for (const [file, keys] of usedKeysByArea) {
    for (const { row, area, key } of keys) {
      const pattern = new RegExp(`^${key.split('*').map(escapeRegExp).join('.+')}$`);
      const matching = [...(english.get(area)?.keys() ?? [])].filter((known) => pattern.test(known));
      for (const known of matching) used.get(area)?.add(known);
      if (key === '?') problems.push(`${file}:${row}: write the key where it is asked for, as text or a template`);
      else if (matching.length === 0) problems.push(`${file}:${row}: there is no message ${key} in ${area}`);
    }
  }
}

function checkUnused(english: Messages, used: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [area, messages] of english) {
    for (const key of messages.keys()) if (!used.get(area)?.has(key)) problems.push(`${area}: nothing says ${key}`);
  }
}

const setsFor = (messages: Messages): ReadonlyMap<string, Set<string>> =>
  new Map([...messages.keys()].map((area) => [area, new Set<string>()]));

function checkEnglish(english: Messages): number {
  for (const [area, messages] of english) {
    for (const [key, message] of messages) {
      const problem = messageProblem(message);
      if (problem) problems.push(`${area}: ${key}: ${problem}`);
    }
  }
  return [...english.values()].reduce((sum, messages) => sum + messages.size, 0);
}

function readSources(code: string): (readonly [string, Source])[] {
  const files = globSync(code, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**', '**/*.d.ts'] });
  return files.map((file) => [file, readSource(file, readFileSync(join(root, file), 'utf8'))] as const);
}

const keysIn = (sources: readonly (readonly [string, Source])[], imported: Readonly<Record<string, string>>) =>
  new Map(sources.map(([file, source]) => [file, usedKeys(source, imported)]));

/**
 * @param shared English messages that several sets of catalogues use
 * @param used collects the shared messages that this set uses
 */
function checkCatalogueSet(set: CatalogueSet, shared: Messages, usedShared: ReadonlyMap<string, Set<string>>): number {
  const { ownMessages } = set;
  const english: Messages = new Map([...ownMessages, ...[...shared].filter(([area]) => set.shared.includes(area))]);
  const sources = readSources(set.code);
  const used = new Map([...setsFor(ownMessages), ...usedShared]);
  checkKeys(
    english,
    keysIn(sources, { ...AREAS_BY_FUNCTION, ...(ownMessages.has('desktop') && { t: 'desktop' }) }),
    used,
  );
  checkUnused(ownMessages, used);
  for (const [file, source] of sources) {
    const isCatalogue = /\/locales\/en[/.]/.test(file);
    if (isCatalogue || !CONVERTED.some((place) => file === place || file.startsWith(`${place}/`))) continue;
    for (const { row, text } of literalsIn(source)) problems.push(`${file}:${row}: “${text}” belongs into a catalogue`);
  }
  return checkEnglish(ownMessages);
}

const shared = messagesByArea(ENGLISH.shared);
const usedShared = setsFor(shared);
checkKeys(shared, keysIn(readSources(SHARED_CODE), AREAS_BY_FUNCTION), usedShared);
let count = checkEnglish(shared);
for (const set of CATALOGUE_SETS) count += checkCatalogueSet(set, shared, usedShared);
checkUnused(shared, usedShared);
append(problems, findCoreSentences());
const all = messagesOf({ ...ENGLISH });
const translations = globSync('locales/*', { cwd: root }).toSorted();
for (const file of translations) append(problems, localeProblems(file, readFileSync(join(root, file), 'utf8'), all));
for (const line of problems) console.error(line);
if (problems.length > 0) process.exitCode = 1;
console.log(
  `${count} messages in ${translations.length + 1} languages, ${CONVERTED.length} folders with all messages in catalogues, ${problems.length} faults`,
);
