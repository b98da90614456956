export type { ProfileButton, TrackerProfile } from './tracker-profile.contract';
export { nameButtons, publishedProfile } from './named-buttons';
export {
  addButtons,
  archiveProfile,
  createProfile,
  discardDraft,
  nameNewButtons,
  orderButtons,
  removeButton,
  renameProfile,
  restoreProfile,
  stepButton,
} from './profiles.service';
export {
  findOwnLocale,
  handOverProfile,
  listButtons,
  listProfiles,
  listProfilesWith,
  listShowingDevices,
  listVersions,
} from './profiles.store';
export { publish, showVersions } from './publishing.service';
