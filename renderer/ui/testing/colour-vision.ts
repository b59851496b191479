// How colours are told apart: WCAG's contrast, and distances as colour-blind eyes see them.

type Triple = readonly [number, number, number];

/** `#rrggbb` to linear light, 0 to 1. */
function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const luminance = (hex: string) => {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A colour laid over another: `share` of it, 0 to 1, in sRGB as `color-mix` does. */
export function mix(colour: string, ground: string, share: number): string {
  const channel = (at: number) => {
    const [top, below] = [colour, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(top * share + below * (1 - share))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Machado, Oliveira and Fernandes (2009), severity 1.0; the first is full colour vision. */
const VISION: readonly (readonly [Triple, Triple, Triple])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

function oklab([red, green, blue]: Triple): Triple {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** The smallest distance in OKLab of two colours over full colour vision and its three kinds of blindness. */
export function leastDistance(one: string, other: string): number {
  const seen = (hex: string, vision: (typeof VISION)[number]) => {
    const light = linear(hex);
    const row = (weights: Triple) =>
      Math.min(1, Math.max(0, weights[0] * light[0] + weights[1] * light[1] + weights[2] * light[2]));
    return oklab([row(vision[0]), row(vision[1]), row(vision[2])]);
  };
  return Math.min(
    ...VISION.map((vision) => {
      const [a, b] = [seen(one, vision), seen(other, vision)];
      return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    }),
  );
}
