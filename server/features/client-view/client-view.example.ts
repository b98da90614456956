import { randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  records: () => ({ clientViewSessionId: randomUUID() }),
  visitor: { internal: true },
  silent: {
    'post /client-view': 'a session of one’s own',
    'post /client-view/exit': 'a session of one’s own',
    'post /rest/v1/client-view-session': 'a session of one’s own',
    'post /rest/v1/client-view-session/actor-token': 'a session of one’s own',
    'delete /rest/v1/client-view-session/:clientViewSessionId': 'a session of one’s own',
  },
});
