// Where the window opens.
import type { WindowBounds } from '../core/app/preferences.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The least that the screens are made for, in the screen's points. */
export const SMALLEST_WINDOW = { width: 960, height: 640 } as const;
const FIRST_WINDOW = { width: 1440, height: 900 } as const;
/** At least this much of the window's top must be on a screen, so that it can be grabbed. */
const LEAST_IN_VIEW = 100;

/**
 * Where it was, if that is still in view; else in the middle of the first screen.
 * @param areas the screens' areas without bars and docks; the first is the main one
 */
export function windowPlace(remembered: WindowBounds | null, areas: readonly Rectangle[]): Rectangle {
  if (remembered && areas.some((area) => isInView(remembered, area))) {
    return {
      x: remembered.x,
      y: remembered.y,
      width: Math.max(remembered.width, SMALLEST_WINDOW.width),
      height: Math.max(remembered.height, SMALLEST_WINDOW.height),
    };
  }
  const [area = { x: 0, y: 0, ...FIRST_WINDOW }] = areas;
  const width = Math.max(SMALLEST_WINDOW.width, Math.min(FIRST_WINDOW.width, area.width));
  const height = Math.max(SMALLEST_WINDOW.height, Math.min(FIRST_WINDOW.height, area.height));
  return {
    x: area.x + Math.max(0, Math.round((area.width - width) / 2)),
    y: area.y + Math.max(0, Math.round((area.height - height) / 2)),
    width,
    height,
  };
}

function isInView(window: Rectangle, area: Rectangle): boolean {
  const wide = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return wide >= LEAST_IN_VIEW && window.y >= area.y && window.y <= area.y + area.height - LEAST_IN_VIEW;
}
