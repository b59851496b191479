import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, BridgeFailure } from '../bridge/ask.ts';
import { askKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { whileReading } from '../ui/reading.ts';
import { notifyError, notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import styles from './import-dialog.module.css';

const t = words('library');

/** No script is that long; a recording may be, and need not be read to be refused. In bytes. */
const LARGEST_FILE = 100 * 1024 * 1024;

/** Up to this many of the files dropped together are taken: as many as are kept while they wait. */
const MOST_FILES = 8;

/** Takes a script that is dropped anywhere on the window, and shows what it would become. */
export function DropZone() {
  const [isOver, setOver] = useState(false);
  const queryClient = useQueryClient();

  useEffect(() => {
    const read = async (file: File): Promise<string | null> => {
      if (file.size > LARGEST_FILE) {
        notifyError({ kind: 'import', file: file.name, problem: 'too-large' });
        return null;
      }
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const preview = await ask('project.previewImport', { name: file.name, bytes });
        queryClient.setQueryData(askKey('project.importPreview', { importId: preview.importId }), preview);
        return preview.importId;
      } catch (failure) {
        // Those behind it are not read either.
        if (isCancelled(failure)) throw failure;
        readFailed(file.name)(failure);
        return null;
      }
    };
    const readAll = async (files: readonly File[]) => {
      const importIds: (string | null)[] = [];
      await whileReading(async () => {
        for (const file of files.slice(0, MOST_FILES)) importIds.push(await read(file));
      });
      const [first, ...later] = importIds.filter((importId) => importId !== null);
      if (first !== undefined) useView.getState().showImport(first, later);
    };
    const onDragOver = (event: DragEvent) => {
      if (isTakenElsewhere(event)) setOver(false);
      if (!carriesFiles(event) || isTakenElsewhere(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // Null: it left the window, and not one element for another.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event) || isTakenElsewhere(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void readAll(files).catch(notifyFailure);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [queryClient]);

  if (!isOver) return null;
  return (
    <div className={styles.zone} role="status">
      <p>{t('drop.over')}</p>
    </div>
  );
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Over a place that takes other files than scripts: it says so by `data-takes-files`. */
const isTakenElsewhere = ({ target }: DragEvent) =>
  target instanceof Element && target.closest('[data-takes-files]') !== null;

const isCancelled = (failure: unknown): boolean =>
  failure instanceof BridgeFailure && failure.error.kind === 'cancelled';

/** A folder, or a file that has gone since, fails while it is read, outside the bridge. */
const readFailed = (file: string) => (failure: unknown) => {
  if (failure instanceof DOMException) notifyError({ kind: 'import', file, problem: 'unreadable' });
  else notifyFailure(failure);
};
