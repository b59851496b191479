// Sends requests as TanStack Query queries and mutations. The query key consists of the channel and its input.
import {
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { Channel, ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import { ask, type BridgeFailure } from './ask.ts';

/** Channels whose input contains an API key, which must not be cached. Use `ask` directly for these. */
type SecretChannel =
  | 'connection.add'
  | 'connection.enterKey'
  | 'model.save'
  | 'engines.ask'
  | 'engines.try'
  | 'engines.save';
type CachedChannel = Exclude<Channel, SecretChannel>;

type AskOptions<C extends CachedChannel> = Omit<
  UseQueryOptions<ReplyOf<C>, BridgeFailure, ReplyOf<C>, readonly unknown[]>,
  'queryKey' | 'queryFn'
>;

export const askKey = <C extends CachedChannel>(channel: C, input: RequestOf<C>) => [channel, input] as const;

/** Replies stay fresh until an event invalidates them (`keepFresh`). Failed queries aren't retried. */
export const askQuery = <C extends CachedChannel>(channel: C, input: RequestOf<C>) => ({
  queryKey: askKey(channel, input) as readonly unknown[],
  queryFn: (): Promise<ReplyOf<C>> => ask(channel, input),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false as const,
  // The bridge works offline too.
  networkMode: 'always' as const,
});

export const useAsk = <C extends CachedChannel>(
  channel: C,
  input: RequestOf<C>,
  options: AskOptions<C> = {},
): UseQueryResult<ReplyOf<C>, BridgeFailure> =>
  useQuery<ReplyOf<C>, BridgeFailure, ReplyOf<C>, readonly unknown[]>({ ...askQuery(channel, input), ...options });

export const useSend = <C extends CachedChannel>(
  channel: C,
): UseMutationResult<ReplyOf<C>, BridgeFailure, RequestOf<C>> =>
  useMutation<ReplyOf<C>, BridgeFailure, RequestOf<C>>({
    mutationFn: (input) => ask(channel, input),
    gcTime: 0,
    networkMode: 'always',
  });

/** Identifies an open project. A copy of a project has the same id, but a different path. */
export function projectKey(project: { readonly id: string; readonly path: string }): string;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null;
export function projectKey(project: { readonly id: string; readonly path: string } | null | undefined): string | null {
  return project ? `${project.id} ${project.path}` : null;
}

export function useProjectKey(): string | null {
  const { data } = useQuery({ ...askQuery('project.current', {}), select: (project) => projectKey(project) });
  return data ?? null;
}
