import { describe, expect, it } from 'vitest';
import {
  malformed,
  parseRequest,
  type ReplyOf,
  STUDIO_REQUESTS,
  type StudioChannel,
} from '../../shared/ipc/contract.ts';
import { INITIAL_VIEW } from '../../shared/ipc/view-preferences.ts';
import { createDispatch, inputProblem, isOwnPage, type ShellHandlers } from './dispatch.ts';

const nothing = async () => ({ ok: true, value: null }) as const;
const info = {
  version: '1.0.0',
  platform: 'linux',
  host: 'electron',
  keychain: true,
  onboarded: true,
  theme: 'dark',
  language: 'system',
  languages: [],
  lastConnectionId: null,
} satisfies ReplyOf<'app.info'>;

const own = {};
const page = { url: 'lectern://app/index.html', parent: null };
const fromPage = { sender: own, senderFrame: page };
const fromElsewhere = { sender: own, senderFrame: { ...page, url: 'https://example.com/index.html' } };

const isStudioChannel = (name: string): name is StudioChannel => Object.hasOwn(STUDIO_REQUESTS, name);

function setUp(changes: Partial<ShellHandlers> = {}, firstProject = Promise.resolve()) {
  const asked: { channel: string; input: unknown }[] = [];
  const defects: { channel: string; error: unknown }[] = [];
  const shell: ShellHandlers = {
    'app.info': async () => ({ ok: true, value: info }),
    'app.setTheme': nothing,
    'app.setLanguage': async () => ({ ok: true, value: { language: 'en' } }),
    'preferences.get': async () => ({ ok: true, value: INITIAL_VIEW }),
    'preferences.change': async () => ({ ok: true, value: INITIAL_VIEW }),
    'app.finishOnboarding': nothing,
    'app.setUnsaved': async () => ({ ok: true, value: null }),
    'app.enableCommands': nothing,
    'app.allowMicrophone': nothing,
    'dialog.saveText': nothing,
    'dialog.saveTable': nothing,
    'dialog.openProject': async () => ({ ok: true, value: { opened: false } }),
    'dialog.importScript': nothing,
    'dialog.projectsFolder': nothing,
    'dialog.castFolder': nothing,
    'dialog.addPack': nothing,
    'dialog.exportFolder': nothing,
    'dialog.locateProject': nothing,
    'dialog.chooseCover': nothing,
    'dialog.attachSound': nothing,
    'dialog.chooseRecordings': async () => ({ ok: true, value: [] }),
    'dialog.signerFile': nothing,
    'dialog.finishedFiles': async () => ({ ok: true, value: [] }),
    'shell.importClipboard': async () => ({ ok: true, value: { importId: null } }),
    'shell.reveal': nothing,
    'shell.revealProject': nothing,
    ...changes,
  };
  const dispatch = createDispatch({
    shell,
    ownContents: () => own,
    firstProject,
    async askStudio(channel, input) {
      // As the studio's end of the port has it.
      if (!isStudioChannel(channel)) return malformed(['channel']);
      const parsed = parseRequest(STUDIO_REQUESTS[channel], input);
      if (!parsed.ok) return parsed;
      asked.push({ channel, input: parsed.value });
      return '{"ok":true,"value":null}';
    },
    noteDefect(channel, error) {
      defects.push({ channel, error });
      return 'defect-1';
    },
  });
  return { dispatch, asked, defects };
}

