// Measures key-to-screen latency while War and Peace is imported from a PDF, compared with typing the same keys without
// an import.
import type { Page } from '@playwright/test';
import { longPdf } from '../e2e/support/long-pdf.ts';
import type { TestFolders } from '../e2e/window/support/folders.ts';
import { launchLectern } from '../e2e/window/support/launch.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile } from './store-edits.ts';
import { openFromLibrary } from './window-apps.ts';
import { goToMiddle, PACES, TYPING_ROUNDS, typeKeys } from './window-typing.ts';

const PACE = 'at a natural pace';
const MAX_MS = 50;
const MAX_RATIO = 1.6;

export async function benchImporting(folders: TestFolders): Promise<BenchRow[]> {
  const lectern = await launchLectern(folders);
  try {
    const { page } = lectern;
    await openFromLibrary(page, 'Chapter');
    await goToMiddle(page);
    await passDocument(page, longPdf());
    const [quiet, reading]: [number[], number[]] = [[], []];
    const waitOf = PACES[PACE] ?? (() => 0);
    for (let turn = 0; turn < TYPING_ROUNDS; turn += 1) {
      quiet.push(...(await typeKeys(page, waitOf)));
      await page.evaluate('void window.readOn()');
      reading.push(...(await typeKeys(page, waitOf)));
      await page.evaluate('window.readOff()');
    }
    const [value, against] = [percentile(reading, 0.95), percentile(quiet, 0.95)];
    const usual = (times: readonly number[]) => `median ${formatMilliseconds(percentile(times, 0.5))}`;
    return [
      {
        name: `key to picture while War and Peace is read from a PDF, ${reading.length} keys ${PACE}, 95th percentile`,
        value: `${formatMilliseconds(value)} (${usual(reading)})`,
        against: `${formatMilliseconds(against)} (${usual(quiet)}) while nothing is read`,
        ratio: value / against,
        bar: `${MAX_RATIO} times or less, or under ${MAX_MS} ms`,
        ok: value / against <= MAX_RATIO || value < MAX_MS,
      },
    ];
  } finally {
    await lectern.close();
  }
}

/** Passes a document to the page, and adds functions to the page that start and stop importing it repeatedly. */
async function passDocument(page: Page, bytes: Uint8Array): Promise<void> {
  const text = Buffer.from(bytes).toString('base64');
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${text}'), (letter) => letter.charCodeAt(0));
    let reading = null;
    window.readOn = async () => {
      const own = {};
      reading = own;
      while (reading === own) await window.lectern.request('project.previewImport', { name: 'war.pdf', bytes });
    };
    window.readOff = async () => {
      reading = null;
      await window.lectern.request('project.cancelImport', {});
    };
  })()`);
}
