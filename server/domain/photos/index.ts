export { addPhoto, changePhotoSettings, deletePastIn, deletePhotoIn } from './photos.service';
export { findPast, findPhoto, listPhotosOf, readPhotoSettings } from './photos.store';
