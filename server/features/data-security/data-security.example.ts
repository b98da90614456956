import { defineExample } from '../../../tests/support/example';

const own = 'one’s own view, which the keys of kept pages hold';

export const example = defineExample({
  silent: { 'put /rest/v1/user/secured-items': own, 'delete /rest/v1/user/secured-items': own },
});
