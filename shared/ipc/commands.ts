// The commands of the application, once: the menu, the palette and the shortcuts read them here.
import { z } from 'zod';

interface Command {
  /** As the menu and the palette show it. */
  readonly label: string;
  /** The menu in which it stands. */
  readonly menu: 'File' | 'Edit' | 'Go' | 'Production' | 'Review' | 'View' | 'Help';
  /** In Electron's notation, `CmdOrCtrl+K`; absent: none. */
  readonly accelerator?: string;
  /** Other keys that give it too; the menu shows the first ones. */
  readonly also?: string;
  /** Whether it needs an open project. */
  readonly needsProject?: boolean;
  /** Whether it changes the project: not where that can only be read. */
  readonly writes?: boolean;
}

export const COMMANDS = {
  'project.new': { label: 'New project…', menu: 'File', accelerator: 'CmdOrCtrl+N' },
  'project.open': { label: 'Open project…', menu: 'File', accelerator: 'CmdOrCtrl+O' },
  'project.import': { label: 'Import script…', menu: 'File', accelerator: 'CmdOrCtrl+I' },
  'project.close': { label: 'Close project', menu: 'File', accelerator: 'CmdOrCtrl+Shift+W', needsProject: true },
  'project.reveal': { label: 'Show project in folder', menu: 'File', needsProject: true },
  'export.open': { label: 'Export…', menu: 'File', accelerator: 'CmdOrCtrl+E', needsProject: true },
  'settings.open': { label: 'Settings', menu: 'File', accelerator: 'CmdOrCtrl+,' },
  'edit.undo': { label: 'Undo', menu: 'Edit', accelerator: 'CmdOrCtrl+Z' },
  'edit.redo': { label: 'Redo', menu: 'Edit', accelerator: 'CmdOrCtrl+Shift+Z', also: 'CmdOrCtrl+Y' },
  'script.find': { label: 'Find and replace', menu: 'Edit', accelerator: 'CmdOrCtrl+F', needsProject: true },
  'script.findAll': {
    label: 'Find in whole script',
    menu: 'Edit',
    accelerator: 'CmdOrCtrl+Shift+F',
    needsProject: true,
  },
  'script.group': {
    label: 'Group turns into a dialog',
    menu: 'Edit',
    accelerator: 'CmdOrCtrl+G',
    needsProject: true,
    writes: true,
  },
  'script.ungroup': {
    label: 'Take dialog apart',
    menu: 'Edit',
    accelerator: 'CmdOrCtrl+Shift+G',
    needsProject: true,
    writes: true,
  },
  'script.chapterUp': { label: 'Move chapter up', menu: 'Edit', needsProject: true, writes: true },
  'script.chapterDown': { label: 'Move chapter down', menu: 'Edit', needsProject: true, writes: true },
  'script.audition': { label: 'Audition selection', menu: 'Edit', accelerator: 'CmdOrCtrl+Enter', needsProject: true },
  'script.playLine': { label: 'Play this line', menu: 'Edit', accelerator: 'CmdOrCtrl+Space', needsProject: true },
  'go.script': { label: 'Script', menu: 'Go', accelerator: 'CmdOrCtrl+1', needsProject: true },
  'go.cast': { label: 'Cast', menu: 'Go', accelerator: 'CmdOrCtrl+2', needsProject: true },
  'go.production': { label: 'Production', menu: 'Go', accelerator: 'CmdOrCtrl+3', needsProject: true },
  'go.review': { label: 'Review', menu: 'Go', accelerator: 'CmdOrCtrl+4', needsProject: true },
  'go.export': { label: 'Export', menu: 'Go', accelerator: 'CmdOrCtrl+5', needsProject: true },
  'go.library': { label: 'Library', menu: 'Go', accelerator: 'CmdOrCtrl+0' },
  'go.nextChapter': { label: 'Next chapter', menu: 'Go', accelerator: 'CmdOrCtrl+Alt+Down', needsProject: true },
  'go.previousChapter': { label: 'Previous chapter', menu: 'Go', accelerator: 'CmdOrCtrl+Alt+Up', needsProject: true },
  'run.start': {
    label: 'Render what is not fresh',
    menu: 'Production',
    accelerator: 'CmdOrCtrl+R',
    needsProject: true,
    writes: true,
  },
  'run.renderLine': {
    label: 'Render this line',
    menu: 'Production',
    accelerator: 'CmdOrCtrl+Shift+R',
    needsProject: true,
    writes: true,
  },
  'run.pause': {
    label: 'Pause or resume',
    menu: 'Production',
    accelerator: 'CmdOrCtrl+P',
    needsProject: true,
    writes: true,
  },
  'run.cancel': { label: 'Cancel unsent lines', menu: 'Production', needsProject: true, writes: true },
  'run.retry': { label: 'Retry failed lines', menu: 'Production', needsProject: true, writes: true },
  'review.playThrough': {
    label: 'Play through the chapter',
    menu: 'Review',
    accelerator: 'CmdOrCtrl+Shift+P',
    needsProject: true,
  },
  'review.playFiltered': {
    label: 'Play filtered lines in this order',
    menu: 'Review',
    accelerator: 'CmdOrCtrl+Alt+P',
    needsProject: true,
  },
  'review.approve': { label: 'Approve take', menu: 'Review', needsProject: true, writes: true },
  'review.reject': { label: 'Reject take', menu: 'Review', needsProject: true, writes: true },
  'review.retake': { label: 'Reject and render again', menu: 'Review', needsProject: true, writes: true },
  'review.anotherTake': { label: 'Render another take', menu: 'Review', needsProject: true, writes: true },
  'review.approveRest': { label: 'Approve the rest of the chapter', menu: 'Review', needsProject: true, writes: true },
  'review.saveNotes': { label: 'Save notes as CSV…', menu: 'Review', needsProject: true },
  'palette.open': { label: 'Command palette', menu: 'View', accelerator: 'CmdOrCtrl+K' },
  'view.inspector': {
    label: 'Show or hide the inspector',
    menu: 'View',
    accelerator: 'CmdOrCtrl+Alt+I',
    needsProject: true,
  },
  'view.theme': { label: 'Switch between light and dark', menu: 'View', accelerator: 'CmdOrCtrl+Shift+L' },
  'help.shortcuts': { label: 'Keyboard shortcuts', menu: 'Help', accelerator: 'CmdOrCtrl+/' },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandId = keyof typeof COMMANDS;

/** What commands are called at present, where that differs from their labels. */
export type CommandLabels = Readonly<Partial<Record<CommandId, string>>>;

export const commandIdSchema = z.enum(Object.keys(COMMANDS) as [CommandId, ...CommandId[]]);
