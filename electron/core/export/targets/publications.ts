// Books with text and audio in one file: EPUB with media overlays, and W3C audiobooks.
import { createHash } from 'node:crypto';
import { LANGUAGE_TAGS } from '@lectern/tts-protocol';
import type { BookDetails } from '../../../../shared/model/book.ts';
import { NARRATOR } from '../../../../shared/model/cast.ts';
import type { DeliveryEncoding } from '../../../../shared/model/export/delivery.ts';
import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import type { PublicationTarget, TextUnit } from '../../../../shared/model/export/export-target.ts';
import { at } from '../../../../shared/rules/at.ts';
import { detectLanguage } from '../../../../shared/rules/detect-language.ts';
import { MAX_NAME_BYTES } from '../../../../shared/rules/export/file-names.ts';
import { safeNamePart } from '../../../../shared/rules/export/safe-name.ts';
import { isSceneMark } from '../../../../shared/rules/pauses.ts';
import { LineNumbers } from '../../project/lines/line-positions.ts';
import type { Project } from '../../project/project.ts';
import { paragraphsOfChapter } from '../../project/script/stored-paragraphs.ts';
import { timelineEntries } from '../../project/takes/timeline-entries.ts';
import { EpubError, EpubFile } from '../epub/epub-file.ts';
import { type MadeBook, type MadeParagraph, madeEpub, textFile } from '../epub/made-epub.ts';
import { type NarratedEpub, type NarratedLine, narratedEpub } from '../epub/narrated-epub.ts';
import { type Audiobook, audiobookManifest, audiobookPage, ENTRY_PAGE, MANIFEST_FILE } from '../formats/audiobook.ts';
import type { TimedSequence } from '../formats/sequence.ts';
import { vtt } from '../formats/subtitles.ts';
import { type TimedTurn, timeWords } from '../formats/timed-words.ts';
import {
  type AudioContent,
  type PackedContent,
  type PackedFile,
  type PlannedFile,
  sectionsIn,
} from '../plan/export-plan.ts';
import type { BookTags } from './audio-target.ts';
import { estimatedWords, type SidecarSource, timedSequence } from './sidecars.ts';

export interface PublicationParts {
  readonly target: PublicationTarget;
  readonly unit: TextUnit;
  /** One for each chapter. */
  readonly tracks: readonly PlannedFile<AudioContent>[];
  readonly encoding: DeliveryEncoding;
  readonly book: BookTags;
  readonly source: SidecarSource;
  /** The book that the script was imported from, or that the producer chose. Null makes a new one. */
  readonly epub: Uint8Array | null;
}

export interface PlannedPublication {
  readonly file: PlannedFile<PackedContent> | null;
  readonly notices: readonly ExportNotice[];
  /** Lines in chapters that don't appear in the book. */
  readonly linesNotInBook: readonly number[];
}

interface Track {
  readonly planned: PlannedFile<AudioContent>;
  readonly name: string;
  readonly sequence: TimedSequence;
  readonly durationSeconds: number;
}

const MEDIA_TYPES: Readonly<Partial<Record<DeliveryEncoding['codec'], string>>> = {
  mp3: 'audio/mpeg',
  aac: 'audio/mp4',
};

/** Returns whether all reading systems can play a codec. */
export const isPublishable = ({ codec }: DeliveryEncoding): boolean => MEDIA_TYPES[codec] !== undefined;

