// Writes generated manuscripts in every file format.
import { strToU8, zipSync } from 'fflate';
import { book, page } from '../../packages/manuscript/formats/testing/made-epub.ts';
import { pdf } from '../../packages/manuscript/formats/testing/pdf.ts';
import { type FormParts, type Part, type PartKind, sentence, title, type Words } from './made-manuscript.ts';

export interface WrittenForm extends FormParts {
  readonly file: string;
  readonly write: (parts: readonly Part[]) => Uint8Array;
}

const PROSE: readonly PartKind[] = ['paragraph', 'paragraph', 'paragraph', 'quotation', 'break'];
const RICH: readonly PartKind[] = [...PROSE, 'list', 'table', 'caption', 'comment', 'deletion'];
const SCRIPT: readonly PartKind[] = ['speech', 'speech', 'speech', 'speech', 'direction'];

const bytes = (text: string): Uint8Array => strToU8(text);
const archive = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

/** Returns a function that numbers notes consecutively. Call it in the order in which the text refers to them. */
function noteCounter(): () => number {
  let notes = 0;
  return () => {
    notes += 1;
    return notes;
  };
}

/** Formats a paragraph whose first words are a link, and which has one emphasised word. */
function formatParagraph(
  { words, linked, stressed }: Extract<Part, { kind: 'paragraph' }>,
  link: (words: string) => string,
  stress: (word: string) => string,
): string {
  const whole = sentence(words).split(' ');
  const first = whole.slice(0, linked).join(' ');
  const rest = whole.slice(linked).map((word, at) => (at === 1 && stressed > 0 ? stress(word) : word));
  return [...(first === '' ? [] : [link(first)]), ...rest].join(' ');
}

function webPage(parts: readonly Part[]): string {
  const number = noteCounter();
  const notes: string[] = [];
  const written = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        return `<h2>${title(part.words)}</h2>`;
      case 'paragraph': {
        const words = formatParagraph(
          part,
          (text) => `<a href="https://a.example/">${text}</a>`,
          (word) => `<em>${word}</em>`,
        );
        if (part.note.length === 0) return `<p>${words}</p>`;
        const at = number();
        notes.push(`<aside epub:type="footnote" id="n${at}"><p>${sentence(part.note)}</p></aside>`);
        return `<p>${words}<a epub:type="noteref" href="#n${at}">${at}</a></p>`;
      }
      case 'quotation':
        return `<blockquote><p>${sentence(part.words)}</p></blockquote>`;
      case 'list':
        return `<ul>${part.items.map((item) => `<li>${sentence(item)}</li>`).join('')}</ul>`;
      case 'table':
        return `<table>${part.rows.map((row) => `<tr>${row.map((cell) => `<td>${sentence(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
      case 'caption':
        return `<figure><img src="a.png" alt=""/><figcaption>${sentence(part.words)}</figcaption></figure>`;
      case 'comment':
        return `<p style="display:none">${sentence(part.words)}</p>`;
      case 'deletion':
        return `<p><del>${sentence(part.words)}</del></p>`;
      case 'aside':
        return `<nav><p>${sentence(part.words)}</p></nav>`;
      case 'break':
        return '<hr/>';
      default:
        return '';
    }
  });
  return [...written, ...notes].join('\n');
}

/** The parts of a web page around its main text. */
const SITE_PARTS: readonly ((words: string) => string)[] = [
  (words) => `<header><p>${words}</p><a href="/"></a></header>`,
  (words) => `<nav><p>${words}</p></nav>`,
  (words) => `<aside><ul><li><a href="/a">${words}</a></li></ul></aside>`,
  (words) => `<div class="cookie-notice"><p>${words}</p></div>`,
  (words) => `<section id="comments"><p>${words}</p></section>`,
  (words) => `<footer><p>${words}</p></footer>`,
];

/** Writes a web page like a browser's saved page. */
function sitePage(parts: readonly Part[]): string {
  const around = parts.flatMap((part) => (part.kind === 'aside' ? [sentence(part.words)] : []));
  const written = around.map((words, at) => SITE_PARTS[at % SITE_PARTS.length]?.(words) ?? '');
  const half = Math.ceil(written.length / 2);
  const text = webPage(parts.filter(({ kind }) => kind !== 'aside'));
  return `${written.slice(0, half).join('')}<main><article>${text}</article></main>${written.slice(half).join('')}`;
}

function markdown(parts: readonly Part[]): string {
  const number = noteCounter();
  const notes: string[] = [];
  const written = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        return `# ${title(part.words)}`;
      case 'paragraph': {
        const words = formatParagraph(
          part,
          (text) => `[${text}](https://a.example/)`,
          (word) => `*${word}*`,
        );
        if (part.note.length === 0) return words;
        const at = number();
        notes.push(`[^${at}]: ${sentence(part.note)}`);
        return `${words}[^${at}]`;
      }
      case 'quotation':
        return `> ${sentence(part.words)}`;
      case 'list':
        return part.items.map((item) => `- ${sentence(item)}`).join('\n');
      case 'table':
        return part.rows
          .flatMap((row, at) => [
            `| ${row.map(sentence).join(' | ')} |`,
            ...(at === 0 ? [`|${row.map(() => '---').join('|')}|`] : []),
          ])
          .join('\n');
      case 'comment':
        return `<!-- ${sentence(part.words)} -->`;
      case 'deletion':
        return `~~${sentence(part.words)}~~`;
      case 'break':
        return '* * *';
      default:
        return '';
    }
  });
  return `${[...written, ...notes].filter((text) => text !== '').join('\n\n')}\n`;
}

