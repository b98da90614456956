import { defineExample } from '../../../tests/support/example';
import { addSite } from '../../../tests/support/factories';
import { newPerson } from '../../../tests/support/people';

const days = { agreement: 0, training: 20, firstWeighing: 25, review: 90 };

export const example = defineExample({
  async records({ db, clock }, { organisationId, siteId, mark, organisationMark }) {
    const of = { organisation_id: organisationId, site_id: siteId };
    await db
      .insertInto('onboarding')
      .values({ ...of, started_on: '2026-02-02', days: JSON.stringify(days), started_by: 1 })
      .execute();
    await db
      .insertInto('onboarding_step')
      .values({ ...of, step: 'training', blocker: `${mark} chef is away`, blocked_on: '2026-03-02' })
      .execute();
    const template = await db
      .insertInto('onboarding_template')
      .values({
        organisation_id: organisationId,
        name: `${organisationMark} schools ${siteId}`,
        days: JSON.stringify(days),
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { templateId: template.id };
  },

  async *changes({ organisationId, siteId, templateId, mark, organisationMark }, app) {
    const at = '/onboarding-dashboard';
    const fresh = await addSite(app, { organisationId, name: `${mark} new site` });
    yield {
      route: `post ${at}/new`,
      form: { siteId: String(fresh), startedOn: '2026-03-02', templateId: String(templateId) },
    };
    const step = (version: number) => ({ step: 'training', version: String(version) });
    const owner = await newPerson(app, { organisationId });
    const ofSite = { siteId };
    yield {
      route: `post ${at}/sites/:siteId/assign`,
      values: ofSite,
      form: { ...step(1), ownerId: String(owner.userId), dueOn: '2026-04-01' },
    };
    yield { route: `post ${at}/sites/:siteId/remind`, values: ofSite, form: step(2) };
    yield { route: `post ${at}/sites/:siteId/clear`, values: ofSite, form: step(3) };
    yield { route: `post ${at}/sites/:siteId/block`, values: ofSite, form: { ...step(4), blocker: 'No power' } };
    yield {
      route: `post ${at}/sites/:siteId/tick`,
      values: ofSite,
      form: { ...step(5), doneOn: '2026-03-10', people: '7' },
    };
    yield { route: `post ${at}/sites/:siteId/untick`, values: ofSite, form: step(6) };
    yield { route: `post ${at}/sites/:siteId/end`, values: ofSite, form: { version: '7' } };
    yield {
      route: `post ${at}/templates`,
      form: { name: `${organisationMark} hospitals`, agreement: '0', review: '60' },
    };
    yield { route: `post ${at}/templates/:templateId/delete`, values: { templateId }, form: {} };
  },
});
