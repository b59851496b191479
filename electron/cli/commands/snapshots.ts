import { Command, InvalidArgumentError } from 'commander';
import { MAX_NAME_LENGTH } from '../../../shared/model/names.ts';
import type { ProjectSnapshot } from '../../../shared/model/snapshot.ts';
import { readSnapshotContent } from '../../core/project/history/snapshot-content.ts';
import {
  DamagedSnapshotError,
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  snapshotNow,
} from '../../core/project/history/snapshots.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { alignColumns } from '../columns.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty, wholeNumber } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { language, t } from '../words.ts';

interface SnapshotsOptions {
  readonly take?: string;
  readonly restore?: number;
  readonly delete?: number;
  readonly json: boolean;
}

export function snapshotsCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('snapshots')
    .description(t('command.snapshots'))
    .argument('<project>', t('argument.project'))
    .option('--take <name>', t('option.takeSnapshot'), newName)
    .option('--restore <id>', t('option.restoreSnapshot'), wholeNumber)
    .option('--delete <id>', t('option.deleteSnapshot'), wholeNumber)
    .option('--json', t('option.json'), false)
    .action((path: string, options: SnapshotsOptions) => {
      const writes = options.take !== undefined || options.restore !== undefined || options.delete !== undefined;
      const ports = { clock: systemClock, random: systemRandom };
      const project = openProject(resolveProjectFolder(path), { mode: writes ? 'write' : 'read', ...ports });
      try {
        change(project, options);
        const snapshots = listSnapshots(project.db);
        if (options.json) output.json({ project: project.dir, snapshots });
        else print(snapshots);
      } finally {
        project.close();
      }
      finish(EXIT.done);
    });
}

function newName(text: string): string {
  const name = nonEmpty(text).trim();
  if (name.length > MAX_NAME_LENGTH) throw new InvalidArgumentError(t('value.tooLong', { most: MAX_NAME_LENGTH }));
  return name;
}

function change(project: Project, { take, restore, delete: deleted }: SnapshotsOptions): void {
  const { db } = project;
  if (take !== undefined) {
    snapshotNow(db, { kind: 'named', name: take }, systemClock.now());
  }
  if (restore !== undefined) {
    const id = restoreById(project, restore) ?? missing(restore);
    output.note(t('snapshots.restored', { restored: restore, before: id }));
  }
  if (deleted !== undefined && !deleteSnapshot(db, deleted)) missing(deleted);
}

function restoreById(project: Project, id: number): number | null {
  try {
    return restoreSnapshot(project, id, readSnapshotContent(project.db), systemClock.now());
  } catch (error) {
    if (error instanceof DamagedSnapshotError) throw new CliError(t('snapshots.damaged', { id }));
    throw error;
  }
}

function missing(id: number): never {
  throw new CliError(t('snapshots.missing', { id }));
}

function print(snapshots: readonly ProjectSnapshot[]): void {
  if (snapshots.length === 0) output.result(t('snapshots.none'));
  const rows = snapshots.map(({ id, madeAt, reason, lines, rendered }) => [
    String(id),
    new Date(madeAt).toLocaleString(language()),
    t('snapshots.lines', { lines, rendered }),
    snapshotName(reason),
  ]);
  for (const row of alignColumns(rows)) output.result(row);
}

function snapshotName(reason: ProjectSnapshot['reason']): string {
  if (reason.kind === 'named') return reason.name;
  if (reason.kind === 'cast' && reason.role !== null) return t('snapshots.castOf', { role: reason.role });
  return t(`snapshots.automatic.${reason.kind}`);
}
