// Applies events to the query cache: writes small changes directly, and invalidates queries for larger ones.
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Channel, ReplyOf } from '../../shared/ipc/contract.ts';
import type { EventName, EventOf } from '../../shared/ipc/events.ts';
import type { BatchRow } from '../../shared/ipc/production-requests.ts';
import type { LineBrief } from '../../shared/ipc/script-requests.ts';
import { onEvent } from './ask.ts';
import { askKey, projectKey } from './use-ask.ts';

/**
 * Refetches stale queries: active ones now, others when they are next used. A first fetch that is still pending is sent
 * again, because its reply might be from before the change.
 */
export async function refetchStale(client: QueryClient, isStale: (query: Query) => boolean): Promise<void> {
  const isFirst = ({ state }: Query) => state.fetchStatus !== 'idle' && state.data === undefined;
  const first = client.getQueryCache().findAll({ predicate: (query) => isStale(query) && isFirst(query) });
  await Promise.all([
    client.invalidateQueries({ predicate: isStale }),
    ...first.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await client.invalidateQueries({ predicate: (one) => one === query });
    }),
  ]);
}

export function useRefetch(channel: Channel): () => Promise<void> {
  const client = useQueryClient();
  return () => refetchStale(client, ({ queryKey }) => queryKey[0] === channel);
}

const ROUND_MS = 250;
/**
 * After each round of refetching, wait for this multiple of its duration, so that refetching large lists doesn't keep
 * the window busy.
 */
const REST_FACTOR = 4;
const MAX_REST_MS = 3_000;

/** Collects stale queries, so that a burst of events refetches each of them only once per round. */
interface StaleMarks {
  mark(...channels: Channel[]): void;
  clear(): void;
}

/**
 * A round starts shortly after the first query is marked, and lasts until all replies have arrived. Later events never
 * cancel slow replies. Queries that were sent before a change are sent again after the round.
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
    await refetchStale(client, ({ queryKey }) => channels.has(String(queryKey[0])));
    asking = false;
    const endedAt = performance.now();
    restUntil = endedAt + Math.min(REST_FACTOR * (endedAt - startedAt), MAX_REST_MS);
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

const LOG_ENTRIES_KEPT = 2_000;

const PROJECT_CHANNELS =
  /^(project\.(chapters|roles)|cast\.(?!voices)|playback\.|script\.|line\.|pronunciation\.|production\.(?!budget)|review\.|proof\.|drift\.|note\.|export\.|consent\.|book\.|cue\.)/;

const PLAYBACK_CHANNELS = ['playback.chapter', 'playback.lines'] as const;

const PROOF_CHANNELS = ['proof.takes', 'proof.status', 'proof.retryPlan'] as const;

const TAKE_CHANNELS = ['consent.voices', 'line.detail', 'review.rows', 'review.takes', 'note.list'] as const;
const LINE_CHANNELS = [...TAKE_CHANNELS, 'review.textChange'] as const;

/** Applies events to the cache until the returned function is called. */
export function keepFresh(queryClient: QueryClient): () => void {
  const marks = createStaleMarks(queryClient);
  const listeners = [
    onEvent('project-changed', (event) => projectChanged(queryClient, marks, event)),
    onEvent('chapters-changed', () =>
      marks.mark(
        ...PLAYBACK_CHANNELS,
        'project.chapters',
        'project.roles',
        'cast.roles',
        'cast.lineAt',
        'cast.overrides',
        'clone.list',
        'pronunciation.rules',
        'pronunciation.preview',
        'pronunciation.hardWords',
      ),
    ),
    onEvent('documents-changed', () =>
      marks.mark(
        ...PLAYBACK_CHANNELS,
        'script.open',
        'script.chapterBriefs',
        'script.find',
        'line.detail',
        'pronunciation.hardWords',
      ),
    ),
    onEvent('lines-changed', (event) => linesChanged(queryClient, marks, event)),
    onEvent('takes-changed', (event) => takesChanged(queryClient, marks, event)),
    onEvent('run-changed', (event) => runChanged(queryClient, marks, event)),
    onEvent('spending-changed', () => marks.mark('production.ledger', 'production.spending', 'production.plan')),
    onEvent('queue-changed', ({ queue }) => writeCache(queryClient, askKey('queue.state', {}), queue)),
    onEvent('run-log', ({ entries }) => {
      queryClient.setQueryData(askKey('production.log', {}), (log: EventOf<'run-log'>['entries'] | undefined) =>
        log ? [...log, ...entries].slice(-LOG_ENTRIES_KEPT) : undefined,
      );
    }),
    onEvent('budget-changed', ({ budget }) => {
      writeCache(queryClient, askKey('production.budget', {}), budget);
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
      // The download has ended, so the list of installed packs may have changed.
      if (fetch === null) marks.mark('packs.known', 'packs.state');
    }),
    onEvent('export-progress', (running) => {
      const key = askKey('export.state', {});
      const state = queryClient.getQueryData<EventOf<'export-changed'>['state']>(key);
      // The last progress event can arrive after the export has ended.
      if (state?.running) writeCache(queryClient, key, { ...state, running });
    }),
    onEvent('export-changed', ({ state }) => {
      writeCache(queryClient, askKey('export.state', {}), state);
      marks.mark('export.previewLines', 'export.previewFiles');
    }),
    onEvent('connection-changed', ({ status }) => {
      writeCache(queryClient, askKey('connection.status', {}), status);
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
    onEvent('book-changed', () => marks.mark('book.read', 'export.previewFiles')),
    onEvent('consents-changed', () => marks.mark('consent.voices', 'clone.list', 'review.list')),
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
    onEvent('studio-restarted', () => void refetchStale(queryClient, () => true)),
  ];
  return () => {
    marks.clear();
    for (const stop of listeners) stop();
  };
}

/** Cancels pending queries, because their replies would overwrite this newer data. */
function writeCache(client: QueryClient, queryKey: readonly unknown[], value: unknown): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, value);
}

