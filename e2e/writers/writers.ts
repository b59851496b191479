// Minimal calls of all code in Lectern that writes files, for `rounds.ts`. SQLite writes the databases.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeTimeline } from '@lectern/audio/timeline';
import { zipSync } from 'fflate';
import { z } from 'zod';
import { createFileKeyStore } from '../../electron/core/app/connections/key-store.ts';
import { FingerprintRegister } from '../../electron/core/app/fingerprints/fingerprint-register.ts';
import { writeCover } from '../../electron/core/app/library/cover.ts';
import { moveToBin } from '../../electron/core/app/library/library-bin.ts';
import { pngPicture } from '../../electron/core/app/library/testing/pictures.ts';
import { VersionedDocument } from '../../electron/core/app/versioned-document.ts';
import { installPack } from '../../electron/core/app/voice-packs/installed-packs.ts';
import { PartialArchive } from '../../electron/core/app/voice-packs/kept-archive.ts';
import { ReceivedPack } from '../../electron/core/app/voice-packs/received-pack.ts';
import { unpackTarInThread } from '../../electron/core/app/voice-packs/tar-files.ts';
import { toyTarEntries } from '../../electron/core/app/voice-packs/testing/toy-archive.ts';
import { FileTarget } from '../../electron/core/audio/file-target.ts';
import type { ExportLine } from '../../electron/core/export/plan/export-line.ts';
import { layOutAudio } from '../../electron/core/export/targets/audio-layout.ts';
import { Scribe } from '../../electron/core/export/testing/scribe.ts';
import {
  type AudioOptions,
  exportAudioFiles,
  exportLineFiles,
  exportUnmeasured,
} from '../../electron/core/export/testing/write-plans.ts';
import { AnswerCache } from '../../electron/core/language-model/answer-cache.ts';
import { restoreBackup } from '../../electron/core/project/folder/restore-backup.ts';
import { backUpInProject } from '../../electron/core/project/folder/routine-backups.ts';
import type { Project } from '../../electron/core/project/project.ts';
import { copyProject } from '../../electron/core/project/project-copy.ts';
import { createProject } from '../../electron/core/project/project-folder.ts';
import { sweepTemporaryFiles, TakeFiles } from '../../electron/core/project/takes/take-files.ts';
import { CONNECTION, castAll, giveTake, save, Workshop } from '../../electron/core/project/testing/test-project.ts';
import { systemRandom } from '../../electron/core/system.ts';
import { FakeClock } from '../../electron/core/testing/fake-clock.ts';
import { removeStaleParts, replaceFileSync, writeNamedFile } from '../../node/files/durable-write.ts';
import { UntrustedFolder } from '../../node/files/untrusted-folder.ts';
import { tarBz2 } from '../../node/testing/tar.ts';
import { TOY_VITS_FILES, toyPack, writePack } from '../../node/testing/toy-models/toy-pack.ts';
import { loadLocalAccount } from '../../packages/speech-service/host/account-file.ts';
import { DataFolder } from '../../packages/speech-service/host/data-folder.ts';
import { commitFile, PartialFile, removeTemporaryFiles } from '../../packages/speech-service/rendering/durable-file.ts';
import { SilentRenderer } from '../../packages/speech-service/rendering/renderer.ts';
import { EngineSettings } from '../../packages/speech-service/speech/configuration/engine-settings.ts';
import { CloneSamples } from '../../packages/speech-service/voices/clone-samples.ts';
import { cloneIdentifier } from '../../packages/speech-service/voices/voice-directory.ts';

/** Writes files in a folder. Each call of `write` simulates a new process. */
export interface Writer {
  readonly name: string;
  prepare(root: string): Promise<void>;
  write(root: string): Promise<void>;
  /** Folders that other programs can write to, so any of these folders could be replaced with a link. */
  readonly untrusted: readonly string[];
  /** Matches paths of files that may be kept after an error, for the next attempt. */
  readonly keeps?: RegExp;
}

const signal = new AbortController().signal;
const bytesOf = (word: string): Buffer => Buffer.from(`${word} `.repeat(400));
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const doNothing = async (): Promise<void> => {};

