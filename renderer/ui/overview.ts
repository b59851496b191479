// Small waveforms: bytes into the outline of bars.

/** Bytes of base64. */
export function readOverview(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** How wide a bar and the gap after it are, in units of the drawing. */
const BAR = 0.62;

/**
 * The bars of a waveform as the path of an SVG, a unit wide each, `height` units high, centred. Loudness falls off
 * steeply: the square root keeps soft speech in sight.
 */
export function barsPath(levels: Uint8Array, height: number): string {
  let path = '';
  for (let index = 0; index < levels.length; index++) {
    const tall = Math.max(0.06, Math.sqrt((levels[index] ?? 0) / 255)) * height;
    path += `M${index} ${((height - tall) / 2).toFixed(2)}h${BAR}v${tall.toFixed(2)}h-${BAR}z`;
  }
  return path;
}
