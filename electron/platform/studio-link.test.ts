import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StudioLink } from './studio-link.ts';
import { createStudioDoubles } from './testing/studio-double.ts';

const GONE = { ok: false, error: { kind: 'studio-gone' } };

function setUp() {
  const doubles = createStudioDoubles();
  const told: unknown[] = [];
  const link = new StudioLink({
    ...doubles.parts,
    broadcast: {
      relay(name, payload) {
        told.push([name, payload]);
        return payload;
      },
      emit: (name) => void told.push(name),
    },
    onNotice: (notice) => void told.push(notice),
    onProject: () => {},
    onRunning: () => {},
  });
  link.start();
  return { ...doubles, link, told };
}
const ready = { type: 'ready' };

describe('the line to the studio', () => {
  it('begins with what the studio has to know, and holds requests until it is ready', async () => {
    const { link, latest } = setUp();
    const reply = link.request('project.current', {});
    expect(latest().received.map(({ type }) => type)).toEqual(['init']);
    latest().say(ready);
    expect(latest().received.at(-1)).toEqual({ type: 'request', id: 1, channel: 'project.current', input: {} });
    latest().say({ type: 'reply-text', id: 1, text: '{"ok":true,"value":null}' });
    expect(await reply).toBe('{"ok":true,"value":null}');
  });

  it('keeps answers apart, in whatever order they come', async () => {
    const { link, latest } = setUp();
    latest().say(ready);
    const first = link.request('project.current', {});
    const second = link.ask('auditionType', { auditionId: 'a' });
    latest().say({ type: 'reply', id: 2, envelope: { ok: true, value: { contentType: 'audio/mpeg' } } });
    latest().say({ type: 'reply', id: 1, envelope: { ok: false, error: { kind: 'no-project' } } });
    expect(await second).toEqual({ ok: true, value: { contentType: 'audio/mpeg' } });
    expect(await first).toEqual({ ok: false, error: { kind: 'no-project' } });
  });

  it('takes no internal answer that is not of its form', async () => {
    const { link, latest } = setUp();
    latest().say(ready);
    const reply = link.ask('locate', { what: 'project' });
    latest().say({ type: 'reply', id: 1, envelope: { ok: true, value: { path: 7 } } });
    expect(await reply).toMatchObject({ ok: false, error: { kind: 'internal' } });
  });

  it('hands events and notices on, and notes what is neither', () => {
    const { told, latest, logged } = setUp();
    latest().say({ type: 'event', name: 'chapters-changed', payload: {} });
    latest().say({ type: 'notice', notice: { kind: 'progress', fraction: 0.5 } });
    latest().say({ type: 'nonsense' });
    latest().say(null);
    expect(told).toEqual([['chapters-changed', {}], { kind: 'progress', fraction: 0.5 }]);
    expect(logged).toHaveLength(2);
  });

  it('does for the studio what it asks for, and says what failed', async () => {
    const { latest } = setUp();
    const answerTo = async (name: string, input: unknown) => {
      latest().say({ type: 'call', id: 9, name, input });
      await setImmediate();
      return latest().received.at(-1);
    };
    const reply = (value: object) => ({ type: 'call-reply', id: 9, reply: value });
    expect(await answerTo('encrypt', { text: 'a' })).toEqual(reply({ ok: true, value: { bytes: Uint8Array.of(97) } }));
    expect(await answerTo('decrypt', { bytes: Uint8Array.of(1) })).toEqual(
      reply({ ok: false, message: 'of another user' }),
    );
    expect(await answerTo('encrypt', { text: 7 })).toMatchObject(reply({ ok: false }));
    expect(await answerTo('toString', {})).toMatchObject(reply({ ok: false }));
  });
});

describe('a studio that dies', () => {
  it('answers all that was asked of it by saying so', async () => {
    const { link, latest } = setUp();
    const early = link.request('project.current', {});
    latest().say(ready);
    const late = link.ask('prepareToClose', {});
    latest().die(9);
    expect(await early).toEqual(GONE);
    expect(await late).toEqual(GONE);
  });

  it('is restarted, and then answers the requests made while it was down', async () => {
    const { link, latest, told, passWait, count } = setUp();
    latest().say(ready);
    latest().die(9);
    const reply = link.request('project.current', {});
    expect(passWait()).toBe(0);
    expect(count()).toBe(2);
    latest().say(ready);
    expect(told).toEqual(['studio-restarted']);
    latest().say({ type: 'reply-text', id: 1, text: 'x' });
    expect(await reply).toBe('x');
  });

  it('is waited for longer each time it dies at once, and again not at all after a long life', () => {
    const { latest, passWait, time } = setUp();
    const waits = Array.from({ length: 6 }, () => {
      latest().die(1);
      return passWait();
    });
    expect(waits).toEqual([0, 500, 2_000, 10_000, 30_000, 30_000]);
    time.now += 61_000;
    latest().die(1);
    expect(passWait()).toBe(0);
  });

  it('stays dead once it was ended', async () => {
    const { link, latest, waiting, passWait, count } = setUp();
    latest().say(ready);
    const isEnded = link.end(10_000);
    latest().die(0);
    expect(await isEnded).toBe(false);
    // The limit, not another start.
    expect(waiting()).toBe(1);
    expect(passWait()).toBe(10_000);
    expect(count()).toBe(1);
    expect(await link.request('project.current', {})).toEqual(GONE);
  });
});

describe('a studio that is ended', () => {
  it('ends cleanly when it can, and is not killed', async () => {
    const { link, latest, passWait } = setUp();
    latest().say(ready);
    const isEnded = link.end(10_000);
    expect(latest().received.at(-1)).toMatchObject({ type: 'internal', name: 'quit' });
    latest().say({ type: 'reply', id: 1, envelope: { ok: true, value: null } });
    expect(await isEnded).toBe(true);
    passWait();
    expect(latest().isKilled()).toBe(false);
  });

  it('is killed where it takes too long, and not started again', async () => {
    const { link, latest, passWait, waiting, count } = setUp();
    latest().say(ready);
    const asked = link.request('project.current', {});
    const isEnded = link.end(10_000);
    expect(latest().isKilled()).toBe(false);
    expect(passWait()).toBe(10_000);
    expect(await isEnded).toBe(false);
    expect(latest().isKilled()).toBe(true);
    expect(await asked).toEqual(GONE);
    expect([waiting(), count()]).toEqual([0, 1]);
  });
});