function line(root: string, id: number, take: string): ExportLine {
  const audio = bytesOf(`${take} take of ${id}`);
  const audioHash = hashOf(audio);
  const audioPath = join(root, 'takes', audioHash);
  const named = { id, number: id, numberInChapter: id, chapterNumber: 1, chapterTitle: 'Act', roles: ['LANE'] };
  const lineTakes = { takeId: take.length * 100 + id, audioPath, audioHash, format: 'wav' as const };
  return { ...named, ...lineTakes, durationSeconds: 1, text: `Words ${id}`, renderKey: 'key' };
}

async function exportLines(
  root: string,
  lineTakes: typeof BEFORE | typeof AFTER,
  format: 'wav' | 'mp3',
): Promise<void> {
  const lines = lineTakes.map(([id, take]) => line(root, id, take));
  await exportLineFiles({
    outDir: join(root, 'out'),
    projectId: 'p1',
    projectName: 'Earnest',
    lines,
    template: 'act/{line}',
    format,
    openAudio: ({ audioPath }) => open(audioPath),
    convert: async (audio, file) => {
      new FileTarget(file.fd).write(Buffer.concat([Buffer.from('converted '), await audio.readFile()]));
      return { heldBackDb: 0 };
    },
    clock: new FakeClock(),
    concurrency: 2,
  });
}

const WORK = '.lectern-export.tmp';
/** Line numbers and the name of each line's take. */
const BEFORE = [
  [1, 'first'],
  [2, 'first'],
  [3, 'first'],
] as const;
const AFTER = [
  [1, 'first'],
  [3, 'second'],
  [4, 'first'],
] as const;

const lineFiles = (format: 'wav' | 'mp3'): Writer => ({
  name: `a file for each line, as ${format}`,
  async prepare(root) {
    mkdirSync(join(root, 'takes'));
    for (const [id, take] of [...BEFORE, ...AFTER]) {
      const audio = bytesOf(`${take} take of ${id}`);
      writeFileSync(join(root, 'takes', hashOf(audio)), audio);
    }
    await exportLines(root, BEFORE, format);
  },
  write: (root) => exportLines(root, AFTER, format),
  untrusted: ['out', 'out/act', `out/${WORK}`, 'out/bin'],
  keeps: /^out\/\.lectern-export\.tmp\/journal\.jsonl$/,
});

const GOAL = {
  loudness: { measure: 'integrated', lufs: -19 },
  truePeakDbtp: -1.5,
  sampleRate: 44_100,
  channels: 1,
  headSeconds: 0.5,
  tailSeconds: 1,
  evenVoices: false,
} as const;

function deliver(root: string, codec: 'mp3' | 'aac', chapters: Readonly<Record<string, number>>): Promise<unknown> {
  const encoding =
    codec === 'aac' ? ({ codec, bitrate: 64 } as const) : ({ codec, mode: 'cbr', bitrate: 128 } as const);
  const planned = layOutAudio(
    Object.entries(chapters).map(([title, lineId]) => ({
      title,
      timeline: makeTimeline([
        {
          kind: 'line' as const,
          lineId,
          chapterId: 1,
          paragraphId: lineId,
          isHeading: false,
          pauseBeforeSeconds: null,
          pauseAfterSeconds: null,
          take: { takeId: lineId, durationSeconds: 1, trimStartSeconds: 0, trimEndSeconds: 0, gainDb: 0 },
        },
      ]),
    })),
    ({ lineId }) => ({ audio: { path: `/takes/${lineId}`, hash: `take${lineId}`, format: 'wav' }, gainDb: 0 }),
    { shape: { kind: codec === 'aac' ? 'whole' : 'chapters' }, goal: GOAL, encoding, bookTitle: 'Book' },
  );
  const files = planned.map((file, index) => ({
    ...file,
    name: codec === 'aac' ? 'Book.m4b' : `${index + 1} - ${file.title}.mp3`,
    tags: { title: file.title },
  }));
  const options: AudioOptions = {
    outDir: join(root, 'out'),
    project: { id: 'p1', name: 'Play' },
    files,
    goal: GOAL,
    encoding,
    chapterMarks: false,
    workers: new Scribe(codec === 'aac' ? 'aac' : 'text'),
    clock: new FakeClock(),
  };
  return exportAudioFiles(options);
}

