import type { Actor } from '../../platform/actor';
import { seesAll } from '../../platform/restriction.rules';
import type { ImportState } from './import.contract';

interface Standing {
  state: ImportState;
  eventsTaken: number;
}

/** A file of which nothing is in, and which nobody is working on. */
const isWaiting = ({ state, eventsTaken }: Standing) => state === 'UPLOADED' || state === 'CHECKED' || (state === 'FAILED' && eventsTaken === 0);

export const mayChange = isWaiting;
export const mayCheck = isWaiting;
export const mayDiscard = isWaiting;
export const mayUndo = ({ state, eventsTaken }: Standing) => state === 'DONE' || (state === 'FAILED' && eventsTaken > 0);
export const isUnderWay = ({ state }: { state: ImportState }) => state === 'CHECKING' || state === 'QUEUED' || state === 'RUNNING';

/** A sheet may name any site, so it is for people who see all of them. */
export const mayImport = (actor: Pick<Actor, 'permissions' | 'restriction'>) => actor.permissions.has('EDIT_TRANSACTIONS') && seesAll(actor);

/** 0 to 1; null where nothing is under way. */
export function progressOf({ state, bytes, bytesRead }: { state: ImportState; bytes: number; bytesRead: number }): number | null {
  if (!isUnderWay({ state })) return null;
  return bytes === 0 ? 0 : Math.min(bytesRead / bytes, 1);
}
