import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, useEvent } from '../bridge/ask.ts';
import { askQuery, useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { bufferTyping } from '../ui/fields/buffered-typing.ts';
import { beforeLeaving, setUnsaved } from '../ui/overlays/before-leaving.ts';
import { notify, notifyError, notifyFailure } from '../ui/overlays/toast.tsx';
import { whileReading } from '../ui/reading.ts';
import { useView } from '../ui/view-store.ts';
import { castChangeTexts } from '../ui/wording/cast-changes.ts';
import { withEmptiedChapters } from './listed-chapters.ts';
import { useUndoCommands } from './undo-commands.ts';

const t = words('frame');

const { goTo, openDialog, setPalette, toggleInspector } = useView.getState();

/** Buffers typing, because the palette's code might still be loading. */
function openPalette(): void {
  if (useView.getState().paletteOpen) return;
  bufferTyping(() => setPalette(false));
  setPalette(true);
}

interface AppCommandsProps {
  readonly projectId: string | null;
  readonly isUnsaved: boolean;
}

export function AppCommands({ projectId, isUnsaved }: AppCommandsProps) {
  const projectIsOpen = projectId !== null;
  useUndoCommands(projectId);
  useProjectCommands(projectIsOpen);
  useEffect(() => {
    setUnsaved(isUnsaved);
    ask('app.setUnsaved', { unsaved: isUnsaved }).catch(notifyFailure);
  }, [isUnsaved]);
  useGoCommands(projectIsOpen);
  const hasInspector = useView(({ screen }) => screen !== 'library' && screen !== 'settings');
  const switchTheme = useSwitchTheme();
  useCommand('palette.open', openPalette);
  useCommand('view.inspector', toggleInspector, projectIsOpen && hasInspector);
  useCommand('view.theme', switchTheme);
  useCommand('queue.open', () => openDialog('queue'));
  useCommand('export.verify', () => openDialog('verify'));
  useCommand('help.manual', () => openDialog('manual'));
  useCommand('help.shortcuts', () => openDialog('shortcuts'));
  useCommand('settings.open', () => goTo('settings'));
  useEvent('import-ready', ({ importId, later }) => useView.getState().showImport(importId, later));
  useEvent('import-failed', ({ error }) => notifyError(error));
  useEvent('defect', ({ id }) => notifyError({ kind: 'internal', id }));
  useEvent('roles-cast', ({ changes }) => notify(castChangeTexts(changes).join(' '), { id: 'roles-cast' }));
  useEvent('disclosure-changed', ({ former, sentence }) =>
    notify(disclosureText(former, sentence), {
      id: 'disclosure',
      action: { label: t('disclosure.change'), run: () => openDialog('book') },
    }),
  );
  useEvent('studio-restarted', () => notify(t('studioRestarted'), { id: 'studio' }));
  return null;
}

function disclosureText(former: string | null, sentence: string | null): string {
  if (sentence === null) return t('disclosure.removed', { sentence: former ?? '' });
  return former === null ? t('disclosure.added', { sentence }) : t('disclosure.reworded', { sentence });
}

const closeProject = () => void ask('project.close', {}).catch(notifyFailure);

const openProject = () => void ask('dialog.openProject', {}).catch(notifyFailure);

function useProjectCommands(projectIsOpen: boolean): void {
  useCommand('project.new', () => openDialog('new'));
  useCommand('project.open', () => beforeLeaving('open', openProject));
  useCommand('project.import', () => void importScript().catch(notifyFailure));
  useCommand('project.importClipboard', () => void importClipboard().catch(notifyFailure));
  useCommand('project.close', () => beforeLeaving('close', closeProject), projectIsOpen);
  useCommand('project.reveal', () => void ask('shell.reveal', { what: 'project' }).catch(notifyFailure), projectIsOpen);
  useCommand('book.details', () => openDialog('book'), projectIsOpen);
  useCommand('project.snapshots', () => openDialog('snapshots'), projectIsOpen);
  useCommand('cast.addRole', () => openDialog('add-role'), projectIsOpen);
  useCommand('export.open', () => goTo('export'), projectIsOpen);
}

async function importScript(): Promise<void> {
  const chosen = await whileReading(() => ask('dialog.importScript', {}));
  if (chosen) useView.getState().showImport(chosen.importId, chosen.later);
}

async function importClipboard(): Promise<void> {
  const found = await whileReading(() => ask('shell.importClipboard', {}));
  if (found === null) return;
  if (found.importId === null) notify(t('clipboardEmpty'), { id: 'clipboard' });
  else useView.getState().showImport(found.importId);
}

function useGoCommands(projectIsOpen: boolean): void {
  const { data: chapters } = useAsk('project.chapters', {}, { enabled: projectIsOpen });
  const step = (by: number) => {
    const { chapterId, chooseChapter, emptied } = useView.getState();
    const listed = chapters && withEmptiedChapters(chapters, emptied);
    const at = listed?.findIndex(({ id }) => id === chapterId) ?? -1;
    const next = listed?.[at + by];
    if (next) chooseChapter(next.id);
  };
  useCommand('go.script', () => goTo('script'), projectIsOpen);
  useCommand('go.cast', () => goTo('cast'), projectIsOpen);
  useCommand('go.production', () => goTo('production'), projectIsOpen);
  useCommand('go.review', () => goTo('review'), projectIsOpen);
  useCommand('go.export', () => goTo('export'), projectIsOpen);
  useCommand('go.library', () => goTo('library'));
  useCommand('go.nextChapter', () => step(1), projectIsOpen);
  useCommand('go.previousChapter', () => step(-1), projectIsOpen);
  // The production screen handles this command itself, because it shows the plan first.
  useCommand('run.start', () => goTo('production'), projectIsOpen);
}

/** Toggles relative to the theme on the screen. */
function useSwitchTheme(): () => void {
  const queryClient = useQueryClient();
  return () => {
    const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark';
    ask('app.setTheme', { theme })
      .then(() => queryClient.invalidateQueries({ queryKey: askQuery('app.info', {}).queryKey }))
      .catch(notifyFailure);
  };
}
