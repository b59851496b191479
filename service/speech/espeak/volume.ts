// Voices of one loudness.

/**
 * eSpeak NG's volume (100 is its own) at which a variant speaks at about -21.5 LUFS, measured over all voices made of it;
 * the whispering ones stay 2 dB below.
 */
const VOLUMES: ReadonlyMap<string, number> = new Map([
  ['m3', 91],
  ['f2', 75],
  ['Annie', 86],
  ['grandma', 84],
  ['Mike', 132],
  ['f5', 94],
  ['grandpa', 83],
  ['belinda', 68],
  ['f3', 74],
  ['Andy', 60],
  ['aunty', 69],
  ['m1', 103],
  ['shelby', 67],
  ['m7', 85],
  ['linda', 67],
  ['benjamin', 103],
  ['Alicia', 81],
  ['david', 118],
  ['Gene2', 56],
  ['whisperf', 51],
  ['whisper', 92],
  ['f1', 77],
  ['travis', 77],
  ['steph', 96],
  ['Lee', 78],
  ['Diogo', 163],
  ['michel', 92],
  ['f4', 77],
  ['Reed', 78],
  ['Denis', 168],
  ['ed', 41],
  ['rob', 118],
  ['Andrea', 53],
  ['paul', 43],
  ['steph3', 45],
  ['edward', 79],
  ['anika', 70],
  ['antonio', 24],
]);

/** The volume for a variant; one that was not measured gets 80. */
export function volumeOf(variant: string): number {
  return VOLUMES.get(variant) ?? 80;
}
