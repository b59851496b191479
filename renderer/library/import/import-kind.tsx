import { Button, Checkbox, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ImportPreview } from '../../../shared/ipc/project-requests.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { PRODUCTION_KINDS, type ProductionNote } from '../../../shared/model/production-kind.ts';
import { tImport, words } from '../../locales/words.ts';
import styles from './import-sections.module.css';
import { moveFocus } from './import-sections.tsx';

const t = words('library');
const tImporting = words('importing');

interface ImportKindProps {
  readonly preview: ImportPreview;
  /** These choices may be newer than the preview. */
  readonly choices: ImportChoices;
  readonly change: (choices: ImportChoices) => void;
}

/** The kind of project, with the reason for the suggestion and what the choice sets. */
export function ImportKind({ preview: { productionKind, proposedKind }, choices, change }: ImportKindProps) {
  const kind = choices.productionKind ?? productionKind;
  const suggestion = tImport.suggestion(proposedKind);
  return (
    <Stack gap="var(--gap-2)" role="group" aria-labelledby="import-kind">
      <h3 id="import-kind" className="label">
        {t('import.production.label')}
      </h3>
      <SegmentedControl
        fullWidth
        aria-label={t('import.production.label')}
        aria-describedby="import-kind-why"
        value={kind}
        onChange={(value) => {
          const chosen = PRODUCTION_KINDS.find((known) => known === value);
          if (chosen) change({ ...choices, productionKind: chosen });
        }}
        data={PRODUCTION_KINDS.map((value) => ({ value, label: tImporting(`production.kind.${value}`) }))}
      />
      <div id="import-kind-why" className="dim">
        <p className="cut" title={suggestion}>
          {suggestion}
        </p>
        <p>{t(`import.production.effect.${kind}`)}</p>
      </div>
    </Stack>
  );
}

const referenceOf = ({ words: text, occurrence }: ProductionNote) => ({ words: text, occurrence });

/** Production notes of a podcast; ticked ones are spoken. Renders nothing if there are none. */
export function ImportNotes({ preview: { productionNotes: notes }, choices, change }: ImportKindProps) {
  const [stop, setStop] = useState(0);
  if (notes.length === 0) return null;
  const speak = (isSpoken: (at: number) => boolean) =>
    change({ ...choices, spokenNotes: notes.flatMap((note, at) => (isSpoken(at) ? [referenceOf(note)] : [])) });
  // The choices may be newer than the preview.
  const ticked = notes.map((note) =>
    choices.spokenNotes
      ? choices.spokenNotes.some((one) => one.words === note.words && one.occurrence === note.occurrence)
      : note.isSpoken,
  );
  const tick = (at: number, isSpoken: boolean, since: number | 'last' = at) => {
    const other = since === 'last' ? stop : since;
    const [from, to] = [Math.min(other, at), Math.max(other, at)];
    speak((one) => (one >= from && one <= to ? isSpoken : ticked[one] === true));
  };
  const spoken = ticked.filter(Boolean).length;
  return (
    <section className={styles.sections} aria-label={t('import.production.notes.label')}>
      <div className={styles.head}>
        <h3 className="label">{t('import.production.notes.label')}</h3>
        <small>{t('import.production.notes.silent', { silent: notes.length - spoken })}</small>
        <Button variant="subtle" disabled={spoken === notes.length} onClick={() => speak(() => true)}>
          {t('import.production.notes.speakAll')}
        </Button>
        <Button variant="subtle" disabled={spoken === 0} onClick={() => speak(() => false)}>
          {t('import.production.notes.speakNone')}
        </Button>
      </div>
      <p className="dim">{t('import.production.notes.hint')}</p>
      <ol
        className={styles.notes}
        aria-label={t('import.production.notes.label')}
        onKeyDown={(event) => moveFocus(event, tick)}
      >
        {notes.map((note, at) => (
          <li key={`${note.occurrence} ${note.words}`} data-read={ticked[at]}>
            <Checkbox
              label={note.words}
              description={tImport.place(note)}
              checked={ticked[at] === true}
              data-at={at}
              tabIndex={at === Math.min(stop, notes.length - 1) ? 0 : -1}
              onFocus={() => setStop(at)}
              onChange={({ currentTarget }) => tick(at, currentTarget.checked)}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
