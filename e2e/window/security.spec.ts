// What the page may do, by trying to do more.
import { createSocket } from 'node:dgram';
import { expect, test } from '@playwright/test';
import { MAIN_FLOW } from './support/test.ts';
import { attackLectern } from './support/under-attack.ts';

const attacked = attackLectern();

/** Lets the page come to rest, so that what was tried has had its time. */
const settle = () => attacked().page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));

test.describe('scripts', () => {
  test('text of the page never becomes a script', MAIN_FLOW, async () => {
    const outcomes = await attacked().page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      const attempt = (how: () => unknown): string => {
        try {
          how();
          return 'done';
        } catch (error) {
          return error instanceof Error ? error.name : String(error);
        }
      };
      const code = 'window.hijacked = true';
      const element = document.createElement('script');
      element.append(code);
      return {
        child: attempt(() => document.body.append(element)),
        text: attempt(() => {
          document.createElement('script').textContent = code;
        }),
        handler: attempt(() => document.body.setAttribute('onclick', code)),
        markup: attempt(() => {
          document.createElement('div').innerHTML = `<img src=x onerror="${code}">`;
        }),
        write: attempt(() => document.write(`<script>${code}</script>`)),
        parse: attempt(() => new DOMParser().parseFromString(`<script>${code}</script>`, 'text/html')),
        policy: attempt(() => {
          const types = (window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } })
            .trustedTypes;
          types.createPolicy('another', { createHTML: (html: string) => html });
        }),
      };
    });
    await attacked().page.evaluate(() => document.body.click());
    const refused = {
      text: 'TypeError',
      markup: 'TypeError',
      write: 'TypeError',
      parse: 'TypeError',
      policy: 'TypeError',
    };
    expect(outcomes).toMatchObject(refused);
    await settle();
  });

  test('no text is evaluated', async () => {
    const outcomes = await attacked().page.evaluate(async () => {
      // In a turn of its own: what the debugger calls itself may do what the page may not.
      await new Promise((resolve) => setTimeout(resolve));
      const code = 'window.hijacked = true';
      const names: string[] = [];
      for (const how of [
        // biome-ignore lint/security/noGlobalEval: it is what is tried
        () => eval(code),
        () => new Function(code)(),
        () => (window.lectern.request.constructor as FunctionConstructor)(code)(),
        () => setTimeout(code, 0),
      ]) {
        try {
          how();
          names.push('done');
        } catch (error) {
          names.push(error instanceof Error ? error.name : String(error));
        }
      }
      return names;
    });
    expect(outcomes.slice(0, 3)).not.toContain('done');
    await settle();
  });

  test('nothing is loaded from elsewhere', MAIN_FLOW, async () => {
    const blocked = await attacked().page.evaluate(async (address) => {
      const violations = new Set<string>();
      document.addEventListener('securitypolicyviolation', (event) => violations.add(event.effectiveDirective));
      const add = (tag: string, attributes: Record<string, string>) => {
        try {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          document.body.append(element);
          return element;
        } catch {
          return null;
        }
      };
      add('script', { src: `${address}/x.js` });
      add('link', { rel: 'stylesheet', href: `${address}/x.css` });
      add('link', { rel: 'prefetch', href: `${address}/x.txt` });
      add('img', { src: `${address}/x.png` });
      add('audio', { src: `${address}/x.mp3`, preload: 'auto' });
      add('iframe', { src: `${address}/frame.html` });
      add('object', { data: `${address}/object.html` });
      add('embed', { src: `${address}/embed.html` });
      const style = document.createElement('style');
      style.append(`@import url(${address}/import.css); body { background: url(${address}/background.png); }`);
      document.head.append(style);
      const script = `${address}/module.js`;
      const isDone = (promise: Promise<unknown>) =>
        promise.then(
          () => true,
          () => false,
        );
      const done = await Promise.all([
        isDone(import(script)),
        isDone(fetch(`${address}/fetch`)),
        isDone(fetch(`${address}/fetch`, { mode: 'no-cors' })),
        isDone(navigator.serviceWorker?.register('x.js') ?? Promise.reject(new Error('none'))),
      ]);
      const sent = navigator.sendBeacon(`${address}/beacon`, 'x');
      for (const make of [
        () => new Worker(`${address}/worker.js`),
        () => new WebSocket(address.replace('http', 'ws')),
        () => new EventSource(`${address}/events`),
      ]) {
        try {
          make();
        } catch {
          // Refused at once, which is as good.
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      return { done, sent, violations: [...violations] };
    }, attacked().site.address);
    expect(blocked.done).toEqual([false, false, false, false]);
    expect(blocked.violations).toEqual(expect.arrayContaining(['img-src', 'media-src', 'connect-src', 'frame-src']));
  });
});