export function planPublication(project: Project, parts: PublicationParts): PlannedPublication {
  const { target, unit, tracks, encoding, source } = parts;
  if (tracks.length === 0) return { file: null, notices: [], linesNotInBook: [] };
  const extension = encoding.codec === 'aac' ? 'm4a' : 'mp3';
  const mediaType = MEDIA_TYPES[encoding.codec] ?? '';
  const all = tracks.map((planned, index): Track => {
    const { content } = planned;
    return {
      planned,
      name: `${String(index + 1).padStart(3, '0')}.${extension}`,
      sequence: timedSequence(content, source),
      durationSeconds: content.frames / (sectionsIn(content)[0]?.plan.sampleRate ?? 1),
    };
  });
  const clips = all.flatMap(({ sequence }) => sequence.clips);
  const notices = unit === 'words' ? estimatedWords(clips) : [];
  const details = publicationDetails(project, parts.book);
  if (target === 'lpf') {
    const { filesOf, audioPaths } = packedAudiobook(all, details, { mediaType, unit });
    return { file: packedFile('lpf', all, details, { filesOf, audioPaths }), notices, linesNotInBook: [] };
  }
  const narrated = parts.epub && tryNarrating(parts.epub, all, details, { mediaType, unit });
  if (narrated) {
    const kept = all.filter((_, index) => narrated.audioPaths[index] !== null);
    const audioPaths = narrated.audioPaths.filter((path) => path !== null);
    return {
      file: kept.length === 0 ? null : packedFile('epub', kept, details, { filesOf: narrated.filesOf, audioPaths }),
      notices: [...notices, ...bookNotices(narrated)],
      linesNotInBook: all.filter((one) => !kept.includes(one)).flatMap(({ planned }) => planned.lines),
    };
  }
  const made = madeEpub(
    details,
    all.map((track) => ({
      ...track,
      title: track.planned.content.title,
      mediaType,
      paragraphs: paragraphsOf(project, track),
    })),
    unit,
    NARRATOR,
  );
  return {
    file: packedFile('epub', all, details, made),
    notices: [...notices, ...(parts.epub ? [{ kind: 'epub-made-new' } as const] : [])],
    linesNotInBook: [],
  };
}

function bookNotices({ linesNotFound, notRead, wasUpgraded }: NarratedEpub): ExportNotice[] {
  const words = notRead.reduce((sum, page) => sum + page.words, 0);
  return [
    ...(wasUpgraded ? [{ kind: 'epub-upgraded' } as const] : []),
    ...(linesNotFound.length > 0 ? [{ kind: 'lines-not-in-book', lines: linesNotFound } as const] : []),
    ...(words > 0 ? [{ kind: 'text-not-read', words, pages: notRead } as const] : []),
  ];
}

function packedFile(
  extension: PublicationTarget,
  tracks: readonly Track[],
  { title }: MadeBook,
  { filesOf, audioPaths }: { readonly filesOf: PackedContent['filesOf']; readonly audioPaths: readonly string[] },
): PlannedFile<PackedContent> {
  return {
    name: `${safeNamePart(title, MAX_NAME_BYTES - extension.length - 1)}.${extension}`,
    lines: tracks.flatMap(({ planned }) => planned.lines),
    content: {
      kind: 'packed',
      title,
      filesOf,
      tracks: tracks.map(({ planned: { content } }, index) => ({
        path: at(audioPaths, index),
        // The publication itself has the cover.
        audio: { ...content, tags: { ...content.tags, cover: null } },
      })),
    },
  };
}

interface TextOptions {
  readonly mediaType: string;
  readonly unit: TextUnit;
}

/** Returns null if the book can't be read or can't be converted to EPUB 3. */
function tryNarrating(...given: Parameters<typeof narrateBook>): NarratedEpub | null {
  try {
    return narrateBook(...given);
  } catch (error) {
    if (error instanceof EpubError) return null;
    throw error;
  }
}

function narrateBook(
  bytes: Uint8Array,
  tracks: readonly Track[],
  { title, language, narrators }: MadeBook,
  { mediaType, unit }: TextOptions,
): NarratedEpub | null {
  const narrated = tracks.map(({ name, durationSeconds, sequence }) => ({
    name,
    mediaType,
    durationSeconds,
    lines: sequence.clips.map((clip): NarratedLine => {
      const words = timeWords(clip).turns.flatMap((turn) =>
        turn.words.map(({ from, to, startSeconds, endSeconds }) => ({
          text: turn.text.slice(from, to),
          startSeconds,
          endSeconds,
        })),
      );
      return { label: clip.line, words };
    }),
  }));
  return narratedEpub(new EpubFile(bytes), { tracks: narrated, unit, narrators }, { title, language });
}

