import { expect, it, vi } from 'vitest';
import type { Actor } from '../actor';
import type { MenuStatus } from '../feature';
import type { AnyContext } from './context';
import { menuMarks } from './send';

const access = 'MACHINE_VISION_EDIT_WASTE_EVENT_CLASSIFICATION';

// Spec 7: Unclassified data status is fetched only with the machine-vision permission
it.each([
  ['whoever holds its permission', [access], 1],
  ['nobody else', ['VIEW_CCM_TOOLS_TAB'], 0],
] as const)('reads what a menu tells for %s', async (_who, permissions, times) => {
  const read = vi.fn<MenuStatus['read']>(async () => ({ icon: 'sync', label: 'waits' }));
  const actor = {
    organisation: { id: 7 },
    restriction: null,
    permissions: new Set<string>(permissions),
  } as unknown as Actor;
  const context = { actor, url: '/home', db: null, locale: 'en_US' } as unknown as AnyContext;
  const marks = await menuMarks([{ menu: 'ccmTools', access, read }], context);
  expect(read).toHaveBeenCalledTimes(times);
  expect(marks).toEqual(times === 1 ? { ccmTools: { icon: 'sync', label: 'waits' } } : {});
});
