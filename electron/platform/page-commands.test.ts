import { expect, test } from 'vitest';
import type { CommandId } from '../../shared/ipc/commands.ts';
import { createPageCommands } from './page-commands.ts';

function setUp() {
  const sent: CommandId[] = [];
  return { sent, commands: createPageCommands((id) => sent.push(id)) };
}

test('a command that is chosen while the page loads is carried out once the page listens, and once only', () => {
  const { sent, commands } = setUp();
  commands.windowOpens();
  commands.send('settings.open');
  commands.pageLoading();
  expect(sent).toEqual([]);
  commands.pageReady();
  commands.pageReady();
  commands.send('go.library');
  expect(sent).toEqual(['settings.open', 'go.library']);
});

test('of several that wait for a page that is loaded again, the last one counts', () => {
  const { sent, commands } = setUp();
  commands.pageReady();
  commands.pageLoading();
  commands.send('settings.open');
  commands.send('help.manual');
  commands.pageReady();
  expect(sent).toEqual(['help.manual']);
});

test('what waited for a window that was closed is not carried out in the next one', () => {
  const { sent, commands } = setUp();
  commands.send('settings.open');
  commands.windowOpens();
  commands.pageReady();
  expect(sent).toEqual([]);
});
