import { randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  records: (_app, { deviceId }) => ({ 'devices/:id': deviceId }),

  async *changes({ locationId }) {
    yield { route: 'post /rest/v1/devices', body: { serial: randomUUID(), deviceName: 'Second scale', locationId } };
    yield { route: 'put /rest/v1/devices/:id', body: { deviceName: 'Renamed scale', locationId, deviceStatus: 'A' } };
    yield { route: 'post /rest/v1/devices/:id/key', body: {} };
  },
});