function publicationDetails(project: Project, { title, cover }: BookTags): MadeBook {
  const details: BookDetails = project.book.read();
  const { productionKind, language } = project.settings();
  const spoken = language ?? detectLanguage(project.script.text());
  const { subtitle, authors, narrators, publisher, description, copyright, year, isbn } = details;
  return {
    title,
    subtitle,
    authors,
    narrators,
    publisher,
    description,
    copyright,
    year,
    cover,
    language: details.language ?? (spoken === null ? 'und' : LANGUAGE_TAGS[spoken]),
    identifier: isbn === null ? `urn:uuid:${uuidOf(project.info().id)}` : `urn:isbn:${isbn}`,
    showsSpeakers: productionKind === 'drama' || productionKind === 'podcast',
  };
}

/** Returns a UUID (RFC 9562, version 8) that is the same for all exports of a project. */
function uuidOf(projectId: string): string {
  const hex = createHash('sha256').update(`lectern:${projectId}`).digest('hex');
  const variant = (Number.parseInt(hex.charAt(16), 16) % 4) + 8;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns the paragraphs of a track's chapters, including unspoken ones. */
function paragraphsOf(project: Project, { planned, sequence }: Track): MadeParagraph[] {
  const numbers = new LineNumbers(project.db);
  const heard = new Map(planned.lines.map((id, index) => [id, timeWords(at(sequence.clips, index)).turns]));
  const states = new Map(project.lines.states().map((line) => [line.id, line]));
  const chapters = new Set(planned.lines.map((id) => states.get(id)?.chapterId ?? null));
  return [...chapters].flatMap((chapterId) => {
    const lines = timelineEntries(project.db, numbers, { chapterId }).filter((entry) => entry.kind === 'line');
    const byParagraph = Map.groupBy(lines, ({ paragraphId }) => paragraphId);
    return paragraphsOfChapter(project.db, chapterId).flatMap(({ id, kind, source }): MadeParagraph[] => {
      const own = byParagraph.get(id) ?? [];
      const turns = own.flatMap(
        ({ lineId }): readonly TimedTurn[] => heard.get(lineId) ?? silentTurns(states.get(lineId)),
      );
      if (kind === 'title' || kind === 'heading') {
        const text = source.replace(/^#+\s*/, '').replace(/^[([](.*)[)\]]$/, '$1');
        return [{ kind: 'heading', text, turns }];
      }
      if (kind === 'speech') return turns.length === 0 ? [] : [{ kind, text: '', turns }];
      if (kind === 'direction') return [{ kind, text: source, turns: [] }];
      return kind === 'pause' && isSceneMark(source) ? [{ kind: 'scene', text: '', turns: [] }] : [];
    });
  });
}

/** Lines without a take are in the text, but aren't highlighted. */
const silentTurns = (line: ReturnType<Project['lines']['states']>[number] | undefined): TimedTurn[] =>
  (line?.turns ?? []).map(({ role, text }) => ({ role: role ?? NARRATOR, text, words: [] }));

function packedAudiobook(tracks: readonly Track[], book: MadeBook, { mediaType, unit }: TextOptions) {
  const audioPaths = tracks.map(({ name }) => `audio/${name}`);
  const transcripts = tracks.map(({ name, sequence }) =>
    textFile(`transcripts/${name.replace(/\.\w+$/, '.vtt')}`, vtt(sequence, { by: unit, wordTimestamps: false })),
  );
  const cover = book.cover && { path: book.cover.mediaType === 'image/png' ? 'cover.png' : 'cover.jpg', ...book.cover };
  const filesOf = (modifiedAt: Date): PackedFile[] => {
    const audiobook: Audiobook = {
      ...book,
      cover,
      modifiedAt,
      tracks: tracks.map(({ planned, durationSeconds }, index) => ({
        title: planned.content.title,
        path: at(audioPaths, index),
        transcript: at(transcripts, index).path,
        mediaType,
        durationSeconds,
      })),
    };
    return [
      textFile(MANIFEST_FILE, audiobookManifest(audiobook)),
      textFile(ENTRY_PAGE, audiobookPage(audiobook)),
      ...(cover
        ? [{ ...textFile(cover.path, ''), read: () => cover.bytes, isStored: true, key: hashOf(cover.bytes) }]
        : []),
      ...transcripts,
    ];
  };
  return { filesOf, audioPaths };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
