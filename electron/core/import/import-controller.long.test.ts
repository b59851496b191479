import { writeFileSync } from 'node:fs';
import { ImportError } from '@lectern/manuscript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countDocumentThreads } from '../../../e2e/support/document-threads.ts';
import { longPdf } from '../../../e2e/support/long-pdf.ts';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import type { ReadingProgress, ReadingWatch } from '../../../shared/model/reading-progress.ts';
import { RequestError } from '../bridge/request-error.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { CONNECTION, Workshop } from '../project/testing/test-project.ts';
import { type BackgroundJob, BackgroundThread, BackgroundWork } from './background-work.ts';
import { ImportController } from './import-controller.ts';

const SCENE = '# Act\n\nLANE: I didn’t think it polite to listen, sir.\n\n';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const LONG = bytesOf(SCENE.repeat(4_000));

let workshop: Workshop;
let thread: BackgroundThread;
let asked: string[];
let imports: ImportController;
let told: ReadingProgress[];
let onUpdate: () => void = () => undefined;
beforeEach(() => {
  workshop = new Workshop();
  thread = new BackgroundThread();
  asked = [];
  told = [];
  const perform = (job: BackgroundJob, watch?: ReadingWatch) => {
    asked.push(job.kind);
    return thread.perform(job, watch);
  };
  const onProgress = (file: string, progress: ReadingProgress) => {
    told.push(progress);
    expect(file).toMatch(/^(?:war|scene)\./);
    onUpdate();
  };
  imports = new ImportController({ clock: workshop.clock, random: workshop.random, thread: { perform }, onProgress });
});
afterEach(async () => {
  await thread.close();
  workshop.clear();
});

const order = () => ({ dir: workshop.path(), name: 'Play', connection: CONNECTION, voices: [] });

describe.each([
  { name: 'a short script', bytes: bytesOf(SCENE), byThread: false, lines: 2 },
  { name: 'a long script', bytes: LONG, byThread: true, lines: 8_000 },
])('$name', ({ bytes, byThread, lines }) => {
  it('is read, and becomes a project', async () => {
    const preview = await imports.readBytes('scene.txt', bytes);
    expect(preview).toMatchObject({ file: 'scene.txt', name: 'scene', lines });
    expect(await imports.preview(preview.importId)).toEqual(preview);
    await imports.make(preview.importId, order());
    expect(workshop.open().lines.counts()).toMatchObject({ lines });
    expect(asked).toEqual(byThread ? ['read-bytes', 'make'] : []);
    await imports.forget(preview.importId);
    await expect(imports.preview(preview.importId)).rejects.toThrow(RequestError);
  });

  it('is cast as is chosen, and by default where the choice is no voice that batches take', async () => {
    const voices = ['anna', 'ben', 'cora'].map((id) => ({ id, name: id, voice_engine: 'SvcDialog' }));
    const other = { id: 'old', name: 'old', voice_engine: 'Svc2.0' };
    const { importId, choices } = await imports.readBytes('scene.txt', bytes);
    const cast = async (voice: string) => {
      const chosen = { ...choices, voices: [{ role: 'LANE', voice }] };
      await imports.make(importId, { ...order(), voices: [...voices, other] }, chosen);
      const project = workshop.open();
      const found = project.cast.roles().find(({ name }) => name === 'LANE')?.voice;
      workshop.clear();
      return found;
    };
    expect(await cast('cora')).toBe('cora');
    expect(voices.map(({ id }) => id)).toContain(await cast('old'));
  });

  it('is read from its file', async () => {
    const path = `${workshop.folder}/scene.txt`;
    writeFileSync(path, bytes);
    expect(await imports.readFile(path)).toMatchObject({ file: 'scene.txt', lines });
    expect(asked).toEqual(byThread ? ['read-file'] : []);
  });
});

describe('a thread that reads scripts', () => {
  it('says what is wrong as the studio itself would', async () => {
    const picture = new Uint8Array(300_000).fill(0);
    await expect(imports.readBytes('cover.txt', picture)).rejects.toThrow(ImportError);
    await expect(imports.readBytes('cover.txt', picture)).rejects.toMatchObject({ kind: 'binary', file: 'cover.txt' });
    const { importId } = await imports.readBytes('scene.txt', LONG);
    workshop.create();
    await expect(imports.make(importId, order())).rejects.toThrow(ProjectError);
    expect(asked).toHaveLength(4);
  });

  it('is done without where it dies', async () => {
    const lost = { perform: () => Promise.reject(new WorkerLostError('It has died.')) };
    imports = new ImportController({ clock: workshop.clock, random: workshop.random, thread: lost });
    const { importId } = await imports.readBytes('scene.txt', LONG);
    await imports.make(importId, order());
    expect(workshop.open().lines.counts()).toMatchObject({ lines: 8_000 });
  });
});

it('keeps the last eight scripts', async () => {
  const ids: string[] = [];
  for (let read = 0; read < 9; read += 1) ids.push((await imports.readBytes('scene.txt', bytesOf(SCENE))).importId);
  await expect(imports.preview(ids[0] ?? '')).rejects.toThrow(RequestError);
  for (const id of ids.slice(1)) expect(await imports.preview(id)).toMatchObject({ importId: id });
});

describe('a large document', () => {
  const document = longPdf(0.25);
  const small = document.subarray(0, 150_000);

  it('tells how far it is, page by page', async () => {
    const { chapters } = await imports.readBytes('war.pdf', document);
    expect(chapters.length).toBeGreaterThan(60);
    const pages = told.filter(({ stage }) => stage === 'pages');
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.map(({ done }) => done)).toEqual(pages.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(new Set(pages.map(({ total }) => total)).size).toBe(1);
    expect(told.at(-1)).toEqual({ stage: 'arranging', done: 0, total: 0 });
  });

  it.skipIf(process.platform !== 'linux').each([
    { where: 'the side thread', bytes: document },
    { where: 'this thread', bytes: small },
  ])('that is called off in $where leaves no thread behind, and the next is read', async ({ bytes }) => {
    const begun = Promise.withResolvers<void>();
    onUpdate = begun.resolve;
    const reading = imports.readBytes('war.pdf', bytes);
    const failed = expect(reading).rejects.toMatchObject({ error: { kind: 'cancelled' } });
    if (bytes === document) {
      await begun.promise;
      expect(countDocumentThreads()).toBeGreaterThan(0);
    }
    await imports.cancel();
    expect(countDocumentThreads()).toBe(0);
    await failed;
    expect(await imports.readBytes('scene.txt', LONG)).toMatchObject({ lines: 8_000 });
  });

  it('that was read before it could be called off is forgotten', async () => {
    const here = new BackgroundWork({ clock: workshop.clock, random: workshop.random });
    const kinds: string[] = [];
    const perform = async (job: BackgroundJob, watch?: ReadingWatch) => {
      kinds.push(job.kind);
      const reply = await here.perform(job, watch);
      if (job.kind === 'read-bytes') void imports.cancel();
      return reply;
    };
    imports = new ImportController({ clock: workshop.clock, random: workshop.random, thread: { perform } });
    await expect(imports.readBytes('scene.txt', LONG)).rejects.toMatchObject({ error: { kind: 'cancelled' } });
    expect(kinds).toEqual(['read-bytes', 'forget']);
  });
});
