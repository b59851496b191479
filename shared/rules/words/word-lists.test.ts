import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languagesWith, wordAlternation, wordPairs, wordPattern, wordSet, wordsOf } from './word-lists.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDERS = ['electron/core/rules', 'shared/rules', 'packages/manuscript'];
const WORDS = join(ROOT, 'shared/rules/words');

const files = readdirSync(WORDS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, JSON.parse(readFileSync(join(WORDS, name), 'utf8')) as Record<string, string[]>] as const);

describe('the words of a list', () => {
  it('are those of all languages', () => {
    expect(wordsOf('transitions')).toEqual(expect.arrayContaining(['CUT TO', 'ABBLENDE', 'FUNDIDO', 'STACCO']));
    expect(wordSet('cast-list-titles').has('登場人物')).toBe(true);
  });

  it('are pairs in some lists', () => {
    expect(new Map(wordPairs('short-names')).get('lizzy')).toBe('elizabeth');
    expect(wordPairs('particle-verbs')).toEqual(
      expect.arrayContaining([
        ['went', 'on'],
        ['fuhr', 'fort'],
      ]),
    );
  });

  it('show which languages have the list', () => {
    expect([...languagesWith('speech-verbs')].sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'pt', 'ru']);
  });

  it('match whole, however another word begins', () => {
    expect(wordPattern('^', 'sound-names', '', 'u').exec('SOUND EFFECTS: rain')?.[0]).toBe('SOUND EFFECTS');
  });

  it('may have characters that are special in patterns', () => {
    expect(wordAlternation('name-particles')).toContain('\\+');
    expect(wordPattern('^', 'volumes', '$', 'u').test('VOLX')).toBe(false);
    expect(wordPattern('^', 'volumes', '$', 'u').test('VOL.')).toBe(true);
  });
});

describe('each file of words', () => {
  it.each(files)('%s has no word twice in a list, and no list that is empty', (_, lists) => {
    for (const words of Object.values(lists)) {
      expect(words.length).toBeGreaterThan(0);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  it('has no list that no rule uses', () => {
    const code = FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
    ).join('\n');
    const unused = files.flatMap(([, lists]) => Object.keys(lists)).filter((list) => !code.includes(`'${list}'`));
    expect(unused).toEqual([]);
  });
});
