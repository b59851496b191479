// Below the table: the selected line's take, large, with what can be set on it.
import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { LONGEST_NOTE, type TakeSummary } from '../../shared/model/take.ts';
import { formatLoudness, formatSeconds, formatSigned } from '../ui/format.ts';
import type { TakeActions } from '../ui/use-take-actions.ts';
import { flagWords } from '../ui/wording/flags.ts';
import { Editable } from '../ui/writing.tsx';
import { GainField } from './gain-field.tsx';
import styles from './take-panel.module.css';
import { TrimWave } from './trim-wave.tsx';

interface TakePanelProps {
  readonly row: ReviewRow;
  readonly take: TakeSummary;
  readonly actions: TakeActions;
  /** Gets the note's field, for the key that leads there. */
  readonly noteRef: React.RefObject<HTMLTextAreaElement | null>;
}

/** Trim, gain, note and the figures of a take. */
export function TakePanel({ row, take, actions, noteRef }: TakePanelProps) {
  const isTreated = take.trimStartSeconds > 0 || take.trimEndSeconds > 0 || take.gainDb !== 0;
  return (
    <section className={styles.panel} aria-label={`Take ${take.number} of line ${row.number}`}>
      <div className={styles.top}>
        <Editable>
          <TrimWave take={take} onTrim={(start, end) => actions.setTrim(take, row.number, start, end)} />
        </Editable>
        <dl className={styles.figures}>
          <div>
            <dt>take</dt>
            <dd>
              {take.number} of {row.takes}
            </dd>
          </div>
          <div>
            <dt>length</dt>
            <dd>{formatSeconds(take.durationSeconds - take.trimStartSeconds - take.trimEndSeconds)}</dd>
          </div>
          <div>
            <dt>loudness</dt>
            <dd>{take.loudnessLufs === null ? '–' : formatLoudness(take.loudnessLufs + take.gainDb)}</dd>
          </div>
          <div>
            <dt>peak</dt>
            <dd>{take.truePeakDbtp === null ? '–' : `${formatSigned(take.truePeakDbtp + take.gainDb, 1)} dBTP`}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.bottom}>
        <Editable>
          <GainField
            key={`gain ${take.id}`}
            gainDb={take.gainDb}
            onGain={(gainDb) => actions.setGain(take, row.number, gainDb)}
          />
          {isTreated && (
            <Button variant="subtle" onClick={() => actions.reset(take, row.number)}>
              Reset
            </Button>
          )}
          <NoteField key={`note ${take.id}`} row={row} take={take} actions={actions} noteRef={noteRef} />
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
}

function NoteField({ row, take, actions, noteRef }: TakePanelProps) {
  const [draft, setDraft] = useState(take.note);
  useEffect(() => setDraft(take.note), [take.note]);
  const save = () => {
    if (draft !== take.note) actions.setNote(take, row.number, draft);
  };
  // Another take may come while somebody types: the words belong to this one.
  const latestSave = useRef(save);
  useEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => () => latestSave.current(), []);
  return (
    <Textarea
      ref={noteRef}
      className={styles.note}
      aria-label={`Note on take ${take.number}`}
      placeholder="Note"
      autosize
      minRows={1}
      maxRows={3}
      maxLength={LONGEST_NOTE}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
    />
  );
}
