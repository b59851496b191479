// The answers of the application's own scheme: its page, and media by id.
import { readAddress } from './page-address.ts';
import { pageHeaders } from './page-headers.ts';
import { type AuditionSource, serveAudition } from './serve-audition.ts';
import { emptyAnswer, serveAsset, serveMedia } from './serve-file.ts';

export interface PageAnswerOptions {
  /** Where the page's files are. */
  readonly pageFolder: string;
  /** The nonce for style elements. */
  readonly styleNonce: string;
  /** The file of a take; null where there is none. */
  readonly locateTake: (takeId: number) => Promise<{ readonly path: string; readonly contentType: string } | null>;
  /** The file of a project's cover; null where there is none. */
  readonly locateCover: (id: string) => Promise<{ readonly path: string; readonly contentType: string } | null>;
  readonly auditions: AuditionSource;
  /** Notes what failed though it should not have. */
  readonly noteDefect: (error: unknown) => void;
}

/** What answers a request; it never fails. */
export function createPageAnswer(options: PageAnswerOptions): (request: Request) => Promise<Response> {
  const common = Object.entries(pageHeaders(options.styleNonce));
  return async (request) => {
    const answer = await answerRequest(options, request).catch((error: unknown) => {
      options.noteDefect(error);
      return emptyAnswer(500);
    });
    for (const [name, value] of common) answer.headers.set(name, value);
    return answer;
  };
}

async function answerRequest(options: PageAnswerOptions, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return emptyAnswer(405, { allow: 'GET, HEAD' });
  const target = readAddress(request.url);
  if (!target) return emptyAnswer(404);
  if (target.kind === 'asset') return serveAsset(options.pageFolder, target.names, request.method);
  if (target.kind === 'audition') return serveAudition(options.auditions, target.auditionId, request.method);
  const media = await (target.kind === 'cover' ? options.locateCover(target.id) : options.locateTake(target.takeId));
  return media ? serveMedia(media.path, media.contentType, request) : emptyAnswer(404);
}
