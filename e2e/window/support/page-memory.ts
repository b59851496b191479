// What the page's JavaScript holds in its memory.
import type { Page } from '@playwright/test';

/** The page's heap as text, after everything that can be thrown away was thrown away. */
export async function memoryOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  // More than once: what a finaliser lets go of is thrown away in the next round only.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
