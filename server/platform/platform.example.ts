import { defineExample } from '../../tests/support/example';

export const example = defineExample({
  unshown: {
    audit_log: 'no page reads it',
    schema_migration: 'of the build',
    rate_limit: 'tries',
    outbox: 'outgoing items',
    outgoing_mail: 'outgoing items',
  },
});
