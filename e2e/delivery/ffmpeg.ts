// What ffmpeg and ffprobe say of a file.
import { execFileSync, spawnSync } from 'node:child_process';

const MOST_OUTPUT = 1024 ** 3;

/** What has to be installed; null where all of it is there. */
export function missingJudges(): string | null {
  const missing = ['ffmpeg', 'ffprobe'].filter((name) => spawnSync(name, ['-version']).error !== undefined);
  return missing.length === 0
    ? null
    : `${missing.join(' and ')} can't be found: install the package ffmpeg (apt-get install ffmpeg).`;
}

/** One channel of a file as ffmpeg decodes it: the mean of all. */
export function decodedByFfmpeg(path: string, sampleRate: number): Float32Array {
  const args = ['-v', 'error', '-i', path, '-map', '0:a:0', '-ac', '1', '-ar', String(sampleRate), '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: MOST_OUTPUT });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

export interface FfmpegFigures {
  /** LUFS, to three decimals. */
  readonly loudnessLufs: number;
  /** dBTP, to one decimal. */
  readonly truePeakDbtp: number;
  /** dBFS, of the whole file. */
  readonly rmsDbfs: number;
}

/** Loudness and true peak by ebur128, RMS by astats. */
export function measuredByFfmpeg(path: string): FfmpegFigures {
  const filters = 'astats,ebur128=peak=true:metadata=1,ametadata=mode=print:key=lavfi.r128.I:file=-';
  const args = ['-hide_banner', '-nostats', '-i', path, '-map', '0:a:0', '-af', filters, '-f', 'null', '-'];
  const { stdout, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8', maxBuffer: MOST_OUTPUT });
  const summary = stderr.slice(stderr.lastIndexOf('Summary'));
  const overall = stderr.slice(stderr.lastIndexOf('] Overall'));
  return {
    loudnessLufs: Number(stdout.slice(stdout.lastIndexOf('lavfi.r128.I=') + 13).split('\n')[0]),
    truePeakDbtp: Number(/Peak:\s+(\S+)/.exec(summary)?.[1]),
    rmsDbfs: Number(/RMS level dB: (\S+)/.exec(overall)?.[1]),
  };
}

export interface ProbedChapter {
  readonly title: string;
  readonly startSeconds: number;
}

/** Chapters, tags and streams of a file. */
export function probed(path: string): {
  readonly chapters: readonly ProbedChapter[];
  readonly tags: Readonly<Record<string, string>>;
  readonly codecs: readonly string[];
} {
  const args = ['-v', 'error', '-show_chapters', '-show_format', '-show_streams', '-of', 'json', path];
  const said = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8', maxBuffer: MOST_OUTPUT })) as {
    chapters: { start_time: string; tags?: { title?: string } }[];
    format: { tags?: Record<string, string> };
    streams: { codec_name?: string }[];
  };
  return {
    chapters: said.chapters.map(({ start_time, tags }) => ({
      title: tags?.title ?? '',
      startSeconds: Number(start_time),
    })),
    tags: said.format.tags ?? {},
    codecs: said.streams.map(({ codec_name }) => codec_name ?? ''),
  };
}
