import { Button } from '@mantine/core';
import { LibraryBig, type LucideIcon, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { CommandKeys, useShortcutLabel } from '../ui/shortcuts.tsx';
import { useView, type WorkScreen } from '../ui/view-store.ts';
import { describeError } from '../ui/wording/errors.ts';
import styles from './top-bar.module.css';

const t = words('frame');

const TABS: readonly WorkScreen[] = ['script', 'cast', 'production', 'review', 'export'];

interface TopBarProps {
  readonly project: ProjectSummary | null;
  readonly work: WorkScreen | null;
  readonly saved: ReactNode;
}

export function TopBar({ project, work, saved }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.lead}>
        <ScreenButton screen="library" label={t('bar.library')} icon={LibraryBig} />
        {project ? <ProjectName project={project} saved={saved} /> : <b>{t('lectern')}</b>}
      </div>
      {project && (
        <nav aria-label={t('bar.screens')} className={styles.tabs}>
          {TABS.map((tab) => (
            <button
              key={tab}
              type="button"
              className={styles.tab}
              aria-current={tab === work ? 'page' : undefined}
              onClick={() => useView.getState().goTo(tab)}
            >
              {t(`bar.screen.${tab}`)}
            </button>
          ))}
        </nav>
      )}
      <span className="grow" />
      <button type="button" className={styles.keys} onClick={() => runCommand('palette.open')}>
        <span className="unseen">{t('bar.palette')}</span>
        <PaletteShortcut />
      </button>
      {project && work && (
        <>
          {/* The production screen has its own render button, and on the export screen exporting is the main action. */}
          {work !== 'production' && <RenderButton project={project} isMain={work === 'script' && !project.readOnly} />}
        </>
      )}
      {!work && project && <Button onClick={() => useView.getState().goBack(true)}>{t('bar.back')}</Button>}
      <ScreenButton screen="settings" label={t('bar.settings')} icon={Settings} />
    </header>
  );
}

/** The shortcut for the palette, or the palette's name if it has no shortcut. */
function PaletteShortcut() {
  return useShortcutLabel('palette.open') === null ? t('bar.commands') : <CommandKeys id="palette.open" />;
}

interface ScreenButtonProps {
  readonly screen: 'library' | 'settings';
  readonly label: string;
  readonly icon: LucideIcon;
}

function ScreenButton({ screen, label, icon: Icon }: ScreenButtonProps) {
  const isThere = useView((view) => view.screen) === screen;
  return (
    <button
      type="button"
      className={styles.goTo}
      aria-label={label}
      aria-current={isThere ? 'page' : undefined}
      title={label}
      onClick={() => useView.getState().goTo(screen)}
    >
      <Icon aria-hidden size={16} />
    </button>
  );
}

function ProjectName({ project, saved }: { readonly project: ProjectSummary; readonly saved: ReactNode }) {
  return (
    <div className={styles.project}>
      <h1 className="cut" title={project.path}>
        {project.name}
      </h1>
      {project.readOnly ? <span className="dim">{t('bar.readOnly')}</span> : saved}
    </div>
  );
}

function RenderButton({ project, isMain }: { readonly project: ProjectSummary; readonly isMain: boolean }) {
  const { data: snapshot } = useAsk('production.snapshot', {});
  // If there is a character cap, only the plan knows which lines it allows. Otherwise, the project's count is correct
  // and cheaper to get.
  const isCapped = project.settings.characterCap !== null;
  const { data: plan } = useAsk('production.plan', { replaceApproved: true }, { enabled: isCapped });
  const waiting = isCapped && plan ? plan.lines : project.figures?.toRender;
  const run = snapshot?.run;
  const isRunning = run && (run.state === 'running' || run.state === 'paused' || run.state === 'stopping');
  const show = () => useView.getState().goTo('production');
  if (isRunning) {
    return (
      <Button variant={isMain ? 'filled' : 'default'} onClick={show}>
        {t(run.state === 'paused' ? 'bar.paused' : 'bar.rendering', { rendered: run.rendered, lines: run.lines })}
      </Button>
    );
  }
  if (waiting === undefined) return <Button variant={isMain ? 'filled' : 'default'} onClick={show} loading />;
  if (waiting === 0) return <Button onClick={show}>{t('bar.nothingToRender')}</Button>;
  return (
    <Button variant={isMain ? 'filled' : 'default'} onClick={show}>
      {t('bar.render', { lines: waiting })}
    </Button>
  );
}

interface SaveNoteProps {
  readonly kind: 'saved' | 'saving' | 'unsaved';
  readonly error: BridgeError | null;
}

export function SaveNote({ kind, error }: SaveNoteProps) {
  const reason = error && describeError(error);
  return (
    <span
      role="status"
      className={kind === 'unsaved' ? styles.unsaved : styles.saved}
      title={reason ? t('bar.whyUnsaved', { title: reason.title, detail: reason.detail }) : undefined}
    >
      {t(`bar.saved.${kind}`)}
      {reason && <span className="unseen">: {reason.title}</span>}
    </span>
  );
}
