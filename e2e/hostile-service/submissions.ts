// Handles batch submissions to the hostile service.
import type { ServerResponse } from 'node:http';
import type { BatchCreation } from '@lectern/tts-protocol';
import type { Batch, BatchStore, Origins } from './batch-store.ts';
import type { HostileBehaviours, SubmissionMisfortune } from './behaviours.ts';
import { PAGE, resetConnection, sendCommon, sendHalf, sendJson, sendText } from './replies.ts';
import type { Ending, Statistics } from './statistics.ts';

export interface SubmissionRequestContext {
  readonly book: BatchStore;
  readonly behaviours: HostileBehaviours;
  readonly draw: (subject: string) => SubmissionMisfortune | 'none';
  readonly statistics: Statistics;
  readonly origins: () => Origins;
  readonly said: string;
}

/** For each misfortune, what the client can conclude, and whether jobs are created. */
const ENDINGS: Readonly<Record<SubmissionMisfortune | 'none', readonly [Ending, made: boolean]>> = {
  none: ['accepted', true],
  'reset-before': ['doubtful', false],
  'reset-after': ['doubtful', true],
  '500-before': ['doubtful', false],
  '500-after': ['doubtful', true],
  '500-html-after': ['doubtful', true],
  '502-text': ['doubtful', false],
  '503-text': ['doubtful', false],
  '429': ['refused', false],
  '429-retry-after': ['refused', false],
  '201-html': ['accepted', true],
  '201-empty': ['doubtful', true],
  '201-half': ['accepted', true],
  '201-half-no-location': ['doubtful', true],
  '201-no-location': ['accepted', true],
  '201-no-links': ['accepted', true],
  '201-no-way-back': ['doubtful', true],
  '201-foreign': ['accepted', true],
  '202': ['doubtful', true],
  redirect: ['doubtful', false],
  'silence-after': ['doubtful', true],
};

/** Handles a batch submission. @param path the request's path */
export async function handleSubmission(
  context: SubmissionRequestContext,
  creation: BatchCreation,
  path: string,
  response: ServerResponse,
): Promise<void> {
  const misfortune = context.draw('submissions');
  const [ending, made] = ENDINGS[misfortune];
  context.statistics.recordSubmission(creation.jobs, ending, made);
  if (!made) return refuse(context, misfortune, path, response);
  const batch = context.book.accept(creation);
  context.statistics.batches += 1;
  context.statistics.jobs += batch.children.length;
  await confirm(context, batch, misfortune, path, response);
}

function refuse(
  context: SubmissionRequestContext,
  misfortune: SubmissionMisfortune | 'none',
  path: string,
  response: ServerResponse,
) {
  if (misfortune === 'redirect') {
    response.writeHead(307, { location: context.origins().foreign + path }).end();
    return;
  }
  const kind = misfortune.replace(/-before$/, '');
  sendCommon(response, kind, context.behaviours.retryAfterSeconds ?? 1, context.said);
}

async function confirm(
  context: SubmissionRequestContext,
  batch: Batch,
  misfortune: SubmissionMisfortune | 'none',
  path: string,
  response: ServerResponse,
): Promise<void> {
  const origins = context.origins();
  const location = { location: context.book.href({ batch }, origins, path) };
  const body = await context.book.batchResource(batch, origins, path);
  const bytes = Buffer.from(JSON.stringify(body));
  const json = { 'content-type': 'application/json' };
  switch (misfortune) {
    case 'silence-after':
      return context.behaviours.onSilence?.(response.req);
    case 'reset-after':
      return resetConnection(response);
    case '500-after':
      return sendJson(response, 500, { message: context.said });
    case '500-html-after':
      return sendText(response, 500, PAGE, 'text/html');
    case '201-html':
      response.writeHead(201, { 'content-type': 'text/html', ...location }).end(PAGE);
      return;
    case '201-empty':
      response.writeHead(201).end();
      return;
    case '201-half':
      return sendHalf(response, 201, bytes, { ...json, ...location }, true);
    case '201-half-no-location':
      return sendHalf(response, 201, bytes, json, false);
    case '201-no-location':
      return sendJson(response, 201, body);
    case '201-no-links':
      return sendJson(response, 201, withoutLinks(body), location);
    case '201-no-way-back':
      return sendJson(response, 201, withoutLinks(body));
    case '201-foreign': {
      const elsewhere = { own: origins.foreign, foreign: origins.foreign };
      const { jobs: _, ...rest } = await context.book.batchResource(batch, elsewhere, path);
      const location = context.book.href({ batch }, elsewhere, path);
      return sendJson(response, 201, { ...rest, jobs: [] }, { location });
    }
    case '202':
      return sendJson(response, 202, body, location);
    default:
      return sendJson(response, 201, body, location);
  }
}

/** Removes `_links` from a batch and its children. */
function withoutLinks(body: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(body, (name, value) => (name === '_links' ? undefined : value)));
}