const finishedFiles = (codec: 'mp3' | 'aac'): Writer => ({
  name: `finished files, as ${codec}`,
  prepare: async (root) => void (await deliver(root, codec, { One: 1, Two: 2 })),
  write: async (root) => void (await deliver(root, codec, { One: 1, Two: 3, Three: 4 })),
  untrusted: ['out', `out/${WORK}`, 'out/bin'],
  keeps: /^out\/\.lectern-export\.tmp\/(delivery\.jsonl|[0-9a-f]+\.aac(\.json)?)$/,
});

/** A project with a take for every line, shared by writers that only read it. */
class SharedProject {
  readonly workshop = new Workshop();
  #project: Promise<Project> | null = null;

  get(): Promise<Project> {
    this.#project ??= this.#make();
    return this.#project;
  }

  async #make(): Promise<Project> {
    const project = this.workshop.create('Given.lectern');
    save(project, '# Act\n\nALGERNON: Did you hear?\n\nLANE: I didn’t think it polite, sir.\n');
    castAll(project);
    for (const each of project.lines.states()) await giveTake(project, each);
    return project;
  }
}

const handoverWriter = (form: 'package' | 'rpp', shared: SharedProject): Writer => ({
  name: `a hand-over as ${form}`,
  async prepare(root) {
    await shared.get();
    mkdirSync(join(root, 'out', 'audio'), { recursive: true });
    for (const name of ['script.txt', 'Play.rpp']) writeFileSync(join(root, 'out', name), 'theirs');
  },
  async write(root) {
    const project = await shared.get();
    const order = { target: form, allowStale: false };
    await exportUnmeasured(project, order, join(root, 'out'), { clock: new FakeClock(), signal });
  },
  untrusted: ['out', 'out/audio', `out/${WORK}`, 'out/bin'],
});

const takesWriter: Writer = {
  name: 'takes',
  prepare: async (root) => void mkdirSync(join(root, 'Play.lectern', 'takes'), { recursive: true }),
  async write(root) {
    const files = new UntrustedFolder(join(root, 'Play.lectern'));
    const folder = { files, takes: join(files.path, 'takes') };
    sweepTemporaryFiles(folder);
    const kept = new TakeFiles(folder);
    await kept.put(bytesOf('short'), 'wav');
    const incoming = kept.receive();
    try {
      for (let part = 0; part < 6; part += 1) await incoming.write(Buffer.alloc(1024 ** 2, `part ${part}`));
      await kept.keep(incoming, 'mp3');
    } finally {
      await incoming.discard();
    }
    const audio = bytesOf('adopted');
    writeFileSync(join(root, 'source'), audio);
    const source = await open(join(root, 'source'));
    try {
      await kept.copyFrom({ hash: hashOf(audio), format: 'wav', sizeBytes: audio.length }, source);
    } finally {
      await source.close();
    }
  },
  untrusted: ['Play.lectern', 'Play.lectern/takes'],
};

const PICTURE = pngPicture(700, 700);

const coverWriter: Writer = {
  name: 'a cover',
  async prepare(root) {
    mkdirSync(join(root, 'Play.lectern'));
    writeFileSync(join(root, 'Play.lectern', 'cover.jpg'), 'old');
  },
  write: (root) => writeCover(join(root, 'Play.lectern'), PICTURE),
  untrusted: ['Play.lectern'],
};

const newProject: Writer = {
  name: 'a new project',
  prepare: doNothing,
  async write(root) {
    const dir = join(root, 'New.lectern');
    rmSync(dir, { recursive: true, force: true });
    const options = { name: 'New', connection: CONNECTION, clock: new FakeClock(), random: systemRandom };
    createProject(dir, options).close();
  },
  untrusted: [],
};

const copiedProject = (shared: SharedProject): Writer => ({
  name: 'a copy of a project',
  prepare: async () => void (await shared.get()),
  async write(root) {
    const dir = join(root, 'Copy.lectern');
    rmSync(dir, { recursive: true, force: true });
    const options = { name: 'Copy', clock: new FakeClock(), random: systemRandom, signal, onProgress: () => {} };
    await copyProject((await shared.get()).dir, dir, options);
  },
  untrusted: [],
});

