import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lint-'));
  const plugins = [join(import.meta.dirname, 'spread-arguments.grit')];
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins, linter: { rules: { preset: 'none' } } }));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the rows of a file that the rule rejects, 1-based. */
function rejectedRows(rows: readonly string[]): number[] {
  writeFileSync(join(folder, 'example.ts'), rows.join('\n'));
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', '--max-diagnostics=none', 'example.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/title=plugin[^\n]*?,line=(\d+)/g)].map(([, row]) => Number(row));
}

it('rejects a list that is spread into a call for any number of arguments', () => {
  const rejected = [
    'list.push(...others);',
    'this.#list.push(1, ...others());',
    'list?.unshift(...others);',
    'list.splice(0, 1, ...others);',
    'list.toSpliced(0, 1, ...others);',
    'list.concat(...others);',
    'Math.max(0, ...others);',
    'Math.min(...others);',
    'String.fromCharCode(...others);',
    'Uint8Array.of(...others);',
    'new Name(...others);',
  ];
  expect(rejectedRows(rejected)).toEqual(rejected.map((_, at) => at + 1));
});

it('accepts lists and objects that are made of others', () => {
  const accepted = [
    'list.push([...others], { ...other });',
    'new Set([...others]);',
    'Math.max(1, [...others].length);',
  ];
  expect(rejectedRows(accepted)).toEqual([]);
});
