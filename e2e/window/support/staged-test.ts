// What a spec is given that works with the hostile service: accounts of its own with it, which are gone when it ends.
import { type HostileSetting, type HostileStage, setHostileStage } from './accounts.ts';
import { test as base } from './test.ts';

export const test = base.extend<{ stage: (setting: HostileSetting) => Promise<HostileStage> }>({
  async stage({ folders }, use) {
    const stages: HostileStage[] = [];
    await use(async (setting) => {
      const stage = await setHostileStage(folders, setting);
      stages.push(stage);
      return stage;
    });
    for (const { service } of stages) await service.close();
  },
});
