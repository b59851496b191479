import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { MAX_PASTED_PICKUPS } from '../../../shared/ipc/pickup-requests.ts';
import { MAX_PICKUP_BYTES } from '../../../shared/model/pickups.ts';
import { words } from '../../locales/words.ts';
import styles from './pickups.module.css';

const t = words('pickups');

const MEGABYTE = 1024 * 1024;

interface PickupSourceProps {
  readonly isReading: boolean;
  readonly problem: string | null;
  onFile(name: string, bytes: Uint8Array<ArrayBuffer>): void;
  onText(text: string): void;
  onProblem(problem: string): void;
}

export function PickupSource({ isReading, problem, onFile, onText, onProblem }: PickupSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [text, setText] = useState('');
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_PICKUP_BYTES) {
      onProblem(t('source.tooLarge', { megabytes: MAX_PICKUP_BYTES / MEGABYTE }));
      return;
    }
    file.arrayBuffer().then(
      (buffer) => onFile(file.name, new Uint8Array(buffer)),
      () => onProblem(t('source.unreadable')),
    );
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onText(text);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the keyboard alternative */}
      <div
        data-takes-files
        data-over={isOver}
        className={styles.drop}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.tab,.txt,.md,.xlsx,.xlsm,text/plain,text/csv"
          aria-label={t('source.file')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0]);
            // Reset, so that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <p>{t('source.drop')}</p>
        <Button data-autofocus disabled={isReading} onClick={() => input.current?.click()}>
          {t('source.choose')}
        </Button>
      </div>
      <Textarea
        label={t('source.pasted')}
        placeholder={t('source.example')}
        minRows={5}
        maxRows={12}
        autosize
        maxLength={MAX_PASTED_PICKUPS}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="space-between">
        <p className={problem === null ? 'dim' : 'fail'} role="status">
          {problem ?? (isReading ? t('source.reading') : '')}
        </p>
        <Button type="submit" variant="filled" loading={isReading} disabled={text.trim() === ''}>
          {t('source.match')}
        </Button>
      </Group>
    </Stack>
  );
}
