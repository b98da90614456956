import { defineTable, type ScreenColumn } from '../../platform/table/define-table';
import type { CopyJob, CopyTarget } from './copy.contract';
import { targetsOnPage } from './copy.rules';

export const jobTable = defineTable<CopyJob>()({
  size: 25,
  columns: {
    source: { label: 'massPackageCopy.from', place: 'lead' },
    state: { label: 'massPackageCopy.state', place: 'side' },
    parts: { label: 'massPackageCopy.what' },
    targets: { label: 'massPackageCopy.targets', numeric: true },
    by: { label: 'massPackageCopy.by' },
    at: { label: 'massPackageCopy.at' },
  },
});
export type JobColumn = ScreenColumn<typeof jobTable>;

export const targetTable = defineTable<CopyTarget>()({
  size: targetsOnPage,
  columns: {
    location: { label: 'massPackageCopy.target', place: 'lead' },
    state: { label: 'massPackageCopy.result', place: 'side' },
    changes: { label: 'massPackageCopy.differences' },
  },
});
export type TargetColumn = ScreenColumn<typeof targetTable>;
