// Measures the local service's memory while it speaks an hour of audio at full speed. After a warm-up, measures at the
// start, halfway and at the end. Lines alternate between eSpeak NG and Flite.
import { join } from 'node:path';
import { temporaryFolder } from '../e2e/support/processes.ts';
import { LISTED_VOICES } from '../packages/speech-service/voices/catalogue.ts';
import type { BenchRow } from './bench-row.ts';
import { castPlayLines } from './play-lines.ts';
import { type SpokenLine, startServicePeer } from './speech-peers.ts';

const HOUR_SECONDS = 3_600;
/** Lines per synthesizer in each round. */
const LINES = 60;
const WARM_UP_ROUNDS = 2;
/** Maximum memory at the end relative to halfway. */
const BAR = 1.1;

const formatMebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

/** Takes two to three minutes on an idle machine. */
export async function run(): Promise<BenchRow[]> {
  const folder = temporaryFolder();
  const service = await startServicePeer(join(folder.path, 'service'));
  try {
    const espeak = castPlayLines(LISTED_VOICES, 'eSpeak NG', LINES);
    const flite = castPlayLines(LISTED_VOICES, 'Flite', LINES);
    const lines = espeak.flatMap((line, index): SpokenLine[] => [line, ...flite.slice(index, index + 1)]);
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await service.speak(lines);
    const resident = [service.residentBytes()];
    let [seconds, half] = [0, 0];
    while (seconds < HOUR_SECONDS) {
      seconds += (await service.speak(lines)).audioSeconds;
      resident.push(service.residentBytes());
      if (half === 0 && seconds >= HOUR_SECONDS / 2) half = resident.length - 1;
    }
    const [start = Number.NaN, middle = Number.NaN, end = Number.NaN] = [0, half, -1].map((at) => resident.at(at));
    const ratio = end / middle;
    return [
      {
        name: `memory after ${Math.round(seconds)} s of sound`,
        value: formatMebibytes(end),
        against: `at half ${formatMebibytes(middle)}, at the start ${formatMebibytes(start)}, at most ${formatMebibytes(Math.max(...resident))}`,
        ratio,
        bar: `at most ${BAR} times that at half`,
        ok: Number.isNaN(ratio) ? null : ratio <= BAR,
      },
    ];
  } finally {
    await service.stop();
    folder.remove();
  }
}
