import { Checkbox, Group, Radio, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FilesPreview } from '../../shared/ipc/export-requests.ts';
import type { ProjectSummary, StatusCounts } from '../../shared/ipc/project-requests.ts';
import {
  DEFAULT_SIDECAR_AUDIO,
  defaultTextUnit,
  EXPORT_TARGETS,
  isPublicationTarget,
  isSidecarTarget,
  isTimedText,
  PROGRAM_TARGETS,
  type SidecarTarget,
  TEXT_UNITS,
  type TimedTextTarget,
} from '../../shared/model/export/export-target.ts';
import type { OwnTarget } from '../../shared/model/export/own-target.ts';
import type { FilesTarget } from '../../shared/model/export/target-export.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { ownExportTarget } from '../../shared/rules/export/own-targets.ts';
import { useAsk, useSend } from '../bridge/use-ask.ts';
import { tDelivery, words } from '../locales/words.ts';
import { formatCount, formatDuration, formatMoment } from '../ui/format.ts';
import { Figures, Section } from '../ui/screen-parts.tsx';
import { statusHint } from '../ui/wording/status.ts';
import { getDraft, isProgramTarget, type TargetDraft, useTarget } from './export-drafts.ts';
import { ExportForm } from './export-form.tsx';
import styles from './export-screen.module.css';
import { FolderPart, FolderProblem, LinesPart, pickFolder, StalePart } from './form-parts.tsx';
import { MissingPart, RequirementsPart, SoundPart, VoicesPart } from './target-parts.tsx';

const t = words('targets');
const tExporting = words('exporting');

/** How long to wait after the last change to the options before requesting a forecast, in milliseconds. */
const OPTIONS_DELAY_MS = 120;

interface FilesFormProps {
  readonly project: ProjectSummary;
  readonly counts: StatusCounts;
  readonly kind: FilesTarget;
  readonly own: OwnTarget | null;
}

export function FilesForm({ project, counts, kind, own }: FilesFormProps) {
  const ownId = own?.id ?? null;
  const draft = useTarget(({ drafts }) => getDraft(drafts, kind, ownId));
  useEffect(() => {
    if (useTarget.getState().own !== ownId) useTarget.getState().chooseKind(kind, ownId);
  }, [kind, ownId]);
  const start = useSend('export.startFiles');
  const [rested] = useDebouncedValue(draft, OPTIONS_DELAY_MS);
  const asked = { kind, options: rested.options, untitled: t('untitled') };
  const outlook = useAsk(
    'export.previewFiles',
    { ...asked, folderId: rested.folder?.folderId ?? null },
    { placeholderData: keepPreviousData, refetchOnMount: 'always' },
  );
  const known = outlook.isPlaceholderData ? undefined : outlook.data;
  const begin = () => {
    if (draft.folder) start.mutate({ ...asked, options: draft.options, folderId: draft.folder.folderId });
  };
  const choose = () => pickFolder((folder) => useTarget.getState().setDraft(kind, { folder }));
  return (
    <ExportForm
      title={t('begin')}
      about={targetDescription(kind, own)}
      beginLabel={t('begin')}
      folder={draft.folder}
      onChooseFolder={choose}
      hindrance={exportBlocker(outlook.data)}
      store={isProgramTarget(kind) ? undefined : kind}
      verdict={rested === draft ? known?.verdict : undefined}
      start={start}
      onBegin={begin}
      previewError={outlook.error}
      lines={rested.options}
      hasSpeech={!isSidecarTarget(kind)}
      forecast={outlook.data && <OutlookFigures outlook={outlook.data} />}
    >
      {isProgramTarget(kind) && <FormPart kind={kind} />}
      {isSidecarTarget(kind) && (
        <TimesPart kind={kind} options={draft.options} ownTargets={project.settings.ownTargets} />
      )}
      {isTimedText(kind) && <TextPart kind={kind} options={draft.options} />}
      <FolderPart folder={draft.folder} onChoose={choose}>
        <FolderContents folder={outlook.data?.folder ?? null} />
      </FolderPart>
      {outlook.data && <MissingPart kind={kind} outlook={outlook.data} />}
      <ChosenLines kind={kind} draft={draft} counts={counts} />
      {!isProgramTarget(kind) && <SoundPart kind={kind} options={draft.options} />}
      {!isProgramTarget(kind) && <VoicesPart target={kind} planned={project.settings.targets} />}
      {!isProgramTarget(kind) && (
        <RequirementsPart target={own ? ownExportTarget(own) : TARGETS[kind]} all={project.settings.ownTargets} />
      )}
    </ExportForm>
  );
}

function targetDescription(kind: FilesTarget, own: OwnTarget | null): string {
  if (isProgramTarget(kind)) return t('about.other');
  return own ? t('own.about', { target: tDelivery(`target.${kind}`) }) : tDelivery(`about.${kind}`);
}

function exportBlocker(outlook: FilesPreview | undefined): string | null {
  if (!outlook) return null;
  if (outlook.lines.exported === 0) return tExporting('hindrance.noTakes');
  if (outlook.needs) return tExporting('hindrance.needs', { field: tDelivery(`field.${outlook.needs}`) });
  return outlook.folder?.ok === false ? tExporting('hindrance.folder') : null;
}