const run = (text: string, properties = ''): string =>
  `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const wordParagraph = (inside: string, properties = ''): string => `<w:p>${properties}${inside}</w:p>`;

function wordDocument(parts: readonly Part[]): Uint8Array {
  const number = noteCounter();
  const notes: string[] = [];
  const comments: string[] = [];
  const body = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        return wordParagraph(run(title(part.words)), '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>');
      case 'paragraph': {
        const words = formatParagraph(
          part,
          (text) => `</w:t></w:r><w:hyperlink w:anchor="a">${run(text)}</w:hyperlink><w:r><w:t xml:space="preserve">`,
          (word) => `</w:t></w:r>${run(word, '<w:rPr><w:i/></w:rPr>')}<w:r><w:t xml:space="preserve">`,
        );
        if (part.note.length === 0) return wordParagraph(run(words));
        const at = number() + 1;
        notes.push(`<w:footnote w:id="${at}">${wordParagraph(run(sentence(part.note)))}</w:footnote>`);
        return wordParagraph(`${run(words)}<w:r><w:footnoteReference w:id="${at}"/></w:r>`);
      }
      case 'quotation':
        return wordParagraph(run(sentence(part.words)), '<w:pPr><w:pStyle w:val="Quote"/></w:pPr>');
      case 'list':
        return part.items
          .map((item) => wordParagraph(run(sentence(item)), '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'))
          .join('');
      case 'table':
        return `<w:tbl>${part.rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(run(sentence(cell)))}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
      case 'caption':
        return wordParagraph(run(sentence(part.words)), '<w:pPr><w:pStyle w:val="Caption"/></w:pPr>');
      case 'comment': {
        const at = comments.length;
        comments.push(`<w:comment w:id="${at}">${wordParagraph(run(sentence(part.words)))}</w:comment>`);
        return wordParagraph(`<w:r><w:commentReference w:id="${at}"/></w:r>`);
      }
      case 'deletion':
        return wordParagraph(`<w:del><w:r><w:delText>${sentence(part.words)}</w:delText></w:r></w:del>`);
      case 'aside':
        return wordParagraph(run(sentence(part.words), '<w:rPr><w:vanish/></w:rPr>'));
      case 'break':
        return wordParagraph(run('* * *'));
      default:
        return '';
    }
  });
  return archive({
    'word/document.xml': `<?xml version="1.0"?><w:document><w:body>${body.join('')}</w:body></w:document>`,
    'word/styles.xml':
      '<w:styles><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Quote"><w:name w:val="Quote"/></w:style><w:style w:styleId="Caption"><w:name w:val="caption"/></w:style></w:styles>',
    'word/footnotes.xml': `<w:footnotes>${notes.join('')}</w:footnotes>`,
    'word/comments.xml': `<w:comments>${comments.join('')}</w:comments>`,
  });
}

const openParagraph = (inside: string): string => `<text:p>${inside}</text:p>`;

