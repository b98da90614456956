import { sql } from 'kysely';
import { ask } from '../support/counterparts/visitor';
import type { Fault } from './fault';
import { asPerson, batch, same, untilRight, within } from './outage/asking';
import { openHouse } from './outage/house';

const knownWithinMs = 1_000;

/** The page's token and cookies, as its form would send them. */
async function tokenOf(url: string, cookie: string): Promise<{ token: string; cookie: string }> {
  const page = await ask(asPerson(url, '/home', cookie));
  const added = (page.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? '');
  const names = new Set(added.map((one) => one.split('=')[0]));
  const kept = cookie.split('; ').filter((one) => !names.has(one.split('=')[0]));
  return { token: /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '', cookie: [...kept, ...added].join('; ') };
}

/** What one process is told, the other knows. */
export const twoNodes: Fault = {
  name: 'two-nodes',
  quick: false,
  needs: ['postgres', 'redis'],
  async run() {
    const house = await openHouse();
    try {
      const [a, b] = await Promise.all([house.start(), house.start()]);
      const cookie = await house.signIn(a.url);
      const there = await ask(asPerson(b.url, '/home', cookie));
      const page = asPerson(b.url, '/deployment-status', cookie);
      const seen = await ask(page);
      const again = { ...page, headers: { ...page.headers, 'if-none-match': String(seen.headers.etag) } };
      const unchanged = await ask(again);

      const json = { accept: 'application/json', 'content-type': 'application/json', cookie, origin: a.url };
      const made = await ask({
        url: `${a.url}/rest/v1/devices`,
        method: 'POST',
        headers: json,
        body: JSON.stringify({ serial: 'two-nodes', deviceName: 'Scale', locationId: null }),
      });
      const changed = await untilRight(again, ({ status }) => status === 200);

      const [, eventId] = /"eventId":(\d+)/.exec((await ask(batch(a.url, house.deviceKey))).text) ?? [];
      const listed = await untilRight({ ...asPerson(b.url, '/rest/v1/waste-events?limit=100', cookie) }, ({ text }) =>
        text.includes(`"eventId":${eventId},`),
      );

      const call = asPerson(b.url, '/rest/v1/waste-events?limit=1', cookie);
      const allowed = await ask(call);
      await house.look((db) =>
        sql`
        delete from identity.role_permission where permission_key = 'EDIT_TRANSACTIONS' and role_id in (
          select mr.role_id from identity.membership_role mr join identity."user" u on u.id = mr.user_id where u.login = ${house.login})`.execute(
          db,
        ),
      );
      const revoked = await untilRight(call, ({ status }) => status === 403);

      const form = await tokenOf(a.url, cookie);
      const left = await ask({
        url: `${a.url}/logout`,
        method: 'POST',
        body: new URLSearchParams({ _csrf: form.token }).toString(),
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          origin: a.url,
          'sec-fetch-site': 'same-origin',
          cookie: form.cookie,
        },
      });
      const ended = await untilRight(
        asPerson(b.url, '/home', cookie),
        ({ status, headers }) => status === 302 && headers.location === '/login',
      );
      return [
        same('Two nodes: signed in on one, a page of the other', there.status, 200),
        same('Two nodes: that page while nothing changes', unchanged.status, 304),
        within(`Two nodes: a change on one (${made.status}) makes the other's page anew after`, changed, knownWithinMs),
        within('Two nodes: an event taken by one is listed by the other after', listed, knownWithinMs),
        within(
          `Two nodes: a right that was taken away (was ${allowed.status}) is refused by the other after`,
          revoked,
          knownWithinMs,
        ),
        within(`Two nodes: signed out on one (${left.status}), signed out on the other after`, ended, knownWithinMs),
      ];
    } finally {
      await house.remove();
    }
  },
};
