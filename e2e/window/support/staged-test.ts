// A test fixture that sets up accounts at hostile services, and closes the services afterwards.
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
