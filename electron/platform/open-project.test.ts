import { describe, expect, it } from 'vitest';
import type { AskStudio } from '../ipc/shell-handlers.ts';
import { createFirstProject, createOpener } from './open-project.ts';
import { t } from './words.ts';

interface Scene {
  readonly open?: string | null;
  readonly unsaved?: boolean;
  readonly inUse?: boolean;
  readonly leaves?: boolean;
  readonly reads?: boolean;
  /** Whether a question can't be shown. */
  readonly isMute?: boolean;
}

/** A studio with a project open or none, and a producer with an answer to each question. */
function setUp(scene: Scene) {
  const { open = '/a', unsaved = false, inUse = false, leaves = true, reads = true } = scene;
  const opened: unknown[] = [];
  const asked: string[] = [];
  const ask = (async (name: string, input: { readonly path: string; readonly toRead?: boolean }) => {
    if (name === 'locate') return { ok: true, value: { path: open } };
    opened.push(input);
    if (!inUse || input.toRead) return { ok: true, value: {} };
    return { ok: false, error: { kind: 'project', problem: { kind: 'in-use', path: input.path } } };
  }) as unknown as AskStudio;
  const opener = createOpener({
    ask,
    isUnsaved: () => unsaved,
    confirmLeaving: async () => {
      if (scene.isMute) throw new Error('no window to ask in');
      asked.push(t('leaving.unsaved.message'));
      return leaves;
    },
    confirmReadOnly: async (sentence) => {
      asked.push(sentence);
      return reads;
    },
    tell: async (sentence) => void asked.push(sentence),
  });
  return { opener, opened, asked };
}

describe('a project that is named from outside', () => {
  it('is opened without a word where nothing is lost by it', async () => {
    const { opener, opened, asked } = setUp({});
    await opener('/b');
    expect([opened, asked]).toEqual([[{ path: '/b' }], []]);
  });

  it('does not lose edits unasked', async () => {
    const { opener, opened, asked } = setUp({ unsaved: true, leaves: false });
    await opener('/b');
    expect([opened, asked]).toEqual([[], ['Some edits couldn’t be saved.']]);
  });

  it('asks nothing where it is the one that is open', async () => {
    const { opener, opened, asked } = setUp({ open: '/a', unsaved: true });
    await opener('/a/');
    expect([opened, asked]).toEqual([[{ path: '/a/' }], []]);
  });

  it('that another Lectern writes is offered to be read', async () => {
    const reads = setUp({ open: null, inUse: true });
    await reads.opener('/b');
    expect(reads.opened).toEqual([{ path: '/b' }, { path: '/b', toRead: true }]);
    expect(reads.asked[0]).toContain('is open in another Lectern');
    const leaves = setUp({ open: null, inUse: true, reads: false });
    await leaves.opener('/b');
    expect(leaves.opened).toEqual([{ path: '/b' }]);
  });

  it('is opened after one about which nothing could be asked', async () => {
    const { opener, opened } = setUp({ unsaved: true, isMute: true });
    await expect(opener('/b')).rejects.toThrow('no window');
    await opener('/a');
    expect(opened).toEqual([{ path: '/a' }]);
  });
});

describe('the project that the application was started with', () => {
  const setUpFirst = (project: string | null) => {
    const waits: (readonly [number, () => void])[] = [];
    const first = createFirstProject(project, (milliseconds, callback) => void waits.push([milliseconds, callback]));
    let hasSettled = false;
    void first.settled.then(() => {
      hasSettled = true;
    });
    const state = async () => {
      await Promise.resolve();
      return { isAwaited: first.isAwaited(), hasSettled };
    };
    return { first, waits, state };
  };

  it('is waited for until it is open or could not be opened', async () => {
    const { first, state } = setUpFirst('/a');
    expect(await state()).toEqual({ isAwaited: true, hasSettled: false });
    first.settle();
    expect(await state()).toEqual({ isAwaited: false, hasSettled: true });
  });

  it('is not waited for longer than a moment', async () => {
    const { waits, state } = setUpFirst('/a');
    expect(waits.map(([milliseconds]) => milliseconds)).toEqual([1_500]);
    waits[0]?.[1]();
    expect(await state()).toEqual({ isAwaited: false, hasSettled: true });
  });

  it('is not waited for where there is none', async () => {
    const { waits, state } = setUpFirst(null);
    expect(await state()).toEqual({ isAwaited: false, hasSettled: true });
    expect(waits).toEqual([]);
  });
});
