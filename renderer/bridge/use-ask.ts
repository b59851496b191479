// Requests as queries and mutations of TanStack Query. A query's key is its channel and its input.
import {
  type Query,
  type QueryClient,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Channel, ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import { ask, type BridgeFailure } from './ask.ts';

/** Their input holds a key: it must not stay in a cache, so they can be asked by `ask` only. */
type SecretChannel =
  | 'connection.add'
  | 'connection.enterKey'
  | 'model.save'
  | 'engines.ask'
  | 'engines.try'
  | 'engines.save';
/** What may be kept in a cache. */
type CachedChannel = Exclude<Channel, SecretChannel>;

type AskOptions<C extends CachedChannel> = Omit<
  UseQueryOptions<ReplyOf<C>, BridgeFailure, ReplyOf<C>, readonly unknown[]>,
  'queryKey' | 'queryFn'
>;

/** The key under which a request's reply is kept. */
export const askKey = <C extends CachedChannel>(channel: C, input: RequestOf<C>) => [channel, input] as const;

/**
 * A request as a query, for `useQuery`, `useQueries`, `fetchQuery` and `prefetchQuery`. Replies stay good until an event
 * says otherwise (`keepFresh`), and an error is not tried again by itself.
 */
export const askQuery = <C extends CachedChannel>(channel: C, input: RequestOf<C>) => ({
  queryKey: askKey(channel, input) as readonly unknown[],
  queryFn: (): Promise<ReplyOf<C>> => ask(channel, input),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false as const,
  // The bridge is there whether or not the machine is online.
  networkMode: 'always' as const,
});

/** A reply that follows the events while the component is there. */
export const useAsk = <C extends CachedChannel>(
  channel: C,
  input: RequestOf<C>,
  options: AskOptions<C> = {},
): UseQueryResult<ReplyOf<C>, BridgeFailure> =>
  useQuery<ReplyOf<C>, BridgeFailure, ReplyOf<C>, readonly unknown[]>({ ...askQuery(channel, input), ...options });

/**
 * Has replies asked again: those in view at once, others when they come into view. One that is on its way for the first
 * time would pass for fresh when it comes, though it may have been given before the change: it is asked for once more.
 *
 * @returns when those in view are there
 */
export async function askAgain(client: QueryClient, isStale: (query: Query) => boolean): Promise<void> {
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

/** `askAgain` for the replies to a channel. */
export function useAskAgain(channel: CachedChannel): () => Promise<void> {
  const client = useQueryClient();
  return () => askAgain(client, ({ queryKey }) => queryKey[0] === channel);
}

/** A request that changes something, with its state; what it brings about comes by events. */
export const useTell = <C extends CachedChannel>(
  channel: C,
): UseMutationResult<ReplyOf<C>, BridgeFailure, RequestOf<C>> =>
  useMutation<ReplyOf<C>, BridgeFailure, RequestOf<C>>({
    mutationFn: (input) => ask(channel, input),
    gcTime: 0,
    networkMode: 'always',
  });

/** What tells one open project from another: a copy has the same id, and lies elsewhere. */
export function projectKey(project: { readonly id: string; readonly path: string }): string;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null {
  return project ? `${project.id} ${project.path}` : null;
}

/** Of the open project; a component that needs no more is not drawn again for each of the project's figures. */
export function useProjectKey(): string | null {
  const { data } = useQuery({ ...askQuery('project.current', {}), select: (project) => projectKey(project) });
  return data ?? null;
}
