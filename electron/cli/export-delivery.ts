// Finished files on the command line: which target, what is asked otherwise, and making them.
import { join } from 'node:path';
import { createLogUpdate } from 'log-update';
import type { ExportFormat } from '../../shared/model/audio-formats.ts';
import type { DeliveryEncoding, LoudnessGoal, MasteringGoal } from '../../shared/model/delivery.ts';
import { safeNamePart } from '../../shared/rules/safe-name.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { type DeliveredReport, deliverProject } from '../core/export/deliver.ts';
import { type DeliveryProgress, failedDeliveryReason } from '../core/export/delivery-files.ts';
import type { DeliveryShape } from '../core/export/delivery-plan.ts';
import { encodingProblem } from '../core/mastering/delivery-encoder.ts';
import { createMasteringWorkers } from '../core/mastering/mastering-workers.ts';
import type { Project } from '../core/project/project.ts';
import { systemClock } from '../core/system.ts';
import { CliError } from './exit.ts';
import type { CommandOutput } from './output.ts';
import { durationText, t, tExport } from './words.ts';

/** What a target makes. */
interface DeliveryPreset {
  readonly shape: DeliveryShape;
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
  readonly chapterMarks: boolean;
}

const BOOK: MasteringGoal = {
  loudness: { measure: 'integrated', lufs: -19 },
  truePeakDbtp: -1.5,
  sampleRate: 44_100,
  channels: 1,
  headSeconds: 0.5,
  tailSeconds: 1,
  evenVoices: true,
};

const PRESETS = {
  chapters: {
    shape: { kind: 'chapters' },
    goal: BOOK,
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 128 },
    chapterMarks: false,
  },
  m4b: { shape: { kind: 'whole' }, goal: BOOK, encoding: { codec: 'aac', bitrate: 64 }, chapterMarks: true },
  acx: {
    shape: { kind: 'chapters' },
    goal: {
      ...BOOK,
      loudness: { measure: 'rms', dbfs: -20.5 },
      truePeakDbtp: -3.5,
      headSeconds: 0.75,
      tailSeconds: 2,
    },
    encoding: { codec: 'mp3', mode: 'cbr', bitrate: 192 },
    chapterMarks: false,
  },
} as const satisfies Readonly<Record<string, DeliveryPreset>>;

export type AssembledTarget = keyof typeof PRESETS;
// Object.keys forgets the names, which are exactly those of the table.
export const DELIVERY_TARGETS = Object.keys(PRESETS) as readonly AssembledTarget[];

/** What a call asks otherwise than its target. */
export interface RequestedDelivery {
  readonly format?: ExportFormat | undefined;
  /** kbit/s. */
  readonly bitrate?: number | undefined;
  readonly loudness?: LoudnessGoal | undefined;
  /** dBTP. */
  readonly truePeak?: number | undefined;
  /** Hz. */
  readonly sampleRate?: number | undefined;
  /** dBFS. */
  readonly roomTone?: number | undefined;
  /** Hz. */
  readonly highPass?: number | undefined;
  readonly allowStale: boolean;
}

const RATES = [22_050, 24_000, 44_100, 48_000] as const;

/** Refuses what can't be made. @throws CliError 2 */
export function deliveryPreset(target: AssembledTarget, asked: RequestedDelivery): DeliveryPreset {
  const preset: DeliveryPreset = PRESETS[target];
  const sampleRate = RATES.find((rate) => rate === (asked.sampleRate ?? preset.goal.sampleRate));
  if (!sampleRate) throw new CliError(t('export.sampleRate', { rates: RATES.join(', ') }));
  const encoding = encodingOf(preset.encoding, asked);
  const problem = encodingProblem(encoding, sampleRate);
  if (problem !== null) throw new CliError(problem);
  const goal: MasteringGoal = {
    ...preset.goal,
    sampleRate,
    loudness: asked.loudness ?? preset.goal.loudness,
    truePeakDbtp: asked.truePeak ?? preset.goal.truePeakDbtp,
    ...(asked.roomTone !== undefined && { roomToneDbfs: asked.roomTone }),
    ...(asked.highPass !== undefined && { highPassHz: asked.highPass }),
  };
  return { ...preset, goal, encoding };
}

