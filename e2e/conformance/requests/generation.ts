// Requests single asynchronous generations and reads their event streams.
import { PATHS } from '@lectern/tts-protocol';
import type { Context } from '../context.ts';
import { type Block, BlockReader } from '../http/event-stream.ts';
import { type Fields, textAt } from '../json.ts';
import { Broken, formatValue, NotTested } from '../verdict.ts';

export interface Generation {
  readonly contentType: string;
  readonly blocks: readonly Block[];
  /** The incomplete block at the end of the stream. */
  readonly unfinished: string;
}

/** An event whose data was parsed as JSON. */
export interface EventData {
  readonly kind: string | undefined;
  readonly data: Fields;
}

const TEXT = 'The early train to the coast leaves at nine. The last one comes back at midnight, if it comes at all.';

/**
 * Returns a valid request body. It uses the engine of the documented example if a listed voice supports that engine,
 * and the first voice's own engine otherwise.
 */
export async function generationBody(context: Context, text = TEXT): Promise<Fields> {
  const { listed, first } = await context.cast();
  const legacy = listed.find((voice) => voice['voice_engine'] === 'Svc2.0');
  if (legacy && context.options.voice === undefined) {
    return { text, voice: textAt(legacy, 'id'), voice_engine: 'Svc2.0' };
  }
  const engine = textAt(
    listed.find((voice) => voice['id'] === first),
    'voice_engine',
  );
  return { text, voice: first, ...(engine === undefined ? {} : { voice_engine: engine }) };
}

/**
 * Requests a generation and reads its event stream.
 * @param timeoutSeconds maximum total duration
 * @param enough returns whether the blocks so far suffice, to stop early
 * @throws {Broken} if it is refused, stalls or disconnects
 */
export async function generate(
  context: Context,
  body: Fields,
  timeoutSeconds: number,
  enough: (blocks: readonly Block[]) => boolean = () => false,
): Promise<Generation> {
  const limit = AbortSignal.timeout(timeoutSeconds * 1000);
  const leaving = new AbortController();
  const call = {
    method: 'POST',
    to: PATHS.single,
    body,
    headers: { accept: 'text/event-stream' },
    signal: AbortSignal.any([limit, leaving.signal]),
    // Longer than the timeout above, so that its clearer error message comes first.
    longestMs: timeoutSeconds * 1000 + 1000,
  } as const;
  const reader = new BlockReader();
  let started = 0;
  try {
    const response = await context.client.openWithRetry(call, () => {
      started = performance.now();
    });
    const contentType = response.headers.get('content-type') ?? '';
    if (response.status >= 300) {
      const text = await response.text();
      context.client.recordError(call, response.status, text);
      throw new Broken(`${response.status}: ${formatValue(text)}`);
    }
    for await (const bytes of response.body ?? []) {
      reader.push(bytes, performance.now() - started);
      if (enough(reader.blocks)) break;
    }
    return { contentType, blocks: reader.blocks, unfinished: reader.unfinished };
  } catch (error) {
    if (error instanceof Broken) throw error;
    const came = `${reader.blocks.length} events, the last ${formatValue(reader.blocks.at(-1)?.data)}`;
    if (limit.aborted) throw new Broken(`a stream that did not end in ${timeoutSeconds} s: ${came}`);
    throw new Broken(`a stream that broke off after ${came}`, { cause: error });
  } finally {
    leaving.abort();
  }
}

/** Returns the generation that all event rules share. */
export const sharedGeneration = (context: Context): Promise<Generation> =>
  context.once('generation', async () =>
    generate(context, await generationBody(context), context.options.timeoutSeconds),
  );

/**
 * Returns the data of all `generating` and `completed` events in order.
 * @throws {Broken} if the data isn't an object
 */
export function parseEventData(blocks: readonly Block[]): EventData[] {
  return blocks
    .filter(({ event }) => event !== 'ping')
    .map(({ event, data }) => {
      let parsed: unknown;
      try {
        parsed = JSON.parse(data ?? '');
      } catch {
        throw new Broken(`an event "${event}" whose data is no JSON: ${formatValue(data)}`);
      }
      if (typeof parsed !== 'object' || parsed === null)
        throw new Broken(`an event whose data is ${formatValue(data)}`);
      return { kind: event, data: parsed as Fields };
    });
}

/** Returns the ping blocks. @throws {NotTested} if there are none */
export function pingsOf(blocks: readonly Block[]): readonly Block[] {
  const pings = blocks.filter(({ event }) => event === 'ping');
  if (pings.length === 0) throw new NotTested('no ping came: they are sent some 15 s apart, try --slow');
  return pings;
}
