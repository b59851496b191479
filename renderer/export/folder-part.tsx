// Where the files go, and what stands there already.
import { Button } from '@mantine/core';
import type { ExportFolderChoice, ExportOutlook } from '../../shared/ipc/export-requests.ts';
import { ask } from '../bridge/ask.ts';
import { formatBytes, formatCounted, formatMoment } from '../ui/format.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { notifyFailure } from '../ui/toast.tsx';
import { useDraft } from './export-draft.ts';
import styles from './export-screen.module.css';

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
