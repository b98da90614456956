export { listFilterOptions, listStages } from './filters.store';
