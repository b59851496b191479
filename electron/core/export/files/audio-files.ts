import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AAC_FRAME, aacPackets, type ChapterLoss, type ChapterMark, id3Tag } from '@lectern/audio';
import {
  type AudioPlan,
  chapterLosses,
  type EncodedTags,
  encodedTags,
  isTaggedByEncoder,
  MASTERING_VERSION,
  type MasteredAudio,
} from '@lectern/audio/mastering';
import { watermarkIdText } from '@lectern/audio/watermark';
import { sidecarPath } from '@lectern/provenance';
import { hashFile } from '../../../../node/files/regular-file.ts';
import { writeZip } from '../../../../node/zip-writer.ts';
import type { UsedSound } from '../../../../shared/model/cue-sounds.ts';
import type { ExportDisclosure } from '../../../../shared/model/export/disclosure.ts';
import type { ExportNotice, LineReason } from '../../../../shared/model/export/export.ts';
import type { FileSignature } from '../../../../shared/model/export/signature.ts';
import { at } from '../../../../shared/rules/at.ts';
import { nameKey, uniqueNames } from '../../../../shared/rules/export/file-names.ts';
import { largest } from '../../../../shared/rules/lists.ts';
import { fingerprintBinding } from '../../app/fingerprints/fingerprint-binding.ts';
import type { FileClaim, FileSigner } from '../../app/signing/file-signer.ts';
import { type MasteringWorkers, TakeAudioError } from '../../audio/mastering-workers.ts';
import type { Clock } from '../../ports.ts';
import {
  type AudioContent,
  type AudioSection,
  type BytesContent,
  type FailedFile,
  type MadeFiles,
  type ManifestContent,
  type PackedContent,
  type PlannedFile,
  type SoundTerms,
  sectionsIn,
} from '../plan/export-plan.ts';
import {
  type AudioFolder,
  type AudioRow,
  audioRowSchema,
  beginAudioJournal,
  openAudioList,
  type ReadAudioList,
  recordPlacing,
  writeAudioList,
} from './audio-list.ts';
import { inParallel } from './disk.ts';
import type { FileStore, NamedFile, NamedFiles, NewFile } from './file-store.ts';
import {
  cacheStream,
  figuresFile,
  findReusableStreams,
  removeStreams,
  type StreamFigures,
  streamFile,
  writeM4b,
} from './m4b-streams.ts';
import type { WorkProgress } from './work-progress.ts';

export interface AudioSources {
  readonly mastering: MasteringWorkers;
  /** Null or absent if files aren't signed. */
  readonly signer?: FileSigner | null | undefined;
  /** Returns the fingerprint of an open file's beginning; null if the file can't be decoded. */
  readonly fingerprint?: ((file: FileHandle) => Promise<Uint32Array | null>) | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal?: AbortSignal | undefined;
}

type AudioFileContent = AudioContent | BytesContent | PackedContent | ManifestContent;
type NamedAudioFile = NamedFile<AudioRow, AudioFileContent>;

const figuresSchema = audioRowSchema.pick({
  loudnessLufs: true,
  rmsDbfs: true,
  truePeakDbtp: true,
  signature: true,
});
const NO_FIGURES = { loudnessLufs: null, rmsDbfs: null, truePeakDbtp: null };

interface FileHead {
  readonly prefix?: Uint8Array;
  readonly tags?: EncodedTags;
}

interface MasteredFile {
  readonly partial: string;
  readonly sha256: string;
  readonly figures: StreamFigures;
  readonly streams?: ReadonlyMap<string, StreamFigures>;
}

/** Writes one file per chapter or one for all, and `delivery.json`. */
export class AudioFileStore implements FileStore<AudioRow, AudioFileContent> {
  readonly replaces = false;
  readonly concurrency: number;
  readonly #folder: AudioFolder;
  readonly #project: { readonly id: string; readonly name: string };
  readonly #terms: SoundTerms;
  readonly #sounds: readonly UsedSound[];
  readonly #disclosure: ExportDisclosure | null;
  readonly #sources: AudioSources;
  #changed: ReadonlySet<string> = new Set();
  #former: ReadAudioList | null = null;