const backupWriter: Writer = {
  name: 'a backup, and a project restored from it',
  async prepare(root) {
    const options = { name: 'Play', connection: CONNECTION, clock: new FakeClock(), random: systemRandom };
    createProject(join(root, 'Play.lectern'), options).close();
  },
  async write(root) {
    const dir = join(root, 'Play.lectern');
    backUpInProject(dir, 86_400_000, () => Number.POSITIVE_INFINITY);
    restoreBackup(dir, 2 * 86_400_000);
  },
  untrusted: ['Play.lectern/backups'],
  // A damaged database that has been set aside is kept, and is complete.
  keeps: /project-damaged/,
};

const settingsWriter: Writer = {
  name: 'settings, keys, answers, and the label of the bin',
  async prepare(root) {
    writeFileSync(join(root, 'settings.json'), '{"version":1,"names":["old"]}');
    mkdirSync(join(root, 'Old.lectern'), { recursive: true });
  },
  async write(root) {
    for (const folder of [root, join(root, 'keys'), join(root, 'model-answers')]) removeStaleParts(folder);
    const schema = z.object({ version: z.literal(1), names: z.array(z.string()) });
    const path = join(root, 'settings.json');
    const initial = { version: 1 as const, names: [] };
    const document = await VersionedDocument.open({ path, schema, initial, clock: new FakeClock() });
    await document.change((value) => ({ ...value, names: ['new', 'newer'] }));
    await createFileKeyStore(join(root, 'keys')).set('one', { key: 'sk-1', origin: 'https://tts.example' });
    const cache = new AnswerCache(root, { baseUrl: new URL('https://model.example'), model: 'm' });
    await cache.put({ text: 'Words', names: [], ids: [] } as never, []);
  },
  untrusted: [],
};

const fingerprints: Writer = {
  name: 'the register of fingerprints',
  async prepare(root) {
    mkdirSync(join(root, 'fingerprints'), { recursive: true });
  },
  async write(root) {
    await new FingerprintRegister(root).add({
      sha256: 'a'.repeat(64),
      file: '01.mp3',
      target: 'acx',
      durationSeconds: 60,
      title: 'Book',
      projectId: 'p1',
      addedAt: '2026-11-29T12:00:00.000Z',
      manifestId: null,
      markId: null,
      fingerprint: new Uint32Array(5000),
      manifest: null,
    });
  },
  untrusted: ['fingerprints'],
};

const bin: Writer = {
  name: 'the bin',
  async prepare(root) {
    mkdirSync(join(root, 'Old.lectern'));
    writeFileSync(join(root, 'Old.lectern', 'notes.txt'), 'whole');
  },
  async write(root) {
    const label = {
      version: 1 as const,
      name: 'Old',
      from: join(root, 'Old.lectern'),
      binnedAt: 1,
      openedAt: 1,
      lines: 1,
      fresh: 1,
      projectId: null,
      archived: false,
    };
    if (existsSync(label.from)) await moveToBin(label, 'cell');
  },
  untrusted: [],
  keeps: /^\.lectern-bin\//,
};

const ARCHIVED = Object.fromEntries(
  Object.entries({ ...TOY_VITS_FILES, 'pack.json': JSON.stringify(toyPack()) }).map(([name, content]) => [
    name,
    Buffer.from(content as string),
  ]),
);

const voicePack = (name: string, source: (root: string) => Parameters<typeof installPack>[0]['source']): Writer => ({
  name: `a voice pack from ${name}`,
  async prepare(root) {
    writePack(join(root, 'source'));
    writeFileSync(join(root, 'pack.zip'), zipSync(ARCHIVED));
    const own = [...toyTarEntries(''), { name: 'pack.json', content: JSON.stringify(toyPack()) }];
    writeFileSync(join(root, 'pack.tar.bz2'), tarBz2(own));
  },
  async write(root) {
    await installPack({ source: source(root), folder: join(root, 'packs') });
  },
  untrusted: [],
});

