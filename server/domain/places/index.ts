export { findActor, keepUnit } from './actor.store';
export { authenticateDevice, rotateDeviceKey } from './device-key.store';
export {
  type StoredDevice,
  insertDevice,
  locationIsVisible,
  lockDevice,
  listPlacedDevices,
  markDeviceEvents,
  markDevicesSeen,
  type PlacedDevice,
  takeDeviceKey,
  updateDevice,
} from './devices.store';
export { isFlag, listFlagNames, seedFlags, switchFlag } from './organisation-flags.store';
export {
  countPlaces,
  insertProfile,
  listOrganizations,
  listSegments,
  nameIsTaken,
  selectOrganization,
  standsBelow,
  updateProfile,
} from './organizations.store';
export { type ItemsIn, deleteOwn, insertOwn, listOwn, listPlaces, placesOf } from './own-narrowing.store';
export { restrictionsOfPerson } from './restriction.store';
export {
  organisationExists,
  replaceFigureSettings,
  selectHome,
  setFirstEventDates,
  setHolidayArea,
  setLocationFacts,
} from './place-facts.store';
export { type FilterOptions, isRegionElsewhere, listFilterOptions, listStages } from './place-filters.store';
export { findLocations, findSites, insertLocations, insertSites, type Resolved } from './places-by-name.store';
export { listReached } from './reach.store';
export { createReach, listHolding, listReachable, reachingOf, seesBeyond } from './reach';
export {
  belongsTo,
  countSecured,
  deleteRestriction,
  findRestriction,
  insertRestriction,
  listRestrictions,
  ungrantableItems,
} from './restriction-changes.store';
export { asksOfSite, atPlace, seesLocation, visibleLocations, visibleSites, wholeSites } from './scope';
export {
  type StoredLocation,
  type StoredSite,
  closeLocations,
  insertLocation,
  insertSite,
  locationNameIsTaken,
  lockLocation,
  lockSite,
  siteNameIsTaken,
  updateLocation,
  updateSite,
} from './site-changes.store';
export {
  type SiteBeginning,
  findSite,
  listDevices,
  listLocations,
  listPlaceNames,
  listSiteBeginnings,
  listSites,
  lookUpSites,
  siteIsVisible,
} from './sites.store';
export { switchedOffColumn } from './switched-off.store';
export { closeUnusedPlaces, reopenPlaces } from './unused-places.store';
