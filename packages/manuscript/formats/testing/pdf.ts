// Builds PDF files for tests, with words at given positions.

/** Words at a position, in points from the lower left corner of the page. */
export interface Place {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

/** Returns a document whose text is in Courier, where each character is 0.6 times the font size wide. */
export function pdf(pages: readonly (readonly Place[])[], info = ''): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
    `<<${info}>>`,
  ];
  for (const [at, places] of pages.entries()) {
    const stream = places
      .map(
        ({ text, x = 72, y, size = 10 }) => `BT /F ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 700]/Resources<</Font<</F 3 0 R>>>>/Contents ${6 + at * 2} 0 R>>`,
      `<</Length ${stream.length}>>stream\n${stream}\nendstream\n`,
    );
  }
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, at) => {
    const start = text.length;
    text += `${at + 1} 0 obj${object}endobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R/Info 4 0 R>>startxref\n${text.length}\n%%EOF`;
  return Buffer.from(text, 'latin1');
}