const receivedPack = (): Parameters<typeof installPack>[0]['source'] => {
  const files = Object.entries(ARCHIVED).map(([path, content]) => ({ path, size: content.length, content }));
  const voicePack = new ReceivedPack(files, true);
  return async (beside, stop) => {
    const made = voicePack.create(beside, stop);
    made.catch(() => {});
    const sent = async (): Promise<void> => {
      for (const at of voicePack.wanted) await voicePack.receiveChunk(at, files[at]?.content ?? Buffer.alloc(0));
      await voicePack.end();
    };
    await sent().catch(() => {});
    return made;
  };
};

const partialArchive: Writer = {
  name: 'an archive that arrives',
  prepare: doNothing,
  async write(root) {
    const archive = await PartialArchive.open(root, 'ab'.repeat(32), 'toys', Date.now());
    try {
      archive.validator = '"1"';
      archive.total = 4000;
      await archive.restart();
      await archive.write(bytesOf('archive'));
    } finally {
      await archive.close('keep');
    }
  },
  untrusted: [],
  // Partial downloads are kept, because their hash shows whether they are complete.
  keeps: /\.(archive|json)$/,
};

const serviceWriter: Writer = {
  name: 'the service’s files',
  prepare: async (root) => writeFileSync(join(root, 'voices.json'), '{"engines":[]}\n'),
  async write(root) {
    const data = await DataFolder.open(join(root, 'service'));
    try {
      loadLocalAccount(data.paths.account, undefined);
      data.publishAddress('http://127.0.0.1:1');
      const spoken = join(data.paths.audio, 'sj-0123456789012345678901.wav');
      try {
        const file = new PartialFile(spoken);
        try {
          file.write([bytesOf('sound'), bytesOf('more')]);
          file.writeStart(Buffer.from('head'));
        } finally {
          file.close();
        }
        await commitFile(spoken, true);
      } catch (error) {
        await removeTemporaryFiles(spoken);
        throw error;
      }
      const silent = join(data.paths.audio, 'sj-0123456789012345678902.wav');
      const order = { request: {}, format: 'wav', quality: 'medium', sampleRate: undefined, path: silent };
      await new SilentRenderer().render(order as never);
      new CloneSamples(data.paths.cloneSamples).write(cloneIdentifier('abc'), bytesOf('sample'));
      const engines = new EngineSettings({ path: join(root, 'voices.json'), isNeeded: true, places: undefined });
      engines.load();
      replaceFileSync(join(root, 'voices.json'), '{ "engines": [] }\n', 0o600);
    } finally {
      data.close();
    }
  },
  untrusted: [],
};

const namedFiles: Writer = {
  name: 'files that a person named',
  prepare: async (root) => writeFileSync(join(root, 'table.csv'), 'old'),
  async write(root) {
    writeNamedFile(join(root, 'table.csv'), bytesOf('table'));
    writeNamedFile(join(root, 'report.html'), bytesOf('report'));
  },
  untrusted: [],
};

/** Returns all writers, and a function that cleans up after all of them. */
export function allWriters(): { readonly writers: readonly Writer[]; readonly clear: () => void } {
  const shared = new SharedProject();
  const writers = [
    ...[lineFiles('wav'), lineFiles('mp3'), finishedFiles('mp3'), finishedFiles('aac')],
    ...[handoverWriter('package', shared), handoverWriter('rpp', shared)],
    ...[takesWriter, coverWriter, newProject, copiedProject(shared), backupWriter, settingsWriter, fingerprints, bin],
    voicePack('a folder', (root) => join(root, 'source')),
    voicePack('a ZIP archive', (root) => join(root, 'pack.zip')),
    voicePack('a tar archive', (root) => async (beside) => {
      mkdirSync(dirname(beside), { recursive: true });
      return unpackTarInThread({ path: join(root, 'pack.tar.bz2'), folder: beside, known: null });
    }),
    voicePack('the window', receivedPack),
    ...[partialArchive, serviceWriter, namedFiles],
  ];
  return {
    writers,
    clear: () => shared.workshop.clear(),
  };
}
