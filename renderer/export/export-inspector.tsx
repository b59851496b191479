import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { PresetEntry, Presets } from '../../shared/ipc/export-requests.ts';
import { BOOK_FIELDS } from '../../shared/model/book.ts';
import { MAX_PRESET_NAME_LENGTH } from '../../shared/model/export/export.ts';
import { ask } from '../bridge/ask.ts';
import { askKey, useAsk } from '../bridge/use-ask.ts';
import { listedWithAnd, words } from '../locales/words.ts';
import { formatMoment } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { Section } from '../ui/screen-parts.tsx';
import { undoOf } from '../ui/undo-history.ts';
import { useView } from '../ui/view-store.ts';
import { type ExportDraft, useDraft, useTarget } from './export-drafts.ts';
import styles from './export-inspector.module.css';
import { targetName } from './files-report.tsx';
import { useRoving } from './use-roving.ts';

const t = words('exporting');
const tBook = words('book');
const tTargets = words('targets');

/** @param cues the panel of music and effects, which finished files have */
export function ExportInspector({ cues = null }: { readonly cues?: ReactNode }) {
  const kind = useTarget((state) => state.kind);
  return (
    <>
      <div className="inspector-sections">
        {kind === 'lines' ? <PresetsPart /> : <BookPart />}
        {kind === 'lines' ? <LatestLineExport /> : <LatestTargetExport />}
      </div>
      {kind === 'lines' ? null : cues}
    </>
  );
}

