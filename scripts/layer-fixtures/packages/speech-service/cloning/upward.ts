export { upward } from '../webhooks/upward.ts';
