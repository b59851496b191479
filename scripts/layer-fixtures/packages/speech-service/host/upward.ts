export { upward } from '../main.ts';
