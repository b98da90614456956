import { Button } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { Pagination } from '../../client/ui/pagination';
import { foodCategories } from '../../server/features/impact/factor-sets.rules';
import type { CategorizedItem } from '../../server/features/impact/impact.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './categories-page.module.css';

interface CategoriesPageProps {
  t: Translate;
  settings: FormatSettings;
  items: CategorizedItem[];
  uncategorized: number;
  total: number;
  page: number;
  inPage: number;
  mayEdit: boolean;
  /** How many were saved. */
  saved: number | null;
  refused: string | null;
}

const pageHref = (page: number) => `/impact/items?page=${page}`;

/** Which food each item is: without that, it has the average footprint of the others. */
export function CategoriesPage(props: CategoriesPageProps) {
  const { t, settings, items, uncategorized, total, page, inPage, mayEdit, saved, refused } = props;
  const format = createFormat(settings);
  const from = (page - 1) * inPage;
  const nameOf = (category: CategorizedItem['category']) =>
    category === null ? t('impact.items.none') : t(`impact.categories.${category}`);
  const options = [
    { value: '', label: t('impact.items.none') },
    ...foodCategories.map((value) => ({ value, label: t(`impact.categories.${value}`) })),
  ];
  const table = (
    <DataTable
      id="impact-items"
      caption={t('impact.items.title')}
      columns={[
        { key: 'name', label: t('legacy.fields.itemId'), primary: true },
        { key: 'weight', label: t('impact.items.weight'), numeric: true },
        { key: 'category', label: t('impact.items.category') },
      ]}
      phone="blocks"
      rows={items.map((item) => ({
        key: String(item.itemId),
        name: item.name,
        cells: [
          item.name,
          format.weight(item.grams),
          mayEdit ? (
            <div key="category" className={s.choice}>
              <FormField
                kind="select"
                name={`item-${item.itemId}`}
                label={t('impact.items.categoryOf', { item: item.name })}
                hideLabel
                defaultValue={item.category ?? item.suggested ?? ''}
                hint={item.suggested === null ? undefined : t('impact.items.suggested')}
                options={options}
              />
            </div>
          ) : (
            nameOf(item.category)
          ),
        ],
      }))}
      empty={t('impact.items.empty')}
    >
      {total > inPage && (
        <Pagination
          of={t('impact.items.title')}
          from={format.number(from + 1)}
          to={format.number(from + items.length)}
          total={format.number(total)}
          previousHref={page > 1 ? pageHref(page - 1) : undefined}
          nextHref={from + items.length < total ? pageHref(page + 1) : undefined}
        />
      )}
    </DataTable>
  );
  return (
    <>
      <PageHeader
        title={t('impact.items.title')}
        sentence={t('impact.items.sentence')}
        back={{ label: t('impact.title'), href: '/impact-update' }}
      />
      {refused && <Notice tone="error">{refused}</Notice>}
      {saved !== null && (
        <Notice tone="success">{t('impact.items.saved', { count: saved, number: format.number(saved) })}</Notice>
      )}
      {uncategorized > 0 && (
        <p>{t('impact.items.uncategorized', { count: uncategorized, number: format.number(uncategorized) })}</p>
      )}
      {mayEdit && items.length > 0 ? (
        <PostForm action="/impact/items" aria-label={t('impact.items.title')}>
          {table}
          <Button type="submit" tone="primary">
            {t('impact.items.save')}
          </Button>
        </PostForm>
      ) : (
        table
      )}
    </>
  );
}
