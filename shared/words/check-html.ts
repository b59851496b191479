// Renders a check report as a self-contained, printable HTML page without scripts.

import type { CheckedFile, CheckReport } from '../model/export/check-report.ts';
import type { ExportDisclosure } from '../model/export/disclosure.ts';
import type { ExportVerdict, FailedExport } from '../model/export/export.ts';
import type { ExportSigning } from '../model/export/signature.ts';
import { escapeHtml } from '../rules/escape-html.ts';
import { TARGETS } from '../rules/export/export-targets.ts';
import { checkCells, checkSummary, checkSuspicions, fileProblemText } from './check-words.ts';
import type { DeliveryWords } from './delivery-words.ts';
import { disclosureRows } from './disclosure-words.ts';
import type { ExportWords } from './export-words.ts';
import type { ProblemWords } from './problem-words.ts';
import { signingSentences } from './signing-words.ts';
import { reportedLine, verdictRowText, verdictSummary } from './verdict-words.ts';

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1c1c1c;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:2rem 0 .4rem;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #ccc;vertical-align:top}
.fail td:nth-child(4),.problem{font-weight:700;color:#a11}.look td:nth-child(4){color:#7a5200}.verdict{font-weight:700}.incomplete,.failed{color:#a11}
@media print{body{margin:0;max-width:none}table{break-inside:avoid}}`;

interface PageWords {
  readonly tDelivery: DeliveryWords;
  readonly tExport: Pick<ExportWords, 'reason' | 'notice'>;
  readonly tProblem: Pick<ProblemWords, 'audio'>;
  readonly list: (items: readonly string[]) => string;
}

export function checkHtml(report: CheckReport, words: PageWords, language: string): string {
  const { tDelivery } = words;
  const title = tDelivery('gate.title', { target: report.ownName ?? tDelivery(`target.${report.target}`) });
  const files = report.files.map((file) => fileSection(file, words)).join('\n');
  const suspicions = checkSuspicions(tDelivery, report);
  const notices = (report.notices ?? []).map((each) => `<p>${escapeHtml(words.tExport.notice(each))}</p>\n`).join('');
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${report.verdict ? verdictSection(report.verdict, report, words) : ''}<p>${escapeHtml(checkSummary(tDelivery, report))}</p>
${suspicions === null ? '' : `<p class="problem">${escapeHtml(suspicions)}</p>\n`}<p>${escapeHtml(tDelivery('gate.promise'))}</p>
${notices}${report.disclosure ? disclosureSection(report.disclosure, words) : ''}${report.signing ? signingSection(report.signing, words) : ''}${files}
</body>
</html>
`;
}

const disclosureSection = (disclosure: ExportDisclosure, { tDelivery }: PageWords): string =>
  listSection(tDelivery('disclosure.heading'), disclosureRows(tDelivery, disclosure));

const signingSection = (signing: ExportSigning, { tDelivery }: PageWords): string =>
  listSection(tDelivery('signing.heading'), signingSentences(tDelivery, signing));

function listSection(heading: string, sentences: readonly string[]): string {
  const rows = sentences.map((row) => `<li>${escapeHtml(row)}</li>`);
  return `<p>${escapeHtml(heading)}</p>\n<ul>\n${rows.join('\n')}\n</ul>\n`;
}

function verdictSection(verdict: ExportVerdict, { target }: CheckReport, words: PageWords): string {
  const { tDelivery, list } = words;
  const rows = verdict.rows.map(
    (row) => `<li>${escapeHtml(verdictRowText(tDelivery, TARGETS[target], row, list))}</li>`,
  );
  return [
    `<p class="verdict ${verdict.kind}">${escapeHtml(verdictSummary(tDelivery, verdict))}</p>\n`,
    ...(rows.length > 0 ? [`<ul>\n${rows.join('\n')}\n</ul>\n`] : []),
    lineSection(tDelivery('verdict.missingLines'), verdict.missing, verdict.missingLines, words),
    lineSection(tDelivery('verdict.outdatedLines'), verdict.outdated, verdict.outdatedLines, words),
  ].join('');
}

/** `count` is the total number of lines, including lines that aren't listed. */
function lineSection(
  heading: string,
  lines: readonly FailedExport[],
  count: number,
  { tDelivery, tExport }: PageWords,
): string {
  if (count === 0) return '';
  const rows = lines.map((line) => `${reportedLine(tDelivery, line)}: ${tExport.reason(line.reason)}`);
  if (count > lines.length) rows.push(tDelivery('verdict.more', { lines: count - lines.length }));
  const items = rows.map((row) => `<li>${escapeHtml(row)}</li>`).join('\n');
  return `<h2>${escapeHtml(heading)}</h2>\n<ul>\n${items}\n</ul>\n`;
}

function fileSection({ file, problem, rows }: CheckedFile, { tDelivery, tProblem }: PageWords): string {
  const heading = `<h2>${escapeHtml(file)}</h2>`;
  if (problem !== null) return `${heading}\n<p class="problem">${escapeHtml(fileProblemText(problem, tProblem))}</p>`;
  const head = (['what', 'value', 'bound', 'result', 'places'] as const)
    .map((column) => `<th scope="col">${escapeHtml(tDelivery(`gate.column.${column}`))}</th>`)
    .join('');
  const body = rows.map((row) => {
    const { what, value, bound, result, places } = checkCells(tDelivery, row);
    const cells = [what, value, bound, result, places].map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
    return `<tr class="${row.result}">${cells}</tr>`;
  });
  return `${heading}\n<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}
