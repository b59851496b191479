// The parts of the form: where the files go and what stands there already, which lines, and the format.
import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import type { ExportFolderChoice, ExportOutlook } from '../../shared/ipc/export-requests.ts';
import type { Chapter, StatusCounts } from '../../shared/ipc/project-requests.ts';
import type { ExportOptions } from '../../shared/model/export.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../../shared/service/vocabulary.ts';
import { ask } from '../bridge/ask.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatBytes, formatCount, formatCounted, formatMoment } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useView } from '../ui/view-store.ts';
import { staleLines } from '../ui/wording/status.ts';
import { useDraft } from './export-draft.ts';
import styles from './export-screen.module.css';
import { useRoving } from './use-roving.ts';

/** Asks for the folder by the system's own dialog; what was chosen before stays where it is called off. */
export function chooseFolder(): void {
  ask('dialog.exportFolder', {})
    .then((folder) => folder && useDraft.getState().choose({ folder }))
    .catch(notifyFailure);
}

interface FolderPartProps {
  readonly folder: ExportFolderChoice | null;
  readonly outlook: ExportOutlook['folder'];
}

/** The folder. */
export function FolderPart({ folder, outlook }: FolderPartProps) {
  return (
    <section className={styles.part} aria-labelledby="export-folder">
      <h2 id="export-folder" className="label">
        Folder
      </h2>
      <div className={styles.body}>
        <div className={styles.folder}>
          <span className={folder ? styles.path : 'dim'}>{folder?.path ?? 'No folder is chosen yet.'}</span>
          {folder && <Button onClick={chooseFolder}>Another folder…</Button>}
        </div>
        {folder && outlook && (outlook.ok ? <Contents outlook={outlook} /> : <Refusal outlook={outlook} />)}
      </div>
    </section>
  );
}

type Seen = Extract<NonNullable<ExportOutlook['folder']>, { ok: true }>;
type Refused = Exclude<NonNullable<ExportOutlook['folder']>, { ok: true }>;

const Refusal = ({ outlook: { problem, path, detail } }: { readonly outlook: Refused }) => (
  <ProblemNotice error={{ kind: 'export', problem, path, detail }} inPlace />
);

function Contents({ outlook }: { readonly outlook: Seen }) {
  const { freeBytes, writtenBytes, longPaths, notices } = outlook;
  const isFull = freeBytes !== null && freeBytes < writtenBytes;
  return (
    <ul className={styles.contents} aria-label="What stands in the folder">
      <li>{whatIsThere(outlook)}</li>
      {outlook.isInterrupted && <li>An export was broken off there: what it left is tidied up first.</li>}
      {outlook.former && <li>{whatBecomes(outlook)}</li>}
      {outlook.foreign > 0 && <li data-warns>{foreignWords(outlook.foreign)}</li>}
      {isFull && (
        <li data-warns>
          The drive has {formatBytes(freeBytes)} free, and about {formatBytes(writtenBytes)} would be written: make
          room, or choose another drive.
        </li>
      )}
      {longPaths.count > 0 && (
        <li data-warns>
          {formatCounted(longPaths.count, 'path')} {longPaths.count === 1 ? 'has' : 'have'} more than 259 characters,
          which many programs on Windows can’t open: shorten the names, or choose a folder higher up.
        </li>
      )}
      {notices.map((notice) => (
        <li key={notice} data-warns>
          {notice}
        </li>
      ))}
    </ul>
  );
}

function whatIsThere({ isNew, former, foreign }: Seen): string {
  if (isNew) return 'There is no such folder yet: it is made.';
  if (former) {
    return `This project was exported there on ${formatMoment(former.exportedAt)}: ${formatCounted(former.files, 'file')}.`;
  }
  return foreign === 0 ? 'The folder is empty.' : 'This project was not exported there before.';
}

