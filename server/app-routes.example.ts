import { defineExample } from '../tests/support/example';

export const example = defineExample({ records: () => ({ locale: 'en_US' }) });
