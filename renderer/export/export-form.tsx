// What is chosen, and what would come of it.
import { Button, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ExportOutlook } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../shared/service/vocabulary.ts';
import type { BridgeFailure } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { runCommand } from '../ui/commands.ts';
import { isFocusFree } from '../ui/focus.ts';
import { formatBytes, formatCount, formatCounted, formatDuration, nounFor } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { Figures, ScreenFrame } from '../ui/screen-parts.tsx';
import { statusHint } from '../ui/wording/status.ts';
import { type ExportDraft, useDraft } from './export-draft.ts';
import { FailedLines } from './export-report.tsx';
import styles from './export-screen.module.css';
import { chooseFolder, FolderPart } from './folder-part.tsx';
import { LinesPart } from './lines-part.tsx';
import { NamesPart } from './names-part.tsx';

/** How long choosing rests before it is asked what would come of it, in milliseconds. */
const REST_MS = 120;

interface ExportFormProps {
  readonly project: ProjectSummary;
  readonly draft: ExportDraft;
  readonly busy: boolean;
  begin(): void;
  /** Why the last one could not be begun. */
  readonly problem: BridgeFailure | null;
}

export function ExportForm({ project, draft, busy, begin, problem }: ExportFormProps) {
  const { setOptions } = useDraft.getState();
  const [rested] = useDebouncedValue(draft, REST_MS);
  const { options, folder } = rested;
  // A template must have something in it to be asked about.
  const asked = { ...options, template: options.template || '{}' };
  const fresh = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const;
  const names = useAsk('export.previewNames', options, fresh);
  const outlook = useAsk('export.outlook', { ...asked, folderId: folder?.folderId ?? null }, fresh);
  const hindrance = hindranceOf(draft, outlook.data, names.data?.problem != null);
  const asking = rested !== draft || outlook.isPlaceholderData || names.isPlaceholderData;
  const canBegin = draft.folder !== null && hindrance === null && !asking && outlook.data !== undefined;
  const beginButton = useKeptFocus(canBegin);
  return (
    <ScreenFrame
      title="Export"
      ends
      about={`A file for each line of ${project.name}. Nothing is written yet.`}
      actions={
        <>
          <p id="export-hindrance" className={styles.hindrance} role="status">
            {hindrance}
          </p>
          {draft.folder ? (
            <Button
              ref={beginButton}
              variant="filled"
              disabled={!canBegin}
              loading={busy}
              aria-describedby="export-hindrance"
              onClick={begin}
            >
              Export {formatCounted(outlook.data?.lines.exported ?? 0, 'file')}
            </Button>
          ) : (
            <Button variant="filled" onClick={chooseFolder}>
              Choose a folder…
            </Button>
          )}
        </>
      }
    >
      {problem && problem.error.kind !== 'cancelled' && <ProblemNotice error={problem.error} onRetry={begin} />}
      {outlook.error && <ProblemNotice error={outlook.error.error} />}
      {outlook.data && <OutlookFigures outlook={outlook.data} />}
      {outlook.data && <OutlookRemarks outlook={outlook.data} />}
      <div className={styles.form}>
        <FolderPart folder={draft.folder} outlook={outlook.data?.folder ?? null} />
        <LinesPart options={draft.options} counts={project.counts} />
        <FormatPart format={draft.options.format} choose={(format) => setOptions({ format })} />
        <NamesPart
          template={draft.options.template}
          names={names.data ?? null}
          isAsked={rested.options.template === draft.options.template && !names.isPlaceholderData}
        />
      </div>
    </ScreenFrame>
  );
}

/** The next step takes the keyboard as soon as it can be done, where nothing else has it: a folder's button went away under it. */
function useKeptFocus(canBegin: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (canBegin && isFocusFree()) button.current?.focus();
  }, [canBegin]);
  return button;
}

