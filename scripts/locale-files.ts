// Reads the English catalogues, and checks their translations in locales/.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { append } from '../shared/rules/lists.ts';
import { LANGUAGE_TAG, PSEUDO_LANGUAGES } from '../shared/words/languages.ts';
import type { Areas, Catalogue, LocaleFile } from '../shared/words/words.ts';
import { messageProblem, placeholdersOf, type Slot } from './messages.ts';
import { root } from './steps.ts';

async function readCatalogue(file: string, name: string): Promise<Catalogue> {
  const module: Readonly<Record<string, Catalogue | undefined>> = await import(join(root, file));
  const catalogue = module[name];
  if (!catalogue) throw new Error(`${file} exports no ${name}`);
  return catalogue;
}

/** Reads a folder that has one file for each area. Each file exports a catalogue under the area's name. */
async function readAreas(folder: string): Promise<Areas> {
  const files = globSync(`${folder}/*.ts`, { cwd: root }).toSorted();
  const read = files.map(async (file) => {
    const area = basename(file, '.ts');
    return [area, await readCatalogue(file, area)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Reads all English messages and returns them in the form of a translation file. */
export const readEnglish = async (): Promise<Required<LocaleFile>> => ({
  window: await readAreas('renderer/locales/en'),
  commandLine: await readCatalogue('electron/cli/locales/en.ts', 'messages'),
  desktop: await readCatalogue('electron/platform/locales/en.ts', 'messages'),
  shared: await readAreas('shared/words/en'),
});

/** Returns plural cases that are missing from a translation, and cases that the language doesn't have. */
function pluralProblems(name: string, english: Slot, translated: Slot, language: string): string[] {
  return (['plural', 'ordinal'] as const).flatMap((kind) => {
    const type = kind === 'plural' ? 'cardinal' : 'ordinal';
    const categories = new Set<string>(new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories);
    const cases = translated[kind];
    if (cases.size === 0) return [];
    const odd = [...cases].filter((one) => !one.startsWith('=') && !categories.has(one));
    // If the English message distinguishes one from many, the translation must have all of the language's cases.
    const lacking = english[kind].has('one')
      ? [...categories].filter((one) => !cases.has(one) && !(one === 'one' && cases.has('=1')))
      : [];
    return [
      ...odd.map((one) => `remove “${one}” from the plural of ${name}: the language has no such form`),
      ...lacking.map((one) => `add “${one}” to the plural of ${name}`),
    ];
  });
}

const USE_NAMES = { number: 'a number', date: 'a date', select: 'a choice', text: 'text', tag: 'a tag' } as const;

/** Returns problems with how a translation uses a parameter that is also in the English message. */
function slotProblems(name: string, english: Slot, translated: Slot, language: string): string[] {
  // Any value can be inserted as text.
  const wrong = [...translated.uses].filter((use) => use !== 'text' && !english.uses.has(use));
  return [
    ...wrong.map((use) => `${name} can't be used as ${USE_NAMES[use]}: it isn't one in English`),
    ...[...translated.choices.difference(english.choices)].map(
      (one) => `remove “${one}” from the choices of ${name}: English doesn't have it`,
    ),
    ...(translated.uses.has('select') ? [...english.choices.difference(translated.choices)] : []).map(
      (one) => `add “${one}” to the choices of ${name}`,
    ),
    ...pluralProblems(name, english, translated, language),
  ];
}

const inBraces = (name: string): string => (name.startsWith('<') ? name : `{${name}}`);

/** Messages shorter than this might be identical in another language. */
const SENTENCE = /\p{L}{2,},? \p{L}+ \p{L}{2,}/u;

function messageProblems(english: string, translated: string, language: string): string[] {
  const problem =
    translated === '' && english !== '' ? 'is empty; translate the English message' : messageProblem(translated);
  if (problem) return [problem];
  if (translated === english && SENTENCE.test(translated)) return ['is still in English; translate it'];
  const [theirs, ours] = [placeholdersOf(english), placeholdersOf(translated)];
  return [
    ...[...theirs.keys()].filter((name) => !ours.has(name)).map((name) => `add ${inBraces(name)}, as in English`),
    ...[...ours].flatMap(([name, slot]) => {
      const original = theirs.get(name);
      return original
        ? slotProblems(name, original, slot, language)
        : [`remove ${inBraces(name)}, which English doesn't have`];
    }),
  ];
}

/** Returns the differences between the English messages and a translation, by message key. */
export function differencesOf(
  english: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  language: string,
): string[] {
  const missing = [...english].filter(([key]) => !other.has(key));
  return [
    ...missing.map(([key, message]) => `${key} is missing; add a translation of “${message}”`),
    ...[...other].flatMap(([key, message]) => {
      const original = english.get(key);
      if (original === undefined) return [`${key} isn't in English; remove or rename it`];
      return messageProblems(original, message, language).map((problem) => `${key}: ${problem}`);
    }),
  ];
}

/**
 * Returns the problems with a translation.
 * @param file the translation's path, `locales/<tag>.json`
 * @param english all English messages, by path within a translation file
 */
export function localeProblems(file: string, text: string, english: ReadonlyMap<string, string>): string[] {
  const language = basename(file, '.json');
  if (!LANGUAGE_TAG.test(language) || [...PSEUDO_LANGUAGES, 'en'].includes(language)) {
    return [`${file}: name it after another language than English, such as pl.json or pt-BR.json`];
  }
  const problems: string[] = [];
  const messages = new Map<string, string>();
  const visit = (entry: unknown, key: string): void => {
    if (typeof entry === 'string') messages.set(key, entry);
    else if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      problems.push(`${key || 'the file'} has to be text or an object`);
    } else for (const [name, inside] of Object.entries(entry)) visit(inside, key === '' ? name : `${key}.${name}`);
  };
  try {
    visit(JSON.parse(text), '');
  } catch (error) {
    return [`${file}: can't be read as JSON (${error instanceof Error ? error.message : error})`];
  }
  append(problems, differencesOf(english, messages, language));
  return problems.map((problem) => `${file}: ${problem}`);
}
