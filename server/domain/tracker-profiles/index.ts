export { buttonKinds, trackerProfile, type ProfileButton, type TrackerProfile } from './tracker-profile.contract';
