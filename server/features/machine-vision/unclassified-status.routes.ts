import { defineCall, reply, type Route } from '../../platform/http/define-route';
import { unclassifiedStatus } from './unclassified-status.contract';
import { readUnclassifiedStatus } from './unclassified-status.store';

export const unclassifiedStatusRoutes: Route[] = [
  defineCall({
    method: 'get',
    path: '/machine-vision/unclassified-status',
    access: 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION',
    opens: { programs: true },
    anyOrganisation: true,
    answer: unclassifiedStatus,
    summary: 'Get whether any waste events are waiting to be classified.',
    handle: async (_input, { db, acting }) => reply.json(await readUnclassifiedStatus(db, acting.scope)),
  }),
];
