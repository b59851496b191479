import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root as project } from '../steps.ts';
import { buildAll } from './build-all.ts';

/** A small application with every kind of part that the real one has. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "toy", "version": "1.0.0", "type": "module", "main": "out/main.js" }',
  'package-lock.json': '{ "packages": { "": {}, "node_modules/react": { "version": "0.0.1", "license": "MIT" } } }',
  'tsconfig.json': '{}',
  'electron/main.ts': `
    import { fileURLToPath } from 'node:url';
    import { Worker } from 'node:worker_threads';
    import { greeting } from './core/greeting.ts';
    const studio = fileURLToPath(new URL('./studio/main.ts', import.meta.url));
    const worker = new Worker(new URL('./core/worker.ts', import.meta.url));
    worker.once('message', (answer) => process.stdout.write(JSON.stringify({ greeting, answer, studio })));`,
  'electron/core/greeting.ts': `export const greeting: string = 'hello';`,
  'electron/core/worker.ts': `
    import { parentPort } from 'node:worker_threads';
    import { greeting } from './greeting.ts';
    parentPort?.postMessage(greeting + ' from the worker');`,
  'electron/cli.ts': `process.stdout.write('the command line');`,
  'electron/studio/main.ts': `process.stdout.write('the studio');`,
  'electron/preload.ts': `
    import { contextBridge } from 'electron';
    import { z } from 'zod';
    contextBridge.exposeInMainWorld('api', { isText: (value: unknown) => z.string().safeParse(value).success });`,
  'packages/speech-service/main.ts': `
    import { readFileSync } from 'node:fs';
    const about = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    process.stdout.write(about.version);`,
  'renderer/index.html': `<!doctype html><div id="root"></div><script type="module" src="./main.tsx"></script>`,
  'renderer/main.tsx': `
    import '@fontsource-variable/inter';
    import './look.css';
    import { lazy } from 'react';
    import { createRoot } from 'react-dom/client';
    const Screen = lazy(() => import('./screen.tsx').then(({ Screen }) => ({ default: Screen })));
    const place = document.getElementById('root');
    if (place) createRoot(place).render(<Screen />);`,
  'renderer/screen.tsx': `export const Screen = () => <h1>Screen</h1>;`,
  'renderer/look.css': `h1 { color: red; }`,
};

let toy = '';
const said: string[] = [];
const out = (...names: string[]): string => join(toy, 'out', ...names);
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(toy, name)), { recursive: true });
  writeFileSync(join(toy, name), text);
};
const run = (file: string): string => execFileSync(process.execPath, [out(file)], { encoding: 'utf8' });
const buildToy = async (): Promise<string[]> => {
  said.length = 0;
  await buildAll(toy, { tell: (line) => said.push(line.split(' in ')[0] ?? '') });
  return [...said];
};

describe('the build', () => {
  beforeAll(async () => {
    toy = mkdtempSync(join(tmpdir(), 'lectern-build-'));
    symlinkSync(join(project, 'node_modules'), join(toy, 'node_modules'));
    for (const [name, text] of Object.entries(FILES)) write(name, text);
    await buildToy();
  });

  afterAll(() => rmSync(toy, { recursive: true, force: true }));

  it('bundles main with the processes and workers that it starts by their address', () => {
    const { greeting, answer, studio } = JSON.parse(run('main.js'));
    expect({ greeting, answer }).toEqual({ greeting: 'hello', answer: 'hello from the worker' });
    expect(execFileSync(process.execPath, [studio], { encoding: 'utf8' })).toBe('the studio');
  });

  it('keeps what is read relative to a source where it was', () => {
    expect(run('packages-speech-service-main.js')).toBe('1.0.0');
    expect(run('electron-cli.js')).toBe('the command line');
  });

  it('makes the preload script one CommonJS file that needs only electron', () => {
    const text = readFileSync(out('preload.cjs'), 'utf8');
    expect([...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(['electron']);
  });

  it('makes a page without inline scripts, with relative addresses and with fonts as files', () => {
    const page = readFileSync(out('renderer/index.html'), 'utf8');
    expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/src="\.\/assets\//)]);
    const assets = readdirSync(out('renderer/assets'));
    expect(assets.some((name) => name.endsWith('.woff2'))).toBe(true);
    expect(assets.some((name) => /^screen-.*\.js$/.test(name))).toBe(true);
    const styles = assets
      .filter((name) => name.endsWith('.css'))
      .map((name) => readFileSync(out('renderer/assets', name), 'utf8'));
    expect(styles.join('')).not.toContain('data:');
  });

  it('ships no source maps', () => {
    expect(readdirSync(out(), { recursive: true }).filter((name) => String(name).endsWith('.map'))).toEqual([]);
  });

  it('builds again only what has changed', async () => {
    expect(await buildToy()).toEqual([]);
    write('renderer/look.css', 'h1 { color: blue; }');
    expect(await buildToy()).toEqual(['Built renderer']);
    write('electron/core/greeting.ts', `export const greeting: string = 'good morning';`);
    expect(await buildToy()).toEqual(['Built main']);
    expect(run('main.js')).toContain('good morning from the worker');
    write('locales/pl.json', '{}');
    expect(await buildToy()).toEqual(['Built renderer']);
  });

  it('rebuilds a bundle if a source changes while it is built', async () => {
    write('electron/core/greeting.ts', `export const greeting: string = 'good evening';`);
    const building = buildToy();
    write('electron/main.ts', `${FILES['electron/main.ts']}\n// Changed during the build.`);
    expect(await building).toEqual(['Built main']);
    expect(await buildToy()).toEqual(['Built main']);
    expect(await buildToy()).toEqual([]);
  });

  it('builds again what somebody removed', async () => {
    rmSync(out('preload.cjs'));
    expect(await buildToy()).toEqual(['Built preload']);
    expect(existsSync(out('preload.cjs'))).toBe(true);
  });

  it('refuses a preload script that needs more than a sandbox has', async () => {
    write('electron/preload.ts', `import { readFileSync } from 'node:fs'; readFileSync('x');`);
    await expect(buildToy()).rejects.toThrow('electron/preload.ts requires node:fs');
    write('electron/preload.ts', FILES['electron/preload.ts'] ?? '');
  });

  it('refuses a page that starts with schemas', async () => {
    write(
      'renderer/screen.tsx',
      `import { z } from 'zod'; export const Screen = () => <h1>{z.string().parse('Screen')}</h1>;`,
    );
    expect(await buildToy()).toEqual(['Built renderer']);
    write(
      'renderer/main.tsx',
      `import { z } from 'zod'; console.log(z.string().parse('Screen')); ${FILES['renderer/main.tsx']}`,
    );
    await expect(buildToy()).rejects.toThrow('starts with schemas');
    write('renderer/main.tsx', FILES['renderer/main.tsx'] ?? '');
  });

  it('names an entry that is missing', async () => {
    rmSync(join(toy, 'electron/studio/main.ts'));
    await expect(buildToy()).rejects.toThrow('needs electron/studio/main.ts, which is missing');
  });
});
