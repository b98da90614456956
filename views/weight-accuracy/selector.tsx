import { Button } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import type { Format } from '../../client/ui/format';
import { modeOf } from '../../server/domain/measures/weight-accuracy.rules';
import { choiceText, path } from '../../server/features/weight-accuracy/accuracy-address.rules';
import type { AccuracyPageData, PlaceOption } from '../../server/features/weight-accuracy/accuracy-page.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './selector.module.css';

interface SelectorProps {
  t: Translate;
  format: Format;
  data: AccuracyPageData;
}

/** Where, and when. A place is shown as soon as it is chosen; dates when somebody says so. The address is the state. */
export function Selector({ t, format, data }: SelectorProps) {
  const {
    selection: { site, location },
    range,
    chosen,
    limits,
    latestEnd,
    sites,
    locations,
  } = data;
  const dates = { beginDate: chosen.begin ?? '', endDate: chosen.end ?? '' };
  const nameOf = ({ id, name, status }: PlaceOption) => ({
    value: String(id),
    label: status === 'I' ? t('weightAccuracy.inactiveNamed', { name }) : name,
  });
  return (
    <search className={s.bar}>
      <form method="get" action={path} className={s.place} data-submit-on-change="" autoComplete="off">
        <Hidden values={dates} />
        <FormField
          kind="select"
          name="siteId"
          id="accuracy-site"
          label={t('weightAccuracy.site')}
          defaultValue={choiceText(site)}
          options={[
            { value: 'all', label: t('weightAccuracy.allSites') },
            { value: 'A', label: t('weightAccuracy.activeSites') },
            { value: 'I', label: t('weightAccuracy.inactiveSites') },
            ...sites.map(nameOf),
          ]}
        />
        <noscript>
          <Button type="submit">{t('weightAccuracy.show')}</Button>
        </noscript>
      </form>
      {modeOf({ site, location }) !== 'organisation' && (
        <form method="get" action={path} className={s.place} data-submit-on-change="" autoComplete="off">
          <Hidden values={{ ...dates, siteId: String(site) }} />
          <FormField
            kind="select"
            name="locationId"
            id="accuracy-location"
            label={t('weightAccuracy.location')}
            defaultValue={choiceText(location)}
            options={[
              { value: 'all', label: t('weightAccuracy.allLocations') },
              { value: 'A', label: t('weightAccuracy.activeLocations') },
              { value: 'I', label: t('weightAccuracy.inactiveLocations') },
              ...locations.map(nameOf),
            ]}
          />
          <noscript>
            <Button type="submit">{t('weightAccuracy.show')}</Button>
          </noscript>
        </form>
      )}
      <form method="get" action={path} className={s.dates} noValidate autoComplete="off">
        <Hidden
          values={{
            siteId: choiceText(site),
            ...(typeof site === 'number' ? { locationId: choiceText(location) } : {}),
          }}
        />
        <FormField
          kind="date"
          name="beginDate"
          id="accuracy-begin"
          label={t('weightAccuracy.from')}
          defaultValue={range.begin}
          max={limits?.beginMax}
          required
        />
        <FormField
          kind="date"
          name="endDate"
          id="accuracy-end"
          label={t('weightAccuracy.to')}
          defaultValue={range.end}
          min={limits?.endMin}
          max={limits?.endMax}
          hint={t('weightAccuracy.toHint', { date: format.date(latestEnd) })}
          required
        />
        <Button type="submit">{t('weightAccuracy.showDates')}</Button>
      </form>
    </search>
  );
}

function Hidden({ values }: { values: Record<string, string> }) {
  return (
    <>
      {Object.entries(values).map(
        ([name, value]) => value !== '' && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  );
}
