// After an edit the rest of the window asks anew for what it changed: soon for the lines concerned, and for what is about
// the whole script once nobody types for a moment.
import type { QueryClient } from '@tanstack/react-query';
import type { Channel, ReplyOf } from '../../shared/ipc/contract.ts';

const SOON_MS = 100;
const QUIET_MS = 1_000;

const OF_LINE: ReadonlySet<string> = new Set<Channel>(['line.detail', 'review.takes']);
const OF_SCRIPT: ReadonlySet<string> = new Set<Channel>([
  'script.briefs',
  'script.chapterBriefs',
  'script.find',
  'review.list',
  'review.rows',
  'production.plan',
]);
const OF_CHAPTERS: ReadonlySet<string> = new Set<Channel>(['project.chapters', 'project.roles']);

/** What is to be called with each answer to an edit. */
export function refreshAfterSave(client: QueryClient): (reply: ReplyOf<'script.edit'>) => void {
  const lineIds = new Set<number>();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const refreshLines = () => {
    const concerned = new Set(lineIds);
    lineIds.clear();
    void client.invalidateQueries({
      predicate: ({ queryKey: [channel, input] }) => OF_LINE.has(String(channel)) && concerned.has(lineIdOf(input)),
    });
  };
  const refreshScript = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => OF_SCRIPT.has(String(queryKey[0])) });
  return ({ lines, chaptersChanged }) => {
    if (lineIds.size === 0 && lines.length > 0) setTimeout(refreshLines, SOON_MS);
    for (const { id } of lines) lineIds.add(id);
    clearTimeout(quiet);
    quiet = setTimeout(refreshScript, QUIET_MS);
    if (chaptersChanged) {
      void client.invalidateQueries({ predicate: ({ queryKey }) => OF_CHAPTERS.has(String(queryKey[0])) });
    }
  };
}

function lineIdOf(input: unknown): number {
  return typeof input === 'object' && input !== null && 'lineId' in input ? Number(input.lineId) : Number.NaN;
}
