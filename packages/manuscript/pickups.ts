// Public API for reading lists of corrections.
export { readPickupFile, readPickupText } from './pickups/read-pickups.ts';
