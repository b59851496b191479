import { Button, Progress, Stack } from '@mantine/core';
import type { ExportProgress } from '../../shared/model/export/export.ts';
import { ask } from '../bridge/ask.ts';
import { words } from '../locales/words.ts';
import { useInitialFocus } from '../ui/focus.ts';
import { formatCount, formatDuration, formatPercent } from '../ui/format.ts';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import styles from './export-screen.module.css';

const t = words('exporting');

interface ExportProgressViewProps {
  readonly title: string;
  /**
   * Exports of line files show the number of files. Other exports also spend time measuring, so they show a percentage.
   */
  readonly isOfLines: boolean;
  readonly progress: ExportProgress;
  /** Null if the folder isn't known. */
  readonly path: string | null;
}

export function ExportProgressView({ title, isOfLines, progress, path }: ExportProgressViewProps) {
  const { done, total, share, file, secondsLeft } = progress;
  const button = useInitialFocus<HTMLButtonElement>();
  const step = isOfLines && total > 0 ? t('progress.files', { done, all: total }) : stepText(progress);
  const percent = Math.floor(100 * (isOfLines ? done / Math.max(1, total) : share));
  const figure = isOfLines
    ? { value: `${formatCount(done)} / ${formatCount(total)}`, label: t('progress.written') }
    : { value: formatPercent(percent), label: t('progress.done') };
  return (
    <ScreenFrame
      title={title}
      hasBottomSpace
      about={path === null ? t('progress.about') : t('progress.aboutFolder', { folder: path })}
      actions={
        <Button ref={button} onClick={() => void ask('export.cancel', {}).catch(notifyFailure)}>
          {t('progress.cancel')}
        </Button>
      }
    >
      <Figures
        figures={[
          { ...figure, value: total > 0 ? figure.value : '–' },
          { value: secondsLeft === null ? '–' : formatDuration(secondsLeft), label: t('progress.left') },
        ]}
      />
      <Stack maw={920}>
        <Progress value={percent} aria-label={step} />
        <p role="status" className="unseen">
          {total > 0 ? t('progress.underWay') : step}
        </p>
        <p>{step}</p>
        <p className={styles.file}>{file}</p>
        <p className="dim">{t('progress.hint')}</p>
      </Stack>
    </ScreenFrame>
  );
}

function stepText({ step, done, total, chapters, chaptersDone }: ExportProgress): string {
  if (total === 0) return t('progress.looking');
  const file = Math.min(total, done + 1);
  if (step === 'timing') return t('progress.timing', { done, total });
  if (step === 'measuring') return t('progress.measuring', { file, files: total });
  if (chapters === 0) return t('progress.file', { file, files: total });
  return t('progress.chapter', { chapter: Math.min(chapters, chaptersDone + 1), chapters });
}
