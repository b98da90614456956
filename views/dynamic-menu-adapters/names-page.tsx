import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type {
  AdapterDone,
  AdapterRow,
  ConfirmedName,
  UnknownName,
} from '../../server/features/dynamic-menu-adapters/adapters.contract';
import type { ConfirmedColumn, UnknownColumn } from '../../server/features/dynamic-menu-adapters/adapters.table';
import { strongLikeness } from '../../server/features/dynamic-menu-adapters/matching.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import type { Writing } from './adapter-words';
import s from './adapters.module.css';
import { rowsSent } from './rows-sent';

interface NamesPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  /** Of the adapter. */
  path: string;
  adapter: AdapterRow;
  element: 'WASTEITEM' | 'DAYPART';
  /** The names of all that may be chosen. */
  choices: string[];
  unknown: TableView<UnknownColumn, UnknownName>;
  /** Of the unknown names. */
  page: number;
  confirmed: TableView<ConfirmedColumn, ConfirmedName>;
  done: AdapterDone | null;
  refused: FormFailure | null;
}

type Parts = NamesPageProps & Writing;

/** Dishes or dayparts that nobody knows, with what they may mean, and what was confirmed for all sources. */
export function NamesPage(props: NamesPageProps) {
  const { t, settings, title, path, adapter, element, unknown, confirmed, done, refused } = props;
  const parts = { ...props, format: createFormat(settings) };
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(`menuAdapters.review.sentence.${element}`)}
        back={{ label: adapter.name, href: path }}
      />
      {done && <Notice tone="success">{t(`menuAdapters.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {unknown.pager.total === 0 ? (
        <EmptyState title={t('menuAdapters.review.none')} sentence={t('menuAdapters.review.noneSentence')} />
      ) : (
        <Unknown {...parts} />
      )}
      {confirmed.pager.total > 0 && <Confirmed {...parts} />}
    </>
  );
}

function Unknown({ t, format, title, path, element, choices, unknown, page, refused }: Parts) {
  const strong = unknown.rows.filter(
    ({ suggestions: [best] }) => best !== undefined && best.likeness >= strongLikeness,
  );
  const at = new Map(unknown.rows.map(({ name }, index) => [name, index]));
  const indexOf = ({ name }: UnknownName) => at.get(name) ?? 0;
  const sent = rowsSent(refused);
  return (
    <PostForm action={`${path}/dishes`} aria-label={title}>
      <input type="hidden" name="element" value={element} />
      <input type="hidden" name="page" value={page} />
      <datalist id="choices">
        {choices.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ListTable
        id="unknown"
        caption={title}
        counted
        phone="blocks"
        format={format}
        table={unknown}
        rowOf={({ name }) => ({ key: name, name })}
        cells={{
          name: ({ name, count }) => (
            <>
              {name}
              <span className={s.under}>{t('menuAdapters.review.rows', { count, number: format.number(count) })}</span>
            </>
          ),
          meaning: (row) => (
            <div className={s.choose}>
              <input type="hidden" name={`name-${indexOf(row)}`} value={row.name} />
              <FormField
                kind="select"
                name={`meaning-${indexOf(row)}`}
                label={t('menuAdapters.review.meaningOf', { name: row.name })}
                hideLabel
                options={[
                  { value: '', label: t('menuAdapters.review.open') },
                  ...row.suggestions.map(({ id, name }) => ({ value: String(id), label: name })),
                  { value: 'none', label: t(`menuAdapters.review.no.${element}`) },
                ]}
                defaultValue={sent.typed('meaning', row) ?? ''}
              />
            </div>
          ),
          other: (row) => (
            <FormField
              name={`other-${indexOf(row)}`}
              label={t('menuAdapters.review.otherOf', { name: row.name })}
              hideLabel
              list="choices"
              maxLength={200}
              autoComplete="off"
              defaultValue={sent.typed('other', row)}
              error={sent.problem('other', row)}
            />
          ),
        }}
      />
      <div className={s.bar}>
        <Button type="submit" tone="primary">
          {t('menuAdapters.review.save')}
        </Button>
        {strong.length > 0 && (
          <Button type="submit" name="all" value="1">
            {t('menuAdapters.review.confirmAll', { count: strong.length, number: format.number(strong.length) })}
          </Button>
        )}
      </div>
    </PostForm>
  );
}

function Confirmed({ t, format, path, element, confirmed }: Parts) {
  return (
    <Section
      id="confirmed-names"
      title={t('menuAdapters.review.confirmed')}
      sentence={t('menuAdapters.review.confirmedSentence')}
    >
      <ListTable
        id="confirmed"
        caption={t('menuAdapters.review.confirmed')}
        format={format}
        table={confirmed}
        rowOf={({ key, name }) => ({ key, name })}
        cells={{
          name: ({ name }) => name,
          meaning: ({ refId, refName }) =>
            refId === null ? t(`menuAdapters.review.no.${element}`) : (refName ?? t('menuAdapters.review.retired')),
          forget: ({ key, name }) => (
            <PostForm action={`${path}/forget`}>
              <input type="hidden" name="element" value={element} />
              <input type="hidden" name="key" value={key} />
              <Button type="submit" size="small" aria-label={t('menuAdapters.review.forgetOf', { name })}>
                {t('menuAdapters.review.forget')}
              </Button>
            </PostForm>
          ),
        }}
      />
    </Section>
  );
}
