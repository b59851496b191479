import type { BookQuotations } from '@lectern/manuscript/speakers';
import { Button, Group, SegmentedControl } from '@mantine/core';
import { Check, CircleHelp } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { FoundQuotation, SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { words } from '../../locales/words.ts';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { ProblemNotice } from '../../ui/overlays/problem-notice.tsx';
import { attributions, type SpeakerAttribution } from './speaker-work.ts';
import { SpeakersPanel } from './speakers-panel.tsx';
import styles from './speakers-screen.module.css';
import { useSpeakerWork } from './use-speaker-work.ts';

const t = words('speakers');

interface SpeakersScreenProps {
  readonly importId: string;
  readonly file: string;
  readonly choices: ImportChoices;
  readonly back: () => void;
}

export function SpeakersScreen({ importId, file, choices, back }: SpeakersScreenProps) {
  // The choices as they were when this screen opened, without decisions. This screen applies decisions itself.
  const asked = useRef({ ...choices, speakers: withoutDecisions(choices.speakers) });
  const { data, error } = useAsk('speakers.list', { importId, choices: asked.current }, { gcTime: 0 });
  if (error) return <ProblemNotice error={error.error} />;
  if (!data) return <p role="status">{t('reading')}</p>;
  return <Quotations book={data} file={file} back={back} />;
}

/** Removes the producer's decisions, but keeps a model's answers. */
const withoutDecisions = (speakers: SpeakerChoices | undefined): SpeakerChoices | undefined =>
  speakers && { ...speakers, said: {}, names: [] };

const ROW_HEIGHT = 54;

interface QuotationsProps {
  readonly book: BookQuotations;
  readonly file: string;
  readonly back: () => void;
}

function Quotations({ book, file, back }: QuotationsProps) {
  const work = useSpeakerWork(book, file);
  const { shown, selected, filter, choices, doubtful, told } = work;
  const sayingOf = useMemo(() => attributions(choices), [choices]);
  const all = useMemo(() => book.quotations.filter(({ isDoubtful }) => isDoubtful).length, [book]);
  if (book.quotations.length === 0) return <p role="status">{t('none')}</p>;
  const left = t('left', { doubtful });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys for the whole screen
    <div className={styles.screen} onKeyDown={work.onStepKey}>
      <div className={styles.head}>
        <p aria-live="polite">{doubtful > 0 ? t('leftOf', { left, all }) : left}</p>
        <progress aria-hidden max={Math.max(1, all)} value={all - doubtful} />
        <SegmentedControl
          aria-label={t('filter.label')}
          value={filter}
          onChange={(value) => work.show(value === 'all' ? 'all' : 'doubtful')}
          data={[
            { value: 'doubtful', label: t('filter.doubtful', { count: all }) },
            { value: 'all', label: t('filter.all', { count: book.quotations.length }) },
          ]}
        />
      </div>
      <div className={styles.columns}>
        <div className={`framed ${styles.list}`}>
          <VirtualList
            label={t('list')}
            items={shown}
            rowHeight={ROW_HEIGHT}
            keyOf={({ id }) => id}
            selectedIndex={work.at}
            focusCount={work.focusCount}
            onSelect={(_, index) => work.select(index)}
            onKey={work.onKey}
            render={(quotation) => (
              <QuotationRow
                quotation={quotation}
                passage={book.passages[quotation.passage] ?? ''}
                attribution={sayingOf(quotation)}
              />
            )}
          />
        </div>
        {selected && <SpeakersPanel key={file} book={book} work={work} quotation={selected} />}
      </div>
      <KeyHints />
      <Group justify="flex-end">
        <p className={styles.told} role="status">
          {told}
        </p>
        <Button disabled={!work.canUndo} onClick={() => work.step('undo')}>
          {t('undo')}
        </Button>
        <Button disabled={!work.canRedo} onClick={() => work.step('redo')}>
          {t('redo')}
        </Button>
        <Button variant="filled" onClick={back}>
          {t('done')}
        </Button>
      </Group>
    </div>
  );
}

const KEYS = [
  ['↑ ↓', 'move'],
  ['↵', 'accept'],
  ['1–9', 'number'],
  ['0', 'narrator'],
  ['R', 'find'],
  ['N', 'add'],
  ['A', 'scope'],
  ['E', 'edit'],
  ['F', 'filter'],
  ['U', 'undo'],
] as const;

function KeyHints() {
  return (
    <ul className={styles.keys} aria-label={t('keys.label')}>
      {KEYS.map(([key, name]) => (
        <li key={name}>
          <kbd>{key}</kbd> {t(`keys.${name}`)}
        </li>
      ))}
    </ul>
  );
}

interface QuotationRowProps {
  readonly quotation: FoundQuotation;
  readonly passage: string;
  readonly attribution: SpeakerAttribution;
}

const CHARACTERS_BEFORE = 28;
const CHARACTERS_AFTER = 160;

const QuotationRow = memo(function QuotationRow({ quotation, passage, attribution }: QuotationRowProps) {
  const { start, end, confidence, evidence, otherwise } = quotation;
  const { role, state } = attribution;
  const name = role ?? t('narrator');
  const before = passage.slice(Math.max(0, start - CHARACTERS_BEFORE), start);
  return (
    <div className={styles.row} data-state={state}>
      <p>
        <StateMark state={state} />
        <b className="cut">{state === 'doubtful' && role !== null ? t('guess', { role: name }) : name}</b>
        <small className="cut">{t(`evidence.${evidence}`)}</small>
        {state !== 'confirmed' && otherwise && (
          <small className={`${styles.otherwise} cut`}>
            {t(`otherwise.${otherwise.by}`, { role: otherwise.speaker ?? t('narrator') })}
          </small>
        )}
        {state !== 'confirmed' && role !== null && (
          <small className={styles.sure}>{t('sure', { confidence: Math.floor(confidence * 100) / 100 })}</small>
        )}
      </p>
      <p className="cut">
        <span className="dim">
          {start > CHARACTERS_BEFORE && '…'}
          {before.trimStart()}
        </span>
        {passage.slice(start, Math.min(end, start + CHARACTERS_AFTER))}
        <span className="dim">{passage.slice(end, end + CHARACTERS_AFTER)}</span>
      </p>
    </div>
  );
});

function StateMark({ state }: Pick<SpeakerAttribution, 'state'>) {
  const label = t(`stateName.${state}`);
  if (state === 'confirmed') return <Check size={14} role="img" aria-label={label} />;
  if (state === 'doubtful') return <CircleHelp size={14} role="img" aria-label={label} />;
  return <span className={styles.mark} role="img" aria-label={label} title={label} />;
}
