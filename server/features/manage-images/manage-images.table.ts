import type { ImageRow } from '../../domain/images/images.contract';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';

export const imageTable = defineTable<ImageRow, Reader>()({
  size: 50,
  key: ({ imageId }) => [imageId],
  columns: {
    name: { label: 'manageImages.picture', place: 'lead', sort: ({ name }) => name.toLocaleLowerCase() },
    uses: { label: 'manageImages.usedBy', place: 'side', sort: ({ uses }) => uses },
    size: { label: 'manageImages.size', sort: ({ bytes }) => bytes },
    license: { label: 'manageImages.license', sort: ({ license }) => license.toLocaleLowerCase() || null },
    uploaded: { label: 'manageImages.uploaded', sort: ({ createdAt }) => createdAt, usual: 'desc' },
  },
});
export type ImageColumn = ScreenColumn<typeof imageTable>;
export const shownImages = ['active', 'used', 'unused', 'retired', 'all'] as const;