function openDocument(parts: readonly Part[]): Uint8Array {
  const number = noteCounter();
  const body = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        return `<text:h text:outline-level="1">${title(part.words)}</text:h>`;
      case 'paragraph': {
        const words = formatParagraph(
          part,
          (text) => `<text:a xlink:href="https://a.example/">${text}</text:a>`,
          (word) => `<text:span text:style-name="T1">${word}</text:span>`,
        );
        const note =
          part.note.length === 0
            ? ''
            : `<text:note text:note-class="footnote"><text:note-citation>${number()}</text:note-citation><text:note-body>${openParagraph(sentence(part.note))}</text:note-body></text:note>`;
        return openParagraph(words + note);
      }
      case 'quotation':
        return openParagraph(sentence(part.words));
      case 'list':
        return `<text:list>${part.items.map((item) => `<text:list-item>${openParagraph(sentence(item))}</text:list-item>`).join('')}</text:list>`;
      case 'table':
        return `<table:table>${part.rows.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell>${openParagraph(sentence(cell))}</table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`;
      case 'caption':
        return openParagraph(
          `<draw:frame><draw:text-box>${openParagraph(sentence(part.words))}</draw:text-box></draw:frame>`,
        );
      case 'comment':
        return openParagraph(`<office:annotation>${openParagraph(sentence(part.words))}</office:annotation>`);
      case 'deletion':
        return '';
      case 'break':
        return openParagraph('* * *');
      default:
        return '';
    }
  });
  const deleted = parts.flatMap((part) =>
    part.kind === 'deletion'
      ? [
          `<text:changed-region><text:deletion>${openParagraph(sentence(part.words))}</text:deletion></text:changed-region>`,
        ]
      : [],
  );
  return archive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="T1"><style:text-properties fo:font-style="italic"/></style:style></office:automatic-styles><office:body><office:text><text:tracked-changes>${deleted.join('')}</text:tracked-changes>${body.join('')}</office:text></office:body></office:document-content>`,
    'styles.xml': '<office:styles/>',
  });
}

function richText(parts: readonly Part[]): Uint8Array {
  const body = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        return `\\pard\\s1 ${title(part.words)}\\par`;
      case 'paragraph': {
        const words = formatParagraph(
          part,
          (text) => `{\\field{\\*\\fldinst HYPERLINK "https://a.example/"}{\\fldrslt ${text}}}`,
          (word) => `{\\i ${word}}`,
        );
        const note = part.note.length === 0 ? '' : `{\\super\\chftn}{\\footnote\\pard ${sentence(part.note)}}`;
        return `\\pard ${words}${note}\\par`;
      }
      case 'quotation':
        return `\\pard\\li720 ${sentence(part.words)}\\par`;
      case 'list':
        return part.items.map((item) => `\\pard{\\listtext\\bullet\\tab}${sentence(item)}\\par`).join('\n');
      case 'table':
        return part.rows
          .map((row) => `\\trowd\\intbl ${row.map((cell) => `${sentence(cell)}\\cell `).join('')}\\row`)
          .join('\n');
      case 'comment':
        return `\\pard{\\*\\annotation ${sentence(part.words)}}\\par`;
      case 'deletion':
        return `\\pard{\\deleted ${sentence(part.words)}}\\par`;
      case 'aside':
        return `\\pard{\\v ${sentence(part.words)}}\\par`;
      case 'break':
        return '\\pard * * *\\par';
      default:
        return '';
    }
  });
  return bytes(`{\\rtf1\\ansi{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}\n${body.join('\n')}}`);
}

function plainBook(parts: readonly Part[]): string {
  let chapter = 0;
  const number = noteCounter();
  const notes: string[] = [];
  const written = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        chapter += 1;
        return `CHAPTER ${chapter}\n\n${title(part.words)}`;
      case 'paragraph': {
        if (part.note.length === 0) return sentence(part.words);
        const at = number();
        notes.push(`[${at}] ${sentence(part.note)}`);
        return `${sentence(part.words)}[${at}]`;
      }
      case 'quotation':
        return `    ${sentence(part.words)}`;
      case 'caption':
        return `[Illustration: ${sentence(part.words)}]`;
      case 'aside':
        return `[Sidenote: ${sentence(part.words)}]`;
      case 'break':
        return '* * *';
      default:
        return '';
    }
  });
  return `${[...written, ...notes].join('\n\n\n')}\n`;
}

function plainScript(parts: readonly Part[]): string {
  const written = parts.map((part) => {
    if (part.kind === 'heading') return `# ${title(part.words)}`;
    if (part.kind === 'speech')
      return `${part.role}: ${part.manner.length > 0 ? `(${part.manner.join(' ')}) ` : ''}${sentence(part.words)}`;
    return part.kind === 'direction' ? `[${sentence(part.words)}]` : '';
  });
  return `${written.join('\n\n')}\n`;
}