  constructor(
    folder: AudioFolder,
    project: { readonly id: string; readonly name: string },
    {
      terms,
      sounds,
      disclosure,
    }: {
      readonly terms: SoundTerms;
      readonly sounds: readonly UsedSound[];
      readonly disclosure?: ExportDisclosure | null;
    },
    sources: AudioSources,
  ) {
    this.#folder = folder;
    this.#project = project;
    this.#terms = terms;
    this.#sounds = sounds;
    this.#disclosure = disclosure ?? null;
    this.#sources = sources;
    // The chapters of an AAC file are encoded in parallel.
    this.concurrency = terms.encoding.codec === 'aac' ? 1 : sources.mastering.size;
  }

  async open(): Promise<void> {
    this.#former = await openAudioList(this.#folder, this.#project, this.#sources.clock.now());
  }

  async nameFiles(
    files: readonly PlannedFile<AudioFileContent>[],
    changed: ReadonlySet<string>,
  ): Promise<NamedFiles<AudioRow, AudioFileContent>> {
    this.#changed = changed;
    const folder = this.#folder;
    const existing = new Set((await folder.disk.list(folder.path)).map(nameKey));
    const isForeign = (name: string): boolean => existing.has(nameKey(name)) && !folder.findRow(name);
    const wanted = files.map(({ name }) => name);
    const names = uniqueNames(wanted, isForeign);
    const usable = new Map(folder.rows().flatMap((row) => (changed.has(nameKey(row.file)) ? [] : [[row.key, row]])));
    const named = files.map((planned, index): NamedAudioFile => {
      const file = at(names, index);
      const key = this.#keyOf(planned);
      const own = folder.findRow(file);
      const row = own?.key === key && !changed.has(nameKey(file)) ? own : (usable.get(key) ?? null);
      // An existing file can be reused only once; a second identical file is written again.
      if (row) usable.delete(key);
      return { planned, file, row };
    });
    const avoided = wanted.filter(isForeign).length;
    return { files: named, notices: avoided === 0 ? [] : [{ kind: 'avoided', files: avoided }] };
  }

