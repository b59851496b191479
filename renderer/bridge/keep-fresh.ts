// Events into the cache: small changes are written into it, larger ones mark what has to be asked again.
import type { QueryClient } from '@tanstack/react-query';
import type { Channel, ReplyOf } from '../../shared/ipc/contract.ts';
import type { EventName, EventOf } from '../../shared/ipc/events.ts';
import type { BatchRow } from '../../shared/ipc/production-requests.ts';
import type { LineBrief } from '../../shared/ipc/script-requests.ts';
import { onEvent } from './on-event.ts';
import { askAgain, askKey, projectKey } from './use-ask.ts';

/** Between two rounds of asking again pass at least this many milliseconds. */
const ROUND_MS = 250;
/** A round that took long is followed by a rest this many times as long, so that large lists leave the window its time. */
const REST = 4;
/** The longest rest. Milliseconds. */
const LONGEST_REST_MS = 3_000;

/** Which replies have become stale, gathered, so that a storm of events asks for each of them only now and then. */
interface StaleMarks {
  /** Has every reply of these channels asked again soon: those in view by themselves, others when they come into view. */
  mark(...channels: Channel[]): void;
  /** Forgets what is marked. */
  clear(): void;
}

/**
 * A round starts a moment after the first mark and waits for its replies: an answer that takes long is never called off
 * by the next event, and one that was asked before a change is asked once more after it.
 */
function createStaleMarks(client: QueryClient): StaleMarks {
  const marked = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asking = false;
  let restUntil = 0;

  const plan = () => {
    if (timer !== null || asking || marked.size === 0) return;
    timer = setTimeout(() => void round(), Math.max(ROUND_MS, restUntil - performance.now()));
  };
  const round = async () => {
    timer = null;
    asking = true;
    const channels = new Set(marked);
    marked.clear();
    const startedAt = performance.now();
    await askAgain(client, ({ queryKey }) => channels.has(String(queryKey[0])));
    asking = false;
    const endedAt = performance.now();
    restUntil = endedAt + Math.min(REST * (endedAt - startedAt), LONGEST_REST_MS);
    plan();
  };

  return {
    mark(...channels) {
      for (const channel of channels) marked.add(channel);
      plan();
    },
    clear() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      marked.clear();
    },
  };
}

/** The log shown goes back this many entries. */
const LOG_ENTRIES_KEPT = 2_000;

/** Channels whose replies belong to the open project. */
const OF_PROJECT =
  /^(project\.(chapters|roles)|cast\.(?!voices)|playback\.|script\.|line\.|pronunciation\.|production\.(?!budget)|review\.|export\.|book\.)/;

/** What playback needs: asked again while it is in use. */
const PLAYBACK = ['playback.chapter', 'playback.lines'] as const;

/** What changes with a line's words, voice or takes. */
const OF_LINES = ['line.detail', 'review.rows', 'review.takes', 'review.textChange'] as const;

/**
 * Keeps the cache in step with the events, until the returned function is called.
 * Figures that cost the studio something are asked again at most a few times a second.
 */
export function keepFresh(queryClient: QueryClient): () => void {
  const marks = createStaleMarks(queryClient);
  const listeners = [
    onEvent('project-changed', (event) => projectChanged(queryClient, marks, event)),
    onEvent('chapters-changed', () =>
      marks.mark(
        ...PLAYBACK,
        'project.chapters',
        'project.roles',
        'cast.roles',
        'cast.lineAt',
        'cast.overrides',
        'clone.list',
        'pronunciation.rules',
        'pronunciation.preview',
      ),
    ),
    onEvent('documents-changed', () =>
      marks.mark(...PLAYBACK, 'script.open', 'script.chapterBriefs', 'script.find', 'line.detail'),
    ),
    onEvent('lines-changed', (event) => linesChanged(queryClient, marks, event)),
    onEvent('takes-changed', (event) => takesChanged(queryClient, marks, event)),
    onEvent('run-changed', (event) => runChanged(queryClient, marks, event)),
    onEvent('spending-changed', () => marks.mark('production.ledger', 'production.spending', 'production.plan')),
    onEvent('run-log', ({ entries }) => {
      queryClient.setQueryData(askKey('production.log', {}), (log: EventOf<'run-log'>['entries'] | undefined) =>
        log ? [...log, ...entries].slice(-LOG_ENTRIES_KEPT) : undefined,
      );
    }),
    onEvent('budget-changed', ({ budget }) => {
      write(queryClient, askKey('production.budget', {}), budget);
    }),
    onEvent('pack-work', ({ work }) => {
      queryClient.setQueryData(askKey('packs.state', {}), (state: ReplyOf<'packs.state'> | undefined) =>
        state ? { ...state, work } : undefined,
      );
    }),
    onEvent('pack-fetch', ({ fetch, failure }) => {
      queryClient.setQueryData(askKey('packs.known', {}), (state: ReplyOf<'packs.known'> | undefined) =>
        state ? { ...state, fetch, failure } : undefined,
      );
      // What has arrived and what is installed is another one now.
      if (fetch === null) marks.mark('packs.known', 'packs.state');
    }),
    onEvent('export-progress', (running) => {
      const key = askKey('export.state', {});
      const state = queryClient.getQueryData<EventOf<'export-changed'>['state']>(key);
      // What is told last of an export may come when it has ended.
      if (state?.running) write(queryClient, key, { ...state, running });
    }),
    onEvent('export-changed', ({ state }) => {
      write(queryClient, askKey('export.state', {}), state);
      marks.mark('export.outlook', 'export.finishedOutlook');
    }),
    onEvent('connection-changed', ({ status }) => {
      write(queryClient, askKey('connection.status', {}), status);
      marks.mark(
        'connection.list',
        'voices.list',
        'cast.voices',
        'cast.roles',
        'clone.list',
        'production.plan',
        'production.budget',
        'project.roles',
      );
    }),
    onEvent('library-changed', () =>
      marks.mark('library.recent', 'library.looks', 'library.bin', 'library.backups', 'book.read'),
    ),
    onEvent('book-changed', () => marks.mark('book.read', 'export.finishedOutlook')),
    onEvent('voices-changed', () =>
      marks.mark(
        'voices.list',
        'cast.voices',
        'cast.roles',
        'project.roles',
        'line.detail',
        'clone.list',
        'packs.state',
      ),
    ),
    onEvent('studio-restarted', () => void askAgain(queryClient, () => true)),
  ];
  return () => {
    marks.clear();
    for (const stop of listeners) stop();
  };
}

