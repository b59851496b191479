import type { CommandId, MenuId } from '../../../shared/ipc/commands.ts';
import { words } from '../../locales/words.ts';

const t = words('commands');

export const commandName = (id: CommandId): string => t(`label.${id}`);

export const menuName = (menu: MenuId): string => t(`menu.${menu}`);
