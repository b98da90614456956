export { addPhoto, changePhotoSettings, deletePastIn, deletePhotoIn } from './photos.service';
export { countOlder, findPast, findPhoto, listPhotosOf, readPhotoSettings } from './photos.store';
