import { randomUUID } from 'node:crypto';
import type { Agent } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import {
  joinOrganisation,
  newOrganisation,
  newPerson,
  signedInAs,
  signIn,
  tokenOf,
} from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { internalOrganisation } from '../../platform/actor';

const permissions = ['EDIT_TRANSACTIONS'] as const;

let app: TestApp;
let parent: number;
let child: number;
let beside: number;
/** A location of each. */
const kitchens = new Map<number, number>();

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  kitchens.clear();
  parent = await newOrganisation(app);
  child = await newOrganisation(app, { parentId: parent });
  beside = await newOrganisation(app);
  for (const organisationId of [parent, child, beside]) {
    kitchens.set(
      organisationId,
      await addLocation(app, {
        organisationId,
        siteId: await addSite(app, { organisationId }),
        name: `Kitchen of ${organisationId}`,
      }),
    );
  }
});

const form = (html: string) => html.match(/<form[^>]*aria-label="Enter waste"[\s\S]*?<\/form>/)?.[0] ?? '';
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form(html))?.[1];
const offered = (html: string) =>
  [...(/<select[^>]*name="organisationId"[\s\S]*?<\/select>/.exec(html)?.[0] ?? '').matchAll(/value="(\d+)"/g)].map(
    ([, id]) => Number(id),
  );
const chosen = (html: string) => Number(/<option value="(\d+)" selected/.exec(html)?.[1]);

async function save(
  agent: Agent,
  organisationId: number | undefined,
  locationId = kitchens.get(organisationId ?? parent),
) {
  const _csrf = tokenOf((await agent.get('/enter-waste')).text);
  const named = organisationId === undefined ? {} : { organisationId };
  return agent
    .post('/enter-waste')
    .type('form')
    .send({
      _csrf,
      ...named,
      clientEventUuid: randomUUID(),
      locationId,
      weight: '1.5',
      unit: 'kg',
      wasteStageId: 8,
      itemId: '',
    });
}

const events = (organisationId: number) =>
  app.db.selectFrom('waste_event').selectAll().where('organisation_id', '=', organisationId).execute();

describe('the organisation', () => {
  it('is not asked where there is one', async () => {
    expect(
      offered((await (await signedInAs(app, { organisationId: child, permissions })).get('/enter-waste')).text),
    ).toEqual([]);
  });

  it('is chosen among those that are reached with the right to enter events, the own one first taken', async () => {
    const agent = await signedInAs(app, { organisationId: parent, permissions });
    await joinOrganisation(app, agent.person, { organisationId: beside, permissions: ['EDIT_SITES'] });
    const { text } = await agent.get('/enter-waste');
    expect(new Set(offered(text))).toEqual(new Set([parent, child]));
    expect(chosen(text)).toBe(parent);
    expect(text).toMatch(/<noscript>(?:(?!<\/noscript>).)*type="submit"/);
    const { text: other } = await agent.get(`/enter-waste?organisationId=${child}`);
    expect(chosen(other)).toBe(child);
    expect([hidden(other, 'organisationId'), hidden(other, 'locationId')]).toEqual([
      String(child),
      String(kitchens.get(child)),
    ]);
  });

  it('is any for members of the internal organisation', async () => {
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions });
    expect(offered((await staff.get('/enter-waste')).text)).toEqual(expect.arrayContaining([1, parent, child, beside]));
    expect((await save(staff, beside)).status).toBe(303);
    expect(await events(beside)).toMatchObject([
      { location_id: kitchens.get(beside), origin: 'WEB', created_by: staff.person.userId },
    ]);
  });

  it('is asked for where the own one has nothing to weigh at', async () => {
    const staff = await signedInAs(app, { organisationId: internalOrganisation, permissions });
    const asked = 'Your own organization has no open locations. Choose another organization above.';
    expect((await staff.get('/enter-waste')).text).toContain(asked);
    const empty = await newOrganisation(app);
    const alone = (await (await signedInAs(app, { organisationId: empty, permissions })).get('/enter-waste')).text;
    expect(alone).toContain('Your organization has no open locations yet.');
    expect(alone).not.toContain(asked);
  });

  it('stays from one entry to the next, to another location and through undoing', async () => {
    await addLocation(app, {
      organisationId: child,
      siteId: await addSite(app, { organisationId: child }),
      name: 'Canteen',
    });
    const agent = await signedInAs(app, { organisationId: parent, permissions });
    const {
      headers: { location: after = '' },
    } = await save(agent, child);
    expect(after).toMatch(new RegExp(`^/enter-waste\\?organisationId=${child}&`));
    const [event] = await events(child);
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['organisation_id', 'actor'])
      .where('entity', '=', 'wasteEvent')
      .where('entity_id', '=', String(event?.id))
      .execute();
    expect(audited).toEqual([{ organisation_id: child, actor: agent.person.login }]);

    const { text } = await agent.get(after);
    expect(text).toContain('Saved 1.5');
    expect(text).toContain(`/enter-waste?organisationId=${child}&amp;choose=location`);
    // Its events are read in the own organisation alone.
    expect(text).not.toContain('href="/events');
    const { text: places } = await agent.get(`/enter-waste?organisationId=${child}&choose=location`);
    expect([...places.matchAll(/href="\/enter-waste\?organisationId=(\d+)&amp;/g)].map(([, id]) => Number(id))).toEqual(
      [child, child],
    );

    const undone = await agent
      .post(`/enter-waste/${event?.id}/undo`)
      .type('form')
      .send({ _csrf: tokenOf(text), organisationId: child, locationId: event?.location_id });
    expect(undone.headers.location).toBe(
      `/enter-waste?organisationId=${child}&locationId=${event?.location_id}&undone=${event?.id}`,
    );
    expect((await events(child))[0]?.voided_at).not.toBeNull();
  });

  it('stays when the form is refused', async () => {
    const agent = await signedInAs(app, { organisationId: parent, permissions });
    const _csrf = tokenOf((await agent.get('/enter-waste')).text);
    const answer = await agent
      .post('/enter-waste')
      .type('form')
      .send({
        _csrf,
        organisationId: child,
        clientEventUuid: randomUUID(),
        locationId: kitchens.get(child),
        weight: '',
        unit: 'kg',
        wasteStageId: 8,
      });
    expect([answer.status, chosen(answer.text), hidden(answer.text, 'organisationId')]).toEqual([
      422,
      child,
      String(child),
    ]);
  });
});

