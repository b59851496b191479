// All commands in the application. Their labels are in `shared/words/en/commands.ts`.
import { z } from 'zod';

export const MENUS = ['file', 'edit', 'go', 'production', 'review', 'view', 'help'] as const;
export type MenuId = (typeof MENUS)[number];

interface Command {
  readonly menu: MenuId;
  /** In Electron's notation, such as `CmdOrCtrl+K`. */
  readonly accelerator?: string;
  /** An alternative shortcut, which some systems may reserve (docs/shortcuts.md). The menu shows only `accelerator`. */
  readonly also?: string;
  readonly needsProject?: boolean;
  readonly writes?: boolean;
}

export const COMMANDS = {
  'project.new': { menu: 'file', accelerator: 'CmdOrCtrl+N' },
  'project.open': { menu: 'file', accelerator: 'CmdOrCtrl+O' },
  'project.import': { menu: 'file', accelerator: 'CmdOrCtrl+I' },
  'project.importClipboard': { menu: 'file' },
  'project.importRecording': { menu: 'file', needsProject: true, writes: true },
  'project.close': { menu: 'file', accelerator: 'CmdOrCtrl+Shift+W', needsProject: true },
  'project.reveal': { menu: 'file', needsProject: true },
  'book.details': { menu: 'file', needsProject: true },
  'project.snapshots': { menu: 'file', needsProject: true },
  'export.open': { menu: 'file', accelerator: 'CmdOrCtrl+E', needsProject: true },
  'export.verify': { menu: 'file' },
  'settings.open': { menu: 'file', accelerator: 'CmdOrCtrl+,' },
  'edit.undo': { menu: 'edit', accelerator: 'CmdOrCtrl+Z' },
  'edit.redo': { menu: 'edit', accelerator: 'CmdOrCtrl+Shift+Z', also: 'CmdOrCtrl+Y' },
  'script.find': { menu: 'edit', accelerator: 'CmdOrCtrl+F', needsProject: true },
  'script.findAll': {
    menu: 'edit',
    accelerator: 'CmdOrCtrl+Shift+F',
    needsProject: true,
  },
  'script.group': {
    menu: 'edit',
    accelerator: 'CmdOrCtrl+G',
    needsProject: true,
    writes: true,
  },
  'script.ungroup': {
    menu: 'edit',
    accelerator: 'CmdOrCtrl+Shift+G',
    needsProject: true,
    writes: true,
  },
  'script.chapterUp': { menu: 'edit', needsProject: true, writes: true },
  'script.chapterDown': { menu: 'edit', needsProject: true, writes: true },
  'script.moveToChapter': { menu: 'edit', needsProject: true, writes: true },
  'cast.addRole': { menu: 'edit', needsProject: true, writes: true },
  'script.audition': { menu: 'edit', accelerator: 'CmdOrCtrl+Enter', needsProject: true },
  'script.playFromWord': { menu: 'edit', needsProject: true },
  'script.playLine': { menu: 'edit', accelerator: 'CmdOrCtrl+L', also: 'CmdOrCtrl+Space', needsProject: true },
  'go.script': { menu: 'go', accelerator: 'CmdOrCtrl+1', needsProject: true },
  'go.cast': { menu: 'go', accelerator: 'CmdOrCtrl+2', needsProject: true },
  'go.production': { menu: 'go', accelerator: 'CmdOrCtrl+3', needsProject: true },
  'go.review': { menu: 'go', accelerator: 'CmdOrCtrl+4', needsProject: true },
  'go.export': { menu: 'go', accelerator: 'CmdOrCtrl+5', needsProject: true },
  'go.library': { menu: 'go', accelerator: 'CmdOrCtrl+0' },
  'go.nextChapter': {
    menu: 'go',
    accelerator: 'CmdOrCtrl+PageDown',
    also: 'CmdOrCtrl+Alt+Down',
    needsProject: true,
  },
  'go.previousChapter': {
    menu: 'go',
    accelerator: 'CmdOrCtrl+PageUp',
    also: 'CmdOrCtrl+Alt+Up',
    needsProject: true,
  },
  'run.start': {
    menu: 'production',
    accelerator: 'CmdOrCtrl+R',
    needsProject: true,
    writes: true,
  },
  'run.renderLine': {
    menu: 'production',
    accelerator: 'CmdOrCtrl+Shift+R',
    needsProject: true,
    writes: true,
  },
  'run.pause': {
    menu: 'production',
    accelerator: 'CmdOrCtrl+P',
    needsProject: true,
    writes: true,
  },
  'run.cancel': { menu: 'production', needsProject: true, writes: true },
  'queue.open': { menu: 'production' },
  'run.retry': { menu: 'production', needsProject: true, writes: true },
  'review.playThrough': {
    menu: 'review',
    accelerator: 'CmdOrCtrl+Shift+P',
    needsProject: true,
  },
  'review.playFiltered': {
    menu: 'review',
    accelerator: 'CmdOrCtrl+Shift+J',
    also: 'CmdOrCtrl+Alt+P',
    needsProject: true,
  },
  'review.previousLine': {
    menu: 'review',
    accelerator: 'CmdOrCtrl+Shift+PageUp',
    also: 'CmdOrCtrl+Alt+Left',
    needsProject: true,
  },
  'review.nextLine': {
    menu: 'review',
    accelerator: 'CmdOrCtrl+Shift+PageDown',
    also: 'CmdOrCtrl+Alt+Right',
    needsProject: true,
  },
  'review.approve': { menu: 'review', needsProject: true, writes: true },
  'review.reject': { menu: 'review', needsProject: true, writes: true },
  'review.retake': { menu: 'review', needsProject: true, writes: true },
  'review.anotherTake': { menu: 'review', needsProject: true, writes: true },
  'review.approveRest': { menu: 'review', needsProject: true, writes: true },
  'review.retrySuspicious': { menu: 'review', needsProject: true, writes: true },
  'review.exportNotes': { menu: 'review', needsProject: true },
  'review.importPickups': { menu: 'review', needsProject: true, writes: true },
  'palette.open': { menu: 'view', accelerator: 'CmdOrCtrl+K' },
  'view.inspector': {
    menu: 'view',
    accelerator: 'CmdOrCtrl+Shift+D',
    also: 'CmdOrCtrl+Alt+I',
    needsProject: true,
  },
  'script.continuous': { menu: 'view', needsProject: true },
  'view.theme': { menu: 'view', accelerator: 'CmdOrCtrl+Shift+L' },
  'help.manual': { menu: 'help', accelerator: 'F1' },
  'help.shortcuts': { menu: 'help', accelerator: 'CmdOrCtrl+/' },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandId = keyof typeof COMMANDS;

export type CommandLabels = Readonly<Partial<Record<CommandId, string>>>;

export const commandIdSchema = z.enum(Object.keys(COMMANDS) as [CommandId, ...CommandId[]]);
