export { type VolumeLock, listLocks } from './volume-locks.store';
export { lockMonth, markOfVolumes, problemFields, putVolumes, tryVolumes, unlockMonth } from './volumes.service';
export {
  type CoversOfDay,
  type VolumesQuery,
  findVolumePlaces,
  hasVolumes,
  listCovers,
  listVolumes,
} from './volumes.store';
