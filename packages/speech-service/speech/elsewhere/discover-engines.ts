import { ENGINE_LIMITS, type FoundEngine, type ServerVoice } from '@lectern/tts-protocol';
import { z } from 'zod';
import { kokoroTraits, parsePiperVoices, parseVoiceList } from './listed-voices.ts';
import { requestServer, toSourceError } from './server-request.ts';
import { engineProblem, SourceError, type Timeouts } from './speech-source.ts';

/**
 * Defaults of Kokoro-FastAPI (its README), LocalAI (localai.io/docs/basics/try), openedai-speech (speech.py) and Piper
 * (piper1-gpl, http_server.py).
 */
export const DEFAULT_SERVERS = [
  { port: 8880, program: 'Kokoro-FastAPI' },
  { port: 8080, program: 'LocalAI' },
  { port: 8000, program: 'openedai-speech' },
  { port: 5000, program: 'Piper' },
] as const;

export interface LocalServerAddress {
  readonly port: number;
  readonly program: string | null;
}

export const localServers = (ports: readonly number[]): LocalServerAddress[] =>
  ports.map((port) => DEFAULT_SERVERS.find((place) => place.port === port) ?? { port, program: null });

/** Short timeouts, because a user is waiting and the port could belong to any program. */
const QUERY_TIMEOUTS: Timeouts = { connectSeconds: 3, idleSeconds: 10, totalSeconds: 15 };
const DISCOVERY_TIMEOUTS: Timeouts = { connectSeconds: 1, idleSeconds: 4, totalSeconds: 6 };
const MAX_BYTES = 4 * 1024 * 1024;

interface EngineQuery {
  readonly title: string;
  readonly base: URL;
  readonly key: string | undefined;
  readonly timeouts: Timeouts;
}

const notASpeechServer = ({ title }: EngineQuery): SourceError =>
  new SourceError('final', `${title} responded, but is not a supported voice server.`, {
    problem: engineProblem('no-voice-server'),
  });

/**
 * Normalises a server address; it may include the version or the speech endpoint.
 * @throws SourceError if it isn't a valid address
 */
export function normaliseServerAddress(input: string): URL {
  const text = input.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '') {
    throw new SourceError('final', 'The address of the voice server is invalid.', {
      problem: engineProblem('unusable-address'),
    });
  }
  url.hash = '';
  url.pathname = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(/(\/v1)?(\/audio\/speech)?$/, '')
    .replace(/(?<!\/)\/+$/, '');
  return url;
}

/** Requests a path; undefined if it doesn't exist. @throws SourceError if the request fails */
async function fetchJson(query: EngineQuery, path: string, signal: AbortSignal): Promise<unknown> {
  const { title, base, key, timeouts } = query;
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  const headers = { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const answer = await requestServer({ title, url, headers, timeouts }, signal);
  if (answer.status < 200 || answer.status >= 300) {
    const refusal = await toSourceError(title, answer, { key, text: '' });
    if (answer.status === 404 || answer.status === 405 || answer.status === 501) return undefined;
    throw refusal;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.bytes) {
    length += part.length;
    if (length > MAX_BYTES) throw notASpeechServer(query);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The response of `GET /v1/models` from OpenAI, Kokoro-FastAPI, LocalAI and openedai-speech. */
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string().trim().min(1).max(200) }).or(z.unknown())) });

function parseModels(value: unknown): string[] | undefined {
  const parsed = modelsSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const ids = parsed.data.data.flatMap((one) =>
    typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string' ? [one.id] : [],
  );
  return [...new Set(ids)].filter((id) => !/\p{Cc}/u.test(id)).slice(0, ENGINE_LIMITS.voices);
}

/** "alloy, echo, fable, onyx, nova, and shimmer" (openedai-speech, speech.py, and OpenAI). */
const OPENAI_VOICES = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];
const OPENAI_MODEL = /^(tts-1|tts-1-hd|gpt-4o-mini-tts)$/;

const openaiVoices = (): ServerVoice[] =>
  OPENAI_VOICES.map((voice) => ({
    voice,
    name: voice.charAt(0).toUpperCase() + voice.slice(1),
    languageCode: null,
    gender: 'neutral',
    model: null,
    speaker: null,
  }));

async function describeEngine(query: EngineQuery, program: string | null, signal: AbortSignal): Promise<FoundEngine> {
  const url = query.base.href.replace(/\/$/, '');
  const models = parseModels(await fetchJson(query, '/v1/models', signal));
  if (models !== undefined) {
    const listed = parseVoiceList(await fetchJson(query, '/v1/audio/voices', signal).catch(() => undefined));
    const voices = listed.length > 0 ? listed : models.some((id) => OPENAI_MODEL.test(id)) ? openaiVoices() : [];
    return { kind: 'openai', url, program, models, voices: voices.map(kokoroTraits) };
  }
  const voices = parsePiperVoices(await fetchJson(query, '/voices', signal));
  if (voices.length === 0) throw notASpeechServer(query);
  return { kind: 'piper-http', url, program, models: [], voices };
}

export function queryEngine(
  { url, key }: { readonly url: string; readonly key: string | undefined },
  signal: AbortSignal,
): Promise<FoundEngine> {
  const base = normaliseServerAddress(url);
  return describeEngine(
    { title: `The voice server at ${base.host}`, base, key, timeouts: QUERY_TIMEOUTS },
    null,
    signal,
  );
}

export async function discoverEngines(
  signal: AbortSignal,
  places: readonly LocalServerAddress[] = DEFAULT_SERVERS,
): Promise<FoundEngine[]> {
  const looked = places.map(({ port, program }) => {
    const base = new URL(`http://127.0.0.1:${port}`);
    return describeEngine(
      { title: `The voice server at ${base.host}`, base, key: undefined, timeouts: DISCOVERY_TIMEOUTS },
      program,
      signal,
    ).catch(() => null);
  });
  const all = await Promise.all(looked);
  signal.throwIfAborted();
  return all.filter((one) => one !== null);
}
