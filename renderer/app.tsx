// Puts the screens together. Each is a chunk of its own; the frame around them is there at once.
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { ProjectSummary } from '../shared/ipc/project-requests.ts';
import { useAsk } from './bridge/use-ask.ts';
import { AppCommands } from './frame/app-commands.tsx';
import { Frame } from './frame/frame.tsx';
import { SaveNote } from './frame/save-note.tsx';
import { ScreenFailure } from './frame/screen-failure.tsx';
import { RunCommands } from './production/run-commands.ts';
import { useSaveState } from './script/save-state.ts';
import { endErrors } from './ui/toast.tsx';
import { useView, type WorkScreen } from './ui/view-store.ts';

/** The first screen is fetched at once, not when it is known that no project is open. */
const libraryScreen = import('./library/library-screen.tsx');
const ScriptScreen = lazy(async () => ({ default: (await import('./script/script-screen.tsx')).ScriptScreen }));
const ProductionScreen = lazy(async () => ({
  default: (await import('./production/production-screen.tsx')).ProductionScreen,
}));
const ProductionInspector = lazy(async () => ({
  default: (await import('./production/production-inspector.tsx')).ProductionInspector,
}));
const ReviewScreen = lazy(async () => ({ default: (await import('./review/review-screen.tsx')).ReviewScreen }));
const LineInspector = lazy(async () => ({ default: (await import('./inspector/line-inspector.tsx')).LineInspector }));
const LibraryScreen = lazy(async () => ({ default: (await libraryScreen).LibraryScreen }));
const SettingsScreen = lazy(async () => ({ default: (await import('./settings/settings-screen.tsx')).SettingsScreen }));
const CommandPalette = lazy(async () => ({ default: (await import('./frame/command-palette.tsx')).CommandPalette }));
const Player = lazy(async () => ({ default: (await import('./player/player.tsx')).Player }));
const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

const SCREENS: Readonly<Record<WorkScreen, { readonly main: ReactNode; readonly inspector: ReactNode }>> = {
  script: { main: <ScriptScreen />, inspector: <LineInspector /> },
  production: { main: <ProductionScreen />, inspector: <ProductionInspector /> },
  review: { main: <ReviewScreen />, inspector: <LineInspector /> },
};

export function App() {
  const { data: project, isPending } = useAsk('project.current', {});
  const screen = useView((view) => view.screen);
  const isUnsaved = useSaveState().kind === 'unsaved';
  useFollowProject(project);
  if (isPending) return null;
  const work = screen === 'library' || screen === 'settings' || !project ? null : screen;
  return (
    <>
      <AppCommands projectIsOpen={Boolean(project)} isUnsaved={isUnsaved} />
      {project && <RunCommands />}
      <Frame
        project={project ?? null}
        work={work}
        saved={<ScriptSaveNote />}
        main={
          <ScreenFailure key={`${screen} ${project?.id}`}>
            <Suspense fallback={null}>
              {work ? SCREENS[work].main : screen === 'settings' ? <SettingsScreen /> : <LibraryScreen />}
            </Suspense>
          </ScreenFailure>
        }
        inspector={work && <Suspense fallback={null}>{SCREENS[work].inspector}</Suspense>}
        player={
          project && (
            <Suspense fallback={null}>
              <Player key={project.id} />
            </Suspense>
          )
        }
      />
      <Suspense fallback={null}>
        <CommandPalette />
        <Dialogs />
      </Suspense>
    </>
  );
}

function ScriptSaveNote() {
  const state = useSaveState();
  return <SaveNote kind={state.kind} error={state.kind === 'unsaved' ? state.error : null} />;
}

/** Another project: its script; none: the library. What went wrong before is over. */
function useFollowProject(project: ProjectSummary | null | undefined): void {
  const id = project === undefined ? undefined : (project?.id ?? null);
  useEffect(
    () =>
      useView.subscribe((now, before) => {
        if (now.screen !== before.screen) endErrors();
      }),
    [],
  );
  useEffect(() => {
    if (id === undefined) return;
    endErrors();
    const { reset, goTo } = useView.getState();
    reset();
    goTo(id === null ? 'library' : 'script');
  }, [id]);
}
