import { createECDH, randomBytes } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';

const browserKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

export const example = defineExample({
  async *changes({ mark }) {
    const endpoint = `https://push.example.org/${encodeURIComponent(mark)}/${randomBytes(8).toString('hex')}`;
    yield { route: 'put /rest/v1/push/subscriptions', body: { endpoint, keys: browserKeys() }, shown: false };
    yield { route: 'post /rest/v1/push/subscriptions/remove', body: { endpoint }, shown: false };
  },

  unshown: {
    push_subscription: 'addresses of browsers: secrets between them and the server',
    push_key: 'the installation’s own; only its public half leaves the server',
  },
});
