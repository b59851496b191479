// The regular expressions that the product's code holds, read from its source.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = ['shared', 'codecs', 'node', 'electron', 'service', 'renderer'];

/** A pattern as it stands in a file. */
export interface SourcePattern {
  /** From the project's folder. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

export interface SourcePatterns {
  /** Every literal once a file. */
  readonly literals: readonly SourcePattern[];
  /** How many patterns each file builds with `new RegExp`. */
  readonly built: Readonly<Record<string, number>>;
}

/** All patterns of the product, tests aside. */
export function sourcePatterns(): SourcePatterns {
  const literals = new Map<string, SourcePattern>();
  const built: Record<string, number> = {};
  for (const file of productFiles()) {
    const syntax = { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2024' } as const;
    visit(parseSync(readFileSync(join(ROOT, file), 'utf8'), syntax), (node) => {
      if (node['type'] === 'RegExpLiteral') {
        const pattern = { file, source: String(node['pattern']), flags: String(node['flags']) };
        literals.set(`${file} ${nameOf(pattern)}`, pattern);
      }
      if (node['type'] === 'NewExpression' || node['type'] === 'CallExpression') {
        const { callee } = node;
        if (isNode(callee) && callee['value'] === 'RegExp') built[file] = (built[file] ?? 0) + 1;
      }
    });
  }
  return { literals: [...literals.values()], built };
}

/** A pattern as it is written. */
export const nameOf = ({ source, flags }: Pick<SourcePattern, 'source' | 'flags'>): string => `/${source}/${flags}`;

function productFiles(): string[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file))
    .sort();
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (isNode(value)) {
    see(value);
    for (const part of Object.values(value)) visit(part, see);
  }
}
