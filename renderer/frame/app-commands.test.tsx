// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand, useCommandHandlers } from '../ui/commands.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { AppCommands } from './app-commands.tsx';

let commands: Rendered;
beforeEach(async () => {
  useCommandHandlers.setState({ handlers: [] });
  commands = await render(<AppCommands projectId={null} isUnsaved={false} />, { 'app.setUnsaved': () => null });
});
afterEach(() => commands.remove());

const give = (command: Parameters<typeof runCommand>[0]) => commands.act(() => void runCommand(command));
const shown = () => {
  const { dialog, importId, laterImports } = useView.getState();
  return dialog === 'import' ? [importId, ...laterImports] : [];
};

it('names the roles that were newly cast', async () => {
  const changes = [
    { role: 'Kitty', from: null, to: 'Clara' },
    { role: 'Lydia', from: 'Nora', to: 'Florence' },
  ];
  await commands.emit('roles-cast', { changes });
  expect(commands.notices()).toEqual([
    'Newly cast: Kitty (Clara). Lydia now uses Florence, because Nora is no longer available.',
  ]);
});

describe('the spoken disclosure', () => {
  const sentence = 'This audiobook is narrated by a digital voice.';

  it('is announced when it is added, removed or reworded, with a link to the setting', async () => {
    await commands.emit('disclosure-changed', { former: null, sentence });
    expect(commands.notices()).toEqual([expect.stringContaining(`now start with “${sentence}”`)]);
    await commands.click('button', 'Change in book details…');
    expect(useView.getState().dialog).toBe('book');
    await commands.emit('disclosure-changed', { former: sentence, sentence: null });
    expect(commands.notices().at(-1)).toContain(`“${sentence}” was removed`);
    await commands.emit('disclosure-changed', { former: 'Another.', sentence });
    expect(commands.notices().at(-1)).toContain(`is now: “${sentence}”`);
  });
});

describe('importing', () => {
  it('shows the scripts that were chosen in the system’s dialog', async () => {
    commands.bridge.answer({ 'dialog.importScript': () => ({ importId: 'one', later: ['two'] }) });
    await give('project.import');
    expect(shown()).toEqual(['one', 'two']);
  });

  it('shows nothing if the dialog was cancelled', async () => {
    commands.bridge.answer({ 'dialog.importScript': () => null });
    await give('project.import');
    expect(shown()).toEqual([]);
  });

  it('shows what is on the clipboard', async () => {
    commands.bridge.answer({ 'shell.importClipboard': () => ({ importId: 'pasted' }) });
    await give('project.importClipboard');
    expect(shown()).toEqual(['pasted']);
  });

  it('says if the clipboard has no text', async () => {
    commands.bridge.answer({ 'shell.importClipboard': () => ({ importId: null }) });
    await give('project.importClipboard');
    expect(commands.notices()).toEqual(['The clipboard has no text.']);
    expect(shown()).toEqual([]);
  });

  it('shows the scripts that the system opened with Lectern', async () => {
    await commands.emit('import-ready', { importId: 'first', later: ['second'] });
    expect(shown()).toEqual(['first', 'second']);
  });

  it('names the script that can’t be read', async () => {
    const error = { kind: 'import', file: 'play.txt', problem: 'unreadable' } as const;
    await commands.emit('import-failed', { error });
    expect(commands.notices()).toEqual([expect.stringMatching(/^“play.txt” can’t be imported/)]);
  });
});
