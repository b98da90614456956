import type { ProfileRow } from '../../domain/tracker-profiles/profiles.contract';
import { defineTable, type Reader, type ScreenColumn } from '../../platform/table/define-table';

export const profileTable = defineTable<ProfileRow, Reader>()({
  size: 50,
  key: ({ profileId }) => [profileId],
  columns: {
    name: { label: 'menuManager.profile', place: 'lead', sort: ({ name }) => name.toLocaleLowerCase(), usual: 'asc' },
    version: { label: 'menuManager.publishedVersion', sort: ({ publishedAt }) => publishedAt },
    draft: { label: 'menuManager.draft', sort: ({ draftChangedAt }) => draftChangedAt },
    devices: { label: 'menuManager.devices', numeric: true, place: 'side', sort: ({ devices }) => devices },
  },
});
export type ProfileColumn = ScreenColumn<typeof profileTable>;
export const shownProfiles = ['inUse', 'draft', 'archived', 'all'] as const;
