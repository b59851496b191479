// The two that speak the same lines by turns: the local service as it is, and eSpeak NG with nothing around it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { batchJobSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { startService } from '../e2e/support/processes.ts';
import { planSpeech } from '../service/speech/embedded/plan.ts';
import type { EspeakUtterance } from '../service/speech/espeak/espeak-module.ts';
import type { FliteUtterance } from '../service/speech/flite/flite-module.ts';

/** A line of the scene, in the voice of who speaks it. */
export interface SpokenLine {
  readonly voice: string;
  readonly text: string;
}

const spokenSchema = z.object({
  audioSeconds: z.number(),
  wallSeconds: z.number(),
  cpuSeconds: z.number(),
  memoryBytes: z.number(),
});

/**
 * What one round took. The service's audio is somewhat longer than that of eSpeak alone: it begins and ends with a silence.
 * Processor time is that of the whole process; memory is the most that it ever had. */
export type Spoken = z.infer<typeof spokenSchema>;

export interface Peer {
  /** Speaks all lines once. */
  speak(lines: readonly SpokenLine[]): Promise<Spoken>;
  stop(): Promise<void>;
}

export interface ServicePeer extends Peer {
  /** Memory that its process has now; Linux only, NaN elsewhere. */
  residentBytes(): number;
}

const BATCH = 50;
/** As Lectern's own client does at most. */
const POLL_MS = 200;
/** Ticks in a second of `/proc/PID/stat`: the same on every Linux that Node runs on. */
const TICKS = 100;

/** Processor seconds and the most memory of a process; Linux only, NaN elsewhere. */
function usageOf(pid: number): { cpuSeconds: number; memoryBytes: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS, memoryBytes: Number(peak?.[1]) * 1024 };
  } catch {
    return { cpuSeconds: Number.NaN, memoryBytes: Number.NaN };
  }
}

function residentBytesOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return Number.NaN;
  }
}

/** The local service, asked over HTTP in batches of 50 for WAV. A round ends when the last job is seen to be done. */
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
      for (let at = 0; at < lines.length; at += BATCH) batches.push(await submit(lines.slice(at, at + BATCH)));
      let audioSeconds = 0;
      // Jobs are taken in the order in which they were accepted: when the last batch is done, the others soon are.
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

/** What a synthesizer is told to say a line: one utterance, also where the service makes several of it. */
function utteranceOf(line: SpokenLine): EspeakUtterance | FliteUtterance | undefined {
  const { parts } = planSpeech({ turns: [line], speed: 1, seed: 0, temperature: 0, language: undefined });
  const [first] = parts;
  if (first === undefined || 'espeak' in first) return first?.espeak;
  return { ...first.flite, text: parts.map((part) => ('flite' in part ? part.flite.text : '')).join(' ') };
}

/** A synthesizer in a process of its own. */
export function startBarePeer(synthesizer: Synthesizer): Peer {
  const script = synthesizer === 'Flite' ? './speech-bare-flite.ts' : './speech-bare.ts';
  const child = fork(fileURLToPath(new URL(script, import.meta.url)));
  return {
    async speak(lines) {
      const told = once(child, 'message');
      child.send(lines.flatMap((line) => utteranceOf(line) ?? []));
      const [message] = await told;
      return spokenSchema.parse(message);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** Several at once, each with all the lines: what the cores give where nothing has to be shared out or collected. */
export function together(peers: readonly Peer[]): Peer {
  return {
    async speak(lines) {
      const spoken = await Promise.all(peers.map((peer) => peer.speak(lines)));
      const sum = (of: (each: Spoken) => number): number => spoken.reduce((total, each) => total + of(each), 0);
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