function whatBecomes({ kept, moved, written, binned }: Seen): string {
  const parts = [
    `${formatCounted(kept, 'file')} ${kept === 1 ? 'stays' : 'stay'} as ${kept === 1 ? 'it is' : 'they are'}`,
    moved > 0 && `${formatCounted(moved, 'file')} ${moved === 1 ? 'gets' : 'get'} another name`,
    `${formatCounted(written, 'file')} ${written === 1 ? 'is' : 'are'} written`,
    binned > 0 && `${formatCounted(binned, 'file')} ${binned === 1 ? 'goes' : 'go'} to the folder’s bin`,
  ].filter((part) => part !== false);
  return `${parts.join(', ')}.`;
}

const foreignWords = (foreign: number): string =>
  foreign === 1
    ? 'There is 1 thing in it that is not Lectern’s: it is never touched.'
    : `There are ${formatCounted(foreign, 'thing')} in it that are not Lectern’s: they are never touched.`;

interface LinesPartProps {
  readonly options: ExportOptions;
  readonly counts: StatusCounts;
}

/** The lines that are exported. */
export function LinesPart({ options, counts }: LinesPartProps) {
  const { data: chapters = [] } = useAsk('project.chapters', {});
  const { setOptions } = useDraft.getState();
  const { chapterIds } = options;
  const chooseExtent = (extent: string) => {
    // A producer who switches to chapters means the one in view.
    const { chapterId } = useView.getState();
    const first = chapters.find(({ id }) => id === chapterId) ?? chapters[0];
    setOptions({ chapterIds: extent === 'script' ? null : first ? [first.id] : [] });
  };
  return (
    <section className={styles.part} aria-labelledby="export-lines">
      <h2 id="export-lines" className="label">
        Lines
      </h2>
      <div className={styles.body}>
        <SegmentedControl
          aria-label="Which chapters"
          className={styles.choice}
          value={chapterIds === null ? 'script' : 'chapters'}
          onChange={chooseExtent}
          data={[
            { value: 'script', label: 'Whole script' },
            { value: 'chapters', label: 'Chosen chapters' },
          ]}
        />
        {chapterIds !== null && (
          <ChosenChapters chapters={chapters} chosen={chapterIds} choose={(ids) => setOptions({ chapterIds: ids })} />
        )}
        <Checkbox
          label="Only approved lines"
          checked={options.approvedOnly}
          onChange={(event) => setOptions({ approvedOnly: event.currentTarget.checked })}
        />
        <Checkbox
          description={staleLines()}
          label={`Stale lines too, with the take of before (${formatCounted(counts.stale ?? 0, 'line')} in the script)`}
          checked={options.allowStale}
          onChange={(event) => setOptions({ allowStale: event.currentTarget.checked })}
        />
      </div>
    </section>
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
    // In the order of the script; chapters that are no more are left out.
    choose(chapters.flatMap((chapter) => (other.has(chapter.id) ? [chapter.id] : [])));
  };
  return (
    <div className={styles.chapters}>
      <div role="group" aria-label="Chapters to export" className={styles.list} onKeyDown={roving.onKeyDown}>
        {chapters.map(({ id, title, number, lines, counts }, at) => (
          <Checkbox
            key={id}
            {...roving.control(at)}
            classNames={{ body: styles.row ?? '', labelWrapper: styles.labels ?? '' }}
            label={
              <span className={styles.chapter}>
                <span className="cut">{title || (number === 0 ? 'Opening' : `Chapter ${number}`)}</span>
                <span className="dim">
                  {formatCount((counts.fresh ?? 0) + (counts.kept ?? 0))} of {formatCounted(lines, 'line')} fresh
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
          All
        </button>
        <button type="button" className="text-button" onClick={() => choose([])}>
          None
        </button>
        <span className="dim">
          {formatCount(chosen.length)} of {formatCounted(chapters.length, 'chapter')} chosen
        </span>
      </p>
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
export function FormatPart({ format, choose }: FormatPartProps) {
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