function OutlookFigures({ outlook: { lines, files } }: { readonly outlook: FilesPreview }) {
  return (
    <Figures
      figures={[
        ...(files
          ? [
              { value: formatCount(files.count), label: tExporting('figure.files', { files: files.count }) },
              { value: formatDuration(files.durationSeconds), label: tExporting('figure.audio') },
              {
                value: formatCount(files.chapters),
                label: tExporting('figure.chapters', { chapters: files.chapters }),
              },
            ]
          : [{ value: formatCount(lines.exported), label: tExporting('figure.lines', { lines: lines.exported }) }]),
        { value: formatCount(lines.withoutTake), label: tExporting('figure.withoutTake') },
        {
          value: formatCount(lines.exportedStale + lines.staleLeftOut),
          label: lines.exportedStale > 0 ? tExporting('figure.staleExported') : tExporting('figure.staleLeftOut'),
          hint: statusHint('stale'),
        },
      ]}
    />
  );
}

function FormPart({ kind }: { readonly kind: FilesTarget }) {
  return (
    <Section id="export-form" title={t('form.label')} className={styles.part}>
      <Radio.Group
        aria-labelledby="export-form"
        value={kind}
        onChange={(value) => {
          const form = PROGRAM_TARGETS.find((known) => known === value);
          if (form) useTarget.getState().chooseKind(form);
        }}
      >
        <Stack gap="var(--gap-3)">
          {PROGRAM_TARGETS.map((form) => (
            <Radio key={form} value={form} label={t(`form.${form}.label`)} description={t(`form.${form}.about`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}

interface ChosenLinesProps {
  readonly kind: FilesTarget;
  readonly draft: TargetDraft;
  readonly counts: StatusCounts;
}

interface TimesPartProps {
  readonly kind: SidecarTarget;
  readonly options: TargetDraft['options'];
  readonly ownTargets: readonly OwnTarget[];
}

function TimesPart({ kind, options: { timesOf = DEFAULT_SIDECAR_AUDIO }, ownTargets }: TimesPartProps) {
  const usual = EXPORT_TARGETS.filter((id) => id !== 'lines').map((id) => ({
    value: id as string,
    label: tDelivery(`target.${id}`),
  }));
  return (
    <Section id="export-times" title={t('times.heading')} className={styles.part}>
      <Select
        aria-labelledby="export-times"
        description={t('times.hint')}
        data={[...usual, ...ownTargets.map(({ id, name }) => ({ value: id, label: name }))]}
        value={timesOf}
        allowDeselect={false}
        onChange={(value) => value !== null && useTarget.getState().setOptions(kind, { timesOf: value })}
      />
    </Section>
  );
}

interface TextPartProps {
  readonly kind: TimedTextTarget;
  readonly options: TargetDraft['options'];
}

function TextPart({ kind, options: { by = defaultTextUnit(kind), wordTimestamps = false } }: TextPartProps) {
  const set = (change: Partial<TargetDraft['options']>) => useTarget.getState().setOptions(kind, change);
  return (
    <Section id="export-text" title={t('text.heading')} className={styles.part}>
      <Radio.Group
        aria-labelledby="export-text"
        description={t(`text.${kind === 'srt' || kind === 'vtt' ? 'subtitles' : kind}`)}
        value={by}
        onChange={(value) => {
          const unit = TEXT_UNITS.find((known) => known === value);
          if (unit) set({ by: unit });
        }}
      >
        <Group mt="var(--gap-2)">
          {TEXT_UNITS.map((unit) => (
            <Radio key={unit} value={unit} label={t(`text.${unit}`)} />
          ))}
        </Group>
      </Radio.Group>
      {kind === 'vtt' && by === 'words' && (
        <Checkbox
          mt="var(--gap-3)"
          label={t('text.timestamps')}
          description={t('text.timestampsHint')}
          checked={wordTimestamps}
          onChange={(event) => set({ wordTimestamps: event.currentTarget.checked })}
        />
      )}
    </Section>
  );
}

/** Session exports always contain the whole script. */
function ChosenLines({ kind, draft: { options }, counts }: ChosenLinesProps) {
  const setOptions = (change: Partial<TargetDraft['options']>) => useTarget.getState().setOptions(kind, change);
  if (isProgramTarget(kind) && !isSidecarTarget(kind) && !isPublicationTarget(kind))
    return <StalePart allowStale={options.allowStale} counts={counts} setOptions={setOptions} />;
  return <LinesPart options={options} counts={counts} setOptions={setOptions} />;
}

function FolderContents({ folder }: { readonly folder: FilesPreview['folder'] }) {
  if (!folder) return null;
  if (!folder.ok) return <FolderProblem outlook={folder} />;
  const { isNew, former, dropped } = folder;
  const there = former
    ? t('folder.former', { moment: formatMoment(former.exportedAt), files: former.files })
    : tExporting('folder.notBefore');
  return (
    <ul className={styles.contents} aria-label={tExporting('folder.contents')}>
      <li>{isNew ? tExporting('folder.isNew') : there}</li>
      {dropped > 0 && <li data-warns>{t('folder.dropped', { files: dropped })}</li>}
    </ul>
  );
}