type EventHandler<E extends EventName> = (client: QueryClient, marks: StaleMarks, event: EventOf<E>) => void;

const projectChanged: EventHandler<'project-changed'> = (client, marks, { project }) => {
  const key = askKey('project.current', {});
  const before = client.getQueryData<EventOf<'project-changed'>['project']>(key);
  writeCache(client, key, project);
  // The summary is sent after every edit, and any edit may add or remove cues.
  marks.mark('cue.list');
  if (projectKey(before) !== projectKey(project)) {
    void client.resetQueries({ predicate: ({ queryKey }) => PROJECT_CHANNELS.test(String(queryKey[0])) });
    marks.mark('library.recent', 'library.looks', 'queue.state');
  } else if (JSON.stringify(before?.settings) !== JSON.stringify(project?.settings)) {
    marks.mark(
      'production.plan',
      'production.ledger',
      'line.detail',
      'export.previewNames',
      'export.previewLines',
      'export.previewFiles',
    );
  }
};

const linesChanged: EventHandler<'lines-changed'> = (client, marks, { lines }) => {
  marks.mark(
    ...PLAYBACK_CHANNELS,
    'proof.retryPlan',
    'production.plan',
    'review.list',
    'cast.outlook',
    'cast.overrides',
    'cast.roles',
    'export.previewLines',
    'export.previewFiles',
    'export.previewNames',
  );
  if (!lines) {
    marks.mark('script.chapterBriefs', 'script.briefs', ...LINE_CHANNELS);
    return;
  }
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const channel of ['script.chapterBriefs', 'script.briefs'] as const) {
    for (const query of client.getQueryCache().findAll({ queryKey: [channel] })) {
      // Only active queries are patched, because patching thousands of lines for each new take is slow.
      if (query.isActive()) {
        client.setQueryData<LineBrief[]>(query.queryKey, (briefs) =>
          briefs?.some(({ id }) => byId.has(id)) ? briefs.map((brief) => byId.get(brief.id) ?? brief) : briefs,
        );
      } else query.invalidate();
    }
  }
  refreshLines(client, LINE_CHANNELS, new Set(byId.keys()));
};

const takesChanged: EventHandler<'takes-changed'> = (client, marks, { lineIds }) => {
  marks.mark(...PLAYBACK_CHANNELS, ...PROOF_CHANNELS, 'review.list', 'export.previewLines', 'export.previewFiles');
  if (lineIds) refreshLines(client, TAKE_CHANNELS, new Set(lineIds));
  else marks.mark(...TAKE_CHANNELS);
};

function refreshLines(client: QueryClient, channels: readonly Channel[], lineIds: ReadonlySet<number>): void {
  void refetchStale(
    client,
    ({ queryKey: [channel, input] }) => channels.some((name) => name === channel) && concernsLines(input, lineIds),
  );
}

function concernsLines(input: unknown, lineIds: ReadonlySet<number>): boolean {
  const { lineId, lineIds: several } = input as { lineId?: number; lineIds?: readonly number[] };
  return several?.some((id) => lineIds.has(id)) ?? (lineId !== undefined && lineIds.has(lineId));
}

const runChanged: EventHandler<'run-changed'> = (client, marks, { run, batches, replaceAll }) => {
  const key = askKey('production.snapshot', {});
  const before = client.getQueryData<{ run: typeof run; batches: BatchRow[] }>(key);
  if (before) writeCache(client, key, { run, batches: replaceAll ? batches : patchRows(before.batches, batches) });
  // The event only has rows that changed since the latest reply, which may have been to another request.
  if (before?.run.runId !== run.runId) marks.mark('production.snapshot');
  if (before?.run.state !== run.state) marks.mark('production.plan');
  if (before?.run.inDoubt !== run.inDoubt || before.run.lost !== run.lost || batches.some(isLost)) {
    marks.mark('production.doubts');
  }
  if (before?.run.failed !== run.failed) marks.mark('production.failed');
  if (before?.run.state !== run.state || batches.some((row) => isFromEarlierRun(row, before.batches)))
    marks.mark('production.ledger', 'production.spending');
};

/** The batch may belong to an earlier run that the current figures don't include. */
const isLost = ({ state }: BatchRow): boolean => state === 'lost';

/** Spending is updated when the reply arrives, so if the batch's state has changed, the spending has too. */
const isFromEarlierRun = (row: BatchRow, known: readonly BatchRow[]): boolean =>
  known.find(({ key }) => key === row.key)?.state !== row.state;

function patchRows(rows: readonly BatchRow[], changed: readonly BatchRow[]): BatchRow[] {
  const byKey = new Map(changed.map((row) => [row.key, row]));
  const patched = rows.map((row) => byKey.get(row.key) ?? row);
  const known = new Set(rows.map((row) => row.key));
  const added = changed.filter((row) => !known.has(row.key));
  return added.length > 0 ? [...patched, ...added].sort((a, b) => a.number - b.number) : patched;
}
