import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_TAG } from '../shared/words/languages.ts';
import type { LocaleFile } from '../shared/words/words.ts';

/** The source file and its bundle are both one level below the project's root, so the relative path works for both. */
const FOLDER = fileURLToPath(new URL('../locales/', import.meta.url));

/** Returns the languages of the interface: English, which is built in, and those with a file in `locales/`. */
export function languages(): string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const tags = files.map((name) => basename(name, '.json')).filter((tag) => LANGUAGE_TAG.test(tag));
  return ['en', ...tags.toSorted()];
}

/**
 * Reads a language's messages.
 * @param language one of `languages()`
 * @throws Error if the file is missing or isn't JSON
 */
export async function readLocale(language: string): Promise<LocaleFile> {
  if (language === 'en') return {};
  const name = `${language}.json`;
  try {
    return JSON.parse(await readFile(join(FOLDER, name), 'utf8'));
  } catch (cause) {
    throw new Error(`locales/${name} can't be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
