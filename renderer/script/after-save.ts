// After an edit the rest of the window asks for what it changed: for the lines concerned at the first rest of the hands,
// and for what is about the whole script once they have rested a while. Between two keys the editor has the window alone.
import type { QueryClient } from '@tanstack/react-query';
import type { Channel, ReplyOf } from '../../shared/ipc/contract.ts';

const SOON_MS = 100;
const RESTED_MS = 250;
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
/** What playback needs: it may go on while the text is edited. */
const OF_PLAYBACK: ReadonlySet<string> = new Set<Channel>(['playback.chapter', 'playback.lines']);
const OF_CHAPTERS: ReadonlySet<string> = new Set<Channel>(['project.chapters', 'project.roles']);

/** What is to be called with each answer to an edit. */
export function refreshAfterSave(client: QueryClient): (reply: ReplyOf<'script.edit'>) => void {
  const lineIds = new Set<number>();
  let rested: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let playback: ReturnType<typeof setTimeout> | null = null;
  const refreshLines = () => {
    const concerned = new Set(lineIds);
    lineIds.clear();
    void client.invalidateQueries({
      predicate: ({ queryKey: [channel, input] }) => OF_LINE.has(String(channel)) && concerned.has(lineIdOf(input)),
    });
  };
  const refresh = (channels: ReadonlySet<string>) =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => channels.has(String(queryKey[0])) });
  const refreshPlayback = () => {
    playback = null;
    refresh(OF_PLAYBACK);
  };
  return ({ lines, chaptersChanged }) => {
    for (const { id } of lines) lineIds.add(id);
    clearTimeout(rested);
    rested = setTimeout(refreshLines, RESTED_MS);
    clearTimeout(quiet);
    quiet = setTimeout(() => refresh(OF_SCRIPT), QUIET_MS);
    if (playback === null) playback = setTimeout(refreshPlayback, SOON_MS);
    if (chaptersChanged) refresh(OF_CHAPTERS);
  };
}

function lineIdOf(input: unknown): number {
  return typeof input === 'object' && input !== null && 'lineId' in input ? Number(input.lineId) : Number.NaN;
}
