export { listFilterOptions, listStages, type FilterOptions } from './filters.store';
