// Serves the hostile service's audio files on both origins.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BatchStore, Child } from './batch-store.ts';
import type { AudioMisfortune, HostileBehaviours } from './behaviours.ts';
import { sendCommon, sendDenial, sendHalf, sendText } from './replies.ts';
import type { Statistics } from './statistics.ts';

export interface AudioRequestContext {
  readonly book: BatchStore;
  readonly behaviours: HostileBehaviours;
  readonly draw: (subject: string) => AudioMisfortune | 'none';
  readonly statistics: Statistics;
  readonly foreignOrigin: () => string;
}

const ERROR_MESSAGE = 'The audio is out of reach.';

/** Serves `/audio/<token>`. @param redirected whether the request has already been redirected and now gets the file */
export async function serveAudio(
  context: AudioRequestContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://here');
  context.statistics.recordRequest('audio', request);
  response.once('close', context.statistics.startDownload());
  const known = context.book.audio(pathname.slice('/audio/'.length));
  if (!known) return sendText(response, 404, 'no such file');
  const { child, good } = known;
  const denial = context.behaviours.denies?.({ what: 'audio', text: child.job.text });
  if (denial) return sendDenial(response, denial);
  const redirected = searchParams.has('redirected');
  const misfortune = redirected ? 'none' : context.draw(child.id);
  if (misfortune === 'expired') child.audioToken = null;
  if (!good || misfortune === 'expired') {
    return sendText(response, 403, '<Error><Code>AccessDenied</Code></Error>', 'application/xml');
  }
  if (misfortune === 'redirect') {
    response.writeHead(302, { location: `${context.foreignOrigin()}${pathname}${search}&redirected=1` }).end();
    return;
  }
  if (sendCommon(response, misfortune, context.behaviours.retryAfterSeconds ?? 1, ERROR_MESSAGE)) return;
  await sendFile(context, child, misfortune, request, response);
}

async function sendFile(
  { behaviours }: AudioRequestContext,
  child: Child,
  misfortune: AudioMisfortune | 'none',
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = await child.audio;
  if (!file) return sendText(response, 404, 'no such file');
  const { ranges = 'ignored', chunkedAudio = false } = behaviours;
  const headers: Record<string, string> = { 'content-type': file.mediaType, etag: `"${child.id}"` };
  if (ranges !== 'ignored') headers['accept-ranges'] = 'bytes';
  const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const inPart = asked !== undefined && ranges !== 'ignored' && request.headers['if-range'] === headers['etag'];
  const start = inPart ? Math.max(0, Number(asked) - (ranges === 'wrong-offset' ? 10 : 0)) : 0;
  if (inPart) headers['content-range'] = `bytes ${start}-${file.bytes.length - 1}/${file.bytes.length}`;
  const status = inPart ? 206 : 200;
  const bytes = corruptAudio(file.bytes, behaviours.spoils?.(child.job.text)).subarray(start);
  switch (misfortune) {
    case 'half-with-length':
      return sendHalf(response, status, bytes, headers, true);
    case 'half-broken':
      return sendHalf(response, status, bytes, headers, false);
    case 'half-without-length':
      response.writeHead(status, headers).write(bytes.subarray(0, Math.floor(bytes.length / 2)));
      response.end();
      return;
    case 'too-long':
      response.writeHead(status, headers).write(bytes);
      response.end('and some more');
      return;
    default:
      if (!chunkedAudio) headers['content-length'] = String(bytes.length);
      response.writeHead(status, headers).end(bytes);
  }
}

function corruptAudio(bytes: Uint8Array, defect: 'wrong-size' | 'undecodable' | undefined): Uint8Array {
  if (defect === 'wrong-size') return bytes.subarray(0, bytes.length - 10);
  return defect === 'undecodable' ? new Uint8Array(bytes.length).fill(7) : bytes;
}
