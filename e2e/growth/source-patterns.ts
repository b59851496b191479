// Finds the regular expressions in the product's source.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['shared', 'packages', 'node', 'electron', 'renderer'];
/** Excludes the Chromium host, which is a developer tool and doesn't read users' files. */
const EXCLUDED = /\.test\.tsx?$|\.d\.ts$|\/testing\/|^packages\/chromium-host\//;

export interface SourcePattern {
  /** File path, relative to the repository's root. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export interface SourcePatterns {
  /** All distinct pattern literals, each with the first file that contains it. */
  readonly literals: readonly SourcePattern[];
  /** The number of `RegExp` calls in each file. */
  readonly built: Readonly<Record<string, number>>;
}

/** Parses all product files except tests. */
export function sourcePatterns(): SourcePatterns {
  const literals = new Map<string, SourcePattern>();
  const built: Record<string, number> = {};
  for (const file of productFiles()) {
    const code = readFileSync(join(ROOT, file), 'utf8');
    if (!mayHavePattern(code)) continue;
    const syntax = { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' } as const;
    visit(parseSync(code, syntax), (node) => {
      if (node['type'] === 'RegExpLiteral') {
        const pattern = { file, source: String(node['pattern']), flags: String(node['flags']) };
        if (!literals.has(patternName(pattern))) literals.set(patternName(pattern), pattern);
      }
      if (node['type'] === 'NewExpression' || node['type'] === 'CallExpression') {
        const { callee } = node;
        if (isNode(callee) && callee['value'] === 'RegExp') built[file] = (built[file] ?? 0) + 1;
      }
    });
  }
  return { literals: [...literals.values()], built };
}

/**
 * Returns whether a slash or `RegExp` occurs outside of comments and imports. Files without either aren't parsed,
 * because parsing is slow.
 */
const mayHavePattern = (code: string): boolean =>
  code
    .split('\n')
    .some((line) => /\/|RegExp/.test(line) && !/^\s*(?:\/\/|\/?\*)|^(?:import|export|\}) .*from '/.test(line));

export const patternName = ({ source, flags }: Pick<SourcePattern, 'source' | 'flags'>): string =>
  `/${source}/${flags}`;

/** Returns whether a pattern literal occurs in the product's source. */
export function hasLiteral(literal: RegExp): boolean {
  sourceCode ??= productFiles()
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  return sourceCode.includes(String(literal));
}
let sourceCode: string | undefined;

function productFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !EXCLUDED.test(file))
    .sort();
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, onNode);
  else if (isNode(value)) {
    onNode(value);
    for (const part of Object.values(value)) visit(part, onNode);
  }
}
