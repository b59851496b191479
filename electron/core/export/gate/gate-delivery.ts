// Measures exported files from their encoded bytes and reports the line at each missed figure.
import { join } from 'node:path';
import type { DeliveryTarget } from '../../../../shared/model/delivery-target.ts';
import type { GateReport } from '../../../../shared/model/gate-report.ts';
import type { PlacedLine } from '../../../../shared/rules/gate.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Project } from '../../project/project.ts';
import { type JudgedTakes, unacceptedOf } from '../../project/takes/suspicious-takes.ts';
import type { DeliveryRow } from '../delivery-manifest.ts';
import { checkFiles, type GatePorts } from './gate-files.ts';

/**
 * @param rows the files now in the folder
 * @throws the system error if a file has disappeared; the signal's reason when aborted
 */
export async function checkDelivery(
  project: Project,
  target: DeliveryTarget,
  {
    outDir,
    rows,
    judged,
  }: { readonly outDir: string; readonly rows: readonly DeliveryRow[]; readonly judged: JudgedTakes },
  ports: GatePorts,
): Promise<GateReport> {
  const names = new Map(project.lines.states().map((line) => [line.id, lineNumber(line)]));
  const suspicions = new Map(
    unacceptedOf(judged).map(({ lineId, suspicions: found }) => [lineId, found.map(({ kind }) => kind)]),
  );
  const files = rows.map(({ file, chapters }) => ({
    path: join(outDir, ...file.split('/')),
    name: file,
    lines: chapters.flatMap(({ lines }) =>
      lines.map(
        ([lineId, startSeconds, endSeconds]): PlacedLine => ({
          ...{ lineId, startSeconds, endSeconds },
          line: names.get(lineId) ?? String(lineId),
          suspicions: suspicions.get(lineId) ?? [],
        }),
      ),
    ),
  }));
  return checkFiles(target, files, ports);
}
