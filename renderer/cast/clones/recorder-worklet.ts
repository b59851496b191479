// Runs on the audio thread. Mixes the microphone's audio to mono and posts the samples in blocks.

/** Frames per block, about a twentieth of a second. */
const BLOCK_FRAMES = 2_048;

// Globals that only exist in a worklet.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

class RecorderProcessor extends AudioWorkletProcessor {
  #block = new Float32Array(BLOCK_FRAMES);
  #filled = 0;

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const heard = inputs[0]?.[0];
    if (!heard) return true;
    for (const sample of heard) {
      this.#block[this.#filled] = sample;
      this.#filled += 1;
      if (this.#filled < BLOCK_FRAMES) continue;
      this.port.postMessage(this.#block, [this.#block.buffer]);
      this.#block = new Float32Array(BLOCK_FRAMES);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor('recorder', RecorderProcessor);
