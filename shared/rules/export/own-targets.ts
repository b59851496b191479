import { type DeliveryEncoding, goalForEncoding, isLossy, type MasteringGoal } from '../../model/export/delivery.ts';
import type { Bound, BoundedFigure, ExportTarget, FileShape } from '../../model/export/export-target.ts';
import type { OwnTarget } from '../../model/export/own-target.ts';
import { TARGETS } from './export-targets.ts';

/** Tolerances: LU around a loudness, dB that an encoder may add to peaks, and seconds of missing silence. */
const TOLERANCE = { loudness: 0.5, lossyPeak: 0.5, peak: 0.1, quietSeconds: 0.05 } as const;

const MAX_SAMPLE_SECONDS = 5 * 60;

/** Copies a target. Returns null for single lines, which have no figures. */
export function copyTarget(target: ExportTarget, id: string, name: string): OwnTarget | null {
  const { goal, encoding, shape } = target;
  const base = target.own?.base ?? target.id;
  if (goal === null || encoding === null || shape.kind === 'lines' || base === 'lines') return null;
  return { id, name, base, files: shape.kind, encoding, goal };
}

export function ownExportTarget({ id, name, base, files, encoding, goal: requested }: OwnTarget): ExportTarget {
  const like = TARGETS[base];
  // Copies made before targets had room tone don't specify it.
  const { roomToneDbfs = like.goal?.roomToneDbfs } = requested;
  const goal = goalForEncoding(encoding, {
    ...requested,
    roomToneDbfs,
    loudness: loudnessOf(requested.loudness, like),
  });
  const isSameShape = like.shape.kind === files;
  return {
    ...like,
    own: { id, name, base },
    shape: isSameShape ? like.shape : fileShape(files),
    goal,
    encoding,
    chapterMarks: like.chapterMarks && files === 'whole',
    name: isSameShape ? like.name : NAMES[files],
    figures: {
      bounds: boundsOf({ goal, encoding }, like),
      packedAs: [encoding.codec],
      constantBitrate: encoding.codec === 'mp3' && encoding.mode === 'cbr',
      sameChannels: true,
    },
    source: null,
  };
}

/** An unchanged loudness keeps the RMS range of the base target. */
function loudnessOf(requested: MasteringGoal['loudness'], { goal }: ExportTarget): MasteringGoal['loudness'] {
  const usual = goal?.loudness;
  const isSame =
    requested?.measure === 'integrated' && usual?.measure === 'integrated' && requested.lufs === usual.lufs;
  return isSame ? usual : requested;
}

const NAMES = { chapters: '{number} - {chapter}', whole: '{book}', sample: '{book} - Sample' } as const;

const fileShape = (files: OwnTarget['files']): FileShape => {
  if (files === 'chapters') return { kind: files, credits: false };
  return files === 'sample' ? { kind: files, longestSeconds: MAX_SAMPLE_SECONDS } : { kind: files };
};

interface OwnFigures {
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
}

/** Settings that aren't changed keep the store's limits; changed settings get their own. */
function boundsOf(settings: OwnFigures, { goal, encoding, figures }: ExportTarget): ExportTarget['figures']['bounds'] {
  const { loudness, truePeakDbtp, sampleRate, channels, headSeconds, tailSeconds } = settings.goal;
  const { integratedLufs, rmsDbfs, samplePeakDbfs, truePeakDbtp: peak, ...others } = figures.bounds;
  const isSame = (field: keyof MasteringGoal) => JSON.stringify(settings.goal[field]) === JSON.stringify(goal?.[field]);
  const bounds: Partial<Record<BoundedFigure, Bound>> = { ...others };
  if (isSame('loudness')) Object.assign(bounds, integratedLufs && { integratedLufs }, rmsDbfs && { rmsDbfs });
  else if (loudness?.measure === 'rms') bounds.rmsDbfs = boundAround(loudness.dbfs);
  else if (loudness) bounds.integratedLufs = boundAround(loudness.lufs);
  if (isSame('truePeakDbtp'))
    Object.assign(bounds, samplePeakDbfs && { samplePeakDbfs }, peak && { truePeakDbtp: peak });
  else
    bounds.truePeakDbtp = {
      max: Math.min(0, truePeakDbtp + (isLossy(settings.encoding) ? TOLERANCE.lossyPeak : TOLERANCE.peak)),
    };
  if (!isSame('sampleRate')) bounds.sampleRate = { min: sampleRate, max: sampleRate };
  if (!isSame('channels')) bounds.channels = { min: channels, max: channels };
  if (!isSame('headSeconds')) bounds.headSeconds = { min: Math.max(0, headSeconds - TOLERANCE.quietSeconds) };
  if (!isSame('tailSeconds')) bounds.tailSeconds = { min: Math.max(0, tailSeconds - TOLERANCE.quietSeconds) };
  if (JSON.stringify(settings.encoding) !== JSON.stringify(encoding)) {
    delete bounds.bitrate;
    if (settings.encoding.codec === 'mp3' && settings.encoding.mode === 'cbr') {
      bounds.bitrate = { min: settings.encoding.bitrate, max: settings.encoding.bitrate };
    }
  }
  return bounds;
}

const boundAround = (level: number): Bound => ({ min: level - TOLERANCE.loudness, max: level + TOLERANCE.loudness });
