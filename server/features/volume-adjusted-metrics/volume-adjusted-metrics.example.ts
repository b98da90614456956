import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  query: { range: 'custom', metric: 'gramsPerCover', level: 'site', groupBy: 'month' },
});