/** What an event says is newer than any reply that is still on its way. */
function write(client: QueryClient, queryKey: readonly unknown[], value: unknown): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, value);
}

type EventHandler<E extends EventName> = (client: QueryClient, marks: StaleMarks, event: EventOf<E>) => void;

/** Figures are written in; another project makes everything of the one before worthless. */
const projectChanged: EventHandler<'project-changed'> = (client, marks, { project }) => {
  const key = askKey('project.current', {});
  const before = client.getQueryData<EventOf<'project-changed'>['project']>(key);
  write(client, key, project);
  if (projectKey(before) !== projectKey(project)) {
    void client.resetQueries({ predicate: ({ queryKey }) => OF_PROJECT.test(String(queryKey[0])) });
    marks.mark('library.recent', 'library.looks');
  } else if (JSON.stringify(before?.settings) !== JSON.stringify(project?.settings)) {
    marks.mark(
      'production.plan',
      'production.ledger',
      'line.detail',
      'export.previewNames',
      'export.outlook',
      'export.finishedOutlook',
    );
  }
};

const linesChanged: EventHandler<'lines-changed'> = (client, marks, { lines }) => {
  marks.mark(
    ...PLAYBACK,
    'production.plan',
    'review.list',
    'cast.outlook',
    'cast.overrides',
    'cast.roles',
    'export.outlook',
    'export.finishedOutlook',
    'export.previewNames',
  );
  if (!lines) {
    marks.mark('script.chapterBriefs', 'script.briefs', ...OF_LINES);
    return;
  }
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const channel of ['script.chapterBriefs', 'script.briefs'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: [channel] })) {
      // A chapter of thousands of lines is patched for each take that comes: only while it is in view.
      if (query.isActive()) {
        client.setQueryData<LineBrief[]>(query.queryKey, (briefs) =>
          briefs?.some(({ id }) => byId.has(id)) ? briefs.map((brief) => byId.get(brief.id) ?? brief) : briefs,
        );
      } else query.invalidate();
    }
  }
  refreshLines(client, OF_LINES, new Set(byId.keys()));
};

const takesChanged: EventHandler<'takes-changed'> = (client, marks, { lineIds }) => {
  marks.mark(...PLAYBACK, 'review.list', 'export.outlook', 'export.finishedOutlook');
  if (lineIds) refreshLines(client, ['line.detail', 'review.rows', 'review.takes'], new Set(lineIds));
  else marks.mark('line.detail', 'review.rows', 'review.takes');
};

/** Asks again for what is about one of these lines. */
function refreshLines(client: QueryClient, channels: readonly Channel[], lineIds: ReadonlySet<number>): void {
  void askAgain(
    client,
    ({ queryKey: [channel, input] }) => channels.some((name) => name === channel) && isAbout(input, lineIds),
  );
}

function isAbout(input: unknown, lineIds: ReadonlySet<number>): boolean {
  const { lineId, lineIds: several } = input as { lineId?: number; lineIds?: readonly number[] };
  return several?.some((id) => lineIds.has(id)) ?? (lineId !== undefined && lineIds.has(lineId));
}

const runChanged: EventHandler<'run-changed'> = (client, marks, { run, batches, replaceAll }) => {
  const key = askKey('production.snapshot', {});
  const before = client.getQueryData<{ run: typeof run; batches: BatchRow[] }>(key);
  if (before) write(client, key, { run, batches: replaceAll ? batches : patchRows(before.batches, batches) });
  else marks.mark('production.snapshot');
  if (before?.run.state !== run.state) marks.mark('production.plan');
  if (before?.run.inDoubt !== run.inDoubt || before.run.lost !== run.lost || batches.some(hasLost)) {
    marks.mark('production.doubts');
  }
  if (before?.run.failed !== run.failed) marks.mark('production.failed');
  if (before?.run.state !== run.state || batches.some((row) => isElsewhere(row, before.batches)))
    marks.mark('production.ledger', 'production.spending');
};

/** Whether a batch ended with lost lines: it may be one of an earlier run, which the run's figures don't count. */
const hasLost = ({ state }: BatchRow): boolean => state === 'lost';

/** Whether a batch has gone on: its characters are booked when it is answered, not when it leaves. */
const isElsewhere = (row: BatchRow, known: readonly BatchRow[]): boolean =>
  known.find(({ key }) => key === row.key)?.state !== row.state;

/** Rows that are known by their key are replaced where they stand; new ones are added in the order of their numbers. */
function patchRows(rows: readonly BatchRow[], changed: readonly BatchRow[]): BatchRow[] {
  const byKey = new Map(changed.map((row) => [row.key, row]));
  const patched = rows.map((row) => byKey.get(row.key) ?? row);
  const known = new Set(rows.map((row) => row.key));
  const added = changed.filter((row) => !known.has(row.key));
  return added.length > 0 ? [...patched, ...added].sort((a, b) => a.number - b.number) : patched;
}
