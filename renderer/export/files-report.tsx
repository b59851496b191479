import { Button } from '@mantine/core';
import { Fragment } from 'react';
import type {
  CheckedFile,
  CheckPlace,
  CheckReport,
  CheckRow,
  FileFigures,
} from '../../shared/model/export/check-report.ts';
import type { BoundedFigure } from '../../shared/model/export/export-target.ts';
import type { ExportedFileRow, FilesReport } from '../../shared/model/export/target-export.ts';
import { TARGETS } from '../../shared/rules/export/export-targets.ts';
import { checkHtml } from '../../shared/words/check-html.ts';
import { checkCells, checkSummary, checkSuspicions, fileProblemText } from '../../shared/words/check-words.ts';
import { disclosureRows } from '../../shared/words/disclosure-words.ts';
import { signingSentences } from '../../shared/words/signing-words.ts';
import { ask } from '../bridge/ask.ts';
import { useSend } from '../bridge/use-ask.ts';
import { listed, locale, tDelivery, tExport, tProblem, words } from '../locales/words.ts';
import { formatBytes, formatCount, formatDuration, formatMoment } from '../ui/format.ts';
import { notify, notifyFailure } from '../ui/overlays/toast.tsx';
import { getDraft, isProgramTarget, useTarget } from './export-drafts.ts';
import { ReportFrame } from './export-report.tsx';
import { showLine } from './failed-lines.tsx';
import targets from './targets.module.css';

const t = words('targets');
const tExporting = words('exporting');

export const targetName = ({
  kind,
  own = null,
}: Pick<FilesReport, 'kind'> & Partial<Pick<FilesReport, 'own'>>): string =>
  own ? own.name : isProgramTarget(kind) ? t(`form.${kind}.label`) : tDelivery(`target.${kind}`);

/** Returns null if the producer must choose the folder again first. */
function useRepeatExport({ kind, own }: FilesReport) {
  const { options, folder } = useTarget(({ drafts }) => getDraft(drafts, kind, own?.id));
  const start = useSend('export.startFiles');
  const goOn = folder && (() => start.mutate({ kind, options, untitled: t('untitled'), folderId: folder.folderId }));
  return { goOn, problem: start.error };
}

export function FilesReportView({ report }: { readonly report: FilesReport }) {
  const { goOn, problem } = useRepeatExport(report);
  const { kind, outcome, gate, finishedAt } = report;
  const dismissReport = () => {
    useTarget.getState().chooseKind(kind, report.own?.id);
    useTarget.getState().dismissReport(finishedAt);
  };
  return (
    <ReportFrame
      report={report}
      about={t('report.about', { target: targetName(report), outcome, moment: formatMoment(finishedAt) })}
      actions={gate && <SaveButtons gate={gate} />}
      onBack={dismissReport}
      onShowFolder={() => void ask('shell.reveal', { what: 'finished-export' }).catch(notifyFailure)}
      onResume={goOn ?? undefined}
      problem={problem}
      target={isProgramTarget(kind) ? undefined : TARGETS[kind]}
      figures={reportFigures(report)}
      measurements={gate && <Measurements gate={gate} />}
      files={report.made.length > 0 && <FilesTable report={report} />}
    />
  );
}

