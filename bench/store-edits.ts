// Benchmarks saving an edit, compared with plain prepared statements that write the same rows with the same durability.
import { DatabaseSync } from 'node:sqlite';
import { lineKey } from '../electron/core/project/lines/render-key.ts';
import type { Project } from '../electron/core/project/project.ts';
import { buildLineRequest } from '../electron/core/rules/line-request.ts';
import type { TextChange } from '../shared/ipc/script-requests.ts';
import type { Paragraph } from '../shared/model/script.ts';
import { parseScript } from '../shared/rules/script-text.ts';
import type { BenchRow } from './bench-row.ts';
import { seededRandom } from './store-project.ts';

const ROUNDS = 5;
/** Edits at the start of each round that serve as a warm-up and aren't measured. */
const WARM_UP = 50;
const EDITS = 500;
const BURST_EDITS = 10;
const MAX_RATIO = 3;

interface Edit {
  readonly documentId: number;
  readonly revision: number;
  readonly change: TextChange;
  /** The edited paragraph and its neighbours: the minimum that any store has to parse again. */
  readonly around: string;
}

interface Times {
  readonly ours: number[];
  readonly theirs: number[];
  readonly thinking: number[];
}

/**
 * Changes one word in a chapter's document, alternating with plain statements. Reports the median of the rounds' 99th
 * percentiles, because a slow disk can delay either side.
 * @param copy a copy of the project's database
 */
export function benchEdits(project: Project, copy: string): BenchRow[] {
  const bare = bareWriter(copy);
  const edits = planEdits(project);
  const rounds = Array.from({ length: ROUNDS }, () => runRound(project, bare, edits));
  bare.close();
  const middle = (pick: (times: Times) => readonly number[], share: number): number =>
    percentile(
      rounds.map((times) => percentile(pick(times), share)),
      0.5,
    );
  const value = middle(({ ours }) => ours, 0.99);
  const against = middle(({ theirs }) => theirs, 0.99);
  const usual = middle(({ ours }) => ours, 0.5);
  const usualBare = middle(({ theirs }) => theirs, 0.5);
  const thinking = middle((times) => times.thinking, 0.5);
  return [
    {
      name: 'saving an edit in a project of 100,000 lines, 99th percentile',
      value: formatMilliseconds(value),
      against: `${formatMilliseconds(against)} for bare prepared statements, the same rows, flushed likewise (${BURST_EDITS} edits in a chapter, then another)`,
      ratio: value / against,
      bar: `${MAX_RATIO} times or less`,
      ok: value / against <= MAX_RATIO,
    },
    {
      name: 'saving an edit in a project of 100,000 lines, median',
      value: formatMilliseconds(usual),
      against: `${formatMilliseconds(usualBare)}; reading and hashing what was edited is ${formatMilliseconds(thinking)}, ${((thinking / usual) * 100).toFixed(0)} % of ours`,
      ratio: usual / usualBare,
      bar: '',
      ok: null,
    },
  ];
}

function runRound(project: Project, bare: ReturnType<typeof bareWriter>, edits: Iterator<Edit>): Times {
  const times: Times = { ours: [], theirs: [], thinking: [] };
  let written: SavedRows | null = null;
  for (let count = 0; count < WARM_UP + EDITS; count += 1) {
    const edit = edits.next().value;
    // Write the rows of the previous edit with plain statements, alternately before and after our own write. A flush is
    // faster right after another one.
    const last = written;
    const writeBare = () => last && times.theirs.push(timeMs(() => bare.write(last)));
    if (count % 2 === 0) writeBare();
    times.ours.push(timeMs(() => project.script.documents.edit(edit.documentId, edit.revision, [edit.change])));
    if (count % 2 === 1) writeBare();
    written = lastSavedRows(project);
    times.thinking.push(timeMs(() => parseAndHash(project, edit)));
  }
  for (const list of [times.ours, times.theirs, times.thinking]) list.splice(0, WARM_UP);
  return times;
}

