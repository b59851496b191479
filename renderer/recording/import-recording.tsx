import { Button, Group, SegmentedControl, Stack, Switch } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FoundLines } from '../../shared/ipc/conform-requests.ts';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { BridgeError } from '../../shared/ipc/envelope.ts';
import { ask, BridgeFailure, useEvent } from '../bridge/ask.ts';
import { useAsk, useProjectKey } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useCommand } from '../ui/commands.ts';
import { chapterTitle, formatDuration, formatPercent, formatPosition } from '../ui/format.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { playAudition, stopAudition } from '../ui/sound/audition.ts';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { canBeAdded, countFound, foundRows, needsCheck, type RecordingCut, type RecordingRow } from './found-rows.ts';
import { FoundTable } from './found-table.tsx';

const t = words('recording');

type ChosenRecordings = ReplyOf<'dialog.chooseRecordings'>;

/** Asks for recordings of the selected chapter, and shows a dialog for each of them. */
export function ImportRecording() {
  const project = useProjectKey();
  const { data: isOpen } = useAsk('project.current', {});
  const [chosen, setChosen] = useState<{ readonly chapterId: number | null; readonly files: ChosenRecordings } | null>(
    null,
  );
  const [index, setIndex] = useState(0);
  const close = useCallback(() => setChosen(null), []);
  const choose = async () => {
    const { chapterId } = useView.getState();
    const files = await ask('dialog.chooseRecordings', {});
    if (files.length === 0) return;
    setIndex(0);
    setChosen({ chapterId, files });
  };
  useCommand('project.importRecording', () => void choose().catch(notifyFailure), isOpen != null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the recordings are of the former project
  useEffect(close, [project]);
  const file = chosen?.files[index];
  if (!chosen || !file) return null;
  return (
    <RecordingDialog
      key={file.recordingId}
      chapterId={chosen.chapterId}
      file={file}
      number={index + 1}
      files={chosen.files.length}
      onNext={() => (index + 1 < chosen.files.length ? setIndex(index + 1) : close())}
      onAnother={() => void choose().catch(notifyFailure)}
      onClose={close}
    />
  );
}

interface RecordingDialogProps {
  readonly chapterId: number | null;
  readonly file: ChosenRecordings[number];
  /** The file's place among the chosen files, counted from 1. */
  readonly number: number;
  readonly files: number;
  onNext(): void;
  onAnother(): void;
  onClose(): void;
}

function RecordingDialog({ chapterId, file, number, files, onNext, onAnother, onClose }: RecordingDialogProps) {
  const { data: chapters } = useAsk('project.chapters', {});
  const chapter = chapters?.find(({ id }) => id === chapterId);
  const { recordingId, name } = file;
  const { found, error } = useSearch(recordingId, chapterId);
  const [isAdding, setAdding] = useState(false);
  const skip = number < files && <Button onClick={onNext}>{t('skip')}</Button>;
  return (
    <Dialog
      title={t('title', { chapter: chapter ? chapterTitle(chapter) : '' })}
      width={found ? 1040 : 480}
      busy={isAdding}
      onClose={onClose}
    >
      {error && (
        <Stack>
          <ProblemNotice error={error} />
          <Group justify="flex-end">
            {skip}
            <Button onClick={onClose}>{t('close')}</Button>
            <Button data-autofocus variant="filled" onClick={onAnother}>
              {t('another')}
            </Button>
          </Group>
        </Stack>
      )}
      {!error && !found && (
        <Stack gap="var(--gap-5)">
          <SearchProgress name={name} />
          <Group justify="flex-end">
            {skip}
            <Button data-autofocus onClick={onClose}>
              {t('cancel')}
            </Button>
          </Group>
        </Stack>
      )}
      {found && (
        <Stack gap="var(--gap-4)">
          <p className="dim">{t('file', { name, number, files, duration: formatDuration(found.durationSeconds) })}</p>
          <FoundLinesForm
            recordingId={recordingId}
            name={name}
            found={found}
            isAdding={isAdding}
            setAdding={setAdding}
            onAdded={onNext}
            onClose={onClose}
          >
            {skip}
          </FoundLinesForm>
        </Stack>
      )}
    </Dialog>
  );
}

/** Searches the recording. Leaving the dialog cancels the search, or closes the recording. */
function useSearch(recordingId: string, chapterId: number | null) {
  const [found, setFound] = useState<FoundLines | null>(null);
  const [error, setError] = useState<BridgeError | null>(null);
  useEffect(() => {
    let isLeft = false;
    ask('conform.search', { recordingId, chapterId }).then(
      (reply) => {
        if (!isLeft) setFound(reply);
      },
      (failure: unknown) => {
        if (isLeft) return;
        if (failure instanceof BridgeFailure) setError(failure.error);
        else notifyFailure(failure);
      },
    );
    return () => {
      isLeft = true;
      stopAudition();
      ask('conform.close', {}).catch(notifyFailure);
    };
  }, [recordingId, chapterId]);
  return { found, error };
}

function SearchProgress({ name }: { readonly name: string }) {
  const [share, setShare] = useState(0);
  useEvent('conform-progress', (progress) => setShare(progress.share));
  return (
    <Stack gap="var(--gap-1)">
      <progress aria-label={t('searching.progress')} value={share} max={1} />
      <p className="dim wraps" role="status">
        {t('searching.status', { name, percent: formatPercent(Math.floor(100 * share)) })}
      </p>
    </Stack>
  );
}

interface FoundLinesProps {
  readonly recordingId: string;
  readonly name: string;
  readonly found: FoundLines;
  readonly isAdding: boolean;
  readonly children: ReactNode;
  setAdding(isAdding: boolean): void;
  onAdded(): void;
  onClose(): void;
}

function FoundLinesForm({
  recordingId,
  name,
  found,
  isAdding,
  children,
  setAdding,
  onAdded,
  onClose,
}: FoundLinesProps) {
  const rows = useMemo(() => foundRows(found), [found]);
  const counts = countFound(found);
  const [isShort, setShort] = useState(false);
  const [replaceApproved, setReplaceApproved] = useState(false);
  const [added, setAdded] = useState<ReadonlySet<number>>(
    () => new Set(found.lines.filter(canBeAdded).map(({ lineId }) => lineId)),
  );
  const { heard, hear } = useHeardCut(recordingId);
  const approved = found.lines.filter(({ lineId, state }) => state === 'approved-kept' && added.has(lineId)).length;
  const shown = isShort ? rows.filter(needsCheck) : rows;
  const add = async () => {
    setAdding(true);
    try {
      const order = { recordingId, lineIds: [...added], replaceApproved };
      const { step, added: takes, leftOut } = await awaitBeforeUndo(ask('conform.addTakes', order));
      notify(t('added', { takes, name, leftOut: leftOut.length }), { id: 'recording', undo: undoOf(step) });
      onAdded();
    } catch (failure) {
      notifyFailure(failure);
    } finally {
      setAdding(false);
    }
  };
  const onAdd = useCallback((lineId: number, isAdded: boolean) => {
    setAdded((former) => {
      const next = new Set(former);
      if (isAdded) next.add(lineId);
      else next.delete(lineId);
      return next;
    });
  }, []);
  return (
    <>
      <Group justify="space-between">
        <p role="status">{counts.found === 0 ? t('none') : t('summary', counts)}</p>
        <SegmentedControl
          aria-label={t('show.label')}
          data={[
            { value: 'all', label: t('show.all') },
            { value: 'check', label: t('show.check') },
          ]}
          value={isShort ? 'check' : 'all'}
          onChange={(value) => setShort(value === 'check')}
        />
      </Group>
      {shown.length === 0 ? (
        <p className="dim">{t('nothingToCheck')}</p>
      ) : (
        <FoundTable
          rows={shown}
          added={added}
          heard={heard}
          replaceApproved={replaceApproved}
          onAdd={onAdd}
          onHear={hear}
        />
      )}
      {approved > 0 && (
        <Switch
          label={t('replaceApproved', { lines: approved })}
          checked={replaceApproved}
          onChange={({ currentTarget }) => setReplaceApproved(currentTarget.checked)}
        />
      )}
      <Group justify="space-between" wrap="nowrap">
        <p className="dim">{t('about')}</p>
        <Group wrap="nowrap">
          {children}
          <Button variant="subtle" disabled={isAdding} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="filled" loading={isAdding} disabled={added.size === 0} onClick={() => void add()}>
            {t('apply', { takes: added.size })}
          </Button>
        </Group>
      </Group>
    </>
  );
}

/** Plays one cut at a time. */
function useHeardCut(recordingId: string) {
  const [heard, setHeard] = useState<string | null>(null);
  const current = useRef<string | null>(null);
  const set = useCallback((key: string | null) => {
    current.current = key;
    setHeard(key);
  }, []);
  const hear = useCallback(
    (row: RecordingRow, cut: RecordingCut) => {
      if (current.current === row.key) {
        stopAudition();
        set(null);
        return;
      }
      set(row.key);
      const range = { from: formatPosition(cut.startSeconds), to: formatPosition(cut.endSeconds) };
      const title = row.kind === 'extra' ? t('extra') : row.line.roles.join(' · ');
      playAudition(async () => {
        const { auditionId } = await ask('conform.hear', { recordingId, ...cut });
        return { auditionId, title, detail: t('range', range) };
      })
        .catch(notifyFailure)
        .finally(() => {
          if (current.current === row.key) set(null);
        });
    },
    [recordingId, set],
  );
  return { heard, hear };
}
