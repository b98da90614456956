export { findActor } from './actor.store';
export { asksOfSite, atPlace } from './at-place';
export {
  hasEvents,
  insertProfile,
  listOrganizations,
  listSegments,
  nameIsTaken,
  selectOrganization,
  standsBelow,
  updateProfile,
} from './organizations.store';
export { type ItemsIn, deleteOwn, insertOwn, listOwn, listPlaces, placesOf } from './own-narrowing.store';
export { listFilterOptions, listStages } from './place-filters.store';
export { keepUnit } from './profile.store';
export { listReached } from './reach.store';
export { createReach, listHolding, listReachable, reachingOf, seesBeyond } from './reach';
export {
  belongsTo,
  deleteRestriction,
  findRestriction,
  insertRestriction,
  ungrantableItems,
} from './restriction-changes.store';
export { seesLocation, visibleLocations, visibleSites, wholeSites } from './scope';
export {
  type StoredLocation,
  type StoredSite,
  closeLocations,
  insertLocation,
  insertSite,
  locationNameIsTaken,
  lockLocation,
  lockSite,
  siteHasEvents,
  siteNameIsTaken,
  updateLocation,
  updateSite,
} from './site-changes.store';
export {
  findSite,
  siteIsVisible,
  listDevices,
  listLocations,
  listPlaceNames,
  listSites,
  lookUpSites,
} from './sites.store';
export { switchedOffColumn } from './switched-off.store';
