// The application around the window: its menu, a second start, and a studio that dies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, type TestFolders } from './support/folders.ts';
import { chooseCommand, startCommand } from './support/launch.ts';
import { childrenOf } from './support/process-tree.ts';
import { expect, MAIN_FLOW, OWN, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

async function openSample({ page, frame }: LecternWindow): Promise<void> {
  const reply = await page.evaluate(() => window.lectern.request('project.createSample', {}));
  expect(typeof reply === 'string' ? JSON.parse(reply) : reply).toMatchObject({ ok: true });
  await expect(frame.projectName).toContainText('Earnest');
}

/** Starts it a second time, as a double click in the file manager does; it hands over what it was given, and ends. */
async function startAgain(folders: TestFolders, path: string): Promise<void> {
  const [command, args] = startCommand(folders, [path]);
  const second = spawn(command, args, { env: environmentOf(folders), stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
}

test('the menu gives the window only the commands that it can carry out', MAIN_FLOW, async ({ open, service }) => {
  expect(service.key).not.toBe('');
  const window = await open();
  const isEnabled = (id: string) =>
    window.app.evaluate(({ Menu }, name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.enabled, id);
  await expect.poll(() => isEnabled('go.production')).toBe(false);
  await openSample(window);
  await expect.poll(() => isEnabled('go.production')).toBe(true);
  await chooseCommand(window.app, 'go.production');
  await expect(window.frame.tab('Production')).toHaveAttribute('aria-current', 'page');
  await chooseCommand(window.app, 'project.close');
  await expect.poll(() => isEnabled('go.production')).toBe(false);
});

test('a studio that dies comes back with its project, and nothing is lost', OWN, async ({ open, service }) => {
  expect(service.key).not.toBe('');
  const window = await open();
  await openSample(window);
  const studios = [...childrenOf(window.pid)].filter(([, commandLine]) => commandLine.includes('electron-studio-main'));
  expect(studios).toHaveLength(1);
  for (const [pid] of studios) process.kill(pid, 'SIGKILL');
  await expect.poll(() => window.lectern.log()).toContain('The project is open again.');
  await window.frame.goTo('Production');
  await expect(window.production.start).toBeEnabled();
  await expect(window.frame.projectName).toContainText('Earnest');
});

test(
  'a second start opens its project, or shows its script, in the window that is there',
  OWN,
  async ({ open, service, folders }) => {
    expect(service.key).not.toBe('');
    const scripts = ['First', 'Second'].map((name) => join(folders.scratch, `${name}.txt`));
    for (const path of scripts) writeFileSync(path, 'LANE: I did not think it polite to listen, sir.\n');
    const [first = '', second = ''] = scripts;
    const window = await open({ arguments: [first] });
    const { page, frame } = window;
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Project name' });
    await expect(name).toHaveValue('First');
    await startAgain(folders, second);
    await expect(name).toHaveValue('Second');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openSample(window);
    const path = (await frame.projectName.getAttribute('title')) ?? '';
    await chooseCommand(window.app, 'project.close');
    await expect(frame.projectName).toBeHidden();
    await startAgain(folders, path);
    await expect(frame.projectName).toContainText('Earnest');
    expect(window.app.windows()).toHaveLength(1);
  },
);
