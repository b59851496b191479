// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFocus } from './frame.tsx';

let lost: number;
let stop: () => void;

beforeEach(() => {
  lost = 0;
  stop = watchFocus(() => (lost += 1));
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const button = () => document.body.appendChild(document.createElement('button'));
/** What watches is told of changes when the work that makes them is done. */
const changesAreSeen = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('watching over the keyboard', () => {
  it('tells when what had it is taken away, and once', async () => {
    const gone = button();
    gone.focus();
    gone.remove();
    await changesAreSeen();
    button();
    await changesAreSeen();
    expect(lost).toBe(1);
  });

  it('tells nothing where something else has it by then, or something else goes', async () => {
    const [gone, other] = [button(), button()];
    gone.focus();
    other.focus();
    gone.remove();
    await changesAreSeen();
    expect(lost).toBe(0);
    expect(document.activeElement).toBe(other);
  });

  it('gives it back to what was disabled for a while', async () => {
    const busy = button();
    busy.focus();
    busy.disabled = true;
    await changesAreSeen();
    busy.disabled = false;
    // A browser takes it away from what can't be used any more; this one here does so only before.
    busy.blur();
    expect(document.activeElement).toBe(document.body);
    await changesAreSeen();
    expect(document.activeElement).toBe(busy);
    expect(lost).toBe(0);
  });

  it('leaves it nowhere where somebody pressed beside everything', async () => {
    const left = button();
    left.focus();
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    left.blur();
    left.remove();
    await changesAreSeen();
    expect(lost).toBe(0);
  });
});