function BookPart() {
  const { data: book } = useAsk('book.read', {});
  if (!book) return null;
  const { details, name, cover } = book;
  const rows = BOOK_FIELDS.filter((field) => field !== 'description').flatMap((field) => {
    const value = field === 'title' ? (details.title ?? name) : details[field];
    const text = Array.isArray(value) ? listedWithAnd(value) : (value?.toString() ?? '');
    return text === '' ? [] : [[field, text] as const];
  });
  return (
    <Section title={tTargets('book.heading')}>
      <dl className={styles.book}>
        {rows.map(([field, text]) => (
          <div key={field}>
            <dt>{tBook(`field.${field}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {cover && (
          <div>
            <dt>{tBook('cover.heading')}</dt>
            <dd>
              {tBook('cover.figures', { format: cover.format.toUpperCase(), width: cover.width, height: cover.height })}
            </dd>
          </div>
        )}
      </dl>
      <Button onClick={() => useView.getState().openDialog('book')}>{tTargets('missing.fill')}</Button>
    </Section>
  );
}

function LatestLineExport() {
  const { data: state } = useAsk('export.state', {});
  if (!state?.report || state.running) return null;
  const { report } = state;
  return (
    <LatestPart
      outDir={report.outDir}
      onReport={() => useDraft.getState().dismissReport(0)}
      onFolder={() => void ask('shell.reveal', { what: 'export' }).catch(notifyFailure)}
    >
      {t.parts('latest.summary', {
        moment: formatMoment(report.finishedAt),
        outcome: report.outcome,
        files: report.files,
        failed: report.failedLines,
        bad: (inside) => (
          <span key="failed" className="fail">
            {inside}
          </span>
        ),
        leftOut: report.leftOutLines,
        out: (inside) => (
          <span key="leftOut" className="fail">
            {inside}
          </span>
        ),
      })}
    </LatestPart>
  );
}

function LatestTargetExport() {
  const { data: state } = useAsk('export.state', {});
  if (!state?.finished || state.running) return null;
  const { finishedAt, outcome, files, failedLines, leftOutLines, outDir } = state.finished;
  return (
    <LatestPart
      outDir={outDir}
      onReport={() => useTarget.getState().dismissReport(0)}
      onFolder={() => void ask('shell.reveal', { what: 'finished-export' }).catch(notifyFailure)}
    >
      {tTargets('latest.summary', {
        target: targetName(state.finished),
        moment: formatMoment(finishedAt),
        outcome,
        files,
        missing: failedLines + leftOutLines,
      })}
    </LatestPart>
  );
}

interface LatestPartProps {
  readonly outDir: string;
  onReport(): void;
  onFolder(): void;
  readonly children: ReactNode;
}

function LatestPart({ outDir, onReport, onFolder, children }: LatestPartProps) {
  return (
    <Section title={t('latest.heading')}>
      <div className={styles.latest}>
        <p>{children}</p>
        <p className="dim">{outDir}</p>
        <Group mt={4}>
          <Button onClick={onReport}>{t('latest.showReport')}</Button>
          <Button onClick={onFolder}>{t('latest.showFolder')}</Button>
        </Group>
      </div>
    </Section>
  );
}

function PresetsPart() {
  const { data: project } = useAsk('project.current', {});
  const { data } = useAsk('export.presets', {});
  const actions = usePresetActions();
  const roving = useRoving(data?.presets.length ?? 0);
  if (!data || !project) return null;
  const { presets, defaultPresetId, unreadable } = data;
  return (
    <Section title={t('presets.heading')}>
      {presets.length === 0 && <p className="dim">{t('presets.empty')}</p>}
      <ul className={styles.presets} aria-label={t('presets.heading')} onKeyDown={roving.onKeyDown}>
        {presets.map((preset, at) => (
          <PresetRow
            key={preset.id}
            preset={preset}
            isDefault={preset.id === defaultPresetId}
            readOnly={project.readOnly}
            actions={actions}
            control={roving.control(at)}
          />
        ))}
      </ul>
      {unreadable > 0 && <p className={styles.unreadable}>{t('presets.unreadable', { presets: unreadable })}</p>}
      {project.readOnly ? <p className="dim">{t('presets.readOnly')}</p> : <SaveForm actions={actions} />}
    </Section>
  );
}

interface PresetRowProps {
  readonly preset: PresetEntry;
  readonly isDefault: boolean;
  readonly readOnly: boolean;
  readonly actions: PresetActions;
  readonly control: ReturnType<ReturnType<typeof useRoving>['control']>;
}

function PresetRow({ preset, isDefault, readOnly, actions, control }: PresetRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const draft = useDraft((store) => store.draft);
  const isChosen = draft !== null && matchesPreset(draft, preset);
  const wasChosen = draft?.presetId === preset.id && !isChosen;
  const mark = isDefault ? (wasChosen ? 'both' : 'default') : wasChosen ? 'changed' : null;
  const choose = () =>
    useDraft.getState().update({
      options: preset.options,
      presetId: preset.id,
      ...(preset.folder && { folder: preset.folder }),
    });
  if (isRenaming) {
    return (
      <li>
        <RenameField preset={preset} actions={actions} onEnd={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li className={styles.preset} data-chosen={isChosen}>
      <button type="button" aria-pressed={isChosen} className={styles.name} onClick={choose} {...control}>
        <span className="cut" title={preset.name}>
          {preset.name}
        </span>
        <small className="dim">{mark && t(`presets.mark.${mark}`)}</small>
      </button>
      {!readOnly && (
        <Menu position="bottom-end" returnFocus withinPortal={false}>
          <Menu.Target>
            <ActionIcon aria-label={t('presets.menu', { preset: preset.name })}>
              <Ellipsis size={15} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => actions.setDefault(isDefault ? null : preset)}>
              {isDefault ? t('presets.endDefault') : t('presets.makeDefault')}
            </Menu.Item>
            <Menu.Item disabled={isChosen} onClick={() => actions.replace(preset)}>
              {t('presets.replace')}
            </Menu.Item>
            <Menu.Item onClick={() => setRenaming(true)}>{t('presets.rename')}</Menu.Item>
            <Menu.Item onClick={() => actions.remove(preset)}>{t('presets.remove')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}

interface RenameFieldProps {
  readonly preset: PresetEntry;
  readonly actions: PresetActions;
  onEnd(): void;
}

function RenameField({ preset, actions, onEnd }: RenameFieldProps) {
  const [name, setName] = useState(preset.name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || wanted === preset.name || (await actions.rename(preset, wanted))) onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd();
  };
  return (
    <form className={styles.save} onSubmit={submit}>
      <TextInput
        aria-label={t('presets.newName', { preset: preset.name })}
        data-autofocus
        ref={focusAndSelect}
        maxLength={MAX_PRESET_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit">{t('presets.takeName')}</Button>
    </form>
  );
}

/** Waits until the menu that led here has restored the focus. */
function focusAndSelect(input: HTMLInputElement | null): void {
  if (!input || input.dataset['begun']) return;
  input.dataset['begun'] = 'true';
  setTimeout(() => input.select(), 0);
}

function SaveForm({ actions }: { readonly actions: PresetActions }) {
  const [name, setName] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    // Clears the field immediately, because further typing is for the next preset.
    setName('');
    if (!(await actions.save(name.trim()))) setName((next) => next || name);
  };
  return (
    <form className={styles.save} onSubmit={submit}>
      <TextInput
        aria-label={t('presets.name')}
        placeholder={t('presets.name')}
        maxLength={MAX_PRESET_NAME_LENGTH}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {t('presets.save')}
      </Button>
    </form>
  );
}

interface PresetActions {
  save(name: string): Promise<boolean>;
  rename(preset: PresetEntry, name: string): Promise<boolean>;
  replace(preset: PresetEntry): void;
  remove(preset: PresetEntry): void;
  setDefault(preset: PresetEntry | null): void;
}

const presetContent = ({ options, folder }: ExportDraft) => ({ options, folderId: folder?.folderId ?? null });

function usePresetActions(): PresetActions {
  const queryClient = useQueryClient();
  const cachePresets = <T extends Presets>(reply: T): T => {
    const { presets, defaultPresetId, unreadable } = reply;
    queryClient.setQueryData(askKey('export.presets', {}), { presets, defaultPresetId, unreadable });
    return reply;
  };
  const undo = (step: string | null) => undoOf(step, async () => cachePresets(await ask('export.presets', {})));

  return {
    save: (name) =>
      attempt(async () => {
        const { draft } = useDraft.getState();
        if (!draft) return;
        const { id, step } = cachePresets(await ask('export.savePreset', { name, ...presetContent(draft) }));
        useDraft.getState().update({ presetId: id });
        notify(t('presets.saved', { preset: name }), { undo: undo(step) });
      }),
    rename: (preset, name) =>
      attempt(async () => {
        const { step } = cachePresets(await ask('export.changePreset', { id: preset.id, name }));
        notify(t('presets.renamed', { before: preset.name, preset: name }), { undo: undo(step) });
      }),
    replace: (preset) =>
      void attempt(async () => {
        const { draft } = useDraft.getState();
        if (!draft) return;
        const choice = presetContent(draft);
        const { step } = cachePresets(await ask('export.changePreset', { id: preset.id, choice }));
        useDraft.getState().update({ presetId: preset.id });
        notify(t('presets.replaced', { preset: preset.name }), { undo: undo(step) });
      }),
    remove: (preset) =>
      void attempt(async () => {
        const { step } = cachePresets(await ask('export.deletePreset', { id: preset.id }));
        notify(t('presets.removed', { preset: preset.name }), { undo: undo(step) });
      }),
    setDefault: (preset) =>
      void attempt(async () => {
        cachePresets(await ask('export.setDefaultPreset', { id: preset?.id ?? null }));
        notify(preset ? t('presets.isDefault', { preset: preset.name }) : t('presets.noDefault'), {
          id: 'default-preset',
        });
      }),
  };
}

async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (failure) {
    notifyFailure(failure);
    return false;
  }
}

/** A preset without a folder matches any folder. */
function matchesPreset({ options, folder }: ExportDraft, preset: PresetEntry): boolean {
  const same = JSON.stringify(optionValues(options)) === JSON.stringify(optionValues(preset.options));
  return same && (preset.folder === null || preset.folder.path === folder?.path);
}

const optionValues = ({ format, template, allowStale, approvedOnly, chapterIds }: ExportDraft['options']) => [
  format,
  template,
  allowStale,
  approvedOnly,
  chapterIds,
];
