// The audio of an audition, handed on as it comes.
import { emptyAnswer } from './serve-file.ts';

/** Where an audition's audio comes from. */
export interface AuditionSource {
  /** Its media type; null where there is no such audition. */
  typeOf(auditionId: string): Promise<string | null>;
  /** The next bytes from an offset on, as soon as there are any; null where it broke off or was stopped. */
  read(auditionId: string, offset: number): Promise<{ readonly bytes: Uint8Array; readonly done: boolean } | null>;
}

/** Answers an audition's audio; one that breaks off fails, so that a part is never taken for the whole. */
export async function serveAudition(source: AuditionSource, auditionId: string, method: string): Promise<Response> {
  const contentType = await source.typeOf(auditionId);
  if (!contentType) return emptyAnswer(404);
  const headers = { 'content-type': contentType };
  if (method === 'HEAD') return new Response(null, { headers });
  let offset = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const next = await source.read(auditionId, offset);
        if (!next) return controller.error(new Error('the audition broke off'));
        offset += next.bytes.byteLength;
        if (next.bytes.byteLength > 0) controller.enqueue(new Uint8Array(next.bytes));
        if (next.done) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers });
}