describe('what is not reached', () => {
  it('is neither shown nor changed', async () => {
    const agent = await signedInAs(app, { organisationId: parent, permissions });
    const shown = await agent.get(`/enter-waste?organisationId=${beside}`);
    expect(shown.status).toBe(404);
    expect(shown.text).not.toContain(`Kitchen of ${beside}`);
    expect((await save(agent, beside)).status).toBe(404);
    const own = await signedInAs(app, { organisationId: beside, permissions });
    await save(own, undefined, kitchens.get(beside));
    const [event] = await events(beside);
    const _csrf = tokenOf((await agent.get('/enter-waste')).text);
    for (const organisationId of [parent, child, beside]) {
      expect(
        (await agent.post(`/enter-waste/${event?.id}/undo`).type('form').send({ _csrf, organisationId })).status,
      ).toBe(404);
    }
    expect(await events(beside)).toMatchObject([{ id: event?.id, voided_at: null }]);
  });

  it('is one where the membership does not give the right', async () => {
    const person = await newPerson(app, { organisationId: parent, permissions });
    await joinOrganisation(app, person, { organisationId: child, permissions: ['EDIT_SITES'] });
    const agent = await signIn(app, person.login);
    expect((await agent.get(`/enter-waste?organisationId=${child}`)).status).toBe(404);
    expect((await save(agent, child)).status).toBe(404);
    expect(await events(child)).toEqual([]);
  });

  it('takes no location of one organisation for another', async () => {
    const agent = await signedInAs(app, { organisationId: parent, permissions });
    expect((await save(agent, child, kitchens.get(parent))).status).toBe(422);
    expect((await save(agent, undefined, kitchens.get(child))).status).toBe(422);
    expect([await events(parent), await events(child)]).toEqual([[], []]);
  });

  it('is not the own one in place of one that cannot be read', async () => {
    const agent = await signedInAs(app, { organisationId: parent, permissions });
    const _csrf = tokenOf((await agent.get('/enter-waste')).text);
    const answer = await agent
      .post('/enter-waste')
      .type('form')
      .send({
        _csrf,
        organisationId: 'x',
        clientEventUuid: randomUUID(),
        locationId: kitchens.get(parent),
        weight: '1',
        unit: 'kg',
        wasteStageId: 8,
      });
    expect(answer.status).toBe(422);
    expect(await events(parent)).toEqual([]);
  });
});