test.describe('the page', () => {
  test('reaches no other machine by WebRTC', async () => {
    const socket = createSocket('udp4');
    let packets = 0;
    socket.on('message', () => {
      packets += 1;
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    try {
      const tried = await attacked().page.evaluate(async (port) => {
        try {
          const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
          connection.createDataChannel('leak');
          await connection.setLocalDescription(await connection.createOffer());
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          return 'tried';
        } catch (error) {
          return (error as Error).name;
        }
      }, socket.address().port);
      expect({ tried, packets }).toEqual({ tried: 'TypeError', packets: 0 });
    } finally {
      socket.close();
    }
  });

  test('opens no window', async () => {
    const opened = await attacked().page.evaluate(async (address) => {
      await new Promise((resolve) => setTimeout(resolve));
      const link = document.createElement('a');
      link.href = `${address}/link.html`;
      link.target = '_blank';
      link.textContent = 'away';
      document.body.append(link);
      link.click();
      link.remove();
      return [window.open(`${address}/open.html`), window.open('about:blank'), window.open('index.html')].map(Boolean);
    }, attacked().site.address);
    await settle();
    expect(opened).toEqual([false, false, false]);
  });

  for (const [name, leave] of Object.entries({
    address(address: string) {
      location.href = address;
    },
    replacing: (address: string) => location.replace(address),
    link(address: string) {
      const link = document.createElement('a');
      link.href = address;
      document.body.append(link);
      link.click();
      link.remove();
    },
    form(address: string) {
      const form = document.createElement('form');
      form.action = address;
      document.body.append(form);
      form.submit();
      form.remove();
    },
    refresh(address: string) {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'refresh';
      meta.content = `0;url=${address}`;
      document.head.append(meta);
    },
    base(address: string) {
      const base = document.createElement('base');
      base.href = `${address}/`;
      document.head.append(base);
      location.href = 'index.html';
    },
    script() {
      location.href = 'javascript:window.hijacked=true';
    },
    data() {
      location.href = 'data:text/html,<title>data</title>';
    },
    file() {
      location.href = 'file:///etc/passwd';
    },
  })) {
    test(`goes nowhere by ${name}`, async () => {
      await attacked()
        .page.evaluate(leave, `${attacked().site.address}/away.html`)
        .catch(() => {
          // A page that goes away, be it to itself, takes the call with it.
        });
      await attacked().page.waitForTimeout(300);
      await attacked().page.waitForLoadState();
    });
  }

  test('goes nowhere by what is dropped on it', async () => {
    const session = await attacked().page.context().newCDPSession(attacked().page);
    const items = [{ mimeType: 'text/uri-list', data: `${attacked().site.address}/dropped.html` }];
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items, dragOperationsMask: 1 };
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    }
    await session.detach();
    await settle();
  });

  test('is granted nothing', async () => {
    const outcomes = await attacked().page.evaluate(async () => {
      const late = new Promise((resolve) => setTimeout(() => resolve('left open'), 3_000));
      const name = (promise: Promise<unknown> | undefined) =>
        promise
          ? Promise.race([
              late,
              promise.then(
                () => 'granted',
                (error: unknown) => (error instanceof Error ? error.name : 'refused'),
              ),
            ])
          : Promise.resolve('not there');
      const device = navigator as unknown as Record<string, { requestDevice?(options: object): Promise<unknown> }>;
      return {
        notifications: await Notification.requestPermission(),
        microphone: await name(navigator.mediaDevices?.getUserMedia({ audio: true })),
        camera: await name(navigator.mediaDevices?.getUserMedia({ video: true })),
        place: await name(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
        clipboard: await name(navigator.clipboard?.readText()),
        midi: await name(navigator.requestMIDIAccess?.({ sysex: true })),
        usb: await name(device['usb']?.requestDevice?.({ filters: [] })),
      };
    });
    expect(Object.values(outcomes)).not.toContain('granted');
    expect(outcomes.notifications).toBe('denied');
    for (const permission of ['geolocation', 'microphone', 'camera', 'notifications', 'clipboard-read']) {
      const state = await attacked().page.evaluate(
        async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
        permission,
      );
      expect([permission, state]).toEqual([permission, 'denied']);
    }
  });

  test('is granted the microphone while a recording was asked for, nothing else, and nothing any more after it', async () => {
    const asked = async (allowed: boolean) => {
      await attacked().page.evaluate(
        (value) => window.lectern.request('app.allowMicrophone', { allowed: value }),
        allowed,
      );
      return attacked().page.evaluate(async () => {
        const wanted = [{ audio: true }, { video: true }, { audio: true, video: true }];
        const outcomes: string[] = [];
        for (const media of wanted) {
          try {
            const stream = await navigator.mediaDevices.getUserMedia(media);
            outcomes.push(
              stream
                .getTracks()
                .map(({ kind }) => kind)
                .join(),
            );
            for (const track of stream.getTracks()) track.stop();
          } catch (error) {
            outcomes.push(error instanceof Error ? error.name : String(error));
          }
        }
        const others = ['geolocation', 'camera', 'notifications', 'clipboard-read'] as PermissionName[];
        const states = await Promise.all(others.map((name) => navigator.permissions.query({ name })));
        return { outcomes, states: [...new Set(states.map(({ state }) => state))] };
      });
    };
    const refused = 'NotAllowedError';
    expect(await asked(true)).toEqual({ outcomes: ['audio', refused, refused], states: ['denied'] });
    expect(await asked(false)).toEqual({ outcomes: [refused, refused, refused], states: ['denied'] });
    // A reloaded page has asked for nothing yet.
    await asked(true);
    await attacked().page.reload();
    const late = await attacked().page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        (error: Error) => error.name,
      ),
    );
    expect(late).toBe(refused);
  });

  test('carries its policy, and every file of it', MAIN_FLOW, async () => {
    const policies = await attacked().page.evaluate(async () => {
      const scripts = [...document.scripts].map(({ src }) => src);
      const answers = await Promise.all(['index.html', 'media/take/1', ...scripts].map((path) => fetch(path)));
      return answers.map(({ headers }) => headers.get('content-security-policy') ?? '');
    });
    expect(policies.length).toBeGreaterThan(2);
    for (const policy of policies) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-\w+'; /);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*(?!\.lectern\.localhost)/);
    }
  });

  test('has nothing of Node and nothing of Electron', async () => {
    const found = await attacked().page.evaluate(() => {
      const names = [
        'require',
        'process',
        'module',
        'exports',
        'Buffer',
        'global',
        '__dirname',
        'electron',
        'ipcRenderer',
      ];
      return names.filter((name) => name in globalThis);
    });
    expect(found).toEqual([]);
  });

  test('has of the bridge what it should have, and can’t change it', MAIN_FLOW, async () => {
    const surface = await attacked().page.evaluate(() => {
      const kinds = Object.fromEntries(Object.entries(window.lectern).map(([name, value]) => [name, typeof value]));
      const attempts: boolean[] = [];
      for (const change of [
        () => Object.assign(window, { lectern: {} }),
        () => Object.assign(window.lectern, { request: () => null }),
        () => Object.assign(window.lectern, { more: 1 }),
      ]) {
        try {
          change();
          attempts.push(true);
        } catch {
          attempts.push(false);
        }
      }
      return { kinds, attempts };
    });
    expect(surface.kinds).toEqual({ request: 'function', on: 'function', styleNonce: 'string' });
    expect(surface.attempts).toEqual([false, false, false]);
  });
});
