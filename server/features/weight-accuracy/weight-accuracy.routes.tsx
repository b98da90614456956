import { WeightAccuracyPage } from '../../../views/weight-accuracy/weight-accuracy-page';
import { may } from '../../platform/actor';
import { definePage, reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { path } from './accuracy-address.rules';
import { readAccuracyPage } from './accuracy-page.service';
import { pageQuery } from './weight-accuracy.contract';

export const weightAccuracyPage: Route = definePage({
  method: 'get',
  path,
  access: 'WEIGHT_ACCURACY',
  query: pageQuery,
  fresh: 'siteDays',
  walk: [path, `${path}?siteId=all`],
  async handle({ query }, { db, viewer, t, locale }) {
    const data = await readAccuracyPage(db, viewer, { query, t });
    const page = (
      <WeightAccuracyPage
        t={t}
        settings={settingsOf({ locale, actor: viewer })}
        simulated={viewer.organisation.simulated}
        mayEdit={may(viewer, 'EDIT_CHECKWEIGHT')}
        page={query.page}
        data={data}
      />
    );
    return reply.page(page, { title: t('weightAccuracy.title'), status: data.content.kind === 'problem' ? 422 : 200 });
  },
});