function encodingOf(usual: DeliveryEncoding, { format, bitrate }: RequestedDelivery): DeliveryEncoding {
  if (format === undefined) return bitrate === undefined || !('bitrate' in usual) ? usual : { ...usual, bitrate };
  if (usual.codec === 'aac') throw new CliError(t('export.m4bFormat'));
  switch (format) {
    case 'mp3':
      return { codec: 'mp3', mode: 'cbr', bitrate: bitrate ?? ('bitrate' in usual ? usual.bitrate : 128) };
    case 'ogg':
      return { codec: 'vorbis', bitrate: bitrate ?? 96 };
    case 'wav':
    case 'flac':
      return { codec: format, bits: 16 };
    case 'mulaw':
      throw new CliError(t('export.telephoneFormat'));
  }
}

const EXTENSIONS: Readonly<Record<DeliveryEncoding['codec'], string>> = {
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  aac: 'm4b',
  vorbis: 'ogg',
  opus: 'opus',
};
const LONGEST_NAME = 200;

/** What a finished export came to, as it is told. */
export interface Delivered {
  readonly report: DeliveredReport;
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
}

/**
 * Makes the finished files.
 *
 * @throws ExportError; the signal's reason when aborted
 */
export async function deliver(
  project: Project,
  outDir: string,
  preset: DeliveryPreset,
  asked: RequestedDelivery,
  { output, signal }: { readonly output: CommandOutput; readonly signal: AbortSignal },
): Promise<Delivered> {
  const [mastering, workers] = [createMasteringWorkers(), createAudioWorkers()];
  const display = new DeliveryDisplay(output);
  const extension = EXTENSIONS[preset.encoding.codec];
  const { name } = project.info();
  try {
    const report = await deliverProject(
      project,
      {
        ...preset,
        outDir,
        book: { title: name, tags: { genre: 'Audiobook' }, cover: null },
        nameOf({ number, files, title }) {
          const digits = String(number).padStart(Math.max(2, String(files).length), '0');
          const words = preset.shape.kind === 'chapters' ? `${digits} - ${title}` : title;
          return `${safeNamePart(words, LONGEST_NAME - extension.length - 1)}.${extension}`;
        },
        untitled: t('export.untitled'),
        allowStale: asked.allowStale,
        approvedOnly: false,
        chapterIds: null,
      },
      { mastering, workers, clock: systemClock, signal, onProgress: (progress) => display.show(progress) },
    );
    return { report, problems: problemsOf(project, report) };
  } finally {
    display.stop();
    await Promise.all([mastering.close(), workers.close()]);
  }
}

function problemsOf(project: Project, { failed, lost, leftOut }: DeliveredReport): Delivered['problems'] {
  const numbers = new Map(project.lines.states().map(({ id, number }) => [id, number]));
  const files = failed.flatMap((one) => {
    const line = one.lineId === null ? undefined : numbers.get(one.lineId);
    return line === undefined ? [] : [{ line, reason: tExport.reason(failedDeliveryReason(one)) }];
  });
  const lines = [...lost, ...leftOut].map(({ number, reason }) => ({ line: number, reason: tExport.reason(reason) }));
  return [...files, ...lines].sort((a, b) => a.line - b.line);
}

/** The full paths of the files that were made. */
export const deliveredPaths = ({ files }: DeliveredReport, outDir: string): string[] =>
  files.map(({ file }) => join(outDir, ...file.split('/')));

const FRAME_MS = 120;
const PLAIN_ROW_MS = 5_000;
/** The time left is not shown until this much time has passed and this share of the work is done. */
const LEAST_MS = 1_000;
const LEAST_SHARE = 0.01;

/** How far it is: in place on a terminal, in rows elsewhere. */
class DeliveryDisplay {
  readonly #output: CommandOutput;
  readonly #live: ReturnType<typeof createLogUpdate> | null;
  readonly #startedAt = systemClock.now();
  #toldAt = systemClock.now();

  constructor(output: CommandOutput) {
    this.#output = output;
    this.#live = output.terminal ? createLogUpdate(output.terminal) : null;
  }

  show({ share, file, total }: DeliveryProgress): void {
    const now = systemClock.now();
    if (total === 0 || file === null || now - this.#toldAt < (this.#live ? FRAME_MS : PLAIN_ROW_MS)) return;
    this.#toldAt = now;
    const passed = now - this.#startedAt;
    const isKnown = passed >= LEAST_MS && share >= LEAST_SHARE;
    const percent = Math.floor(share * 100);
    const row = isKnown
      ? t('export.progressLeft', { percent, file, left: durationText((passed * (1 - share)) / share) })
      : t('export.progress', { percent, file });
    if (this.#live) this.#live(row);
    else this.#output.note(row);
  }

  stop(): void {
    this.#live?.clear();
  }
}
