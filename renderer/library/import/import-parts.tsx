import { Button, Group } from '@mantine/core';
import { words } from '../../locales/words.ts';
import { ProblemNotice, useAttempt } from '../../ui/overlays/problem-notice.tsx';
import { useView } from '../../ui/view-store.ts';
import { joinImports } from './import-files.ts';

const t = words('library');

/** Renders nothing for a single file. */
export function ImportParts() {
  const importId = useView((view) => view.importId);
  const later = useView((view) => view.laterImports);
  const parts = useView((view) => view.importParts);
  const { busy, error, run } = useAttempt();
  const { showImport } = useView.getState();
  const [first, ...others] = parts;
  if (first !== undefined) {
    return (
      <Group justify="space-between" wrap="nowrap" gap="var(--gap-5)">
        <p>{t('import.parts.joined', { files: parts.length })}</p>
        <Button onClick={() => showImport(first, others)}>{t('import.parts.apart')}</Button>
      </Group>
    );
  }
  if (importId === null || later.length === 0) return null;
  const join = () =>
    void run(async () => {
      await joinImports([importId, ...later]);
      return null;
    });
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="var(--gap-5)">
        <p>{t('import.parts.several', { files: later.length + 1 })}</p>
        <Button loading={busy} onClick={join}>
          {t('import.parts.join')}
        </Button>
      </Group>
      {error && <ProblemNotice error={error} onRetry={join} />}
    </>
  );
}
