import { EditorState } from '@codemirror/state';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Channel, ReplyOf } from '../../shared/ipc/contract.ts';
import type { Chapter, RoleSummary } from '../../shared/ipc/project-requests.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { roleMarkReader } from '../../shared/rules/role-marks.ts';
import { defaultTurnPrefix } from '../../shared/rules/turn-prefix.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { useRoleColours } from '../ui/role-name.tsx';
import { playLine } from '../ui/sound/play-line.ts';
import { useView } from '../ui/view-store.ts';
import { redraw } from './document/document-state.ts';
import type { ScriptSession } from './document/script-session.ts';
import { readOnlySetting } from './editor/create-state.ts';
import { environment } from './project-sessions.ts';
import { type ParagraphBlock, readBlock } from './rows/read-block.ts';
import { cached } from './rows/scan-rows.ts';

const t = words('script');

/**
 * Keeps a chapter whose text has been deleted in the list for as long as undo can restore it. Must be called after each
 * saved edit.
 */
export function noteEmptiedChapters(
  { chapterIds, lastChapterIds }: Pick<ScriptSession, 'chapterIds' | 'lastChapterIds'>,
  chapters: readonly Chapter[],
): void {
  const { emptied, chapterId, setEmptied } = useView.getState();
  const known = emptied.find(({ id }) => lastChapterIds.includes(id));
  if (chapterIds.length > 0) {
    // Until the list contains a restored chapter, keep the note about it. Otherwise, another chapter would be selected.
    const isAwaited =
      known !== undefined && chapterIds.includes(known.id) && !chapters.some(({ id }) => id === known.id);
    if (known !== undefined && !isAwaited) setEmptied(emptied.filter((one) => one !== known));
    return;
  }
  if (known !== undefined) return;
  const id = lastChapterIds.includes(chapterId) ? chapterId : (lastChapterIds[0] ?? null);
  const at = chapters.findIndex((chapter) => chapter.id === id);
  setEmptied([...emptied, { id, title: chapters[at]?.title ?? '', at: Math.max(0, at) }]);
}

