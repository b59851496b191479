import { type DeliveryEncoding, goalFor, type MasteringGoal } from '../../model/export/delivery.ts';
import type { Bound, BoundedFigure, ExportTarget, FileShape } from '../../model/export/export-target.ts';
import type { OwnTarget } from '../../model/export/own-target.ts';
import { TARGETS } from './export-targets.ts';

/** Tolerances: LU around a loudness, dB that an encoder may add to peaks, and seconds of missing silence. */
const ROOM = { loudness: 0.5, lossyPeak: 0.5, peak: 0.1, quietSeconds: 0.05 } as const;

const MAX_SAMPLE_SECONDS = 5 * 60;

/** Copies a target. Returns null for single lines, which have no figures. */
export function copyOfTarget(of: ExportTarget, id: string, name: string): OwnTarget | null {
  const { goal, encoding, shape } = of;
  const base = of.own?.base ?? of.id;
  if (goal === null || encoding === null || shape.kind === 'lines' || base === 'lines') return null;
  return { id, name, base, files: shape.kind, encoding, goal };
}

export function ownExportTarget({ id, name, base, files, encoding, goal: wanted }: OwnTarget): ExportTarget {
  const like = TARGETS[base];
  // Copies made before targets had room tone don't specify it.
  const { roomToneDbfs = like.goal?.roomToneDbfs } = wanted;
  const goal = goalFor(encoding, { ...wanted, roomToneDbfs, loudness: loudnessOf(wanted.loudness, like) });
  const isSameShape = like.shape.kind === files;
  return {
    ...like,
    own: { id, name, base },
    shape: isSameShape ? like.shape : shapeOf(files),
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
function loudnessOf(wanted: MasteringGoal['loudness'], { goal }: ExportTarget): MasteringGoal['loudness'] {
  const usual = goal?.loudness;
  const isSame = wanted?.measure === 'integrated' && usual?.measure === 'integrated' && wanted.lufs === usual.lufs;
  return isSame ? usual : wanted;
}

const NAMES = { chapters: '{number} - {chapter}', whole: '{book}', sample: '{book} - Sample' } as const;

const shapeOf = (files: OwnTarget['files']): FileShape => {
  if (files === 'chapters') return { kind: files, credits: false };
  return files === 'sample' ? { kind: files, longestSeconds: MAX_SAMPLE_SECONDS } : { kind: files };
};

interface OwnFigures {
  readonly goal: MasteringGoal;
  readonly encoding: DeliveryEncoding;
}

/** Settings that aren't changed keep the store's limits; changed settings get their own. */
function boundsOf(own: OwnFigures, { goal, encoding, figures }: ExportTarget): ExportTarget['figures']['bounds'] {
  const { loudness, truePeakDbtp, sampleRate, channels, headSeconds, tailSeconds } = own.goal;
  const { integratedLufs, rmsDbfs, samplePeakDbfs, truePeakDbtp: peak, ...others } = figures.bounds;
  const isSame = (field: keyof MasteringGoal) => JSON.stringify(own.goal[field]) === JSON.stringify(goal?.[field]);
  const isLossy = own.encoding.codec !== 'wav' && own.encoding.codec !== 'flac';
  const bounds: Partial<Record<BoundedFigure, Bound>> = { ...others };
  if (isSame('loudness')) Object.assign(bounds, integratedLufs && { integratedLufs }, rmsDbfs && { rmsDbfs });
  else if (loudness?.measure === 'rms') bounds.rmsDbfs = around(loudness.dbfs);
  else if (loudness) bounds.integratedLufs = around(loudness.lufs);
  if (isSame('truePeakDbtp'))
    Object.assign(bounds, samplePeakDbfs && { samplePeakDbfs }, peak && { truePeakDbtp: peak });
  else bounds.truePeakDbtp = { max: Math.min(0, truePeakDbtp + (isLossy ? ROOM.lossyPeak : ROOM.peak)) };
  if (!isSame('sampleRate')) bounds.sampleRate = { min: sampleRate, max: sampleRate };
  if (!isSame('channels')) bounds.channels = { min: channels, max: channels };
  if (!isSame('headSeconds')) bounds.headSeconds = { min: Math.max(0, headSeconds - ROOM.quietSeconds) };
  if (!isSame('tailSeconds')) bounds.tailSeconds = { min: Math.max(0, tailSeconds - ROOM.quietSeconds) };
  if (JSON.stringify(own.encoding) !== JSON.stringify(encoding)) {
    delete bounds.bitrate;
    if (own.encoding.codec === 'mp3' && own.encoding.mode === 'cbr') {
      bounds.bitrate = { min: own.encoding.bitrate, max: own.encoding.bitrate };
    }
  }
  return bounds;
}

const around = (level: number): Bound => ({ min: level - ROOM.loudness, max: level + ROOM.loudness });
