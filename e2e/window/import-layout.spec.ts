// The import dialog at small window sizes: one scroll area, and its buttons always in view.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const SIZES = [
  { width: 960, height: 600 },
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
] as const;

/** A book with many chapters, a note in each, and pages that aren't read. */
function longBook(): Buffer {
  const names = ['Copyright', 'Contents', ...Array.from({ length: 40 }, (_, at) => `Chapter ${at + 1}`)];
  const page = (title: string) =>
    `<section><h1>${title}</h1><p>“It rained,” said Ada.</p><aside role="doc-footnote"><p>A note.</p></aside></section>`;
  const items = names.map((_, at) => `<item id="p${at}" href="p${at}.xhtml"/>`).join('');
  const spine = names.map((_, at) => `<itemref idref="p${at}"/>`).join('');
  const files = {
    mimetype: 'application/epub+zip',
    'book.opf': `<package><metadata><dc:title>The Rain</dc:title></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(names.map((name, at) => [`p${at}.xhtml`, page(name)])),
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

test('the buttons of the import dialog stay in view, and only the dialog scrolls', async ({ open }) => {
  const { library, page } = await open();
  await library.drop('rain.epub', longBook());
  const { importDialog } = library;
  const create = importDialog.getByRole('button', { name: 'Create project' });
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const end of ['top', 'bottom'] as const) {
      const field =
        end === 'top'
          ? importDialog.getByRole('textbox', { name: 'Project name' })
          : importDialog.getByRole('list', { name: 'Roles' }).getByRole('listitem').last();
      await field.scrollIntoViewIfNeeded();
      const box = await create.boundingBox();
      expect(box, `${size.width}x${size.height}, ${end}`).not.toBeNull();
      if (!box) continue;
      expect(box.y).toBeGreaterThan(0);
      expect(box.y + box.height).toBeLessThanOrEqual(size.height);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
    }
    const scrollers = await importDialog.evaluate(
      (dialog) =>
        [dialog, ...dialog.querySelectorAll('*')].filter(
          (element) =>
            /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1,
        ).length,
    );
    expect(scrollers).toBeLessThanOrEqual(1);
  }
});
