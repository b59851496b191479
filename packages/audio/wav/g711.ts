// ITU-T G.711: 8-bit companded speech in mu-law and A-law.

const MU_BIAS = 132;
const MU_CLIP = 32635;

function muLawByte(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(MU_CLIP, Math.abs(sample)) + MU_BIAS;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function muLawSample(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + MU_BIAS) << ((code >> 4) & 0x07)) - MU_BIAS;
  return (code & 0x80) === 0 ? magnitude : -magnitude;
}

function aLawSample(byte: number): number {
  const code = byte ^ 0x55;
  const exponent = (code >> 4) & 0x07;
  const step = ((code & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? step : (step + 0x100) << (exponent - 1);
  return (code & 0x80) === 0 ? -magnitude : magnitude;
}

let bytesOfSamples: Uint8Array | undefined;

export function muLawBytes(): Uint8Array {
  bytesOfSamples ??= Uint8Array.from({ length: 65536 }, (_, word) => muLawByte(word < 32768 ? word : word - 65536));
  return bytesOfSamples;
}

/** Samples (full scale -1 to 1) by mu-law byte. */
export const MU_LAW_SAMPLES: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => muLawSample(byte) / 32768);

/** Samples (full scale -1 to 1) by A-law byte. */
export const A_LAW_SAMPLES: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => aLawSample(byte) / 32768);
