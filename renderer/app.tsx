import { Button, DirectionProvider } from '@mantine/core';
import { useIsFetching } from '@tanstack/react-query';
import { Component, type ComponentProps, lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { ProjectSummary } from '../shared/ipc/project-requests.ts';
import { directionOf } from '../shared/words/languages.ts';
import { initialProject } from './bridge/page-options.ts';
import { projectKey, useAsk } from './bridge/use-ask.ts';
import { AppCommands } from './frame/app-commands.tsx';
import { Frame, preloadProjectFrame } from './frame/frame.tsx';
import { SaveNote } from './frame/top-bar.tsx';
import { LibraryScreen } from './library/library-screen.tsx';
import { words } from './locales/words.ts';
import { RunCommands } from './production/run-commands.ts';
import { useIsUnsaved, useSaveState } from './script/save-state.ts';
import { useLanguage } from './ui/language.ts';
import { lazyPart, useIdle } from './ui/lazy-part.tsx';
import { hideErrors } from './ui/overlays/toast.tsx';
import { FollowPreferences } from './ui/preferences.ts';
import { setReadOnly } from './ui/read-only.tsx';
import { setRetakesProject } from './ui/retakes.ts';
import { EmptyState } from './ui/screen-parts.tsx';
import { FollowDevices } from './ui/sound/sound-output.ts';
import { useView, type WorkScreen } from './ui/view-store.ts';

const t = words('frame');

const ScriptScreen = lazyPart(async () => (await import('./script/script-screen.tsx')).ScriptScreen);
const CastScreen = lazy(async () => ({ default: (await import('./cast/cast-screen.tsx')).CastScreen }));
const CastInspector = lazy(async () => ({ default: (await import('./cast/cast-inspector.tsx')).CastInspector }));
const ProductionScreen = lazy(async () => ({
  default: (await import('./production/production-screen.tsx')).ProductionScreen,
}));
const ProductionInspector = lazy(async () => ({
  default: (await import('./production/production-inspector.tsx')).ProductionInspector,
}));
const ReviewScreen = lazy(async () => ({ default: (await import('./review/review-screen.tsx')).ReviewScreen }));
const ExportScreen = lazy(async () => ({ default: (await import('./export/export-screen.tsx')).ExportScreen }));
const ExportInspector = lazy(async () => ({
  default: (await import('./export/export-inspector.tsx')).ExportInspector,
}));
const LineInspector = lazyPart(async () => (await import('./inspector/line-inspector.tsx')).LineInspector);
const CuesPanel = lazyPart(async () => (await import('./cues/cues-panel.tsx')).CuesPanel);
const NoLine = lazyPart(async () => (await import('./inspector/line-inspector.tsx')).NoLine);
const SettingsScreen = lazy(async () => ({ default: (await import('./settings/settings-screen.tsx')).SettingsScreen }));
// Memoised, because the project's figures change every time typing is saved.
const Player = lazyPart(async () => memo((await import('./player/player.tsx')).Player));
const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }));

const SCREENS: Readonly<Record<WorkScreen, { readonly main: ReactNode; readonly inspector: ReactNode }>> = {
  script: { main: <ScriptScreen />, inspector: <LineInspector whenNone={<CuesPanel whenNone={<NoLine />} />} /> },
  cast: { main: <CastScreen />, inspector: <CastInspector /> },
  production: { main: <ProductionScreen />, inspector: <ProductionInspector /> },
  review: { main: <ReviewScreen />, inspector: <LineInspector /> },
  export: { main: <ExportScreen />, inspector: <ExportInspector cues={<CuesPanel />} /> },
};

const hadNoProject = initialProject() === 'none';

