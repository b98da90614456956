export {
  assignImage,
  changeImage,
  cropImage,
  removeImage,
  replaceImage,
  restoreImage,
  retireImage,
  unassignImage,
  uploadImage,
} from './images.service';
export { findContent, findOriginal, listImages, listImageUses, listValueImages } from './images.store';
