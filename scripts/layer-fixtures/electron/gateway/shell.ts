import { menu } from '../platform/menu.ts';

export const windowed = menu;
