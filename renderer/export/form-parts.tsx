import { DISPLAYED_FORMATS, EXPORT_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ExportFolderChoice, LinesPreview } from '../../shared/ipc/export-requests.ts';
import type { Chapter, StatusCounts } from '../../shared/ipc/project-requests.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { tExport, words } from '../locales/words.ts';
import { formatBytes, formatMoment } from '../ui/format.ts';
import { ProblemNotice } from '../ui/overlays/problem-notice.tsx';
import { notifyFailure } from '../ui/overlays/toast.tsx';
import { Section } from '../ui/screen-parts.tsx';
import { useView } from '../ui/view-store.ts';
import { staleLines } from '../ui/wording/status.ts';
import { useDraft } from './export-drafts.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';
import type { LineChoice } from './used-voices.tsx';

const t = words('exporting');

export function pickFolder(choose: (folder: ExportFolderChoice) => void): void {
  ask('dialog.exportFolder', {})
    .then((folder) => folder && choose(folder))
    .catch(notifyFailure);
}

export const chooseFolder = (): void => pickFolder((folder) => useDraft.getState().update({ folder }));

interface FolderPartProps {
  readonly folder: ExportFolderChoice | null;
  onChoose(): void;
  readonly children: ReactNode;
}

export function FolderPart({ folder, onChoose, children }: FolderPartProps) {
  return (
    <Section title={t('folder.heading')} className={styles.part}>
      <div className={styles.body}>
        <div className={styles.folder}>
          <span className={folder ? styles.path : 'dim'}>{folder?.path ?? t('folder.none')}</span>
          {folder && <Button onClick={onChoose}>{t('folder.another')}</Button>}
        </div>
        {folder && children}
      </div>
    </Section>
  );
}

export function FolderContents({ outlook }: { readonly outlook: LinesPreview['folder'] }) {
  if (!outlook) return null;
  return outlook.ok ? <Contents outlook={outlook} /> : <FolderProblem outlook={outlook} />;
}

type UsableFolder = Extract<NonNullable<LinesPreview['folder']>, { ok: true }>;
type UnusableFolder = Exclude<NonNullable<LinesPreview['folder']>, { ok: true }>;

export function FolderProblem({ outlook: { problem } }: { readonly outlook: UnusableFolder }) {
  return <ProblemNotice error={{ kind: 'export', problem }} inPlace />;
}

function Contents({ outlook }: { readonly outlook: UsableFolder }) {
  const { former, kept, moved, written, binned, foreign, freeBytes, writtenBytes, longPaths, notices } = outlook;
  const isFull = freeBytes !== null && freeBytes < writtenBytes;
  return (
    <ul className={styles.contents} aria-label={t('folder.contents')}>
      <li>{folderContentsText(outlook)}</li>
      {outlook.isInterrupted && <li>{t('folder.interrupted')}</li>}
      {former && <li>{t('folder.becomes', { kept, moved, written, binned })}</li>}
      {foreign > 0 && <li data-warns>{t('folder.foreign', { things: foreign })}</li>}
      {isFull && (
        <li data-warns>{t('folder.full', { free: formatBytes(freeBytes), size: formatBytes(writtenBytes) })}</li>
      )}
      {longPaths.count > 0 && <li data-warns>{t('folder.longPaths', { paths: longPaths.count })}</li>}
      {notices.map(tExport.notice).map((notice) => (
        <li key={notice} data-warns>
          {notice}
        </li>
      ))}
    </ul>
  );
}

function folderContentsText({ isNew, former, foreign }: UsableFolder): string {
  if (isNew) return t('folder.isNew');
  if (former) return t('folder.former', { moment: formatMoment(former.exportedAt), files: former.files });
  return foreign === 0 ? t('folder.isEmpty') : t('folder.notBefore');
}

interface LinesPartProps {
  readonly options: LineChoice;
  readonly counts: StatusCounts;
  setOptions(change: Partial<LineChoice>): void;
}

