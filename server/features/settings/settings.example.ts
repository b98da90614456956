import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  async *changes() {
    yield { route: 'post /account-settings/organization', form: { exclusionThreshold: '0.5', trackingLimit: '70' } };
  },
});
