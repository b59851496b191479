// The synthesizers to compare: the local service and plain synthesizer processes. They take turns speaking the same
// lines.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { batchJobSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { startService } from '../e2e/support/processes.ts';
import { planSpeech } from '../packages/speech-service/speech/embedded/plan.ts';
import type { EspeakUtterance } from '../packages/speech-service/speech/espeak/espeak-module.ts';
import type { FliteUtterance } from '../packages/speech-service/speech/flite/flite-module.ts';

export interface SpokenLine {
  readonly voice: string;
  readonly text: string;
}

const speechCostSchema = z.object({
  audioSeconds: z.number(),
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  memoryBytes: z.number(),
});

/**
 * The cost of one round. The service's audio is slightly longer, because it has silence at both ends. CPU time is for
 * the whole process, and memory is the process's peak.
 */
export type SpeechCost = z.infer<typeof speechCostSchema>;

export interface Peer {
  speak(lines: readonly SpokenLine[]): Promise<SpeechCost>;
  stop(): Promise<void>;
}

export interface ServicePeer extends Peer {
  /** Current memory of the process; NaN except on Linux. */
  residentBytes(): number;
}

const BATCH_LINES = 50;
/** The longest poll interval that Lectern's own client uses. */
const POLL_MS = 200;
/** Ticks per second in `/proc/PID/stat`, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** Returns a process's CPU seconds and peak memory; NaN except on Linux. */
export function usageOf(pid: number): { cpuSeconds: number; memoryBytes: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
      memoryBytes: Number(peak?.[1]) * 1024,
    };
  } catch {
    return { cpuSeconds: Number.NaN, memoryBytes: Number.NaN };
  }
}

export function residentBytesOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/**
 * Starts the local service and renders over HTTP in WAV batches of 50. A round is complete when the service reports the
 * last job as completed.
 */
export async function startServicePeer(folder: string): Promise<ServicePeer> {
  const service = await startService(folder);
  const { LECTERN_BASE_URL: base, LECTERN_API_KEY: key, LECTERN_USER_ID: user } = service.environment;
  const headers = { authorization: `Bearer ${key}`, 'x-user-id': user ?? '', 'content-type': 'application/json' };
  const pid = service.process.pid ?? 0;

  const submit = async (lines: readonly SpokenLine[]): Promise<URL> => {
    const jobs = lines.map(({ voice, text }) => ({
      voice_engine: 'SvcDialog',
      voice,
      text,
      output_format: 'wav',
      temperature: 0,
      seed: 0,
    }));
    const reply = await fetch(new URL('/api/v2/tts/batches', base), {
      method: 'POST',
      headers,
      body: JSON.stringify({ jobs }),
    });
    await reply.json();
    return new URL(reply.headers.get('location') ?? '', base);
  };
  const finished = async (batch: URL): Promise<number> => {
    for (;;) {
      const { status, jobs } = batchJobSchema.parse(await (await fetch(batch, { headers })).json());
      if (status === 'failed') throw new Error('A batch of the bench failed.');
      if (status === 'completed') return jobs.reduce((sum, job) => sum + (job.output?.duration ?? Number.NaN), 0);
      await sleep(POLL_MS);
    }
  };

  return {
    async speak(lines) {
      const before = usageOf(pid);
      const startedAt = performance.now();
      const batches: URL[] = [];
      for (let at = 0; at < lines.length; at += BATCH_LINES)
        batches.push(await submit(lines.slice(at, at + BATCH_LINES)));
      let audioSeconds = 0;
      // Jobs run in the order in which they are accepted, so when the last batch is done, the others are almost done.
      for (const batch of batches.toReversed()) audioSeconds += await finished(batch);
      const wallSeconds = (performance.now() - startedAt) / 1000;
      const after = usageOf(pid);
      return { audioSeconds, wallSeconds, ...after, cpuSeconds: after.cpuSeconds - before.cpuSeconds };
    },
    residentBytes: () => residentBytesOf(pid),
    stop: () => service.stop(),
  };
}

export type Synthesizer = 'eSpeak NG' | 'Flite';

/** Returns a line as a single utterance, even if the service would split the line. */
function utteranceOf(line: SpokenLine): EspeakUtterance | FliteUtterance | undefined {
  const { parts } = planSpeech({ turns: [line], speed: 1, seed: 0, temperature: 0, language: undefined });
  const [first] = parts;
  if (first === undefined || 'espeak' in first) return first?.espeak;
  return { ...first.flite, text: parts.map((part) => ('flite' in part ? part.flite.text : '')).join(' ') };
}

export function startBarePeer(synthesizer: Synthesizer): Peer {
  const script = synthesizer === 'Flite' ? './speech-bare-flite.ts' : './speech-bare.ts';
  const child = fork(fileURLToPath(new URL(script, import.meta.url)));
  return {
    async speak(lines) {
      const told = once(child, 'message');
      child.send(lines.flatMap((line) => utteranceOf(line) ?? []));
      const [message] = await told;
      return speechCostSchema.parse(message);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/**
 * Runs several peers at once, each of which speaks all lines. This measures the throughput of all cores without
 * coordination.
 */
export function combinePeers(peers: readonly Peer[]): Peer {
  return {
    async speak(lines) {
      const spoken = await Promise.all(peers.map((peer) => peer.speak(lines)));
      const sum = (of: (each: SpeechCost) => number): number => spoken.reduce((total, each) => total + of(each), 0);
      return {
        audioSeconds: sum((each) => each.audioSeconds),
        wallSeconds: Math.max(...spoken.map((each) => each.wallSeconds)),
        cpuSeconds: sum((each) => each.cpuSeconds),
        memoryBytes: sum((each) => each.memoryBytes),
      };
    },
    async stop() {
      await Promise.all(peers.map((peer) => peer.stop()));
    },
  };
}
