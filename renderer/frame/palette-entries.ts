// What the command palette offers: commands, chapters, roles, projects.
import { COMMANDS, type CommandId } from '../../shared/ipc/commands.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { beforeLeaving } from '../ui/before-leaving.ts';
import { commandLabel, stepOf } from '../ui/command-labels.ts';
import { runCommand, useCommandHandlers } from '../ui/commands.ts';
import { formatCounted } from '../ui/format.ts';
import { shortcutLabel } from '../ui/shortcuts.ts';
import { notifyFailure } from '../ui/toast.tsx';
import { useUndoHistory } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { redoLatest, undoLatest } from './undo-commands.ts';

export interface PaletteEntry {
  readonly key: string;
  /** What it is: `Command`, `Chapter`, `Role`, `Project`. */
  readonly kind: string;
  readonly label: string;
  /** What stands at its end: a shortcut, or a figure. */
  readonly hint: string | null;
  readonly isShortcut: boolean;
  readonly run: () => void;
}

/** Everything that can be chosen at present, commands first. */
export function usePaletteEntries(): readonly PaletteEntry[] {
  const handlers = useCommandHandlers((state) => state.handlers);
  const { data: project } = useAsk('project.current', {});
  const { data: chapters } = useAsk('project.chapters', {}, { enabled: Boolean(project) });
  const { data: roles } = useAsk('project.roles', {}, { enabled: Boolean(project) });
  const { data: recent } = useAsk('library.recent', {});
  // Two entries are called by it.
  useUndoHistory();
  const enabled = new Set(handlers.map(({ id }) => id));
  const commands = (Object.keys(COMMANDS) as CommandId[]).filter((id) => enabled.has(id) && isOffered(id));
  return [
    ...commands.map(commandEntry),
    ...(chapters ?? []).map((chapter) => ({
      key: `chapter ${chapter.id}`,
      kind: 'Chapter',
      label: chapter.title || 'Opening',
      hint: formatCounted(chapter.lines, 'line'),
      isShortcut: false,
      run: () => showChapter(chapter.id),
    })),
    ...(roles ?? []).map(({ name, lines }) => ({
      key: `role ${name}`,
      kind: 'Role',
      label: name,
      hint: formatCounted(lines, 'line'),
      isShortcut: false,
      run: () => showRole(name),
    })),
    ...(recent ?? [])
      .filter(({ missing, id }) => !missing && id !== project?.id)
      .map(({ id, name, path }) => ({
        key: `project ${id}`,
        kind: 'Project',
        label: name,
        hint: folderWords(path),
        isShortcut: false,
        run: () => beforeLeaving('open', () => void ask('project.openRecent', { id }).catch(notifyFailure)),
      })),
  ];
}

/** Of words, undo is given where they are: from here it takes back a step, where there is one. */
const isOffered = (id: CommandId): boolean =>
  id === 'edit.undo' || id === 'edit.redo' ? stepOf(id) !== null : id !== 'palette.open';

const commandEntry = (id: CommandId): PaletteEntry => ({
  key: id,
  kind: COMMANDS[id].menu,
  label: commandLabel(id),
  hint: shortcutLabel(id),
  isShortcut: true,
  run: () => runFromPalette(id),
});

/** When an entry is chosen, the keyboard is still in the palette's own field. */
function runFromPalette(id: CommandId): void {
  if (id === 'edit.undo') void undoLatest();
  else if (id === 'edit.redo') void redoLatest();
  else runCommand(id);
}

function showChapter(chapterId: number | null): void {
  const { screen, goTo, chooseChapter } = useView.getState();
  chooseChapter(chapterId);
  if (screen !== 'review') goTo('script');
}

/** The role's lines are seen in the review, which can show one role alone. */
function showRole(role: string): void {
  const { goTo, chooseRole } = useView.getState();
  chooseRole(role);
  goTo('review');
}

/** The folder that a project lies in, by its last names: all of them together rarely tell projects apart. */
const folderWords = (path: string): string => {
  const names = path.split(/[\\/]/).slice(0, -1);
  return names.length > 3 ? `… / ${names.slice(-2).join(' / ')}` : names.join(' / ');
};
