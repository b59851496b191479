import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { EventOf } from '../../../shared/ipc/events.ts';
import type { ReadingProgress } from '../../../shared/model/reading-progress.ts';
import { ask, useEvent } from '../../bridge/ask.ts';
import { words } from '../../locales/words.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { notifyFailure } from '../../ui/overlays/toast.tsx';
import { cancelReading, useIsReading } from '../../ui/reading.ts';

const t = words('library');

/** In milliseconds. Most files are read before anyone would notice a dialog. */
const SHOWN_AFTER_MS = 300;

export function ImportProgress() {
  const isReading = useIsReading();
  const [told, setProgress] = useState<EventOf<'import-progress'> | null>(null);
  const [isLong, setLong] = useState(false);
  const hasBegun = isReading && told !== null;
  useEvent('import-progress', setProgress);
  useEffect(() => {
    if (!isReading) setProgress(null);
  }, [isReading]);
  useEffect(() => {
    setLong(false);
    if (!hasBegun) return undefined;
    const timer = setTimeout(() => setLong(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasBegun]);
  if (!hasBegun || !isLong) return null;
  const { progress, file } = told;
  return (
    <Dialog title={t('reading.title', { file })} width={440} onClose={cancel}>
      <Stack gap="var(--gap-5)">
        <Stack gap="var(--gap-1)">
          <progress
            aria-label={t('reading.progress')}
            {...(progress.total > 0 && { value: progress.done, max: progress.total })}
          />
          <p className="dim" role="status">
            {stageText(progress)}
          </p>
        </Stack>
        <Group justify="flex-end">
          <Button data-autofocus onClick={cancel}>
            {t('reading.cancel')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function cancel(): void {
  cancelReading();
  ask('project.cancelImport', {}).catch(notifyFailure);
}

function stageText({ stage, done, total }: ReadingProgress): string {
  if (total === 0) return t(`reading.${stage}`);
  return t(stage === 'pages' ? 'reading.pagesOf' : 'reading.partsOf', { done, total });
}
