export { listLocks } from './volume-locks.store';
export { lockMonth, markOfVolumes, putVolumes, tryVolumes, unlockMonth } from './volumes.service';
export { findVolumePlaces, hasVolumes, listCovers, listVolumes } from './volumes.store';
