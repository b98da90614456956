import { defineExample } from '../../../tests/support/example';

export const example = defineExample({ query: { shortage: '10' } });