describe('a request', () => {
  it('of the main process is answered by it', async () => {
    const { dispatch, asked } = setUp();
    expect(await dispatch(fromPage, 'app.info', {})).toEqual({ ok: true, value: info });
    expect(asked).toEqual([]);
  });

  it('of the studio is handed on as the contract has it, without what it does not know', async () => {
    const { dispatch, asked } = setUp();
    const reply = await dispatch(fromPage, 'project.create', { name: '  Earnest ', admin: true });
    expect(reply).toBe('{"ok":true,"value":null}');
    expect(asked).toEqual([{ channel: 'project.create', input: { name: 'Earnest' } }]);
  });

  it('for the current project waits for the one named at the start; others don’t wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { dispatch, asked } = setUp({}, promise);
    const reply = dispatch(fromPage, 'project.current', {});
    await dispatch(fromPage, 'library.recent', {});
    expect(asked.map(({ channel }) => channel)).toEqual(['library.recent']);
    resolve();
    await reply;
    expect(asked.map(({ channel }) => channel)).toEqual(['library.recent', 'project.current']);
  });

  it('from elsewhere is forbidden, whatever it asks', async () => {
    const { dispatch, asked } = setUp();
    for (const channel of ['project.close', 'app.info', 'nonsense']) {
      expect(await dispatch(fromElsewhere, channel, {})).toEqual({ ok: false, error: { kind: 'forbidden' } });
    }
    expect(asked).toEqual([]);
  });

  it.each(['nonsense', '', 'toString', '__proto__', 'constructor', 7, null, undefined, {}, ['app.info']])(
    'on the channel %j is malformed',
    async (channel) => {
      const { dispatch } = setUp();
      const error = { kind: 'malformed-request', fields: ['channel'] };
      expect(await dispatch(fromPage, channel, {})).toEqual({ ok: false, error });
    },
  );

  it('with wrong values is malformed, and says where, not what', async () => {
    const { dispatch, asked } = setUp();
    expect(await dispatch(fromPage, 'connection.add', { name: 'A', key: ['secret-key'] })).toEqual({
      ok: false,
      error: {
        kind: 'malformed-request',
        fields: ['baseUrl', 'userId', 'budget', 'pricePerThousand', 'currency', 'keyStorage', 'key'],
      },
    });
    const error = { kind: 'malformed-request', fields: ['input'] };
    for (const input of [null, undefined, 'x', 3, []]) {
      expect(await dispatch(fromPage, 'project.close', input)).toEqual({ ok: false, error });
    }
    expect(asked).toEqual([]);
  });

  it('that is too large or pollutes is malformed before it is parsed', async () => {
    const { dispatch } = setUp();
    const bytes = new Uint8Array(65 * 1024 * 1024);
    expect(await dispatch(fromPage, 'project.previewImport', { name: 'a.txt', bytes })).toEqual({
      ok: false,
      error: { kind: 'malformed-request', fields: ['too-large'] },
    });
    expect(await dispatch(fromPage, 'project.close', JSON.parse('{"__proto__":{"a":1}}'))).toEqual({
      ok: false,
      error: { kind: 'malformed-request', fields: ['forbidden-key'] },
    });
  });

  it('whose answer is not of the contract is a defect with an id', async () => {
    const { dispatch, defects } = setUp({
      'app.info': async () => ({ ok: true, value: { ...info, theme: 'pink' as 'dark' } }),
    });
    expect(await dispatch(fromPage, 'app.info', {})).toEqual({
      ok: false,
      error: { kind: 'internal', id: 'defect-1' },
    });
    expect(defects).toMatchObject([{ channel: 'app.info' }]);
  });

  it('whose handler fails is a defect with an id', async () => {
    const { dispatch } = setUp({ 'shell.reveal': async () => Promise.reject(new Error('no desktop')) });
    expect(await dispatch(fromPage, 'shell.reveal', { what: 'logs' })).toEqual({
      ok: false,
      error: { kind: 'internal', id: 'defect-1' },
    });
  });

  it('that is answered by an error keeps the error’s data', async () => {
    const error = { kind: 'import', file: 'a.pdf', problem: 'binary' } as const;
    const { dispatch } = setUp({ 'dialog.importScript': async () => ({ ok: false, error }) });
    expect(await dispatch(fromPage, 'dialog.importScript', {})).toEqual({ ok: false, error });
  });
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : { in: nested(depth - 1) });

describe('an input', () => {
  it('passes where it is of the size of a request', () => {
    const changes = Array.from({ length: 100_000 }, (_, at) => ({ from: at, to: at, insert: 'a' }));
    for (const input of [null, 1, 'text', {}, { bytes: new Uint8Array(1_000_000) }, nested(10), { changes }]) {
      expect(inputProblem(input)).toBeNull();
    }
  });

  it('is refused where it is too large, as text, as bytes or as values', () => {
    expect(inputProblem({ text: 'x'.repeat(40_000_000) })).toBe('too-large');
    expect(inputProblem({ bytes: new Uint8Array(65 * 1024 * 1024) })).toBe('too-large');
    expect(inputProblem({ ['k'.repeat(40_000_000)]: 1 })).toBe('too-large');
    expect(inputProblem(new Array(2_000_000).fill(0))).toBe('too-large');
    expect(inputProblem(new Array(4_000_000_000))).toBe('too-large');
    expect(inputProblem([new Array(900_000).fill(0), new Array(900_000).fill(0)])).toBe('too-large');
  });

  it('is refused where it is nested without end', () => {
    expect(inputProblem(nested(20))).toBe('too-deep');
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(inputProblem(circle)).toBe('too-deep');
  });

  it('is refused where it wants to be the ancestor of objects', () => {
    expect(inputProblem(JSON.parse('{"a":{"__proto__":{"polluted":true}}}'))).toBe('forbidden-key');
  });
});

describe('a request', () => {
  it('may come from the top frame of the own window', () => {
    expect(isOwnPage({ sender: own, senderFrame: page }, own)).toBe(true);
    expect(isOwnPage({ sender: own, senderFrame: { ...page, url: `${page.url}#review` } }, own)).toBe(true);
  });

  it.each([
    ['another window', { sender: {}, senderFrame: page }],
    ['a frame within the page', { sender: own, senderFrame: { ...page, parent: page } }],
    ['a frame that has gone', { sender: own, senderFrame: null }],
    ['another page', { sender: own, senderFrame: { ...page, url: 'https://example.com/index.html' } }],
    ['another host', { sender: own, senderFrame: { ...page, url: 'lectern://app.evil/index.html' } }],
    ['a file that is no page', { sender: own, senderFrame: { ...page, url: 'lectern://app/assets/x.svg' } }],
    ['an empty page', { sender: own, senderFrame: { ...page, url: 'about:blank' } }],
    ['a page in an address', { sender: own, senderFrame: { ...page, url: 'data:text/html,x' } }],
  ])('may not come from %s', (_, sender) => {
    expect(isOwnPage(sender, own)).toBe(false);
  });

  it('may not come from any page while there is no window', () => {
    expect(isOwnPage({ sender: own, senderFrame: page }, null)).toBe(false);
  });
});
