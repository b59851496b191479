import { ActionIcon, NumberInput, Tooltip } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { MAX_PAUSE_SECONDS } from '../../shared/model/pauses.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { ask } from '../bridge/ask.ts';
import { useRefetch } from '../bridge/keep-fresh.ts';
import { words } from '../locales/words.ts';
import { numberTyped, useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { awaitBeforeUndo, undoOf } from '../ui/undo-history.ts';
import styles from './inspector.module.css';

const t = words('inspector');

type PausedLine = Pick<LineDetail, 'id' | 'chapterNumber' | 'numberInChapter' | 'pause'>;

const RESET_WIDTH = 28;
const REASON_WIDTH = 'min(112px, 55%)';

/** Saved on blur or Enter. */
export function PauseField({ detail }: { readonly detail: PausedLine }) {
  const { setSeconds, usual } = detail.pause;
  const seconds = setSeconds ?? usual?.seconds ?? 0;
  const readDetail = useRefetch('line.detail');
  const field = useFieldDraft<number | string, number>({
    value: seconds,
    read: numberTyped,
    save: (next) => setPause(detail, next).then(readDetail),
  });
  return (
    <div className={styles.field} data-own={setSeconds !== null}>
      <span title={t('pause.hint')}>{t('pause.label')}</span>
      <NumberInput
        aria-label={t('pause.label')}
        value={field.draft ?? field.value}
        suffix=" s"
        min={0}
        max={MAX_PAUSE_SECONDS}
        step={0.1}
        decimalScale={3}
        allowNegative={false}
        hideControls
        rightSection={
          setSeconds === null ? (
            <em className={styles.origin}>{t(`pause.reason.${usual?.reason ?? 'none'}`)}</em>
          ) : (
            <ResetPause onReset={() => void setPause(detail, null).catch(notifyFailure)} />
          )
        }
        rightSectionWidth={setSeconds === null ? REASON_WIDTH : RESET_WIDTH}
        onChange={field.type}
        onBlur={field.save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') field.save();
          if (key === 'Escape') field.drop();
        }}
      />
    </div>
  );
}

function ResetPause({ onReset }: { readonly onReset: () => void }) {
  return (
    <Tooltip label={t('pause.resetHint')}>
      <ActionIcon size={24} aria-label={t('pause.reset')} onClick={onReset} className={styles.reset}>
        <RotateCcw size={13} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function setPause(detail: PausedLine, seconds: number | null): Promise<void> {
  const line = lineNumber(detail);
  const work = ask('line.setPause', { lineId: detail.id, seconds }).then(({ step }) => {
    const message = seconds === null ? t('pause.isReset', { line }) : t('pause.changed', { line, seconds });
    notify(message, { id: 'pause', undo: undoOf(step) });
  });
  return awaitBeforeUndo(work);
}
