// Manipulates lists: an export's manifest and journal, and a bin's label.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Harm, type HarmContext, isOwnFile, isWithin } from './harms.ts';

/** Replaces whatever is at a path with a file. */
function put(context: HarmContext, path: string, content: string): boolean {
  if (!isWithin(context, path)) return false;
  try {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    writeFileSync(path, content);
    return true;
  } catch {
    return false;
  }
}

/** Returns a path outside the folder, which must not be in an export's list. */
function outsidePath({ folder, outside, draw }: HarmContext): string {
  const target = relative(folder, draw.of(outside.files));
  return draw.of([
    target,
    `./${target}`,
    `01/../${target}`,
    draw.of(outside.files),
    'Play.lectern/project.db',
    'Play.lectern/takes',
    'PLAY.LECTERN/project.db',
    '.lectern-bin/cell1/binned.json',
    'manifest.json',
    '.lectern-export.lock',
    `bin/../../${target}`,
    `C:\\x`,
    `\\\\host\\x`,
    'a\u0000b',
    `${'x/'.repeat(2_000)}y`,
    '01-ALGERNON.wav',
  ]);
}

function listRow(context: HarmContext): Record<string, unknown> {
  const { draw, outside } = context;
  const bytes = readFileSync(draw.of(outside.files));
  return {
    file: outsidePath(context),
    line: draw.of([1, 2, 3, -1]),
    number: 1,
    numberInChapter: 1,
    chapter: 1,
    chapterTitle: null,
    roles: [],
    text: '',
    durationSeconds: 1,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    take: 1,
    audioHash: '',
    renderKey: '',
    format: 'wav',
    treatment: '',
    modifiedMs: draw.of([0, 1e300]),
  };
}

/** Returns the manifest's content, or null if it can't be read. */
function readList(context: HarmContext): Record<string, unknown> | null {
  const path = join(context.folder, 'manifest.json');
  if (!isOwnFile(context, path)) return null;
  try {
    const list: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof list === 'object' && list !== null ? (list as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const changeManifest: Harm = (context) => {
  const { draw, folder } = context;
  const list = readList(context) ?? { lectern: 'line-files', version: 1, project: { id: 'x', name: 'x' } };
  const files = Array.isArray(list['files']) ? list['files'] : [];
  const rows = Array.from({ length: 1 + draw.below(4) }, () => listRow(context));
  const text = draw.of([
    JSON.stringify({ ...list, files: [...files, ...rows] }),
    JSON.stringify({ ...list, files: [...files, ...rows] }),
    JSON.stringify({ ...list, files: rows }),
    JSON.stringify({ ...list, tableSha256: 7 }),
    JSON.stringify({ ...list, version: 99 }),
    '{"lectern":"line-files","version":1',
    '[]',
    `[${'['.repeat(100_000)}`,
    '\u0000'.repeat(1_000),
  ]);
  return put(context, join(folder, 'manifest.json'), text) ? `the manifest is ${text.slice(0, 80)}` : 'nothing';
};

const changeExportJournal: Harm = (context) => {
  const { draw, folder } = context;
  const id = (readList(context)?.['project'] ?? { id: 'x', name: 'x' }) as object;
  const entries = [
    { step: 'plan', project: id, files: [outsidePath(context), outsidePath(context)], parked: [] },
    { step: 'plan', project: id, files: [], parked: [listRow(context)] },
    { step: 'done', rows: [listRow(context), listRow(context)] },
    { step: 'never', rows: [] },
  ];
  const rows = Array.from({ length: 1 + draw.below(5) }, () => `${JSON.stringify(draw.of(entries))}\n`);
  const text = draw.below(5) === 0 ? '{"step":"pl' : rows.join('');
  const isPut = put(context, join(folder, '.lectern-export.tmp', 'journal.jsonl'), text);
  return isPut ? `the journal is ${text.slice(0, 120)}` : 'nothing';
};

const changeBinLabel: Harm = (context) => {
  const { draw, folder, outside } = context;
  const from = draw.of([
    ...outside.files,
    ...outside.folders,
    '..',
    '/',
    '',
    '.',
    'Old.lectern',
    `${folder}/../Old.lectern`,
  ]);
  const times = { binnedAt: draw.of([1, 1e300]), openedAt: 1, lines: 1, fresh: 1, projectId: null, archived: false };
  const text = draw.of([JSON.stringify({ version: 1, name: '../x', from, ...times }), '{}', 'x']);
  return put(context, join(folder, '.lectern-bin', 'cell1', 'binned.json'), text)
    ? `a label in the bin is ${text}`
    : 'nothing';
};

export const LIST_HARMS: readonly Harm[] = [
  changeManifest,
  changeManifest,
  changeExportJournal,
  changeExportJournal,
  changeBinLabel,
];
