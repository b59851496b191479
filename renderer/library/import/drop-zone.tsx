import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pastedDocument } from '../../../shared/rules/pasted-document.ts';
import { words } from '../../locales/words.ts';
import { notify, notifyError, notifyFailure } from '../../ui/overlays/toast.tsx';
import { useView } from '../../ui/view-store.ts';
import styles from './import-dialog.module.css';
import { importFiles, wrongTypeError } from './import-files.ts';

const t = words('library');

export function DropZone() {
  const [isOver, setOver] = useState(false);
  const client = useQueryClient();

  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (handlesFilesItself(event)) setOver(false);
      if (!carriesFiles(event) || handlesFilesItself(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // Null if the pointer has left the window. Otherwise, the pointer has entered another element.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event) || handlesFilesItself(event)) return;
      event.preventDefault();
      setOver(false);
      handleFiles(filesOf(event.dataTransfer), client);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isEditable(event.target) || useView.getState().dialog !== null) return;
      const files = pastedFiles(event.clipboardData);
      if (files.length > 0) event.preventDefault();
      handleFiles(files, client);
    };
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('paste', onPaste);
    };
  }, [client]);

  if (!isOver) return null;
  return (
    <div className={styles.zone} role="status">
      <p>{t('drop.over')}</p>
    </div>
  );
}

function handleFiles(files: readonly File[], client: QueryClient): void {
  if (files.length > 0) void importFiles(files, client).catch(notifyFailure);
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Drop targets that handle files themselves are marked with `data-takes-files`. */
const handlesFilesItself = ({ target }: DragEvent) =>
  target instanceof Element && target.closest('[data-takes-files]') !== null;

const EDITABLE = ['input', 'textarea', 'select', '[contenteditable="true"]'].join();

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(EDITABLE) !== null;

function filesOf(transfer: DataTransfer | null): File[] {
  const files: File[] = [];
  for (const item of transfer?.items ?? []) {
    const file = item.getAsFile();
    if (!file) continue;
    if (item.webkitGetAsEntry()?.isDirectory)
      notifyError(wrongTypeError(file.name) ?? { kind: 'import', file: file.name, problem: 'folder' });
    else files.push(file);
  }
  return files;
}

function pastedFiles(transfer: DataTransfer | null): File[] {
  const files = filesOf(transfer);
  if (files.length > 0 || !transfer) return files;
  const pasted = pastedDocument({ html: transfer.getData('text/html'), text: transfer.getData('text/plain') });
  if (!pasted) {
    notify(t('clipboard.empty'), { id: 'clipboard' });
    return [];
  }
  return [new File([pasted.text], `${t('clipboard.name')}.${pasted.extension}`)];
}
