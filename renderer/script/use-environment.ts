// Fills what the editors draw by: the project's way of reading names, its cast, its colours.
import { EditorState } from '@codemirror/state';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Chapter, RoleSummary } from '../../shared/ipc/project-requests.ts';
import type { ProjectSettings } from '../../shared/model/settings.ts';
import { roleMarkReader } from '../../shared/rules/role-marks.ts';
import { defaultTurnPrefix } from '../../shared/rules/turn-prefix.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { playLine } from '../ui/play-line.ts';
import { useRoleColours } from '../ui/role-colours.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { refreshAfterSave } from './after-save.ts';
import { redraw } from './document/document-state.ts';
import type { ScriptSession } from './document/script-session.ts';
import { readOnlySetting } from './editor/create-state.ts';
import { noteEmptied } from './emptied-chapters.ts';
import { environment } from './project-sessions.ts';
import { type Block, readBlock } from './rows/read-block.ts';
import { remembering } from './rows/scan-rows.ts';

/** Keeps the environment of a shown document in step with the project. */
export function useEnvironment(session: ScriptSession | null): void {
  const { data: project } = useAsk('project.current', {});
  const { data: roles } = useAsk('project.roles', {});
  const { data: chapters } = useAsk('project.chapters', {});
  const queryClient = useQueryClient();
  const colourOf = useRef((_role: string): string => 'var(--dim)');
  colourOf.current = useRoleColours();
  // Counts change with every keystroke; what the drawing depends on does not.
  const settingsKey = JSON.stringify(project ? readingSettings(project.settings) : null);
  const rolesKey = JSON.stringify(roles?.map(({ name, turnPrefix }) => [name, turnPrefix]) ?? []);
  const numbersKey = JSON.stringify(chapters?.map(({ id, number }) => [id, number]) ?? []);
  const read = useMemo(() => readerOf(settingsKey, rolesKey), [settingsKey, rolesKey]);

  useEffect(() => {
    environment.readBlock = read;
    environment.roleColour = (role) => colourOf.current(role);
    session?.dispatch({ effects: redraw.of(null) });
  }, [read, session]);

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
    environment.playLine = (lineId) => {
      playLine(queryClient, lineId)
        .then((plays) => plays || notify('This line has no take to play yet.', { id: 'no-take' }))
        .catch(notifyFailure);
    };
    const refresh = refreshAfterSave(queryClient);
    environment.onSaved = (saved, reply) => {
      // Until it is asked for again, the list still has a chapter that was emptied.
      noteEmptied(saved, queryClient.getQueryData<Chapter[]>(askKey('project.chapters', {})) ?? []);
      refresh(reply);
    };
  }, [queryClient]);
}

type ReadingSettings = Pick<ProjectSettings, 'roleMarks' | 'confirmedRoles' | 'speakBrackets'>;

const readingSettings = ({ roleMarks, confirmedRoles, speakBrackets }: ProjectSettings): ReadingSettings => ({
  roleMarks,
  confirmedRoles,
  speakBrackets,
});

function readerOf(settingsKey: string, rolesKey: string): (text: string) => Block {
  const settings = JSON.parse(settingsKey) as ReadingSettings | null;
  const prefixes = new Map(JSON.parse(rolesKey) as [RoleSummary['name'], RoleSummary['turnPrefix']][]);
  const readMark = roleMarkReader(settings ?? { roleMarks: 'capitals', confirmedRoles: [] });
  const prefixOf = (role: string) => prefixes.get(role) ?? defaultTurnPrefix(role);
  return remembering((text) =>
    readBlock(text, { readMark, prefixOf, speakBrackets: settings?.speakBrackets ?? false }),
  );
}
