// Wrong rate limits. The proxy counts requests itself, in front of a service without limits.
import { PATHS } from '@lectern/tts-protocol';
import type { ProxyRequest, ProxyResponse } from '../mutant.ts';
import { jsonResponse, type Mutation } from './mutation.ts';

/** The plan's limits per minute. */
const HACKER_LIMITS = { list: 20, stream: 10, characters: 35_000, clone: 4 } as const;

const LIST = 'limits.list.requests';
const STREAM = 'limits.stream.requests';
const CHARACTERS = 'limits.stream.characters';

interface Limits {
  readonly list?: number;
  readonly stream?: number;
  readonly characters?: number;
  readonly clone?: number;
  readonly refusal?: () => ProxyResponse;
}

const WAIT_MESSAGE = 'You have sent too many requests. Please wait a minute and try again.';

const scopeOf = ({ method, path }: ProxyRequest): 'list' | 'stream' | 'clone' | undefined => {
  if (method === 'GET' && path === PATHS.voices) return 'list';
  if (path === PATHS.stream) return 'stream';
  return path === PATHS.instantClone ? 'clone' : undefined;
};

function textLength(request: ProxyRequest): number {
  try {
    return [...String((JSON.parse(request.body.toString()) as { text?: unknown }).text)].length;
  } catch {
    return 0;
  }
}

/** Simulates the smallest plan with some of its limits changed. Counts requests over the whole run, not per minute. */
export function limitMutation(name: string, noticedBy: readonly string[], changes: Limits): Mutation {
  const limits = { ...HACKER_LIMITS, ...changes };
  const used = { list: 0, stream: 0, clone: 0, characters: 0 };
  return {
    name,
    noticedBy,
    besides: [noticedBy.includes(CHARACTERS) ? CHARACTERS : LIST],
    plan: 'hacker',
    onRequest(request) {
      const scope = scopeOf(request);
      if (scope === undefined) return undefined;
      const characters = scope === 'stream' ? textLength(request) : 0;
      if (used[scope] + 1 > limits[scope] || used.characters + characters > limits.characters) {
        return changes.refusal?.() ?? jsonResponse(429, WAIT_MESSAGE);
      }
      used[scope] += 1;
      used.characters += characters;
      return undefined;
    },
  };
}

export const RATE_MUTATIONS: readonly Mutation[] = [
  limitMutation('19 requests for voices', [LIST], { list: 19 }),
  limitMutation('21 requests for voices', [LIST], { list: 21 }),
  limitMutation('the voices’ limit of another plan', [LIST], { list: 50 }),
  limitMutation('9 streams', [STREAM], { stream: 9 }),
  limitMutation('11 streams', [STREAM], { stream: 11 }),
  limitMutation('34,999 characters of streams', [CHARACTERS], { characters: 34_999 }),
  limitMutation('35,001 characters of streams', [CHARACTERS], { characters: 35_001 }),
  limitMutation('no limit of characters', [CHARACTERS], { characters: Number.POSITIVE_INFINITY }),
  limitMutation('3 requests for clones', ['limits.clone.requests'], { clone: 3 }),
  limitMutation('a 429 as an object', ['error.429.string'], {
    refusal: () => jsonResponse(429, { error_message: WAIT_MESSAGE, error_id: 'X' }),
  }),
  limitMutation('a 429 as plain text', ['error.429.string'], {
    refusal: () => ({ status: 429, headers: { 'content-type': 'text/plain' }, body: Buffer.from(WAIT_MESSAGE) }),
  }),
  limitMutation('503 instead of 429', [LIST, STREAM], { refusal: () => jsonResponse(503, WAIT_MESSAGE) }),
];