function Measurements({ gate }: { readonly gate: CheckReport }) {
  const suspicions = checkSuspicions(tDelivery, gate);
  return (
    <>
      <p className={targets.summary} data-meets={gate.meetsFigures}>
        {checkSummary(tDelivery, gate)}
      </p>
      {suspicions !== null && (
        <p className={targets.summary} data-meets={false}>
          {suspicions}
        </p>
      )}
      <p className="dim">{tDelivery('gate.promise')}</p>
      {gate.disclosure && (
        <section className={targets.disclosure} aria-labelledby="export-disclosure">
          <h3 id="export-disclosure" className="label">
            {tDelivery('disclosure.heading')}
          </h3>
          <ul>
            {disclosureRows(tDelivery, gate.disclosure).map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        </section>
      )}
      {gate.signing && (
        <section className={targets.disclosure} aria-labelledby="export-signing">
          <h3 id="export-signing" className="label">
            {tDelivery('signing.heading')}
          </h3>
          <ul>
            {signingSentences(tDelivery, gate.signing).map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const reportFigures = ({ written, unchanged, binned, durationSeconds, sizeBytes }: FilesReport) => [
  { value: formatCount(written), label: tExporting('report.figure.written') },
  { value: formatCount(unchanged), label: tExporting('report.figure.unchanged') },
  ...(binned > 0 ? [{ value: formatCount(binned), label: tExporting('report.figure.binned') }] : []),
  ...(durationSeconds > 0
    ? [{ value: formatDuration(durationSeconds), label: tExporting('report.figure.audio') }]
    : []),
  ...(sizeBytes > 0 ? [{ value: formatBytes(sizeBytes), label: tExporting('report.figure.size') }] : []),
];

function SaveButtons({ gate }: { readonly gate: CheckReport }) {
  const name = t('report.fileName', { target: gate.ownName ?? tDelivery(`target.${gate.target}`) });
  const save = (extension: string, text: string) =>
    void ask('dialog.saveText', { name: `${name}.${extension}`, text })
      .then((saved) => saved && notify(t('report.saved', { path: saved.path })))
      .catch(notifyFailure);
  return (
    <>
      <Button onClick={() => save('html', checkHtml(gate, { tDelivery, tExport, tProblem, list: listed }, locale()))}>
        {t('report.saveHtml')}
      </Button>
      <Button onClick={() => save('json', `${JSON.stringify(gate, null, 1)}\n`)}>{t('report.saveJson')}</Button>
    </>
  );
}

const COLUMNS = ['loudness', 'rms', 'peak', 'truePeak', 'noise', 'head', 'tail', 'length'] as const;
type FigureColumn = (typeof COLUMNS)[number];

const FIGURES = {
  loudness: 'integratedLufs',
  rms: 'rmsDbfs',
  peak: 'samplePeakDbfs',
  truePeak: 'truePeakDbtp',
  noise: 'noiseFloorDbfs',
  head: 'headSeconds',
  tail: 'tailSeconds',
  length: 'durationSeconds',
} as const satisfies Readonly<Record<FigureColumn, BoundedFigure & keyof FileFigures>>;

/** Figures are measured from the encoded file if possible, and otherwise before encoding. */
interface ShownFile {
  readonly file: string;
  readonly figures: Readonly<Partial<Record<FigureColumn, number | null>>>;
  readonly measured: CheckedFile | null;
}

function shownFiles({ made, gate }: FilesReport): readonly ShownFile[] {
  const measured = new Map(gate?.files.map((file) => [file.file, file]));
  return made.map((one) => {
    const known = measured.get(one.file) ?? null;
    return {
      file: one.file,
      figures: known?.figures ? columnValues(known.figures) : earlierFigures(one),
      measured: known,
    };
  });
}

const columnValues = (figures: FileFigures): ShownFile['figures'] =>
  Object.fromEntries(COLUMNS.map((column) => [column, figures[FIGURES[column]]]));

const earlierFigures = ({
  loudnessLufs,
  rmsDbfs,
  truePeakDbtp,
  durationSeconds,
}: ExportedFileRow): ShownFile['figures'] =>
  durationSeconds === null
    ? {}
    : { loudness: loudnessLufs, rms: rmsDbfs, truePeak: truePeakDbtp, length: durationSeconds };

function FilesTable({ report }: { readonly report: FilesReport }) {
  const files = shownFiles(report);
  const columns = COLUMNS.filter((column) => files.some(({ figures }) => figures[column] !== undefined));
  const isEarlier = report.gate === null && columns.length > 0;
  return (
    <>
      {isEarlier && <p className="dim">{t('report.beforeEncoding')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be focusable */}
      <div className={targets.table} tabIndex={0} role="group" aria-label={t('report.table')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('report.column.file')}</th>
              {report.gate && <th scope="col">{t('report.column.result')}</th>}
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`report.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FileRows key={file.file} file={file} columns={columns} hasResult={report.gate !== null} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface FileRowsProps {
  readonly file: ShownFile;
  readonly columns: readonly FigureColumn[];
  readonly hasResult: boolean;
}

function FileRows({ file: { file, figures, measured }, columns, hasResult }: FileRowsProps) {
  const rows = measured?.rows.filter(({ result }) => result !== 'pass') ?? [];
  const missed = new Set(rows.filter(({ result }) => result === 'fail').map(({ kind }) => kind));
  return (
    <Fragment>
      <tr>
        <th scope="row">{file}</th>
        {hasResult && <ResultCell measured={measured} isMissed={missed.size > 0} />}
        {columns.map((column) => (
          <td key={column} data-missed={missed.has(FIGURES[column])}>
            {figureText(column, figures[column])}
          </td>
        ))}
      </tr>
      {rows.length > 0 && (
        <tr className={targets.faults}>
          <td colSpan={columns.length + 2}>
            {rows.map((row) => (
              <FailedCheck key={row.kind} row={row} />
            ))}
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function ResultCell({ measured, isMissed }: { readonly measured: CheckedFile | null; readonly isMissed: boolean }) {
  if (!measured) return <td className="dim">–</td>;
  if (measured.problem !== null)
    return <td title={fileProblemText(measured.problem, tProblem)}>{t('report.unmeasured')}</td>;
  const result = isMissed ? 'fail' : 'pass';
  return (
    <td className={targets.result} data-result={result}>
      {tDelivery(`gate.result.${result}`)}
    </td>
  );
}

function figureText(column: FigureColumn, value: number | null | undefined): string {
  if (value === undefined) return '–';
  if (value === null) return tDelivery('gate.nothing');
  return column === 'length' ? formatDuration(value) : tDelivery(`value.${FIGURES[column]}`, { value });
}

/** The maximum number of positions in a row that have their own button. */
const MAX_POSITIONS = 5;

function FailedCheck({ row }: { readonly row: CheckRow }) {
  const { what, value, bound } = checkCells(tDelivery, row);
  const text =
    row.result === 'look'
      ? t('report.listen', { what, value })
      : value === ''
        ? t('report.failMade', { what })
        : t('report.fail', { what, value, bound });
  return (
    <div className={targets.fault} data-result={row.result}>
      <span>{text}</span>
      {row.places.slice(0, MAX_POSITIONS).map((place) => (
        <PositionButton key={place.seconds} place={place} />
      ))}
    </div>
  );
}

function PositionButton({ place: { lineId, line } }: { readonly place: CheckPlace }) {
  if (lineId === null) return null;
  return (
    <button type="button" className="text-button" onClick={() => showLine(lineId)}>
      {tExporting('report.line', { line: line ?? String(lineId) })}
    </button>
  );
}
