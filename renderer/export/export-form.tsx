// What is chosen, and what would come of it.
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ExportOutlook } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary } from '../../shared/ipc/project-requests.ts';
import type { BridgeFailure } from '../bridge/bridge-failure.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatCounted } from '../ui/format.ts';
import { isFocusFree } from '../ui/free-focus.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { chooseFolder } from './choose-folder.ts';
import { type ExportDraft, useDraft } from './export-draft.ts';
import { ExportFrame } from './export-frame.tsx';
import styles from './export-screen.module.css';
import { FolderPart } from './folder-part.tsx';
import { FormatPart } from './format-part.tsx';
import { LinesPart } from './lines-part.tsx';
import { NamesPart } from './names-part.tsx';
import { OutlookFigures, OutlookRemarks } from './outlook-view.tsx';

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
    <ExportFrame
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
    </ExportFrame>
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
