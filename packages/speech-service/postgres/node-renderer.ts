import type { Renderer } from '../rendering/renderer.ts';
import type { RenderOrder, StreamOrder } from '../rendering/stream-order.ts';
import { type FinishedFile, type OnProgress, SpeechError } from '../speech/speech-engine.ts';
import type { EngineVoice } from '../voices/voice.ts';
import type { WorkerDirectory } from './worker-directory.ts';

/** Renders streams and samples with embedded voices on a node. All jobs are rendered by workers. */
export class NodeRenderer implements Renderer {
  readonly lanes: ReadonlyMap<string, number> = new Map();
  readonly #local: Renderer;
  readonly #directory: WorkerDirectory;

  constructor(local: Renderer, directory: WorkerDirectory) {
    this.#local = local;
    this.#directory = directory;
  }

  get voices(): readonly EngineVoice[] {
    return this.#directory.voices;
  }

  laneOf(order: StreamOrder): string {
    return this.#directory.laneOf(order);
  }

  async render(
    order: RenderOrder,
    signal: AbortSignal,
    onProgress?: OnProgress,
    onMade?: () => void,
  ): Promise<FinishedFile> {
    this.#check(order);
    return this.#local.render(order, signal, onProgress, onMade);
  }

  async *stream(order: StreamOrder, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    this.#check(order);
    yield* this.#local.stream(order, signal);
  }

  close(): Promise<void> {
    return this.#local.close();
  }

  #check({ request }: Pick<StreamOrder, 'request'>): void {
    if (!request.turns.some(({ voice }) => this.#directory.isRemote(voice))) return;
    throw new SpeechError('This voice is only available for jobs: create a batch or a single job.');
  }
}
