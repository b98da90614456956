import { Button } from '../../client/ui/button';
import { classNames } from '../../client/ui/class-names';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { PageHeader } from '../../client/ui/page-header';
import type { DailyMenu } from '../../server/domain/daily-menus/daily-menus.contract';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import type { MenuColumn } from '../../server/features/dynamic-menu-adapters/adapters.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { Section } from '../layout/section';
import s from './adapters.module.css';

interface MenuPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  path: string;
  back: string;
  sites: ChoiceSite[];
  locationId: number | null;
  date: string;
  /** Items of the day, as the tracker puts them first. */
  first: string[];
  others: string[];
  /** Items below those that are shown. */
  more: number;
  table: TableView<MenuColumn, DailyMenu>;
}

/** The menu of a day at a location, as its tracker shows it and as a list. */
export function MenuPage(props: MenuPageProps) {
  const { t, settings, title, path, back, sites, locationId, date, first, others, more, table } = props;
  const format = createFormat(settings);
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('menuAdapters.menu.sentence')}
        back={{ label: t('menuAdapters.title'), href: back }}
      />
      {locationId === null ? (
        <EmptyState title={t('menuAdapters.menu.noLocations')} sentence={t('menuAdapters.menu.noLocationsSentence')} />
      ) : (
        <>
          <form method="get" action={path} className={s.filters} data-submit-on-change="">
            <FormField
              kind="select"
              name="locationId"
              label={t('menuAdapters.roles.location')}
              autoComplete="off"
              defaultValue={String(locationId)}
              options={sites
                .filter(({ locations }) => locations.length > 0)
                .map(({ siteName, locations }) => ({
                  label: siteName,
                  options: locations.map((one) => ({ value: String(one.locationId), label: one.locationName })),
                }))}
            />
            <FormField kind="date" name="date" label={t('menuAdapters.roles.date')} defaultValue={date} />
            <Button type="submit">{t('menuAdapters.menu.show')}</Button>
          </form>
          {first.length === 0 ? (
            <EmptyState
              title={t('menuAdapters.menu.none', { date: format.date(date) })}
              sentence={t('menuAdapters.menu.noneSentence')}
            />
          ) : (
            <>
              <Section
                id="preview"
                title={t('menuAdapters.menu.preview')}
                sentence={t('menuAdapters.menu.previewSentence')}
              >
                <div className={s.tablet}>
                  <div className={s.screen}>
                    <h3>{t('menuAdapters.menu.today')}</h3>
                    <Tiles names={first} today />
                    {others.length > 0 && (
                      <>
                        <h3>{t('menuAdapters.menu.others')}</h3>
                        <Tiles names={others} />
                      </>
                    )}
                    {more > 0 && <p>{t('menuAdapters.menu.more', { count: more, number: format.number(more) })}</p>}
                  </div>
                </div>
              </Section>
              <Section id="items" title={t('menuAdapters.menu.items')}>
                <ListTable
                  id="menu"
                  caption={t('menuAdapters.menu.items')}
                  format={format}
                  table={table}
                  rowOf={({ itemId, daypartId, itemName }) => ({ key: `${itemId}-${daypartId ?? ''}`, name: itemName })}
                  cells={{
                    item: ({ itemName }) => itemName,
                    daypart: ({ daypartName }) => daypartName ?? t('menuAdapters.wholeDay'),
                    portions: ({ plannedPortions }) =>
                      plannedPortions === null ? (
                        <Missing reason={t('menuAdapters.noPortions')} />
                      ) : (
                        format.number(plannedPortions)
                      ),
                  }}
                />
              </Section>
            </>
          )}
        </>
      )}
    </>
  );
}

function Tiles({ names, today }: { names: string[]; today?: true }) {
  return (
    <ul className={s.tiles}>
      {names.map((name) => (
        <li key={name} className={classNames(s.tile, today && s.today)}>
          {name}
        </li>
      ))}
    </ul>
  );
}