  async begin(planned: readonly string[], parked: readonly AudioRow[]): Promise<void> {
    if (planned.length > 0) await beginAudioJournal(this.#folder, this.#project, parked);
  }

  beforePlacing(row: AudioRow): Promise<void> {
    return recordPlacing(this.#folder, this.#project, row);
  }

  async afterPlacing(): Promise<void> {}

  describe(row: AudioRow): AudioRow {
    return row;
  }

  async make(named: NamedAudioFile, progress: WorkProgress): Promise<NewFile<AudioRow>> {
    const { content } = named.planned;
    if (content.kind === 'bytes') {
      const partial = await this.#folder.writePartial(content.bytes);
      const sha256 = sha256Of(content.bytes);
      return { partial, row: this.#rowOf(named, { partial, sha256, figures: NO_FIGURES }) };
    }
    if (content.kind === 'manifest') return this.#makeManifest(named, content);
    const made = await (content.kind === 'packed' ? this.#pack(content, progress) : this.#makeAudio(content, progress));
    return { partial: made.partial, row: this.#rowOf(named, made) };
  }

  async #makeManifest(named: NamedAudioFile, { audio, file, sha256 }: ManifestContent): Promise<NewFile<AudioRow>> {
    const { signer } = this.#sources;
    if (!signer) throw new Error('A manifest was planned without a signer.');
    const folder = this.#folder;
    const claim = await folder.disk.withFile(folder.at(file), (open) => this.#claimOf(audio, open));
    const { bytes, signature } = await signer.signSidecar(sha256, claim, takesIn(audio));
    const partial = await this.#folder.writePartial(bytes);
    const figures = { ...NO_FIGURES, signature };
    return { partial, row: this.#rowOf(named, { partial, sha256: sha256Of(bytes), figures }) };
  }

  #makeAudio(content: AudioContent, progress: WorkProgress): Promise<MasteredFile> {
    const isAac = this.#terms.encoding.codec === 'aac';
    return isAac ? this.#makeFromStreams(content, progress) : this.#makeInOnePass(content, progress);
  }

  /** Keeps finished tracks in the work folder until the whole file is complete. */
  async #pack({ tracks, filesOf }: PackedContent, progress: WorkProgress): Promise<MasteredFile> {
    const keys = tracks.map(({ audio }) => this.#audioKeyOf(audio));
    const made = new Map<string, StreamFigures>();
    await inParallel(tracks, this.#terms.encoding.codec === 'aac' ? 1 : this.#sources.mastering.size, async (track) => {
      const key = at(keys, tracks.indexOf(track));
      made.set(key, await this.#makeTrack(track.audio, key, progress));
    });
    const madeAt = new Date(this.#sources.clock.now());
    let sha256 = '';
    const partial = await this.#folder.writePartial(async (target) => {
      const audio = tracks.map(({ path }, index) => ({
        path,
        read: () => this.#readStream(at(keys, index)),
        isStored: true,
      }));
      await writeZip(target, [...filesOf(madeAt), ...audio]);
      sha256 = await hashFile(target);
    });
    return { partial, sha256, figures: loudest([...made.values()]) };
  }

  async #makeTrack(content: AudioContent, key: string, progress: WorkProgress): Promise<StreamFigures> {
    const known = await this.#cachedFigures(key);
    if (known) {
      for (const { plan } of content.sections) progress.sectionProgress(plan, 1);
      progress.chaptersFinished(content.sections.length);
      return known;
    }
    const { partial, figures } = await this.#makeAudio(content, progress);
    await cacheStream(this.#folder, key, partial, figures);
    return figures;
  }

  async #cachedFigures(key: string): Promise<StreamFigures | null> {
    const { disk } = this.#folder;
    const path = this.#folder.at(figuresFile(key));
    if ((await disk.stat(path)) === null) return null;
    return figuresSchema.parse(JSON.parse(new TextDecoder().decode(await disk.read(path, 10_000))));
  }

  async #master(
    plan: AudioPlan,
    file: FileHandle,
    progress: WorkProgress,
    { prefix, tags }: FileHead = {},
  ): Promise<MasteredAudio> {
    const { goal, encoding, watermarkId } = this.#terms;
    const { mastering, signal } = this.#sources;
    const onProgress = (share: number): void => progress.sectionProgress(plan, share);
    const order = { plan, goal, encoding, tags, watermarkId };
    const made = await mastering.master(order, { fd: file.fd }, { signal, onProgress, prefix });
    onProgress(1);
    return made;
  }

  async #makeInOnePass(content: AudioContent, progress: WorkProgress): Promise<MasteredFile> {
    const { goal, encoding } = this.#terms;
    const { tags, frames } = content;
    const chapters = { marks: chapterMarksOf(content, this.#terms), frames, sampleRate: goal.sampleRate };
    const head: FileHead = isTaggedByEncoder(encoding)
      ? { tags: encodedTags(encoding, tags, chapters) }
      : { prefix: id3Tag(tags, chapters) };
    let figures: StreamFigures | undefined;
    const written = await this.#writeSigned(content, async (file) => {
      figures = await this.#master(mergeSections(content), file, progress, head);
    });
    progress.chaptersFinished(content.sections.length);
    if (!figures) throw new Error('A file was not mastered.');
    return { ...written, figures: { ...figures, signature: written.signature } };
  }

  /** Writes a file and, if it can contain a manifest, signs it. */
  async #writeSigned(
    content: AudioContent,
    write: (file: FileHandle) => Promise<void>,
  ): Promise<Pick<MasteredFile, 'partial' | 'sha256'> & Pick<StreamFigures, 'signature'>> {
    const { signer } = this.#sources;
    let signature: FileSignature | undefined;
    let signed: string | null = null;
    let sha256 = '';
    const unsigned = await this.#folder.writePartial(async (file) => {
      await write(file);
      if (signer && canContainManifest(this.#terms)) {
        signed = await this.#folder.writePartial(async (copy) => {
          const claim = await this.#claimOf(content, file);
          signature = await signer.sign(file, copy, claim, takesIn(content));
          sha256 = await hashFile(copy);
        });
        // Only the copy is needed, so there is nothing to flush to disk.
        if (signature?.kind === 'embedded') return file.truncate(0);
      }
      sha256 = await hashFile(file);
    });
    if (signed === null) return { partial: unsigned, sha256, signature };
    const [partial, obsolete] = signature?.kind === 'embedded' ? [signed, unsigned] : [unsigned, signed];
    await this.#folder.discard(obsolete);
    return { partial, sha256, signature };
  }

  /** Returns the content of a finished file's manifest. */
  async #claimOf(content: AudioContent, file: FileHandle): Promise<FileClaim> {
    const items = await this.#sources.fingerprint?.(file);
    const softBinding = items ? fingerprintBinding(items) : null;
    return { ...claimOf(content), ...(softBinding && { softBinding }) };
  }

  /** Keeps finished streams in the work folder until the whole file is complete. */
  async #makeFromStreams(content: AudioContent, progress: WorkProgress): Promise<MasteredFile> {
    const { goal } = this.#terms;
    const { sections, tags } = content;
    const streams = sections.map(({ plan, frames }) => ({
      plan,
      key: streamKeyOf(plan, this.#terms),
      packets: frames / AAC_FRAME,
    }));
    const former = this.#folder.rows().filter(({ file }) => !this.#changed.has(nameKey(file)));
    const wanted = new Map(streams.map(({ key, plan }) => [key, packetCount(plan)]));
    await findReusableStreams(this.#folder, former, wanted, goal);
    const made = new Map<string, StreamFigures>();
    await inParallel(streams, this.#sources.mastering.size, async ({ plan, key }) => {
      made.set(key, await this.#makeStream(plan, key, progress));
      progress.chaptersFinished(1);
    });
    const written = await this.#writeSigned(content, async (target) => {
      const reading = streams.map(({ key, packets }) => ({ read: this.#readStream.bind(this, key), packets }));
      const { sampleRate, channels } = goal;
      const chapters = chapterMarksOf(content, this.#terms);
      await writeM4b(target, reading, { sampleRate, channels, chapters, tags });
    });
    const figures = { ...loudest([...made.values()]), signature: written.signature };
    return { ...written, figures, streams: made };
  }

  #readStream(key: string): Promise<Uint8Array> {
    return this.#folder.disk.read(this.#folder.at(streamFile(key)), MAX_STREAM_BYTES);
  }

  /** Encodes a stream, unless a complete one already exists along with its measurements. */
  async #makeStream(plan: AudioPlan, key: string, progress: WorkProgress): Promise<StreamFigures> {
    const figures = await this.#cachedFigures(key);
    if (figures) {
      const packets = aacPackets(await this.#readStream(key).catch(() => new Uint8Array(0)));
      if (packets?.length === packetCount(plan)) {
        progress.sectionProgress(plan, 1);
        return figures;
      }
    }
    let made: MasteredAudio | undefined;
    const partial = await this.#folder.writePartial(async (target) => {
      made = await this.#master(plan, target, progress);
    });
    if (!made) throw new Error('An AAC stream was not encoded.');
    await cacheStream(this.#folder, key, partial, made);
    const { loudnessLufs, rmsDbfs, truePeakDbtp } = made;
    return { loudnessLufs, rmsDbfs, truePeakDbtp };
  }

  #rowOf({ planned, file }: NamedAudioFile, { sha256, figures, streams }: MasteredFile): AudioRow {
    const { content } = planned;
    const { loudnessLufs, rmsDbfs, truePeakDbtp, signature } = figures;
    const secondsOf = (frames: number): number => frames / this.#terms.goal.sampleRate;
    const { title, frames, sections } =
      content.kind === 'audio' ? content : { title: '', frames: framesOf(content), sections: [] };
    const streamOf = (plan: AudioPlan) => {
      const key = streamKeyOf(plan, this.#terms);
      const stream = streams?.get(key);
      return stream && { stream: { key, ...stream } };
    };
    return {
      file,
      key: this.#keyOf(planned),
      title,
      isSound: content.kind === 'audio',
      durationSeconds: secondsOf(frames),
      sizeBytes: 0,
      sha256,
      modifiedMs: 0,
      loudnessLufs,
      rmsDbfs,
      truePeakDbtp,
      ...((content.kind === 'audio' || content.kind === 'packed') &&
        this.#terms.watermarkId !== undefined && { watermark: watermarkIdText(this.#terms.watermarkId) }),
      ...(content.kind === 'audio' &&
        content.tags.digitalSourceType && { digitalSourceType: content.tags.digitalSourceType }),
      ...(signature && { signature }),
      chapters: sections.map(({ title, plan, startFrame, leadFrames }) => ({
        title,
        startSeconds: secondsOf(startFrame),
        lines: plan.clips.map((clip) => {
          const start = startFrame + leadFrames + clip.startFrame;
          return [clip.lineId, secondsOf(start), secondsOf(start + clip.frames), clip.fromSeconds];
        }),
        ...streamOf(plan),
      })),
    };
  }

  failureOf(error: unknown, { planned: { content } }: NamedAudioFile): Omit<FailedFile, 'file' | 'lines'> | null {
    if (!(error instanceof TakeAudioError)) return null;
    const sections = sectionsIn(content);
    const sound = this.#sounds.find(({ sha256 }) => sha256 === error.hash);
    if (sound) {
      const { cue, name } = sound;
      return { lineId: null, reason: { kind: 'sound-damaged', cue, name }, damagedAudio: null };
    }
    const clip = sections.flatMap(({ plan }) => plan.clips).find(({ audio }) => audio.hash === error.hash);
    const damagedAudio = error.kind === 'damaged' ? error.hash : null;
    return { lineId: clip?.lineId ?? null, reason: reasonOfTake(error), damagedAudio };
  }

  /** Returns the separate manifests of files that can't contain them. */
  lastFiles({ files }: MadeFiles): PlannedFile<ManifestContent>[] {
    if (!this.#sources.signer || canContainManifest(this.#terms)) return [];
    return files.flatMap(({ planned: { content }, onDisk: { file, sha256 } }) =>
      content.kind === 'audio'
        ? [{ name: sidecarPath(file), lines: [], content: { kind: 'manifest', audio: content, file, sha256 } }]
        : [],
    );
  }

  #keyOf({ content }: PlannedFile<AudioFileContent>): string {
    if (content.kind === 'bytes') return hashOf({ bytes: sha256Of(content.bytes) });
    if (content.kind === 'audio') return this.#audioKeyOf(content);
    if (content.kind === 'manifest')
      return hashOf({ manifestOf: content.sha256, audio: this.#audioKeyOf(content.audio) });
    const files = content.filesOf(new Date(0)).map(({ path, key }) => [path, key]);
    return hashOf({ files, tracks: content.tracks.map(({ path, audio }) => [path, this.#audioKeyOf(audio)]) });
  }

  #audioKeyOf(content: AudioContent): string {
    const { signer } = this.#sources;
    const key = audioKeyOf(content, this.#terms);
    if (!signer) return key;
    return hashOf({ key, signed: SIGNING_VERSION, by: signer.key, claim: claimOf(content) });
  }

  notices(
    files: readonly { readonly planned: PlannedFile<AudioFileContent>; readonly file: string }[],
  ): ExportNotice[] {
    const audio = files.flatMap(({ planned: { content }, file }) =>
      content.kind === 'audio' ? [{ content, file }] : [],
    );
    return chapterNotices(audio, this.#terms);
  }

  async close(order: readonly string[], isWhole: boolean): Promise<void> {
    // After a failure, keep the streams for the next export.
    if (isWhole) await removeStreams(this.#folder);
    await writeAudioList(this.#folder, this.#project, this.#former, {
      order,
      sounds: this.#sounds,
      disclosure: this.#disclosure,
      nowMs: this.#sources.clock.now(),
    });
  }
}

/** Returns the number of samples in all tracks. */
const framesOf = (content: PackedContent | BytesContent | ManifestContent): number =>
  content.kind === 'packed' ? content.tracks.reduce((sum, { audio }) => sum + audio.frames, 0) : 0;

/** Number of packets in a plan's AAC stream, including the silent one at the start. */
const packetCount = ({ frames }: AudioPlan): number => frames / AAC_FRAME + 1;

/** Maximum size of a chapter's stream. One hour of stereo at the highest bitrate is 140 MB. */
const MAX_STREAM_BYTES = 1024 ** 3;

const reasonOfTake = ({ kind }: TakeAudioError): LineReason => ({
  kind: kind === 'undecodable' ? 'audio-damaged' : `audio-${kind}`,
});

/** Merges the sections into one plan, for encoders that need a single stream. */
function mergeSections({ sections, frames }: AudioContent): AudioPlan {
  const [first] = sections;
  if (!first) throw new RangeError('A file needs at least one chapter.');
  const clips = sections.flatMap(({ plan, startFrame }) =>
    plan.clips.map((clip) => ({ ...clip, startFrame: clip.startFrame + startFrame })),
  );
  const beds = sections.flatMap(({ plan, startFrame }) =>
    (plan.beds ?? []).map((bed) => ({ ...bed, startFrame: bed.startFrame + startFrame })),
  );
  return { ...first.plan, clips, ...(beds.length > 0 && { beds }), frames };
}

/** Returns the chapters to mark in a file. If there is only one chapter, it is only marked in M4B files. */
function chapterMarksOf(
  { sections }: Pick<AudioContent, 'sections'>,
  { chapterMarks, encoding }: Pick<SoundTerms, 'chapterMarks' | 'encoding'>,
): readonly AudioSection[] {
  return chapterMarks && (sections.length > 1 || encoding.codec === 'aac') ? sections : [];
}

const chapterNotices = (
  files: readonly { readonly content: Pick<AudioContent, 'sections'>; readonly file: string }[],
  terms: SoundTerms,
): ExportNotice[] =>
  files.flatMap(({ content, file }) => {
    const marks = chapterMarksOf(content, terms);
    return chapterLosses(terms.encoding, marks, terms.goal.sampleRate).map((loss) => noticeOf(loss, file, marks));
  });

function noticeOf(loss: ChapterLoss, file: string, marks: readonly ChapterMark[]): ExportNotice {
  const chapters = marks.length;
  switch (loss.kind) {
    case 'list-left-out':
      return { kind: 'chapter-list-left-out', file, list: loss.list, chapters };
    case 'left-out':
      return { kind: 'chapters-left-out', file, from: loss.from, title: at(marks, loss.from - 1).title, chapters };
    case 'title-shortened':
      return { kind: 'chapter-titles-cut', file, numbers: loss.chapters };
  }
}

/** Returns the highest measurements, and the signature of the first unsigned file, if any. */
const loudest = (streams: readonly StreamFigures[]): StreamFigures => {
  const most = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : largest(known);
  };
  return {
    loudnessLufs: most(streams.map(({ loudnessLufs }) => loudnessLufs)),
    rmsDbfs: most(streams.map(({ rmsDbfs }) => rmsDbfs)),
    truePeakDbtp: most(streams.map(({ truePeakDbtp }) => truePeakDbtp)),
    signature: (streams.find(({ signature }) => signature?.kind === 'unsigned') ?? streams[0])?.signature,
  };
};

/**
 * Returns the parts of a plan that determine the audio, without paths, so that moving a project doesn't change its
 * keys.
 */
const soundOf = (plan: AudioPlan): unknown => ({
  ...plan,
  clips: plan.clips.map(({ audio: { hash, format }, ...clip }) => ({ ...clip, hash, format })),
  ...(plan.beds && { beds: plan.beds.map(({ audio: { hash, format }, ...bed }) => ({ ...bed, hash, format })) }),
});

const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hashOf = (content: unknown): string => sha256Of(JSON.stringify(content));

/** Part of the keys of signed files. Increase it when manifests for the same files change. */
const SIGNING_VERSION = 1;

const canContainManifest = ({ encoding: { codec } }: SoundTerms): boolean => codec !== 'vorbis' && codec !== 'opus';

const takesIn = (content: AudioContent): readonly string[] =>
  sectionsIn(content).flatMap(({ plan }) => plan.clips.map(({ audio }) => audio.path));

function claimOf({ title, tags, voices, createdMs }: AudioContent): FileClaim {
  const { album } = tags;
  return { title: album && album !== title ? `${album}: ${title}` : title, voices, createdMs };
}

function audioKeyOf(
  { sections, tags }: AudioContent,
  { goal, encoding, chapterMarks, watermarkId }: SoundTerms,
): string {
  const cover = tags.cover && createHash('sha256').update(tags.cover.bytes).digest('hex');
  const parts = sections.map(({ title, plan, startFrame }) => ({ title, startFrame, plan: soundOf(plan) }));
  return hashOf({
    version: MASTERING_VERSION,
    tagsVersion: TAGS_VERSION,
    parts,
    tags: { ...tags, cover },
    goal,
    encoding,
    chapterMarks,
    watermarkId,
  });
}

/** Part of the file keys. Increase it when the same tags and chapters produce different bytes in any format. */
const TAGS_VERSION = 2;

const streamKeyOf = (plan: AudioPlan, { goal, encoding, watermarkId }: SoundTerms): string =>
  hashOf({ version: MASTERING_VERSION, plan: soundOf(plan), goal, encoding, watermarkId });
