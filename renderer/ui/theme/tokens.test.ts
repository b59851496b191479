import { describe, expect, it, vi } from 'vitest';
import { ROLE_COLOURS } from '../role-name.tsx';
import { contrast, leastDistance, mix } from '../testing/colour-vision.ts';

// The window's own types know nothing of Node's files.
const { readFileSync } = await vi.importActual<{ readFileSync(path: URL, encoding: 'utf8'): string }>('node:fs');
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const read = (block: string) =>
  new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]));
const [light, dark] = css.split('@media (prefers-color-scheme: dark)').map(read);

const GROUNDS = ['bg', 'panel', 'raise', 'paper', 'sel'];
const STATES = ['fresh', 'stale', 'flight', 'fail', 'doubt'];
const ROLES = ['narrator', ...Array.from({ length: ROLE_COLOURS }, (_, index) => `r${index + 1}`)];
/** Text (WCAG 1.4.3) and what has to be seen of a control or a state (1.4.11). */
const AA_TEXT = 4.5;
const AA_PARTS = 3;
/** Some three times the distance in OKLab that is just noticed side by side. */
const TOLD_APART = 0.07;

describe.each([
  { theme: 'light', tokens: light },
  { theme: 'dark', tokens: dark },
])('the colours of the $theme theme', ({ tokens }) => {
  const colour = (name: string) => {
    const hex = tokens?.get(name);
    if (!hex) throw new Error(`tokens.css has no colour --${name}`);
    return hex;
  };

  it.each(['text', 'dim', 'faint', 'accent', ...STATES, ...ROLES])('--%s can be read on every ground', (name) => {
    for (const ground of GROUNDS) {
      expect(contrast(colour(name), colour(ground)), `on --${ground}`).toBeGreaterThanOrEqual(AA_TEXT);
    }
  });

  it.each(['dim', ...STATES])('a tag of --%s can be read on its own tint', (name) => {
    for (const ground of GROUNDS) {
      const tint = mix(colour(name), colour(ground), 0.14);
      expect(contrast(colour(name), tint), `on --${ground}`).toBeGreaterThanOrEqual(AA_TEXT);
    }
  });

  it('shows what is to be pressed, what has the keyboard, and what is not rendered', () => {
    expect(contrast(colour('accent-ink'), colour('accent'))).toBeGreaterThanOrEqual(AA_TEXT);
    expect(contrast(colour('accent-ink'), colour('accent-hover'))).toBeGreaterThanOrEqual(AA_TEXT);
    for (const ground of GROUNDS) {
      expect(contrast(colour('focus'), colour(ground)), `ring on --${ground}`).toBeGreaterThanOrEqual(AA_PARTS);
      expect(contrast(colour('none'), colour(ground)), `dot on --${ground}`).toBeGreaterThanOrEqual(AA_PARTS);
    }
  });

  it('has role colours that colour-blind people can tell apart, from each other and from what is to be pressed', () => {
    for (const [index, one] of ROLES.entries()) {
      for (const other of ['accent', ...ROLES.slice(index + 1)]) {
        expect(leastDistance(colour(one), colour(other)), `--${one} and --${other}`).toBeGreaterThan(TOLD_APART);
      }
    }
  });
});

it('names the same colours in both themes', () => {
  expect([...(dark?.keys() ?? [])]).toEqual([...(light?.keys() ?? [])]);
});
