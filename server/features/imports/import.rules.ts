import type { Actor } from '../../platform/actor';
import { seesAll } from '../../platform/restriction.rules';
import type { ImportState } from './import.contract';

interface Standing {
  state: ImportState;
  eventsTaken: number;
  /** Events that got other values. */
  eventsReplaced: number;
}

const hasDone = ({ eventsTaken, eventsReplaced }: Standing) => eventsTaken + eventsReplaced > 0;

/** A file of which nothing is in, and which nobody is working on. */
const isWaiting = (standing: Standing) =>
  standing.state === 'UPLOADED' || standing.state === 'CHECKED' || (standing.state === 'FAILED' && !hasDone(standing));

export const mayChange = isWaiting;
export const mayCheck = isWaiting;
export const mayDiscard = isWaiting;
export const mayUndo = (standing: Standing) =>
  standing.state === 'DONE' || (standing.state === 'FAILED' && hasDone(standing));
export const isUnderWay = ({ state }: { state: ImportState }) =>
  state === 'CHECKING' || state === 'QUEUED' || state === 'RUNNING';

/** A sheet may name any site, so it is for people who see all of them. */
export const mayImport = (actor: Pick<Actor, 'permissions' | 'restriction'>) =>
  actor.permissions.has('EDIT_TRANSACTIONS') && seesAll(actor);

interface Reading {
  state: ImportState;
  bytes: number;
  bytesRead: number;
  /** Of the whole sheet, as the check has counted them; 0 where it has not, or was done by a release that kept no such figure. */
  lines: number;
  linesRead: number;
}

/**
 * How much is done, 0 to 1; null where nothing is under way. A run goes by lines. Nobody has counted those of a file that is
 * checked for the first time, so a check goes by bytes.
 */
export function progressOf({ state, bytes, bytesRead, lines, linesRead }: Reading): number | null {
  if (!isUnderWay({ state })) return null;
  if (state === 'QUEUED') return 0;
  const [done, all] = state === 'RUNNING' && lines > 0 ? [linesRead, lines] : [bytesRead, bytes];
  return all === 0 ? 0 : Math.min(done / all, 1);
}