/** Generates edits endlessly. Several edits are in the same chapter before the next chapter follows. */
function* planEdits(project: Project): Generator<Edit, never> {
  const chance = seededRandom(2);
  const chapters = project.script.chapters();
  let chapterId: number | null = null;
  for (let count = 0; ; count += 1) {
    if (count % BURST_EDITS === 0) chapterId = chapters[Math.floor(chance() * chapters.length)]?.id ?? null;
    const { documentId, revision, text } = project.script.documents.open(chapterId);
    const paragraphs = text.split('\n\n');
    const at = 1 + Math.floor(chance() * (paragraphs.length - 3));
    const words = (paragraphs[at] ?? '').split(' ');
    const word = 2 + Math.floor(chance() * (words.length - 3));
    const start = [...paragraphs.slice(0, at), words.slice(0, word).join(' ')].join('\n\n').length + 1;
    const insert = `edited${count}`;
    const change = { from: start, to: start + (words[word]?.length ?? 0), insert };
    paragraphs[at] = words.with(word, insert).join(' ');
    yield { documentId, revision, change, around: paragraphs.slice(at - 1, at + 2).join('\n\n') };
  }
}

interface SavedRows {
  readonly paragraph: Readonly<Record<string, number | string | null>>;
  readonly line: Readonly<Record<string, number | string | null>>;
  readonly hash: string;
}

/** Returns the rows that the last save has written. */
function lastSavedRows(project: Project): SavedRows {
  const { db } = project;
  const former = db.prepare('SELECT * FROM former_texts ORDER BY left_at DESC, paragraph_id DESC LIMIT 1').get();
  const id = Number(former?.['paragraph_id']);
  return {
    paragraph: db.prepare<SavedRows['paragraph']>('SELECT * FROM paragraphs WHERE id = ?').get(id) ?? {},
    line: db.prepare<SavedRows['line']>('SELECT * FROM lines WHERE paragraph_id = ?').get(id) ?? {},
    hash: String(former?.['text_hash']),
  };
}

function bareWriter(path: string) {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4000',
  );
  const begin = sqlite.prepare('BEGIN IMMEDIATE');
  const commit = sqlite.prepare('COMMIT');
  const former = sqlite.prepare(
    'INSERT OR REPLACE INTO former_texts (text_hash, paragraph_id, left_at) VALUES (?, ?, ?)',
  );
  const paragraph = sqlite.prepare(
    'UPDATE paragraphs SET kind = ?, source = ?, gap = ?, level = ?, pause_seconds = ?, problem = ? WHERE id = ?',
  );
  const line = sqlite.prepare(
    `UPDATE lines SET turns = ?, roles = ?, pause_before = ?, pause_after = ?, render_key = ?, characters = ?,
       problem = ? WHERE id = ?`,
  );
  const of = (row: SavedRows['line'], names: string) => names.split(' ').map((name) => row[name] ?? null);
  return {
    write(written: SavedRows): void {
      begin.run();
      former.run(written.hash, Number(written.paragraph['id']), Date.now());
      paragraph.run(...of(written.paragraph, 'kind source gap level pause_seconds problem id'));
      line.run(...of(written.line, 'turns roles pause_before pause_after render_key characters problem id'));
      commit.run();
    },
    close: () => sqlite.close(),
  };
}

/** Parses the edited paragraph with its neighbours and computes its key, as any store would have to. */
function parseAndHash(project: Project, edit: Edit): void {
  const settings = project.settings();
  const [, edited]: Paragraph[] = parseScript(edit.around, settings);
  const { roles, rules } = project.cast.snapshot();
  for (const { turns } of edited?.lines ?? []) {
    const built = buildLineRequest({ kind: 'speech', turns, override: null, roles, rules, settings });
    if (built.ok) lineKey(built.request, built.seedPinned);
  }
}

export function timeMs(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const formatMilliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