function fountain(parts: readonly Part[]): string {
  const written = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        return `INT. ${title(part.words).toUpperCase()}`;
      case 'speech':
        return `${part.role}${part.manner.length > 0 ? `\n(${part.manner.join(' ')})` : ''}\n${sentence(part.words)}`;
      case 'direction':
        return `> ${sentence(part.words).toUpperCase().replace(/\.$/, ':')}`;
      case 'comment':
        return `[[${sentence(part.words)}]]`;
      case 'deletion':
        return `/* ${sentence(part.words)} */`;
      case 'paragraph':
        return sentence(part.words);
      default:
        return '';
    }
  });
  return `${written.join('\n\n')}\n`;
}

const finalDraftParagraph = (type: string, text: string): string =>
  `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`;

function finalDraft(parts: readonly Part[]): string {
  const written = parts.map((part) => {
    switch (part.kind) {
      case 'heading':
        return finalDraftParagraph('Scene Heading', `INT. ${title(part.words).toUpperCase()}`);
      case 'speech':
        return [
          finalDraftParagraph('Character', part.role),
          ...(part.manner.length > 0 ? [finalDraftParagraph('Parenthetical', `(${part.manner.join(' ')})`)] : []),
          finalDraftParagraph('Dialogue', sentence(part.words)),
        ].join('');
      case 'direction':
        return finalDraftParagraph('Transition', sentence(part.words));
      case 'comment':
        return finalDraftParagraph('Note', sentence(part.words));
      case 'paragraph':
        return finalDraftParagraph('Action', sentence(part.words));
      default:
        return '';
    }
  });
  return `<?xml version="1.0"?><FinalDraft><Content>${written.join('')}</Content></FinalDraft>`;
}

const sheetRows = (parts: readonly Part[]): string[][] => [
  ['Role', 'Direction', 'Text'],
  ...parts.flatMap((part) =>
    part.kind === 'speech' ? [[part.role, part.manner.join(' '), sentence(part.words)]] : [],
  ),
];

const commaSeparated = (parts: readonly Part[]): string =>
  sheetRows(parts)
    .map((row) => row.map((cell) => `"${cell}"`).join(','))
    .join('\r\n');

