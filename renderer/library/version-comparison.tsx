import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ChapterComparison } from '../../shared/ipc/revision-requests.ts';
import type { ImportChoices } from '../../shared/model/import-choices.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notify } from '../ui/overlays/toast.tsx';
import { undoOf } from '../ui/undo-history.ts';
import styles from './version-comparison.module.css';

const t = words('library');

interface VersionComparisonProps {
  readonly importId: string;
  readonly choices: ImportChoices;
  readonly back: () => void;
  readonly close: () => void;
  readonly onDone: () => void;
}

export function VersionComparison({ importId, choices, back, close, onDone }: VersionComparisonProps) {
  const { data, error } = useAsk('revision.compare', { importId, choices }, { gcTime: 0, staleTime: Infinity });
  const applyRevision = useSend('revision.take');
  const [declined, setDeclined] = useState<ReadonlySet<number>>(new Set());
  const chapters = data?.chapters ?? [];
  const changed = chapters.flatMap((chapter, index) => (isUntouched(chapter) ? [] : [{ chapter, index }]));
  const accepted = changed.filter(({ index }) => !declined.has(index));
  const removed = accepted.reduce((sum, { chapter }) => sum + chapter.renderedRemoved, 0);
  const notes = accepted.reduce((sum, { chapter }) => sum + chapter.notesRemoved, 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    applyRevision.mutate(
      { importId, choices, declined: [...declined] },
      {
        onSuccess: ({ step }) => {
          notify(t('version.updated', { chapters: accepted.length }), { undo: undoOf(step) });
          onDone();
        },
      },
    );
  };
  const toggle = (index: number) =>
    setDeclined(
      (before) => new Set(before.has(index) ? [...before].filter((one) => one !== index) : [...before, index]),
    );
  return (
    <Stack component="form" onSubmit={submit} aria-busy={applyRevision.isPending}>
      {error && <ProblemNotice error={error.error} />}
      {!data && !error && <p role="status">{t('version.comparing')}</p>}
      {data && changed.length === 0 && <p role="status">{t('version.same')}</p>}
      {data && changed.length > 0 && (
        <p>{t('version.summary', { changed: changed.length, same: chapters.length - changed.length })}</p>
      )}
      {data?.renamed.map((role) => (
        <p key={role.into}>{t('version.renamed', { from: role.from, into: role.into })}</p>
      ))}
      {removed > 0 && <p className="stale">{t('version.renderedRemoved', { lines: removed })}</p>}
      {notes > 0 && <p className="stale">{t('version.notesRemoved', { notes })}</p>}
      {changed.length > 0 && (
        <ul className={`framed ${styles.chapters}`}>
          {changed.map(({ chapter, index }) => (
            <Chapter key={index} chapter={chapter} isSelected={!declined.has(index)} toggle={() => toggle(index)} />
          ))}
        </ul>
      )}
      {applyRevision.error && <ProblemNotice error={applyRevision.error.error} />}
      <Group justify="flex-end">
        <Button onClick={back}>{t('version.back')}</Button>
        <Button onClick={close}>{t('cancel')}</Button>
        <Button
          type="submit"
          variant="filled"
          loading={applyRevision.isPending}
          disabled={accepted.length === 0}
          data-autofocus
        >
          {t('version.update')}
        </Button>
      </Group>
    </Stack>
  );
}

const isUntouched = ({ change, moved }: ChapterComparison): boolean => change === 'same' && !moved;

interface ChapterProps {
  readonly chapter: ChapterComparison;
  readonly isSelected: boolean;
  readonly toggle: () => void;
}

function Chapter({ chapter, isSelected, toggle }: ChapterProps) {
  const [isOpen, setOpen] = useState(false);
  const title = chapter.title === null ? t('version.opening') : chapter.title || t('version.untitled');
  const change = t(`version.change.${chapter.change}`);
  return (
    <li>
      <div className={styles.chapter}>
        <Checkbox checked={isSelected} onChange={toggle} aria-label={t('version.take', { title })} />
        <b className="cut">{title}</b>
        <small className={styles[chapter.change]}>
          {chapter.moved && chapter.change !== 'same' ? t('version.moved', { change }) : change}
        </small>
        {chapter.changes > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={t('version.show', { changes: chapter.changes, title })}
            onClick={() => setOpen(!isOpen)}
          >
            {t('version.changes', { changes: chapter.changes })}
          </Button>
        )}
      </div>
      {isOpen && <SideBySide chapter={chapter} />}
    </li>
  );
}

function SideBySide({ chapter: { paragraphs, changes } }: { readonly chapter: ChapterComparison }) {
  return (
    <table className={styles.sides}>
      <thead>
        <tr>
          <th>{t('version.before')}</th>
          <th>{t('version.after')}</th>
        </tr>
      </thead>
      <tbody>
        {paragraphs.map(({ change, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the comparison doesn't change while it is shown
          <tr key={index} data-change={change}>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
        {changes > paragraphs.length && (
          <tr>
            <td colSpan={2}>{t('version.more', { changes: changes - paragraphs.length })}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