export function useEnvironment(session: ScriptSession | null): void {
  const { data: project } = useAsk('project.current', {});
  const { data: roles } = useAsk('project.roles', {});
  const { data: chapters } = useAsk('project.chapters', {});
  const queryClient = useQueryClient();
  const colourOf = useRef((_role: string): string => 'var(--dim)');
  colourOf.current = useRoleColours();
  // Compared as strings, because the counts in this data change with each keystroke, but these settings don't.
  const settingsKey = JSON.stringify(project ? readingSettings(project.settings) : null);
  const rolesKey = JSON.stringify(roles?.map(({ name, turnPrefix }) => [name, turnPrefix]) ?? []);
  const numbersKey = JSON.stringify(chapters?.map(({ id, number }) => [id, number]) ?? []);
  const read = useMemo(() => createReader(settingsKey, rolesKey), [settingsKey, rolesKey]);

  useEffect(() => {
    environment.readBlock = read;
    environment.roleColour = (role) => colourOf.current(role);
    session?.dispatch({ effects: redraw.of(null) });
  }, [read, session]);

  useEffect(() => {
    const names = (roles ?? []).toSorted((a, b) => b.lines - a.lines).map(({ name }) => name);
    environment.roleNames = () => names;
  }, [roles]);

  useEffect(() => {
    const numbers = new Map(JSON.parse(numbersKey) as [Chapter['id'], Chapter['number']][]);
    environment.chapterNumber = (headingId) => numbers.get(headingId);
    session?.dispatch({ effects: redraw.of(null) });
  }, [numbersKey, session]);

  useEffect(() => {
    environment.hasOtherChapters = () => {
      const own = session ? [...session.chapterIds, ...session.lastChapterIds] : [];
      const chapters = queryClient.getQueryData<Chapter[]>(askKey('project.chapters', {})) ?? [];
      return chapters.some(({ id }) => !own.includes(id));
    };
  }, [session, queryClient]);

  const readOnly = project?.readOnly ?? false;
  useEffect(() => {
    session?.dispatch({ effects: readOnlySetting.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [session, readOnly]);

  useEffect(() => {
    environment.reachesOver = () => queueMicrotask(() => notify(t('reachesOver'), { id: 'reaches-over' }));
    environment.playLine = (lineId) => {
      playLine(queryClient, lineId)
        .then((plays) => plays || notify(t('noTake'), { id: 'no-take' }))
        .catch(notifyFailure);
    };
    const refresh = refreshAfterSave(queryClient);
    environment.onSaved = (saved, reply) => {
      // Must run before the list is refetched, while the list still contains the chapter whose text has been deleted.
      noteEmptiedChapters(saved, queryClient.getQueryData<Chapter[]>(askKey('project.chapters', {})) ?? []);
      refresh(reply);
    };
  }, [queryClient]);
}

type ReadingSettings = Pick<ProjectSettings, 'roleMarks' | 'confirmedRoles' | 'speakBrackets' | 'actOnDirections'>;

const readingSettings = (settings: ProjectSettings): ReadingSettings => {
  const { roleMarks, confirmedRoles, speakBrackets, actOnDirections } = settings;
  return { roleMarks, confirmedRoles, speakBrackets, actOnDirections };
};

function createReader(settingsKey: string, rolesKey: string): (text: string) => ParagraphBlock {
  const settings = JSON.parse(settingsKey) as ReadingSettings | null;
  const prefixes = new Map(JSON.parse(rolesKey) as [RoleSummary['name'], RoleSummary['turnPrefix']][]);
  const readMark = roleMarkReader(settings ?? { roleMarks: 'capitals', confirmedRoles: [] });
  const prefixOf = (role: string) => prefixes.get(role) ?? defaultTurnPrefix(role);
  return cached((text) =>
    readBlock(text, {
      readMark,
      prefixOf,
      speakBrackets: settings?.speakBrackets ?? false,
      actOnDirections: settings?.actOnDirections ?? false,
    }),
  );
}

const SOON_MS = 100;
const RESTED_MS = 250;
const QUIET_MS = 1_000;

const LINE_CHANNELS: ReadonlySet<string> = new Set<Channel>(['line.detail', 'review.takes']);
const SCRIPT_CHANNELS: ReadonlySet<string> = new Set<Channel>([
  'script.briefs',
  'script.chapterBriefs',
  'script.find',
  'review.list',
  'review.rows',
  'production.plan',
]);
/** These queries are refetched early, because playback can continue while the producer edits. */
const PLAYBACK_CHANNELS: ReadonlySet<string> = new Set<Channel>(['playback.chapter', 'playback.lines']);
const CHAPTER_CHANNELS: ReadonlySet<string> = new Set<Channel>(['project.chapters', 'project.roles']);

/** Refetches the affected lines when typing first pauses, and data for the whole script after a longer pause. */
export function refreshAfterSave(client: QueryClient): (reply: ReplyOf<'script.edit'>) => void {
  const lineIds = new Set<number>();
  let rested: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let playback: ReturnType<typeof setTimeout> | null = null;
  const refreshLines = () => {
    const concerned = new Set(lineIds);
    lineIds.clear();
    void client.invalidateQueries({
      predicate: ({ queryKey: [channel, input] }) =>
        LINE_CHANNELS.has(String(channel)) && concerned.has(lineIdOf(input)),
    });
  };
  const refresh = (channels: ReadonlySet<string>) =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => channels.has(String(queryKey[0])) });
  const refreshPlayback = () => {
    playback = null;
    refresh(PLAYBACK_CHANNELS);
  };
  return ({ lines, chaptersChanged }) => {
    for (const { id } of lines) lineIds.add(id);
    clearTimeout(rested);
    rested = setTimeout(refreshLines, RESTED_MS);
    clearTimeout(quiet);
    quiet = setTimeout(() => refresh(SCRIPT_CHANNELS), QUIET_MS);
    if (playback === null) playback = setTimeout(refreshPlayback, SOON_MS);
    if (chaptersChanged) refresh(CHAPTER_CHANNELS);
  };
}

function lineIdOf(input: unknown): number {
  return typeof input === 'object' && input !== null && 'lineId' in input ? Number(input.lineId) : Number.NaN;
}
