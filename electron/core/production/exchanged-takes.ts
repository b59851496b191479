// Finds takes whose files have been replaced since they were compared with their text.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Project } from '../project/project.ts';

/** Only reads files that were modified after the comparison. @returns ids of takes to compare again */
export async function exchangedTakes(project: Project, takeIds: readonly number[]): Promise<number[]> {
  const exchanged: number[] = [];
  for (const { takeId, audioHash, format, comparedHash, proofedAt } of project.proofs.comparedFiles(takeIds)) {
    const file = await project.takes.openAudio(audioHash, format).catch(() => null);
    // Missing files are reported when they are compared.
    if (!file) continue;
    try {
      const { mtimeMs } = await file.stat();
      if (mtimeMs <= proofedAt && comparedHash === audioHash) continue;
      const hash = createHash('sha256');
      await pipeline(file.createReadStream({ autoClose: false, start: 0 }), hash);
      if (hash.digest('hex') !== comparedHash) exchanged.push(takeId);
    } finally {
      await file.close();
    }
  }
  return exchanged;
}
