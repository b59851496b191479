import { cloneHandlers } from '../core/app/clones/requests.ts';
import type { VoiceCloning } from '../core/app/clones/voice-cloning.ts';
import { settingsHandlers } from '../core/app/connections/requests.ts';
import { engineHandlers } from '../core/app/engines/requests.ts';
import { libraryHandlers } from '../core/app/library/requests.ts';
import { upkeepHandlers } from '../core/app/report/requests.ts';
import { packHandlers } from '../core/app/voice-packs/requests.ts';
import type { Emit, Handlers } from '../core/bridge/handler-types.ts';
import { exportHandlers } from '../core/export/requests.ts';
import { speakerHandlers } from '../core/import/requests.ts';
import { modelHandlers } from '../core/language-model/requests.ts';
import { productionHandlers } from '../core/production/requests.ts';
import { bookHandlers } from '../core/project/book/requests.ts';
import { pronunciationHandlers } from '../core/project/cast/pronunciation-requests.ts';
import { castHandlers } from '../core/project/cast/requests.ts';
import { projectHandlers } from '../core/project/folder/requests.ts';
import { scriptHandlers } from '../core/project/script/requests.ts';
import { revisionHandlers } from '../core/project/script/revision-requests.ts';
import { reviewHandlers, takeHandlers } from '../core/project/takes/requests.ts';
import type { HandlerParts } from '../core/session/handler-parts.ts';
import { undoHandlers } from '../core/undo/requests.ts';

export const windowHandlers = (parts: HandlerParts, clones: VoiceCloning, emit: Emit): Handlers => ({
  ...libraryHandlers(parts),
  ...projectHandlers(parts),
  ...bookHandlers(parts),
  ...scriptHandlers(parts),
  ...revisionHandlers(parts),
  ...speakerHandlers(parts),
  ...modelHandlers(parts),
  ...engineHandlers(parts, emit),
  ...packHandlers(parts),
  ...castHandlers(parts),
  ...productionHandlers(parts),
  ...reviewHandlers(parts),
  ...takeHandlers(parts),
  ...pronunciationHandlers(parts),
  ...cloneHandlers(parts, clones),
  ...exportHandlers(parts),
  ...settingsHandlers(parts),
  ...undoHandlers(parts),
  ...upkeepHandlers(parts),
});
