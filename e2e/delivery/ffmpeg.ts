// Measures files with ffmpeg and ffprobe.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_OUTPUT_BYTES = 1024 ** 3;

/** The Debian packages that contain the programs. */
const PACKAGES = {
  ffmpeg: 'ffmpeg',
  mp3val: 'mp3val',
  flac: 'flac',
  mkvmerge: 'mkvtoolnix',
  AtomicParsley: 'atomicparsley',
  opusinfo: 'opus-tools',
} as const;

/** Returns advice on how to install missing programs, or null if all are available. */
export function missingToolsAdvice(programs: readonly (keyof typeof PACKAGES)[]): string | null {
  const missing = programs.filter((name) => spawnSync(name, ['--version']).error !== undefined);
  return missing.length === 0
    ? null
    : `Programs can't be found: apt-get install ${missing.map((name) => PACKAGES[name]).join(' ')}`;
}

/**
 * Decodes a file with ffmpeg and mixes it to mono. Uses a temporary file, because a whole book exceeds the output
 * buffer of `execFileSync`.
 */
export function decodeWithFfmpeg(path: string, sampleRate: number): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-decoded-'));
  try {
    const raw = join(folder, 'sound.f32');
    const form = ['-map', '0:a:0', '-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', raw];
    execFileSync('ffmpeg', ['-v', 'error', '-i', path, ...form]);
    const bytes = readFileSync(raw);
    if (bytes.byteOffset % 4 === 0) return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the values that a filter printed last for all metadata whose names start with `name`. */
function lastMetadata(path: string, filters: string, name: string): string[] {
  const args = ['-hide_banner', '-nostats', '-i', path, '-map', '0:a:0', '-af', `${filters},ametadata=print:file=-`];
  const { stdout } = spawnSync('ffmpeg', [...args, '-f', 'null', '-'], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const last = stdout.slice(stdout.lastIndexOf('frame:'));
  return [...last.matchAll(new RegExp(`^${name}\\w*=(\\S+)$`, 'gm'))].map(([, value = '']) => value);
}

export const loudnessByFfmpeg = (path: string): number =>
  Number(lastMetadata(path, 'ebur128=metadata=1', 'lavfi.r128.I')[0]);

/**
 * Returns the true peak in dBTP. ffmpeg prints linear peaks with three decimals, so quiet audio needs to be amplified
 * for the same precision.
 * @param gainDb the amplification
 */
export function truePeakByFfmpeg(path: string, gainDb = 0): number {
  // ffmpeg only prints peaks for complete tenths of a second, so pad the end with silence.
  const filters = `volume=${gainDb}dB:precision=double,apad=pad_dur=0.2,ebur128=peak=true:metadata=1`;
  const peaks = lastMetadata(path, filters, 'lavfi.r128.true_peaks_ch').map(Number);
  return 20 * Math.log10(Math.max(...peaks)) - gainDb;
}

export interface LevelFigures {
  /** RMS level of the whole file in dBFS. */
  readonly rmsDbfs: number;
  /** Sample peak in dBFS. */
  readonly samplePeakDbfs: number;
}

/** Measured by astats. */
export function levelsByFfmpeg(path: string): LevelFigures {
  const args = ['-hide_banner', '-nostats', '-i', path, '-map', '0:a:0', '-af', 'astats', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  const overall = stderr.slice(stderr.lastIndexOf('] Overall'));
  return {
    rmsDbfs: Number(/RMS level dB: (\S+)/.exec(overall)?.[1]),
    samplePeakDbfs: Number(/Peak level dB: (\S+)/.exec(overall)?.[1]),
  };
}

/** Returns the passages below -60 dB that silencedetect finds, in seconds. */
export function silencesByFfmpeg(path: string): { readonly from: number; readonly to: number }[] {
  const filters = 'silencedetect=noise=-60dB:duration=0.2';
  const args = ['-hide_banner', '-nostats', '-i', path, '-map', '0:a:0', '-af', filters, '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  const starts = [...stderr.matchAll(/silence_start: (\S+)/g)].map(([, seconds]) => Number(seconds));
  const ends = [...stderr.matchAll(/silence_end: (\S+)/g)].map(([, seconds]) => Number(seconds));
  return starts.map((from, index) => ({ from, to: ends[index] ?? Number.POSITIVE_INFINITY }));
}

export interface ProbedChapter {
  readonly title: string;
  readonly startSeconds: number;
}

export interface ProbedStream {
  readonly codec: string;
  /** In Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** In kbit/s. */
  readonly bitrate: number;
}

export function probeFile(path: string): {
  readonly chapters: readonly ProbedChapter[];
  readonly tags: Readonly<Record<string, string>>;
  readonly streams: readonly ProbedStream[];
  readonly durationSeconds: number;
} {
  const args = ['-v', 'error', '-show_chapters', '-show_format', '-show_streams', '-of', 'json', path];
  const said = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES })) as {
    chapters: { start_time: string; tags?: { title?: string } }[];
    format: { duration: string; tags?: Record<string, string> };
    streams: {
      codec_name?: string;
      sample_rate?: string;
      channels?: number;
      bit_rate?: string;
      tags?: Record<string, string>;
    }[];
  };
  // In Ogg files, the tags are on the audio stream. Some formats have upper-case tag names.
  const tags = Object.entries({ ...said.streams[0]?.tags, ...said.format.tags });
  return {
    chapters: said.chapters.map(({ start_time, tags }) => ({
      title: tags?.title ?? '',
      startSeconds: Number(start_time),
    })),
    tags: Object.fromEntries(tags.map(([name, text]) => [name.toLowerCase(), text])),
    streams: said.streams.map(({ codec_name = '', sample_rate, channels, bit_rate }) => ({
      codec: codec_name,
      sampleRate: Number(sample_rate),
      channels: channels ?? 0,
      bitrate: Number(bit_rate) / 1_000,
    })),
    durationSeconds: Number(said.format.duration),
  };
}
