// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { connectCommands, runCommand, useCommand, useCommandHandlers } from './commands.ts';

/** A part of a screen that can carry a command out. */
function Screen({ run, enabled = true }: { readonly run: () => void; readonly enabled?: boolean }) {
  useCommand('go.review', run, enabled);
  return null;
}

let bridge: FakeBridge;
let disconnect: () => void;
let root: ReturnType<typeof createRoot>;

const draw = (node: React.ReactNode) => act(() => root.render(node));
const pressKey = (key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true, ...more });
  document.body.dispatchEvent(event);
  return event;
};

beforeEach(() => {
  // Other files' tests may have left some.
  useCommandHandlers.setState({ handlers: [] });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  bridge = installFakeBridge({ 'app.enableCommands': () => null });
  disconnect = connectCommands();
  root = createRoot(document.createElement('div'));
});

afterEach(() => {
  act(() => root.unmount());
  disconnect();
  bridge.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a command', () => {
  it('is carried out by what is there, and by nothing once that is gone', () => {
    const run = vi.fn();
    draw(<Screen run={run} />);
    expect(runCommand('go.review')).toBe(true);
    draw(null);
    expect(runCommand('go.review')).toBe(false);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is carried out by what came last, and as it was drawn last', () => {
    const [frame, old, screen] = [vi.fn(), vi.fn(), vi.fn()];
    draw(
      <>
        <Screen run={frame} />
        <Screen run={old} />
      </>,
    );
    draw(
      <>
        <Screen run={frame} />
        <Screen run={screen} />
      </>,
    );
    runCommand('go.review');
    expect([frame, old, screen].map((run) => run.mock.calls.length)).toEqual([0, 0, 1]);
  });

  it('is given once by its keys, however long they are held', () => {
    const run = vi.fn();
    draw(<Screen run={run} />);
    expect(pressKey('4').defaultPrevented).toBe(true);
    pressKey('4', { repeat: true });
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is given once where the menu answers the same press', () => {
    const run = vi.fn();
    draw(<Screen run={run} />);
    pressKey('4');
    bridge.emit('command', { id: 'go.review' });
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    bridge.emit('command', { id: 'go.review' });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('waits for the window where it is given before anything is there, the last one alone', async () => {
    const run = vi.fn();
    pressKey('k');
    pressKey('4');
    await act(async () => root.render(<Screen run={run} />));
    expect(run).toHaveBeenCalledTimes(1);
    draw(null);
    pressKey('4');
    await act(async () => root.render(<Screen run={run} />));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('leaves keys alone that a part of the page has used', () => {
    const run = vi.fn();
    draw(<Screen run={run} />);
    const use = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', use);
    pressKey('4');
    document.body.removeEventListener('keydown', use);
    expect(run).not.toHaveBeenCalled();
  });

  it('is told to the menu while it can be given, once things have settled', () => {
    draw(<Screen run={vi.fn()} />);
    draw(<Screen run={vi.fn()} enabled={false} />);
    draw(<Screen run={vi.fn()} />);
    vi.advanceTimersByTime(100);
    expect(bridge.calls).toEqual([{ channel: 'app.enableCommands', input: { commands: ['go.review'], labels: {} } }]);
    draw(null);
    vi.advanceTimersByTime(100);
    expect(bridge.calls.at(-1)).toEqual({ channel: 'app.enableCommands', input: { commands: [], labels: {} } });
  });
});