export function App() {
  const { data, isPending } = useAsk('project.current', {});
  const project = isPending && hadNoProject ? null : data;
  const language = useLanguage();
  useFollowProject(project);
  useEffect(() => setReadOnly(project?.readOnlyBecause ?? null), [project?.readOnlyBecause]);
  if (isPending && !hadNoProject) return null;
  return (
    <>
      <FollowPreferences />
      <FollowDevices />
      {/* Remounts everything when the language changes, because stores, memoised values and the editor hold translated text. */}
      <DirectionProvider key={language} initialDirection={directionOf(language)} detectDirection={false}>
        <Screens project={project ?? null} />
      </DirectionProvider>
    </>
  );
}

function Screens({ project }: { readonly project: ProjectSummary | null }) {
  const screen = useView((view) => view.screen);
  const isUnsaved = useIsUnsaved();
  const work = screen === 'library' || screen === 'settings' || !project ? null : screen;
  return (
    <>
      <AppCommands projectId={projectKey(project)} isUnsaved={isUnsaved} />
      {project && <RunCommands />}
      <Frame
        project={project}
        work={work}
        saved={<ScriptSaveNote />}
        main={
          <ScreenFailure key={`${screen} ${projectKey(project)}`}>
            <Suspense fallback={null}>
              {work ? SCREENS[work].main : screen === 'settings' ? <SettingsScreen /> : <LibraryScreen />}
            </Suspense>
          </ScreenFailure>
        }
        inspector={work && <Suspense fallback={null}>{SCREENS[work].inspector}</Suspense>}
        player={
          project && (
            <Suspense fallback={null}>
              <Player key={projectKey(project)} />
            </Suspense>
          )
        }
      />
      <LazyOverlays screen={work ? 'work' : screen === 'settings' ? 'settings' : 'library'} />
    </>
  );
}

export const preloadProject = (): Promise<unknown> =>
  Promise.all([ScriptScreen.preload(), preloadProjectFrame(), LineInspector.preload(), Player.preload()]);

function LazyOverlays(props: ComponentProps<typeof Overlays>) {
  const isWanted = useView(({ paletteOpen, dialog }) => paletteOpen || dialog !== null);
  const [isIdle, setRested] = useState(false);
  useEffect(() => {
    if (isIdle) void preloadProject();
  }, [isIdle]);
  return (
    <>
      {!isIdle && <FirstIdle onIdleChange={setRested} />}
      {(isWanted || isIdle) && (
        <Suspense fallback={null}>
          <Overlays {...props} />
        </Suspense>
      )}
    </>
  );
}

/** A separate component, because it re-renders every time a query changes. */
function FirstIdle({ onIdleChange }: { readonly onIdleChange: (isIdle: boolean) => void }) {
  const isIdle = useIdle(useIsFetching() === 0);
  useEffect(() => onIdleChange(isIdle), [isIdle, onIdleChange]);
  return null;
}

function ScriptSaveNote() {
  const state = useSaveState();
  const error = state.kind === 'unsaved' ? state.error : null;
  return <SaveNote kind={state.kind} error={error} />;
}

function useFollowProject(project: ProjectSummary | null | undefined): void {
  const id = project === undefined ? undefined : projectKey(project);
  useEffect(
    () =>
      useView.subscribe((now, before) => {
        if (now.screen !== before.screen) hideErrors();
      }),
    [],
  );
  useEffect(() => {
    if (id === undefined) return;
    hideErrors();
    setRetakesProject(id);
    const { reset, goTo } = useView.getState();
    reset();
    goTo(id === null ? 'library' : 'script');
  }, [id]);
}

interface ScreenFailureProps {
  readonly children: ReactNode;
}

/** An error boundary, so that an error in one screen doesn't take down the whole window. */
class ScreenFailure extends Component<ScreenFailureProps, { readonly failure: string | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure instanceof Error ? failure.message : String(failure) };
  }

  override render() {
    if (this.state.failure === null) return this.props.children;
    return (
      <EmptyState title={t('defect.title')} detail={t('defect.detail', { message: this.state.failure })}>
        <Button onClick={() => this.setState({ failure: null })}>{t('defect.retry')}</Button>
      </EmptyState>
    );
  }
}
