import { Button, Group, Stack } from '@mantine/core';
import { type DragEvent, memo, type ReactNode, useState } from 'react';
import { verificationTexts } from '../../shared/words/verification-words.ts';
import { ask } from '../bridge/ask.ts';
import { locale, tVerification, words } from '../locales/words.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { describeError } from '../ui/wording/errors.ts';
import { type DroppedFiles, droppedFiles, MAX_FILES } from './dropped-files.ts';
import { isUnderWay, useVerifications, type VerificationState, type VerifiedFile } from './use-verifications.ts';
import styles from './verify-dialog.module.css';

const t = words('verify');

export function VerifyDialog() {
  const { files, isBusy, add, cancel } = useVerifications();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const choose = async () => {
    const chosen = await ask('dialog.finishedFiles', {});
    if (chosen.length === 0) return;
    setNotes([]);
    add(chosen);
  };
  const take = (dropped: DroppedFiles) => {
    setNotes(notesOn(dropped));
    add(dropped.files);
  };
  const done = files.filter(({ state }) => !isUnderWay(state)).length;
  return (
    <Dialog title={t('title')} width={760} onClose={useView.getState().closeDialog}>
      <Stack gap="var(--gap-4)">
        <p className="dim">{t('intro')}</p>
        <DropArea onDrop={take}>
          <Button
            data-autofocus
            variant={files.length === 0 ? 'filled' : 'default'}
            onClick={() => void choose().catch(notifyFailure)}
          >
            {t('choose')}
          </Button>
        </DropArea>
        {notes.map((note) => (
          <p key={note} role="status">
            {note}
          </p>
        ))}
        {files.length > 0 && (
          <Group justify="space-between">
            <p role="status">{t('progress', { done, files: files.length })}</p>
            {isBusy && <Button onClick={cancel}>{t('cancel')}</Button>}
          </Group>
        )}
        {files.length > 0 && (
          <ul className={styles.list} aria-label={t('list')}>
            {files.map((file) => (
              <FileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}

function notesOn({ others, isCut, unreadableFolders }: DroppedFiles): string[] {
  return [
    ...(others > 0 ? [t('others', { files: others })] : []),
    ...(isCut ? [t('tooMany', { most: MAX_FILES })] : []),
    ...new Set(unreadableFolders.map((name) => t('unreadableFolder', { name }))),
  ];
}

interface DropAreaProps {
  onDrop(dropped: DroppedFiles): void;
  readonly children: ReactNode;
}

function DropArea({ onDrop, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    droppedFiles(event.dataTransfer).then(onDrop, (failure: unknown) => {
      if (failure instanceof DOMException) notify(t('unreadable'), { id: 'verify' });
      else throw failure;
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button is the keyboard alternative
    <div
      className={styles.drop}
      data-takes-files
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <p>{isOver ? t('dropNow') : t('drop')}</p>
    </div>
  );
}

const FileRow = memo(({ file: { name, state } }: { readonly file: VerifiedFile }) => {
  const { heading, problems, details } = textsOf(state);
  return (
    <li className={styles.file} data-state={markOf(state)}>
      <h3>{name}</h3>
      <p className={styles.state}>{heading}</p>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      {details.length > 0 && (
        <ul className={styles.details}>
          {[...new Set(details)].map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </li>
  );
});

interface FileTexts {
  readonly heading: string;
  readonly problems: readonly string[];
  readonly details: readonly string[];
}

function textsOf(state: VerificationState): FileTexts {
  const unchecked = (problem: string): FileTexts => ({
    heading: tVerification('heading', { state: 'unreadable' }),
    problems: [problem],
    details: [],
  });
  const only = (heading: string): FileTexts => ({ heading, problems: [], details: [] });
  switch (state.kind) {
    case 'waiting':
      return only(t('waiting'));
    case 'sending':
      return only(t('reading', { percent: Math.floor(state.share * 100) }));
    case 'checking':
      return only(t('checking'));
    case 'cancelled':
      return only(t('cancelled'));
    case 'unreadable':
      return unchecked(t('unreadable'));
    case 'too-large':
      return unchecked(t('tooLarge'));
    case 'sidecar-too-large':
      return unchecked(t('sidecarTooLarge'));
    case 'failed': {
      const { title, detail } = describeError(state.error);
      return { heading: title, problems: [detail], details: [] };
    }
    case 'done':
      return {
        heading: tVerification('heading', { state: state.verification.signature.state }),
        ...verificationTexts(tVerification, state.verification, 'window', locale()),
      };
  }
}

/** How the row is marked. */
function markOf(state: VerificationState): string {
  if (state.kind === 'done') return state.verification.signature.state;
  return isUnderWay(state) || state.kind === 'cancelled' ? 'waiting' : 'unreadable';
}