export function LinesPart({ options, counts, setOptions }: LinesPartProps) {
  const { data: chapters = [] } = useAsk('project.chapters', {});
  const { chapterIds } = options;
  const chooseExtent = (extent: string) => {
    // When the producer switches to exporting chapters, the current chapter is selected.
    const { chapterId } = useView.getState();
    const first = chapters.find(({ id }) => id === chapterId) ?? chapters[0];
    setOptions({ chapterIds: extent === 'script' ? null : first ? [first.id] : [] });
  };
  return (
    <Section title={t('lines.heading')} className={styles.part}>
      <div className={styles.body}>
        <SegmentedControl
          aria-label={t('lines.extent')}
          className={styles.choice}
          value={chapterIds === null ? 'script' : 'chapters'}
          onChange={chooseExtent}
          data={[
            { value: 'script', label: t('lines.wholeScript') },
            { value: 'chapters', label: t('lines.chosenChapters') },
          ]}
        />
        {chapterIds !== null && (
          <ChosenChapters chapters={chapters} chosen={chapterIds} choose={(ids) => setOptions({ chapterIds: ids })} />
        )}
        <Checkbox
          label={t('lines.approvedOnly')}
          checked={options.approvedOnly}
          onChange={(event) => setOptions({ approvedOnly: event.currentTarget.checked })}
        />
        <StaleCheckbox allowStale={options.allowStale} counts={counts} setOptions={setOptions} />
      </div>
    </Section>
  );
}

interface StalePartProps extends Pick<LinesPartProps, 'counts' | 'setOptions'> {
  readonly allowStale: boolean;
}

function StaleCheckbox({ allowStale, counts, setOptions }: StalePartProps) {
  return (
    <Checkbox
      description={staleLines()}
      label={t('lines.stale', { lines: counts.stale ?? 0 })}
      checked={allowStale}
      onChange={(event) => setOptions({ allowStale: event.currentTarget.checked })}
    />
  );
}

export function StalePart(props: StalePartProps) {
  return (
    <Section title={t('lines.heading')} className={styles.part}>
      <StaleCheckbox {...props} />
    </Section>
  );
}

interface ChosenChaptersProps {
  readonly chapters: readonly Chapter[];
  readonly chosen: readonly (number | null)[];
  choose(ids: (number | null)[]): void;
}

function ChosenChapters({ chapters, chosen, choose }: ChosenChaptersProps) {
  const roving = useRoving(chapters.length);
  const isChosen = new Set(chosen);
  const toggle = (id: number | null) => {
    const other = new Set(isChosen);
    if (!other.delete(id)) other.add(id);
    // In script order. Chapters that no longer exist are excluded.
    choose(chapters.flatMap((chapter) => (other.has(chapter.id) ? [chapter.id] : [])));
  };
  return (
    <div className={styles.chapters}>
      <div role="group" aria-label={t('lines.chapters')} className={styles.list} onKeyDown={roving.onKeyDown}>
        {chapters.map(({ id, title, number, lines, counts }, at) => (
          <Checkbox
            key={id}
            {...roving.control(at)}
            classNames={{ body: styles.row ?? '', labelWrapper: 'grow' }}
            label={
              <span className={styles.chapter}>
                <span className="cut">
                  {title || (number === 0 ? t('lines.opening') : t('lines.untitled', { chapter: number }))}
                </span>
                <span className="dim">
                  {t('lines.fresh', { fresh: (counts.fresh ?? 0) + (counts.kept ?? 0), lines })}
                </span>
              </span>
            }
            checked={isChosen.has(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
      <p className={styles.all}>
        <button type="button" className="text-button" onClick={() => choose(chapters.map(({ id }) => id))}>
          {t('lines.all')}
        </button>
        <button type="button" className="text-button" onClick={() => choose([])}>
          {t('lines.none')}
        </button>
        <span className="dim">{t('lines.chosen', { chosen: chosen.length, chapters: chapters.length })}</span>
      </p>
    </div>
  );
}

interface FormatPartProps {
  readonly format: ExportFormat;
  choose(format: ExportFormat): void;
}

export function FormatPart({ format, choose }: FormatPartProps) {
  return (
    <Section id="export-format" title={t('format.heading')} className={styles.part}>
      <div className={styles.body}>
        <SegmentedControl
          aria-labelledby="export-format"
          className={styles.choice}
          value={format}
          onChange={(value) => choose(EXPORT_FORMATS.find((other) => other === value) ?? format)}
          data={DISPLAYED_FORMATS.map((value) => ({ value, label: t(`format.${value}.label`) }))}
        />
        <p className="dim">{t(`format.${format}.about`)}</p>
      </div>
    </Section>
  );
}
