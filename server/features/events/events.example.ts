import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  // The records' own ids would name a baseline or an import that the place has not.
  query: { counts: 'all', state: 'all', figure: 'total' },

  visitor: { permissions: ['VIEW_BASE_LPO_PAGE'] },
});
