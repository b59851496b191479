import { Button, NumberInput } from '@mantine/core';
import { type KeyboardEvent, memo, type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import type { LineNote } from '../../shared/model/note.ts';
import { GAIN_DB, MIN_TRIMMED_SECONDS, type TakeSummary } from '../../shared/model/take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { useFieldDraft } from '../ui/fields/use-field-draft.ts';
import { formatLoudness, formatPosition, formatSeconds, formatSigned } from '../ui/format.ts';
import { barsPath } from '../ui/lists/overview.tsx';
import { NewNote, NoteList } from '../ui/notes/line-notes.tsx';
import { useNoteActions } from '../ui/notes/use-note-actions.ts';
import { Editable } from '../ui/read-only.tsx';
import { playTakeFrom, shareAt } from '../ui/sound/play-line.ts';
import { usePlayedShare } from '../ui/sound/player-store.ts';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { useView } from '../ui/view-store.ts';
import { flagText } from '../ui/wording/flags.ts';
import { AnotherTake } from './another-take.tsx';
import type { FindingActions } from './finding-actions.ts';
import { FindingSpans, Findings, useProofed } from './findings.tsx';
import { LineWords } from './line-words.tsx';
import { useCurrentFinding } from './play-finding.ts';
import { shownFindings } from './shown-findings.ts';
import styles from './take-panel.module.css';

const t = words('review');

interface PanelNoteProps {
  readonly row: ReviewRow;
  readonly noteRef: RefObject<HTMLTextAreaElement | null>;
  /** Called when Enter has saved a note. */
  onEnter(): void;
}

interface TakePanelProps extends PanelNoteProps {
  readonly take: TakeSummary;
  readonly actions: TakeActions;
  readonly findingActions: FindingActions;
}

export const TakePanel = memo(({ row, take, actions, findingActions, noteRef, onEnter }: TakePanelProps) => {
  const proofed = useProofed(take);
  const findings = useMemo(() => (proofed ? shownFindings(proofed) : []), [proofed]);
  const current = useCurrentFinding(({ takeId, index }) => (takeId === take.id ? index : null));
  // Differences in words are listed as findings.
  const otherFlags = take.flags.filter(({ kind }) => kind !== 'words');
  const isTreated = take.trimStartSeconds > 0 || take.trimEndSeconds > 0 || take.gainDb !== 0;
  return (
    <section className={styles.panel} aria-label={t('panel.label', { take: take.number, line: lineNumber(row) })}>
      <LineWords row={row} take={take} proofed={proofed} findings={findings} current={current} />
      <Findings
        row={row}
        take={take}
        proofed={proofed}
        findings={findings}
        current={current}
        actions={findingActions}
      />
      <div className={styles.sound}>
        <div className={styles.waveArea}>
          <Editable>
            <TrimWave
              key={take.id}
              take={take}
              onTrim={(start, end) => actions.setTrim(take, lineNumber(row), start, end)}
              onPlayFrom={(seconds) => playTakeFrom(take, row, seconds)}
            />
          </Editable>
          <FindingSpans row={row} take={take} findings={findings} current={current} />
          <NoteMarkers row={row} take={take} />
        </div>
        <dl className={styles.figures}>
          <div>
            <dt>{t('panel.take')}</dt>
            <dd>{t('panel.takeOf', { take: take.number, takes: row.takes })}</dd>
          </div>
          <div>
            <dt>{t('panel.length')}</dt>
            <dd>{formatSeconds(take.durationSeconds - take.trimStartSeconds - take.trimEndSeconds)}</dd>
          </div>
          <div>
            <dt>{t('panel.loudness')}</dt>
            <dd>{take.loudnessLufs === null ? '–' : formatLoudness(take.loudnessLufs + take.gainDb)}</dd>
          </div>
          <div>
            <dt>{t('panel.peak')}</dt>
            <dd>
              {take.truePeakDbtp === null
                ? '–'
                : t('panel.peakLevel', { level: formatSigned(take.truePeakDbtp + take.gainDb, 1) })}
            </dd>
          </div>
        </dl>
      </div>
      <div className={styles.settings}>
        <Editable>
          <GainField
            key={`gain-${take.id}`}
            gainDb={take.gainDb}
            onGain={(gainDb) => actions.setGain(take, lineNumber(row), gainDb)}
          />
          {isTreated && (
            <Button variant="subtle" onClick={() => actions.reset(take, lineNumber(row))}>
              {t('panel.reset')}
            </Button>
          )}
          <AnotherTake lineIds={[take.lineId]} actions={actions} />
          <PanelNote row={row} noteRef={noteRef} onEnter={onEnter} />
        </Editable>
      </div>
      <PanelNotes row={row} />
      {otherFlags.length > 0 && (
        <ul className={styles.flags}>
          {otherFlags.map((flag) => {
            const { label, meaning, colour } = flagText(flag);
            return (
              <li key={label}>
                <span className="tag" style={{ ['--c' as string]: colour }}>
                  {label}
                </span>{' '}
                {meaning}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
});

export function PanelNote({ row, noteRef, onEnter }: PanelNoteProps) {
  const actions = useNoteActions();
  const takeId = row.take?.id ?? null;
  return (
    <NewNote
      key={`note-${row.lineId}`}
      lineId={row.lineId}
      number={lineNumber(row)}
      takeId={takeId}
      actions={actions}
      inputRef={noteRef}
      onEnter={onEnter}
    />
  );
}

/** The inspector shows the notes too, if it is open. */
export function PanelNotes({ row }: { readonly row: ReviewRow }) {
  const actions = useNoteActions();
  const isShownElsewhere = useView(({ inspectorOpen }) => inspectorOpen);
  if (isShownElsewhere || row.notes.length === 0) return null;
  return (
    <div className={styles.notes}>
      <NoteList notes={row.notes} line={row} number={lineNumber(row)} takeId={row.take?.id ?? null} actions={actions} />
    </div>
  );
}

function NoteMarkers({ row, take }: { readonly row: ReviewRow; readonly take: TakeSummary }) {
  const timed = row.notes.filter(
    (note): note is LineNote & { readonly seconds: number } => note.takeId === take.id && note.seconds !== null,
  );
  return timed.map(({ id, text, seconds, doneAt }) => (
    <button
      key={id}
      type="button"
      className={styles.marker}
      data-done={doneAt !== null}
      style={{ left: `${(100 * Math.min(1, seconds / Math.max(take.durationSeconds, 0.001))).toFixed(3)}%` }}
      aria-label={t('panel.marker', { time: formatPosition(seconds), note: text })}
      title={t('panel.marker', { time: formatPosition(seconds), note: text })}
      onClick={() => playTakeFrom(take, row, seconds)}
    />
  ));
}

interface GainFieldProps {
  readonly gainDb: number;
  onGain(gainDb: number): Promise<unknown>;
}

export function GainField({ gainDb, onGain }: GainFieldProps) {
  const field = useFieldDraft<number | string, number>({
    value: gainDb,
    // If the value is a string, the input is still incomplete.
    read: (gain) => (typeof gain === 'number' && gain >= GAIN_DB.min && gain <= GAIN_DB.max ? gain : undefined),
    save: onGain,
    dropsFailed: true,
  });
  return (
    <NumberInput
      aria-label={t('panel.gain')}
      className={styles.gain}
      suffix=" dB"
      min={GAIN_DB.min}
      max={GAIN_DB.max}
      step={1}
      decimalScale={1}
      value={field.draft ?? field.value}
      onChange={(value) => {
        field.type(value);
        field.save();
      }}
      onBlur={field.drop}
    />
  );
}

const BARS = 240;
const VIEW_HEIGHT = 56;
const STEP_SECONDS = 0.05;

interface TrimWaveProps {
  readonly take: TakeSummary;
  onTrim(startSeconds: number, endSeconds: number): Promise<unknown>;
  /** In seconds from the start of the file. */
  onPlayFrom(seconds: number): void;
}

/** The number of seconds trimmed at the start and at the end. */
interface TrimmedEnds {
  readonly start: number;
  readonly end: number;
}

function TrimWave({ take, onTrim, onPlayFrom }: TrimWaveProps) {
  const { data } = useAsk('review.peaks', { takeId: take.id });
  const played = usePlayedShare(take.id);
  const box = useRef<HTMLDivElement>(null);
  const { ends, handle } = useTrimHandles(take, box, onTrim);
  const duration = take.durationSeconds;
  const share = (seconds: number) => `${((100 * seconds) / Math.max(duration, 0.001)).toFixed(3)}%`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the player has keys for seeking
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      ref={box}
      dir="ltr"
      className={styles.box}
      onClick={(event) => {
        if (!(event.target instanceof HTMLButtonElement)) onPlayFrom(shareAt(event) * duration);
      }}
    >
      <svg aria-hidden viewBox={`0 0 ${BARS} ${VIEW_HEIGHT}`} preserveAspectRatio="none" className={styles.wave}>
        <path d={data ? barsPath(reducePeaks(data.peaks, BARS), VIEW_HEIGHT) : ''} />
      </svg>
      <span className={styles.out} style={{ left: 0, width: share(ends.start) }} />
      <span className={styles.out} style={{ right: 0, width: share(ends.end) }} />
      {played > 0 && <span className={styles.playhead} style={{ left: `${100 * played}%` }} />}
      {(['start', 'end'] as const).map((edge) => (
        <button
          key={edge}
          type="button"
          role="slider"
          aria-label={t(`trim.${edge}`)}
          aria-valuemin={0}
          aria-valuemax={duration}
          aria-valuenow={ends[edge]}
          aria-valuetext={t('trim.seconds', { seconds: formatSigned(ends[edge], 2) })}
          title={formatPosition(ends[edge])}
          className={styles.handle}
          data-edge={edge}
          style={edge === 'start' ? { left: share(ends.start) } : { right: share(ends.end) }}
          {...handle(edge)}
        />
      ))}
    </div>
  );
}

function useTrimHandles(take: TakeSummary, box: RefObject<HTMLDivElement | null>, onTrim: TrimWaveProps['onTrim']) {
  const { draft, value, type, drop, save } = useFieldDraft<TrimmedEnds, TrimmedEnds>({
    value: { start: take.trimStartSeconds, end: take.trimEndSeconds },
    read: (ends) => ends,
    save: ({ start, end }) => onTrim(start, end),
    isSame: (a, b) => a.start === b.start && a.end === b.end,
    dropsFailed: true,
  });
  const ends = draft ?? value;
  const duration = take.durationSeconds;
  const bounded = (edge: keyof TrimmedEnds, seconds: number): TrimmedEnds => {
    const other = edge === 'start' ? ends.end : ends.start;
    const most = Math.max(0, duration - other - MIN_TRIMMED_SECONDS);
    const value = Math.round(Math.min(Math.max(0, seconds), most) * 1_000) / 1_000;
    return { ...ends, [edge]: value };
  };
  const secondsAt = (event: PointerEvent): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return ((event.clientX - left) / Math.max(width, 1)) * duration;
  };
  const handle = (edge: keyof TrimmedEnds) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const at = secondsAt(event);
      type(bounded(edge, edge === 'start' ? at : duration - at));
    },
    onPointerUp: save,
    onBlur: drop,
    onKeyDown: (event: KeyboardEvent) => {
      const inwards = edge === 'start' ? 'ArrowRight' : 'ArrowLeft';
      const outwards = edge === 'start' ? 'ArrowLeft' : 'ArrowRight';
      if (event.key !== inwards && event.key !== outwards) return;
      event.preventDefault();
      event.stopPropagation();
      type(bounded(edge, ends[edge] + (event.key === inwards ? STEP_SECONDS : -STEP_SECONDS)));
      save();
    },
  });
  return { ends, handle };
}

/** Reduces peaks to `count` values by taking the maximum in each segment. If there are fewer peaks, repeats them. */
function reducePeaks(peaks: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / count));
    return peaks.subarray(from, to).reduce((most, peak) => Math.max(most, peak), 0);
  });
}
