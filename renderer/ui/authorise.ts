import type { ExportTargetId } from '../../shared/model/export/export-target.ts';
import { ask } from '../bridge/ask.ts';

/** Records that stores have authorised synthetic narration for the open project's book. */
export async function authorise(stores: readonly ExportTargetId[]): Promise<void> {
  const { settings } = (await ask('project.current', {})) ?? {};
  await ask('project.updateSettings', {
    authorisedTargets: [...new Set([...(settings?.authorisedTargets ?? []), ...stores])],
  });
}
