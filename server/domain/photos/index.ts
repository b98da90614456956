export { purgePhotosJob } from './photos.jobs';
export { addPhoto, changePhotoSettings } from './photos.service';
export { findPhoto, listPhotosOf, readPhotoSettings } from './photos.store';
