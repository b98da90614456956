import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  unshown: { dirty_week: 'what the roll-up has still to do; it raises the version when it is done' },
});
