import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { MenuKey } from '../page/messages.ts';
import { asElectron, notPart, strict } from '../strict.ts';
import { parseAccelerator } from './accelerators.ts';
import { app } from './app.ts';
import { openWindows } from './open-windows.ts';

type Options = Electron.MenuItemConstructorOptions;

/** Chromium's editing commands by menu role. */
const EDITING_COMMANDS: Readonly<Record<string, string>> = {
  undo: 'undo',
  redo: 'redo',
  cut: 'cut',
  copy: 'copy',
  paste: 'paste',
  selectAll: 'selectAll',
};

/** Emitted for each clicked editing role and each change of the application menu. */
export const menuEvents = new EventEmitter<{ edit: [command: string]; changed: [] }>();

/** Electron's default accelerators for roles that Chromium doesn't handle itself. */
const ROLE_ACCELERATORS: Readonly<Record<string, string>> = { quit: 'CmdOrCtrl+Q', close: 'CmdOrCtrl+W' };

function performRole(role: string): void {
  const editing = EDITING_COMMANDS[role];
  if (editing) menuEvents.emit('edit', editing);
  else if (role === 'quit') app.quit();
  else if (role === 'close') openWindows.focused()?.closeAsUser();
  else throw notPart(`The menu role '${role}'`);
}

class HostMenuItem implements Pick<Electron.MenuItem, 'label' | 'enabled' | 'visible' | 'checked' | 'type'> {
  readonly id: string;
  label: string;
  #isEnabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly type: NonNullable<Options['type']>;
  readonly role: Options['role'];
  readonly accelerator: string | undefined;
  readonly submenu: HostMenu | undefined;
  readonly #click: Options['click'];

  constructor(options: Options) {
    const { submenu } = options;
    this.id = options.id ?? '';
    this.label = options.label ?? options.role ?? '';
    this.#isEnabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.type = options.type ?? (submenu ? 'submenu' : 'normal');
    this.role = options.role;
    const keys = options.accelerator ?? ROLE_ACCELERATORS[options.role ?? ''];
    this.accelerator = typeof keys === 'string' ? keys : undefined;
    this.submenu = Array.isArray(submenu) ? HostMenu.buildFromTemplate(submenu) : (submenu as HostMenu | undefined);
    this.#click = options.click;
  }

  get enabled(): boolean {
    return this.#isEnabled;
  }

  set enabled(isEnabled: boolean) {
    if (isEnabled === this.#isEnabled) return;
    this.#isEnabled = isEnabled;
    menuEvents.emit('changed');
  }

  /** Simulates choosing the item, unless it is disabled. */
  click(): void {
    if (!this.enabled) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') this.checked = true;
    const window = asElectron<Electron.BaseWindow | undefined>(openWindows.focused() ?? (undefined as never));
    if (this.role) performRole(this.role);
    else this.#click?.(asElectron<Electron.MenuItem>(this), window, {} as Electron.KeyboardEvent);
  }
}

class HostMenu {
  static #application: HostMenu | null = null;
  readonly items: HostMenuItem[] = [];

  static buildFromTemplate(template: readonly (Options | HostMenuItem)[]): HostMenu {
    const menu = new HostMenu();
    for (const item of template) menu.append(item instanceof HostMenuItem ? item : new HostMenuItem(item));
    return menu;
  }

  static setApplicationMenu(menu: HostMenu | null): void {
    HostMenu.#application = menu;
    menuEvents.emit('changed');
  }

  static getApplicationMenu(): HostMenu | null {
    return HostMenu.#application;
  }

  append(item: HostMenuItem): void {
    this.items.push(item);
  }

  getMenuItemById(id: string): HostMenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}

function itemsWithAccelerators(menu: HostMenu | null): HostMenuItem[] {
  return (menu?.items ?? []).flatMap((item) => [
    ...(item.accelerator ? [item] : []),
    ...(item.submenu ? itemsWithAccelerators(item.submenu) : []),
  ]);
}

/** Returns the accelerators of the application menu. Their indices are valid for `pressMenuKey`. */
export const menuKeys = (): MenuKey[] =>
  itemsWithAccelerators(HostMenu.getApplicationMenu()).map(({ accelerator = '', enabled }) => ({
    ...parseAccelerator(accelerator),
    isEnabled: enabled,
  }));

export function pressMenuKey(index: number): void {
  itemsWithAccelerators(HostMenu.getApplicationMenu())[index]?.click();
}

export const Menu = strict('Menu', HostMenu);
export const MenuItem = strict('MenuItem', HostMenuItem);
