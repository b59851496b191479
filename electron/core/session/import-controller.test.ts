import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { RequestError } from '../bridge/request-error.ts';
import { ImportError } from '../import/importable-file.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { CONNECTION, Workshop } from '../project/testing/test-project.ts';
import { ImportController } from './import-controller.ts';
import { type SideJob, SideThread } from './side-work.ts';

const SCENE = '# Act\n\nLANE: I didn’t think it polite to listen, sir.\n\n';
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const LONG = bytesOf(SCENE.repeat(4_000));

let workshop: Workshop;
let thread: SideThread;
let asked: string[];
let imports: ImportController;
beforeEach(() => {
  workshop = new Workshop();
  thread = new SideThread();
  asked = [];
  const perform = (job: SideJob) => {
    asked.push(job.kind);
    return thread.perform(job);
  };
  imports = new ImportController({ clock: workshop.clock, random: workshop.random, thread: { perform } });
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
