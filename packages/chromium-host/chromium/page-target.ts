import { type ChromiumProcess, isHeaded, windowAddress } from './chromium-process.ts';
import type { Target } from './devtools.ts';

let lastWindow = 0;

/** Finds the target of a window on a display by its initial address. */
async function findHeadedTarget(chromium: ChromiumProcess, port: number): Promise<string> {
  lastWindow += 1;
  const address = windowAddress(port, lastWindow);
  const { browser } = chromium.devtools;
  const found = new Promise<string>((resolve) => {
    const look = ({ targetInfo }: { targetInfo: { targetId: string; url: string } }): void => {
      if (targetInfo.url === address) resolve(targetInfo.targetId);
    };
    browser.on('Target.targetCreated', look);
    browser.on('Target.targetInfoChanged', look);
  });
  // Chromium opens the first window itself.
  if (lastWindow > 1) chromium.openWindow(address);
  const { targetInfos } = await browser.send('Target.getTargets');
  return targetInfos.find(({ url }) => url === address)?.targetId ?? found;
}

/** Creates an empty page. See LoopbackServer for why it starts at an address that responds with 204. */
export async function createPage(
  chromium: ChromiumProcess,
  port: number,
): Promise<{ targetId: string; target: Target }> {
  const { browser } = chromium.devtools;
  const targetId = isHeaded()
    ? await findHeadedTarget(chromium, port)
    : (await browser.send('Target.createTarget', { url: `http://127.0.0.1:${port}/`, newWindow: true })).targetId;
  return { targetId, target: await chromium.devtools.attach(targetId) };
}
