import { defineExample } from '../../tests/support/example';

export const example = defineExample({
  unshown: {
    audit_log: 'who did what, which is read anew for its page',
    audit_unsealed: 'rows of the audit',
    audit_seal: 'rows of the audit',
    audit_redaction: 'rows of the audit',
    audit_chain: 'rows of the audit',
    audit_chain_start: 'of the build',
    schema_migration: 'of the build',
    rate_limit: 'tries',
    outbox: 'outgoing items',
    outgoing_mail: 'outgoing items',
  },
});
