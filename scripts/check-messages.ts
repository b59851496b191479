// Checks the messages of the window, the main process and the command line, and the code that says them. docs/words.md says how to write both.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Catalogue } from '../shared/words/words.ts';
import {
  type AskedKey,
  differencesOf,
  faultOf,
  keysAskedFor,
  literalsIn,
  type Messages,
  messagesOf,
  readSource,
} from './messages.ts';
import { root } from './steps.ts';

/** Folders and files whose words are all in catalogues. A feature that was converted is added here, and stays. */
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
];

/** What says the messages of one book, and where they are. */
interface Book {
  readonly code: string;
  /** Areas of functions that files import instead of asking for the area's words. */
  readonly imported: Readonly<Record<string, string>>;
  /** The languages besides English. */
  languages(): readonly string[];
  read(language: string): Promise<Messages>;
}

const readCatalogue = async (file: string, name: string): Promise<ReadonlyMap<string, string>> => {
  const module: Readonly<Record<string, Catalogue | undefined>> = await import(join(root, file));
  const catalogue = module[name];
  if (!catalogue) throw new Error(`${file} exports no ${name}`);
  return messagesOf(catalogue);
};

const WINDOW = 'renderer/locales';
const COMMAND_LINE = 'electron/cli/locales';
const PLATFORM = 'electron/platform/locales';
/** What several say: what commands are called, what is said of targets, and of lines without a file. */
const SHARED = 'shared/words';
type SharedArea = 'commands' | 'delivery' | 'reasons';

/** The languages of a book with a file for each, besides English. */
const languagesIn = (folder: string) => () =>
  readdirSync(join(root, folder))
    .map((file) => basename(file, '.ts'))
    .filter((language) => language !== 'en');

/** The catalogues of one language that the folder has, by their areas. @param wanted all, unless given */
async function readAreas(
  folder: string,
  language: string,
  wanted?: SharedArea,
): Promise<(readonly [string, ReadonlyMap<string, string>])[]> {
  const areas = readdirSync(join(root, folder, 'en')).map((file) => basename(file, '.ts'));
  const there = areas.filter(
    (area) => (wanted === undefined || area === wanted) && existsSync(join(root, folder, language, `${area}.ts`)),
  );
  return Promise.all(
    there.map(async (area) => [area, await readCatalogue(`${folder}/${language}/${area}.ts`, area)] as const),
  );
}

const BOOKS: readonly Book[] = [
  {
    code: '{renderer/**/*.{ts,tsx},shared/words/export-words.ts}',
    imported: { tReasons: 'reasons' },
    languages: () =>
      readdirSync(join(root, WINDOW), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() && entry.name !== 'en' ? [entry.name] : [],
      ),
    read: async (language) =>
      new Map([
        ...(await readAreas(WINDOW, language)),
        ...(await readAreas(SHARED, language, 'commands')),
        ...(await readAreas(SHARED, language, 'reasons')),
      ]),
  },
  {
    code: '{electron/{cli.ts,cli/**/*.ts},shared/words/{export,delivery,gate}-*.ts}',
    imported: { t: 'cli', tDelivery: 'delivery', tReasons: 'reasons' },
    languages: languagesIn(COMMAND_LINE),
    read: async (language) =>
      new Map([
        ['cli', await readCatalogue(`${COMMAND_LINE}/${language}.ts`, 'messages')],
        ...(await readAreas(SHARED, language, 'delivery')),
        ...(await readAreas(SHARED, language, 'reasons')),
      ]),
  },
  {
    code: 'electron/{main.ts,platform/**/*.ts}',
    imported: { t: 'platform', tCommands: 'commands' },
    languages: languagesIn(PLATFORM),
    read: async (language) =>
      new Map([
        ['platform', await readCatalogue(`${PLATFORM}/${language}.ts`, 'messages')],
        ...(await readAreas(SHARED, language, 'commands')),
      ]),
  },
];

const found: string[] = [];

const escaped = (text: string): string => text.replace(/[.?]/g, '\\$&');

/** Which messages code asks for that are not there, and which are there and nothing asks for. */
function checkKeys(english: Messages, asked: ReadonlyMap<string, readonly AskedKey[]>): void {
  const used = new Map([...english.keys()].map((area) => [area, new Set<string>()]));
  for (const [file, keys] of asked) {
    for (const { row, area, key } of keys) {
      const pattern = new RegExp(`^${key.split('*').map(escaped).join('.+')}$`);
      const matching = [...(english.get(area)?.keys() ?? [])].filter((known) => pattern.test(known));
      for (const known of matching) used.get(area)?.add(known);
      if (key === '?') found.push(`${file}:${row}: write the key where it is asked for, as text or a template`);
      else if (matching.length === 0) found.push(`${file}:${row}: there is no message ${key} in ${area}`);
    }
  }
  for (const [area, messages] of english) {
    for (const key of messages.keys()) if (!used.get(area)?.has(key)) found.push(`${area}: nothing says ${key}`);
  }
}

async function checkBook(book: Book): Promise<number> {
  const english = await book.read('en');
  for (const [area, messages] of english) {
    for (const [key, message] of messages) {
      const fault = faultOf(message);
      if (fault) found.push(`${area}: ${key}: ${fault}`);
    }
  }
  const files = globSync(book.code, { cwd: root, exclude: ['**/*.test.{ts,tsx}', '**/testing/**', '**/*.d.ts'] });
  const sources = files.map((file) => [file, readSource(file, readFileSync(join(root, file), 'utf8'))] as const);
  checkKeys(english, new Map(sources.map(([file, source]) => [file, keysAskedFor(source, book.imported)])));
  for (const [file, source] of sources) {
    const isCatalogue = /\/locales\/(en|[a-z]{2,3}(-[A-Z]{2})?)(\/|\.ts$)/.test(file);
    if (isCatalogue || !CONVERTED.some((place) => file === place || file.startsWith(`${place}/`))) continue;
    for (const { row, text } of literalsIn(source)) found.push(`${file}:${row}: “${text}” belongs into a catalogue`);
  }
  for (const language of book.languages()) {
    const other = await book.read(language);
    for (const [area, messages] of english) {
      const differences = differencesOf(messages, other.get(area) ?? new Map());
      found.push(...differences.map((difference) => `${language}: ${area}: ${difference}`));
    }
  }
  return [...english.values()].reduce((sum, messages) => sum + messages.size, 0);
}

let count = 0;
for (const book of BOOKS) count += await checkBook(book);
for (const line of found) console.error(line);
if (found.length > 0) process.exitCode = 1;
console.log(
  `${count} messages, ${CONVERTED.length} folders with all their words in catalogues, ${found.length} faults`,
);
