// Renders a marked script as a self-contained, printable HTML page without scripts.
import type { CorrectionFinding, CorrectionLine, CorrectionNote, Corrections } from '../model/corrections.ts';
import { escapeHtml } from '../rules/escape-html.ts';
import { timecode } from '../rules/timecode.ts';
import { type CorrectionWords, percentage, verdictText } from './correction-words.ts';

const STYLE = `:root{color-scheme:light}
body{font:15px/1.55 Georgia,"Times New Roman",serif;margin:2rem auto;max-width:46rem;padding:0 1rem;color:#1c1c1c;background:#fff}
h1{font-size:1.5rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}
header p,nav,.line>span,aside{font-family:system-ui,sans-serif}header p{color:#555;margin:.2rem 0 1.5rem;font-size:.85rem}
nav{font-size:.85rem;border-block:1px solid #ccc;padding:.6rem 0}nav h2{font-size:.85rem;margin:0 0 .3rem}nav ol{margin:0;padding:0;list-style:none}
nav li{display:flex;justify-content:space-between;gap:1rem}nav a{color:inherit}nav span{color:#555;white-space:nowrap}
.line{display:grid;grid-template-columns:3.6rem minmax(0,1fr);column-gap:.8rem;margin:.55rem 0}.line>span{color:#666;font-size:.75rem;line-height:1.9;text-align:end}
.line>div,aside p{overflow-wrap:anywhere}.line p{margin:0;white-space:pre-wrap}.line b{font-family:system-ui,sans-serif;font-size:.75rem;letter-spacing:.03em}
.noted .text{background:#fff3b8;box-decoration-break:clone;-webkit-box-decoration-break:clone}
aside{margin:.3rem 0 .2rem;padding:.25rem .6rem;border-inline-start:3px solid #c98a00;background:#fdf8e6;font-size:.85rem;break-inside:avoid}
aside small,.mark{color:#555;font-size:.75rem}.mark{font-family:system-ui,sans-serif}.rejected{color:#a11;font-weight:700}
.finding{border-color:#2a6f97;background:#eef5f9}
.done{border-color:#999;background:#f3f3f3;color:#555}.done p{text-decoration:line-through}
@page{margin:18mm 16mm}
@media print{*{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{font-size:10.5pt;margin:0;max-width:none;padding:0}h2{break-after:avoid}.line{break-inside:avoid-page}p{orphans:2;widows:2}nav a{text-decoration:none}}`;

interface MarkedChapter {
  readonly title: string;
  readonly lines: readonly CorrectionLine[];
}

export function correctionsHtml(
  { title: book, lines, notes }: Corrections,
  words: CorrectionWords,
  language: string,
): string {
  const { tCorrections } = words;
  const title = tCorrections('title', { title: book });
  const chapters = chaptersOf(lines, tCorrections('untitled'));
  const contents = chapters.map(
    ({ title: name, lines: own }, at) =>
      `<li><a href="#c${at + 1}">${escapeHtml(name)}</a><span>${escapeHtml(tCorrections('chapterNotes', { notes: countNotes(own) }))}</span></li>`,
  );
  const sections = chapters.map(
    ({ title: name, lines: own }, at) =>
      `<section><h2 id="c${at + 1}">${escapeHtml(name)}</h2>\n${own.map((line) => lineBlock(line, words)).join('\n')}\n</section>`,
  );
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
<header><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(lines.length === 0 ? tCorrections('none') : tCorrections('summary', { lines: lines.length, notes }))}</p></header>
${chapters.length > 1 ? `<nav><h2>${escapeHtml(tCorrections('contents'))}</h2>\n<ol>\n${contents.join('\n')}\n</ol></nav>\n` : ''}<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function chaptersOf(lines: readonly CorrectionLine[], untitled: string): MarkedChapter[] {
  const byId = Map.groupBy(lines, ({ chapterId }) => chapterId);
  return [...byId.values()].map((own) => ({ title: own[0]?.chapterTitle || untitled, lines: own }));
}

const countNotes = (lines: readonly CorrectionLine[]): number =>
  lines.reduce((sum, { notes }) => sum + notes.length, 0);

function lineBlock(line: CorrectionLine, words: CorrectionWords): string {
  const turns = line.turns
    .map(
      ({ role, text }) => `<p dir="auto"><b>${escapeHtml(role)}</b> <span class="text">${escapeHtml(text)}</span></p>`,
    )
    .join('');
  const mark = verdictText(line, words);
  const verdict = mark === '' ? '' : `<span class="mark ${line.verdict ?? ''}">${escapeHtml(mark)}</span>`;
  const notes = [
    ...line.notes.map((note) => noteBlock(note, words)),
    ...line.findings.map((finding) => findingBlock(finding, line, words)),
  ].join('');
  const isOpen = line.findings.length > 0 || line.notes.some(({ doneAt }) => doneAt === null);
  const noted = isOpen ? ' noted' : '';
  return `<div class="line${noted}"><span>${escapeHtml(line.line)}</span><div>${turns}${verdict}${notes}</div></div>`;
}

function noteBlock(
  { text, take, seconds, chapterSeconds, doneAt }: CorrectionNote,
  { tCorrections }: CorrectionWords,
): string {
  const places = [
    ...(take === null
      ? []
      : [
          seconds === null
            ? tCorrections('noteOnTake', { take })
            : tCorrections('noteTime', { take, time: timecode(seconds) }),
        ]),
    ...(chapterSeconds === null ? [] : [tCorrections('chapterTime', { time: timecode(chapterSeconds) })]),
    ...(doneAt === null ? [] : [tCorrections('state.done')]),
  ];
  const where = places.length === 0 ? '' : `<small>${escapeHtml(places.join(' · '))}</small>`;
  return `<aside${doneAt === null ? '' : ' class="done"'}><p dir="auto">${escapeHtml(text)}</p>${where}</aside>`;
}

function findingBlock(
  finding: CorrectionFinding,
  { take }: Pick<CorrectionLine, 'take'>,
  words: CorrectionWords,
): string {
  const { kind, words: concerned, heard, seconds, chapterSeconds } = finding;
  const { tCorrections, findingText } = words;
  const text = tCorrections('finding', {
    finding: findingText(kind),
    named: concerned === '' ? 'no' : 'yes',
    words: concerned,
    isHeard: heard === null ? 'no' : 'yes',
    heard: heard ?? '',
  });
  const places = [
    ...(take === null ? [] : [tCorrections('noteTime', { take, time: timecode(seconds) })]),
    ...(chapterSeconds === null ? [] : [tCorrections('chapterTime', { time: timecode(chapterSeconds) })]),
    percentage(finding, words),
  ];
  return `<aside class="finding"><p dir="auto">${escapeHtml(text)}</p><small>${escapeHtml(places.join(' · '))}</small></aside>`;
}
