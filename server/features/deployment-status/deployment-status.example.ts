import { defineExample } from '../../../tests/support/example';

export const example = defineExample({ records: () => ({ period: 'preBaselinePeriod' }) });
