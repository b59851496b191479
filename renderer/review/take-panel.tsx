// Below the table: the selected line's take, large, with what can be set on it.
import { Button, NumberInput, Textarea } from '@mantine/core';
import { memo, useEffect, useRef, useState } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { GAIN_DB, LONGEST_NOTE, type TakeSummary } from '../../shared/model/take.ts';
import { lineNumber } from '../../shared/rules/line-number.ts';
import { words } from '../locales/words.ts';
import { formatLoudness, formatSeconds, formatSigned } from '../ui/format.ts';
import { playTakeFrom } from '../ui/play-line.ts';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { flagWords } from '../ui/wording/flags.ts';
import { Editable } from '../ui/writing.tsx';
import { AnotherTake } from './another-take.tsx';
import { LineWords } from './line-words.tsx';
import styles from './take-panel.module.css';
import { TrimWave } from './trim-wave.tsx';

const t = words('review');

interface TakePanelProps {
  readonly row: ReviewRow;
  readonly take: TakeSummary;
  readonly actions: TakeActions;
  /** Gets the note's field, for the key that leads there. */
  readonly noteRef: React.RefObject<HTMLTextAreaElement | null>;
}

/** Trim, gain, note and the figures of a take. */
export const TakePanel = memo(({ row, take, actions, noteRef }: TakePanelProps) => {
  const isTreated = take.trimStartSeconds > 0 || take.trimEndSeconds > 0 || take.gainDb !== 0;
  return (
    <section className={styles.panel} aria-label={t('panel.label', { take: take.number, line: lineNumber(row) })}>
      <LineWords row={row} take={take} />
      <div className={styles.sound}>
        <Editable>
          <TrimWave
            take={take}
            onTrim={(start, end) => actions.setTrim(take, lineNumber(row), start, end)}
            onPlayFrom={(seconds) => playTakeFrom(take, row, seconds)}
          />
        </Editable>
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
          <NoteField key={`note-${take.id}`} row={row} take={take} actions={actions} noteRef={noteRef} />
        </Editable>
      </div>
      {take.flags.length > 0 && (
        <ul className={styles.flags}>
          {take.flags.map((flag) => {
            const { label, meaning, colour } = flagWords(flag);
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

/** The field grows with its words by its style: measuring it at each line would lay the whole screen out again. */
const NOTE_PARTS = { input: styles.noteInput ?? '' };

function NoteField({ row, take, actions, noteRef }: TakePanelProps) {
  const [draft, setDraft] = useState(take.note);
  useEffect(() => setDraft(take.note), [take.note]);
  const save = () => {
    if (draft !== take.note) actions.setNote(take, lineNumber(row), draft);
  };
  // Another take may be shown while a note is typed: the words belong to this one.
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => () => latestSave.current(), []);
  return (
    <Textarea
      ref={noteRef}
      className={styles.note}
      classNames={NOTE_PARTS}
      aria-label={t('panel.noteLabel', { take: take.number })}
      placeholder={t('panel.note')}
      rows={1}
      maxLength={LONGEST_NOTE}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
    />
  );
}

interface GainFieldProps {
  /** In dB, as it is saved. */
  readonly gainDb: number;
  onGain(gainDb: number): void;
}

/** A take's gain in dB. What is beyond its bounds is not saved: it becomes the bound when the field is left. */
export function GainField({ gainDb, onGain }: GainFieldProps) {
  const [draft, setDraft] = useState<number | string>(gainDb);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What is being typed is newer than the value that comes back.
    if (document.activeElement !== field.current) setDraft(gainDb);
  }, [gainDb]);
  return (
    <NumberInput
      ref={field}
      aria-label={t('panel.gain')}
      className={styles.gain}
      suffix=" dB"
      min={GAIN_DB.min}
      max={GAIN_DB.max}
      step={1}
      decimalScale={1}
      value={draft}
      onChange={(value) => {
        setDraft(value);
        if (typeof value !== 'number' || value === gainDb) return;
        if (value >= GAIN_DB.min && value <= GAIN_DB.max) onGain(value);
      }}
      onBlur={() => {
        if (typeof draft !== 'number') setDraft(gainDb);
      }}
    />
  );
}
