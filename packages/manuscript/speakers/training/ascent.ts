// Maximises a smooth function by L-BFGS (Nocedal and Wright, Numerical Optimization, algorithms 7.4 and 7.5).

/** @param gradient receives the derivatives */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

interface Correction {
  readonly step: Float64Array;
  readonly change: Float64Array;
  /** Always positive. */
  readonly curvature: number;
}

const MAX_CORRECTIONS = 10;
/** Minimum share of the predicted increase that a step must achieve (Armijo condition). */
const SUFFICIENT_INCREASE = 1e-4;
const MAX_HALVINGS = 30;
/** Stops when this many steps together gain less than `TOLERANCE` times the value. */
const FINAL_STEPS = 10;
const TOLERANCE = 1e-4;

export function maximise(
  objective: Objective,
  start: Float64Array,
  {
    mostSteps = 200,
    report,
  }: { readonly mostSteps?: number; readonly report?: (step: number, value: number) => void } = {},
): Float64Array {
  let point = Float64Array.from(start);
  let gradient = new Float64Array(start.length);
  let value = objective(point, gradient);
  const values = [value];
  let corrections: Correction[] = [];
  for (let step = 1; step <= mostSteps; step += 1) {
    let direction = searchDirection(gradient, corrections);
    let slope = dotProduct(direction, gradient);
    if (!(slope > 0)) [direction, slope, corrections] = [gradient, dotProduct(gradient, gradient), []];
    if (slope === 0) break;
    // Until the curvature is known, no weight changes by more than 1.
    let length = corrections.length > 0 ? 1 : 1 / Math.max(1, Math.sqrt(slope));
    let next = point;
    let nextValue = Number.NEGATIVE_INFINITY;
    const nextGradient = new Float64Array(start.length);
    for (let halving = 0; halving < MAX_HALVINGS; halving += 1, length /= 2) {
      next = point.map((one, at) => one + length * (direction[at] ?? 0));
      nextValue = objective(next, nextGradient);
      if (nextValue >= value + SUFFICIENT_INCREASE * length * slope) break;
    }
    if (!(nextValue > value)) break;
    const moved = next.map((one, at) => one - (point[at] ?? 0));
    const change = gradient.map((one, at) => one - (nextGradient[at] ?? 0));
    const curvature = dotProduct(moved, change);
    if (curvature > 0) corrections = [...corrections.slice(1 - MAX_CORRECTIONS), { step: moved, change, curvature }];
    [point, gradient, value] = [next, nextGradient, nextValue];
    values.push(value);
    report?.(step, value);
    if (value - (values.at(-FINAL_STEPS - 1) ?? Number.NEGATIVE_INFINITY) <= TOLERANCE * Math.abs(value)) break;
  }
  return point;
}

/** Returns the gradient multiplied by an estimate of the inverse Hessian. */
function searchDirection(gradient: Float64Array, corrections: readonly Correction[]): Float64Array {
  let direction = Float64Array.from(gradient);
  const parts: number[] = [];
  for (const { step, change, curvature } of corrections.toReversed()) {
    const part = dotProduct(step, direction) / curvature;
    parts.push(part);
    direction = direction.map((one, at) => one - part * (change[at] ?? 0));
  }
  const latest = corrections.at(-1);
  const scale = latest ? latest.curvature / dotProduct(latest.change, latest.change) : 1;
  direction = direction.map((one) => one * scale);
  for (const { step, change, curvature } of corrections) {
    const part = (parts.pop() ?? 0) - dotProduct(change, direction) / curvature;
    direction = direction.map((one, at) => one + part * (step[at] ?? 0));
  }
  return direction;
}

const dotProduct = (a: Float64Array, b: Float64Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
