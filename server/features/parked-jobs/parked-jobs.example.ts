import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  silent: { 'post /parked-jobs/retry': 'the queues are the whole server’s, and their page is never kept' },
  visitor: { internal: true },
});
