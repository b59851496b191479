import type { Renderer } from '../rendering/renderer.ts';
import type { RenderOrder, StreamOrder } from '../rendering/stream-order.ts';
import type { FinishedFile, OnProgress } from '../speech/speech-engine.ts';
import type { EngineVoice } from '../voices/voice.ts';
import type { RemoteRenderer } from './remote-renderer.ts';
import type { WorkerDirectory } from './worker-directory.ts';

/** Renders streams and samples: with embedded voices on the node itself, and with others on workers. */
export class NodeRenderer implements Renderer {
  readonly lanes: ReadonlyMap<string, number> = new Map();
  readonly #local: Renderer;
  readonly #remote: RemoteRenderer;
  readonly #directory: WorkerDirectory;

  constructor(local: Renderer, remote: RemoteRenderer, directory: WorkerDirectory) {
    this.#local = local;
    this.#remote = remote;
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
    if (this.#isRemote(order)) return this.#remote.render(order, signal);
    return this.#local.render(order, signal, onProgress, onMade);
  }

  stream(order: StreamOrder, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return (this.#isRemote(order) ? this.#remote : this.#local).stream(order, signal);
  }

  close(): Promise<void> {
    return this.#local.close();
  }

  #isRemote({ request }: Pick<StreamOrder, 'request'>): boolean {
    return request.turns.some(({ voice }) => this.#directory.isRemote(voice));
  }
}
