import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { DEFAULT_TEMPLATE, NAME_FIELDS } from '../../shared/rules/file-names.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../shared/service/vocabulary.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCount, formatCounted } from '../ui/format.ts';
import { notifyFailure } from '../ui/toast.tsx';
import styles from './export-dialog.module.css';

export interface ExportOrder {
  readonly format: OutputFormat;
  readonly template: string;
  readonly allowStale: boolean;
  /** Chosen by the producer just before, with the system's dialog. */
  readonly folder: { readonly folderId: string; readonly path: string };
}

const FORMAT_LABELS: Readonly<Record<OutputFormat, string>> = {
  wav: 'WAV',
  flac: 'FLAC',
  mp3: 'MP3',
  ogg: 'Ogg Vorbis',
  mulaw: 'µ-law (telephone)',
};
const FORMATS = OUTPUT_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));

/** How long typing rests before names are asked for, in milliseconds. */
const PREVIEW_REST_MS = 120;

interface ExportFormProps {
  readonly project: ProjectSummary;
  /** What was ordered before, to go on from. */
  readonly before: ExportOrder | null;
  readonly onExport: (order: ExportOrder) => void;
  readonly onCancel: () => void;
}

export function ExportForm({ project, before, onExport, onCancel }: ExportFormProps) {
  const [format, setFormat] = useState<OutputFormat>(before?.format ?? project.settings.masterFormat);
  const [template, setTemplate] = useState(before?.template ?? DEFAULT_TEMPLATE);
  const [allowStale, setAllowStale] = useState(before?.allowStale ?? false);
  const [folder, setFolder] = useState(before?.folder ?? null);
  const field = useRef<HTMLInputElement>(null);
  const [rested] = useDebouncedValue(template, PREVIEW_REST_MS);
  const names = useAsk('export.previewNames', { template: rested, format }, { placeholderData: keepPreviousData });
  const problem = template.trim() === '' ? 'A name needs something in it.' : (names.data?.problem ?? null);

  const { fresh = 0, kept = 0, stale = 0 } = project.counts;
  const ready = fresh + kept + (allowStale ? stale : 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (folder && !problem) onExport({ format, template, allowStale, folder });
  };
  const insert = (name: string) => {
    const input = field.current;
    const [from, to] = [input?.selectionStart ?? template.length, input?.selectionEnd ?? template.length];
    setTemplate(`${template.slice(0, from)}{${name}}${template.slice(to)}`);
    input?.focus();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <Select
        label="Format"
        data={FORMATS}
        value={format}
        onChange={(value) => setFormat(OUTPUT_FORMATS.find((other) => other === value) ?? format)}
      />
      <div className={styles.names}>
        <TextInput
          ref={field}
          label="Names of the files"
          spellCheck={false}
          value={template}
          error={problem}
          onChange={(event) => setTemplate(event.currentTarget.value)}
        />
        <div className={styles.fields}>
          {NAME_FIELDS.map((name) => (
            <button key={name} type="button" className={styles.field} onClick={() => insert(name)}>
              {`{${name}}`}
            </button>
          ))}
        </div>
        <ul className={styles.preview} aria-label="Preview of the names">
          {(problem ? [] : (names.data?.names ?? [])).map((name) => (
            <li key={name} className="cut mono">
              {name}
            </li>
          ))}
        </ul>
      </div>
      <Checkbox
        label={`Export lines that are stale too, with the take of before (${formatCount(stale)})`}
        checked={allowStale}
        onChange={(event) => setAllowStale(event.currentTarget.checked)}
      />
      <div className={styles.folder}>
        <Button
          data-autofocus
          onClick={() =>
            void ask('dialog.exportFolder', {})
              .then((chosen) => chosen && setFolder(chosen))
              .catch(notifyFailure)
          }
        >
          {folder ? 'Another folder…' : 'Choose a folder…'}
        </Button>
        <span className="cut dim">{folder?.path ?? 'No folder is chosen yet.'}</span>
      </div>
      <div className={styles.actions}>
        <p className={styles.sum}>
          {formatCount(ready)} of {formatCounted(project.lines, 'line')} can be exported.
        </p>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" disabled={!folder || problem !== null || ready === 0}>
          Export {formatCounted(ready, 'line')}
        </Button>
      </div>
    </form>
  );
}
