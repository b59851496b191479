import { createHash } from 'node:crypto';

/** Returns the watermark ID of a project's exports: the first 32 bits of the SHA-256 of the project's ID. Never 0. */
export function watermarkIdOf(projectId: string): number {
  return createHash('sha256').update(projectId).digest().readUInt32BE(0) || 1;
}

/** Formats an id as eight hexadecimal digits. */
export const watermarkIdText = (id: number): string => id.toString(16).padStart(8, '0');