/** Why nothing can be exported as it is chosen; null where it can. */
function hindranceOf(draft: ExportDraft, outlook: ExportOutlook | undefined, isTemplateWrong: boolean): string | null {
  if (!outlook) return null;
  if (outlook.lines.inScope === 0) return 'No line is chosen.';
  if (outlook.lines.exported === 0) return 'None of these lines has a take to export.';
  if (isTemplateWrong || draft.options.template.trim() === '') return 'The names can’t be used.';
  return outlook.folder?.ok === false ? 'The folder can’t be used.' : null;
}

/** The large figures. */
function OutlookFigures({ outlook }: { readonly outlook: ExportOutlook }) {
  const { lines, sizeBytes, durationSeconds } = outlook;
  return (
    <Figures
      figures={[
        { value: formatCount(lines.exported), label: nounFor(lines.exported, 'file') },
        { value: formatDuration(durationSeconds), label: 'of audio' },
        { value: `~${formatBytes(sizeBytes)}`, label: 'in size' },
        { value: formatCount(lines.withoutTake), label: 'without a take' },
        {
          value: formatCount(lines.exportedStale + lines.staleLeftOut),
          label: lines.staleLeftOut > 0 ? 'stale, left out' : 'stale, exported',
          hint: statusHint('stale'),
        },
      ]}
    />
  );
}

/** What is left out and why, and what would fail. */
function OutlookRemarks({ outlook }: { readonly outlook: ExportOutlook }) {
  const { lines, damaged, hasPauseMarks } = outlook;
  return (
    <div className={styles.remarks}>
      {hasPauseMarks && <p>The script’s [pause] marks are in no file: each file holds its line alone.</p>}
      {lines.withoutTake > 0 && (
        <p>
          {formatCounted(lines.withoutTake, 'line')} of {formatCount(lines.inScope)}{' '}
          {lines.withoutTake === 1 ? 'has no take and is' : 'have no take and are'} left out.{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.production')}>
            Render them…
          </Button>
        </p>
      )}
      {lines.notApproved > 0 && (
        <p>
          {formatCounted(lines.notApproved, 'line')} {lines.notApproved === 1 ? 'is' : 'are'} not approved and left out.{' '}
          <Button size="compact-xs" onClick={() => runCommand('go.review')}>
            Review them…
          </Button>
        </p>
      )}
      {damaged.count > 0 && (
        <section className={styles.damaged} aria-labelledby="export-damaged">
          <h2 id="export-damaged">
            {formatCounted(damaged.count, 'line')} would fail: {damaged.count === 1 ? 'its' : 'their'} audio is not as
            it was kept
          </h2>
          <FailedLines label="Lines that would fail" lines={damaged.lines} count={damaged.count} />
        </section>
      )}
    </div>
  );
}

const FORMATS: Readonly<Record<OutputFormat, { readonly label: string; readonly about: string }>> = {
  wav: { label: 'WAV', about: 'As it was rendered, 16 bit. For editing and for masters.' },
  flac: { label: 'FLAC', about: 'The same sound to the bit, at about half the size.' },
  mp3: { label: 'MP3', about: 'Small, and every player opens it.' },
  ogg: { label: 'Ogg', about: 'Vorbis: small, for the web and for games.' },
  mulaw: { label: 'µ-law', about: 'WAV for telephone systems, 8 bit.' },
};

/** From the master to what is heard on the way. */
const ORDER: readonly OutputFormat[] = ['wav', 'flac', 'mp3', 'ogg', 'mulaw'];

interface FormatPartProps {
  readonly format: OutputFormat;
  choose(format: OutputFormat): void;
}

/** The format of the files. */
function FormatPart({ format, choose }: FormatPartProps) {
  return (
    <section className={styles.part} aria-labelledby="export-format">
      <h2 id="export-format" className="label">
        Format
      </h2>
      <div className={styles.body}>
        <SegmentedControl
          aria-labelledby="export-format"
          className={styles.choice}
          value={format}
          onChange={(value) => choose(OUTPUT_FORMATS.find((other) => other === value) ?? format)}
          data={ORDER.map((value) => ({ value, label: FORMATS[value].label }))}
        />
        <p className="dim">{FORMATS[format].about}</p>
      </div>
    </section>
  );
}
