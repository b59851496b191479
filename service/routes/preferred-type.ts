// Which of the types that an answer can have its reader likes best (RFC 9110, section 12.5.1).

const WEIGHT = /^\s*q\s*=\s*([01](?:\.\d{1,3})?)\s*$/i;

interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

function rangesOf(accept: string): MediaRange[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';');
    const weight = parameters.map((one) => WEIGHT.exec(one)?.[1]).find((found) => found !== undefined);
    return { type: type.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
  });
}

/**
 * The name of the type that a reader asks for by its header `accept`: the one of the greatest weight, of several such the
 * one that the reader names first. A wildcard for everything asks for none in particular.
 *
 * @param offers names of types, and the pattern of the ranges (`text/event-stream`, `audio/*`) that ask for each
 * @returns undefined where none of them is asked for
 */
export function preferredType<Name extends string>(
  accept: string | undefined,
  offers: Readonly<Record<Name, RegExp>>,
): Name | undefined {
  const names = Object.keys(offers) as Name[];
  let best: { readonly name: Name; readonly weight: number } | undefined;
  for (const { type, weight } of rangesOf(accept ?? '')) {
    const name = names.find((one) => offers[one].test(type));
    if (name !== undefined && weight > (best?.weight ?? 0)) best = { name, weight };
  }
  return best?.name;
}