const workbook = (parts: readonly Part[]): Uint8Array =>
  archive({
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="s.xml"/></Relationships>',
    'xl/s.xml': `<worksheet><sheetData>${sheetRows(parts)
      .map(
        (row, at) =>
          `<row r="${at + 1}">${row.map((cell, column) => `<c r="${'ABC'[column]}${at + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  });

const two = (number: number): string => String(number).padStart(2, '0');
const cueTime = (second: number, mark: string): string =>
  `${two(Math.floor(second / 3_600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}${mark}000`;

const cueWords = (part: Part): string | null => {
  if (part.kind === 'speech') return `${part.role}: ${sentence(part.words)}`;
  return part.kind === 'direction' ? `[${part.words.join(' ')}]` : null;
};

function cues(parts: readonly Part[], mark: string): string {
  return parts
    .flatMap((part) => cueWords(part) ?? [])
    .map((words, at) => `${at + 1}\n${cueTime(at * 4, mark)} --> ${cueTime(at * 4 + 3, mark)}\n${words}\n`)
    .join('\n');
}

function webVtt(parts: readonly Part[]): string {
  const notes = parts.flatMap((part) => (part.kind === 'comment' ? [`NOTE ${sentence(part.words)}\n`] : []));
  return `WEBVTT\n\n${notes.join('\n')}\n${cues(parts, '.')}`;
}

const wrapRows = (words: Words): string[] => sentence(words).match(/\S.{0,54}\S(?=\s|$)/g) ?? [];

function printedPdf(parts: readonly Part[]): Uint8Array {
  const rows: { text: string; size: number; gap: number }[] = [];
  for (const part of parts) {
    if (part.kind === 'heading') rows.push({ text: title(part.words), size: 18, gap: 40 });
    else if (part.kind === 'paragraph')
      for (const [at, text] of wrapRows(part.words).entries()) rows.push({ text, size: 10, gap: at === 0 ? 24 : 12 });
  }
  const pages: { text: string; y: number; size: number }[][] = [[]];
  let y = 640;
  for (const { text, size, gap } of rows) {
    y -= gap;
    if (y < 60) {
      y = 640;
      pages.push([]);
    }
    pages.at(-1)?.push({ text, y, size });
  }
  return pdf(pages.map((rowsOfPage, at) => [...rowsOfPage, { text: String(at + 1), x: 250, y: 30, size: 10 }]));
}

function electronicBook(parts: readonly Part[]): Uint8Array {
  const chapters: Part[][] = [];
  for (const part of parts) {
    if (part.kind === 'heading') chapters.push([]);
    chapters.at(-1)?.push(part);
  }
  return book({
    pages: Object.fromEntries(chapters.map((chapter, at) => [`${at}.xhtml`, page(webPage(chapter), 'chapter')])),
  });
}

export const WRITTEN_FORMS: Readonly<Record<string, WrittenForm>> = {
  'plain text': {
    kinds: [...PROSE, 'caption', 'aside'],
    has: ['headings', 'notes'],
    file: 'book.txt',
    write: (parts) => bytes(plainBook(parts)),
  },
  'a script in plain text': {
    kinds: SCRIPT,
    has: ['headings', 'manners'],
    file: 'scene.txt',
    write: (parts) => bytes(plainScript(parts)),
  },
  Markdown: {
    kinds: [...PROSE, 'list', 'table', 'comment', 'deletion'],
    has: ['headings', 'notes'],
    file: 'book.md',
    write: (parts) => bytes(markdown(parts)),
  },
  HTML: {
    kinds: [...RICH, 'aside'],
    has: ['headings', 'notes'],
    file: 'book.html',
    write: (parts) => bytes(`<!doctype html><html><body>${webPage(parts)}</body></html>`),
  },
  'a saved web page': {
    kinds: [...RICH, 'aside'],
    has: ['headings', 'notes'],
    file: 'saved.html',
    write: (parts) => bytes(`<!doctype html><html><body>${sitePage(parts)}</body></html>`),
  },
  EPUB: { kinds: [...RICH, 'aside'], has: ['headings', 'notes'], file: 'book.epub', write: electronicBook },
  Word: { kinds: [...RICH, 'aside'], has: ['headings', 'notes'], file: 'book.docx', write: wordDocument },
  OpenDocument: { kinds: RICH, has: ['headings', 'notes'], file: 'book.odt', write: openDocument },
  RTF: {
    kinds: [...PROSE, 'list', 'table', 'comment', 'deletion', 'aside'],
    has: ['headings', 'notes'],
    file: 'book.rtf',
    write: richText,
  },
  PDF: { kinds: ['paragraph'], has: ['headings'], file: 'book.pdf', write: printedPdf },
  Fountain: {
    kinds: [...SCRIPT, 'comment', 'deletion', 'paragraph'],
    has: ['headings', 'manners'],
    file: 'film.fountain',
    write: (parts) => bytes(fountain(parts)),
  },
  'Final Draft': {
    kinds: [...SCRIPT, 'comment', 'paragraph'],
    has: ['headings', 'manners'],
    file: 'film.fdx',
    write: (parts) => bytes(finalDraft(parts)),
  },
  CSV: { kinds: ['speech'], has: ['manners'], file: 'scene.csv', write: (parts) => bytes(commaSeparated(parts)) },
  Excel: { kinds: ['speech'], has: ['manners'], file: 'scene.xlsx', write: workbook },
  SRT: { kinds: ['speech', 'direction'], has: [], file: 'film.srt', write: (parts) => bytes(cues(parts, ',')) },
  WebVTT: {
    kinds: ['speech', 'direction', 'comment'],
    has: [],
    file: 'film.vtt',
    write: (parts) => bytes(webVtt(parts)),
  },
};
