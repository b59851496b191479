// Progress of an export for a delivery target or another program.
import { Button, Progress } from '@mantine/core';
import type { ExportProgress } from '../../shared/model/export/export.ts';
import type { FilesTarget } from '../../shared/model/export/target-export.ts';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { useFocusAtFirst } from '../ui/focus.ts';
import { formatDuration, formatPercent } from '../ui/format.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import styles from './export-screen.module.css';
import { nameOf } from './finished-report.tsx';
import { draftOf, useTarget } from './target-draft.ts';

const t = words('targets');

interface FinishedProgressViewProps {
  readonly kind: FilesTarget;
  readonly progress: ExportProgress;
}

export function FinishedProgressView({ kind, progress }: FinishedProgressViewProps) {
  const button = useFocusAtFirst<HTMLButtonElement>();
  const path = useTarget(({ drafts, own }) => draftOf(drafts, kind, own).folder?.path ?? null);
  const progressText = stepText(progress);
  const percent = Math.floor(100 * progress.share);
  const { secondsLeft } = progress;
  return (
    <ScreenFrame
      title={t('progress.title', { target: nameOf({ kind }) })}
      ends
      about={path === null ? t('progress.aboutPlain') : t('progress.about', { folder: path })}
      actions={
        <Button ref={button} onClick={() => void ask('export.cancel', {}).catch(notifyFailure)}>
          {t('progress.cancel')}
        </Button>
      }
    >
      <Figures
        figures={[
          { value: progress.total > 0 ? formatPercent(percent) : '–', label: t('progress.done') },
          { value: secondsLeft === null ? '–' : formatDuration(secondsLeft), label: t('progress.left') },
        ]}
      />
      <div className={styles.progress}>
        <Progress value={percent} aria-label={progressText} />
        <p role="status" className="unseen">
          {progress.total > 0 ? t('progress.underWay') : progressText}
        </p>
        <p>{progressText}</p>
        <p className={styles.file}>{progress.file}</p>
        <p className="dim">{t('progress.hint')}</p>
      </div>
    </ScreenFrame>
  );
}

function stepText({ step, done, total, chapters, chaptersDone }: ExportProgress): string {
  if (total === 0) return t('progress.looking');
  const file = Math.min(total, done + 1);
  if (step === 'measuring') return t('progress.measuring', { file, files: total });
  if (chapters === 0) return t('progress.file', { file, files: total });
  return t('progress.chapter', { chapter: Math.min(chapters, chaptersDone + 1), chapters });
}
