// `node scripts/run.mjs scripts/icons.ts`: uses Chromium to render all icons in `assets/icons/` from `lectern.svg`. The
// icons are committed, so that packing doesn't require a browser.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '@lectern/chromium-host';
import { type Browser, chromium } from '@playwright/test';
import { appleIcon, windowsIcon } from './release/icon-files.ts';
import { root } from './steps.ts';

const FOLDER = join(root, 'assets', 'icons');
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;

const application = readFileSync(join(FOLDER, 'lectern.svg'), 'utf8');

/** The icon for project files: a sheet of paper with the application's logo. */
const project = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">
  <path d="M200 48h424l200 200v696a32 32 0 0 1-32 32H200a32 32 0 0 1-32-32V80a32 32 0 0 1 32-32z" fill="#fbfaf7" stroke="#c9c3b8" stroke-width="12"/>
  <path d="M624 48v168a32 32 0 0 0 32 32h168" fill="#e9e4da" stroke="#c9c3b8" stroke-width="12"/>
  <svg x="256" y="336" width="512" height="512" viewBox="0 0 1024 1024">${application.replace(/<\/?svg[^>]*>|<title>.*<\/title>/g, '')}</svg>
</svg>`;

async function renderSvg(browser: Browser, svg: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block}body>svg{width:${size}px;height:${size}px}</style>${svg}`,
  );
  const picture = await page.screenshot({ omitBackground: true, type: 'png' });
  await page.close();
  return picture;
}

const executablePath = findChromium();
if (!executablePath) throw new Error('There is no Chromium to draw icons with.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  for (const [name, svg] of Object.entries({ lectern: application, project })) {
    const pictures = new Map<number, Buffer>();
    for (const size of SIZES) pictures.set(size, await renderSvg(browser, svg, size));
    writeFileSync(join(FOLDER, `${name}.ico`), windowsIcon(pictures));
    writeFileSync(join(FOLDER, `${name}.icns`), appleIcon(pictures));
    const folder = join(FOLDER, name);
    mkdirSync(folder, { recursive: true });
    for (const [size, picture] of pictures) writeFileSync(join(folder, `${size}x${size}.png`), picture);
  }
} finally {
  await browser.close();
}
