import { Button, LinkButton } from '../../client/ui/button';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { rowOutcomes } from '../../server/features/dynamic-menu-adapters/adapter-limits.rules';
import type {
  AdapterRow,
  RunResult,
  RunRow,
  ShownRow,
} from '../../server/features/dynamic-menu-adapters/adapters.contract';
import type { ShownRowColumn } from '../../server/features/dynamic-menu-adapters/adapters.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { problemText, RunStateBadge, type Writing } from './adapter-words';
import s from './adapters.module.css';

interface RunPageProps {
  t: Translate;
  /** In the organization’s zone. */
  settings: FormatSettings;
  title: string;
  /** Of the adapter. */
  path: string;
  menuHref: string;
  adapter: AdapterRow;
  run: RunRow;
  rows: TableView<ShownRowColumn, ShownRow>;
}

type Parts = RunPageProps & Writing & { result: RunResult };

/** What a run has read, and what it wrote or would write. */
export function RunPage(props: RunPageProps) {
  const { t, settings, title, path, menuHref, adapter, run } = props;
  const format = createFormat(settings);
  const { state, problem, result, mode } = run;
  const parts = result && { ...props, format, result };
  return (
    <>
      <PageHeader
        title={title}
        badge={<RunStateBadge t={t} run={{ state, ...(result ? { faulty: result.faulty } : {}) }} />}
        sentence={format.dateTime(run.askedAt)}
        back={{ label: adapter.name, href: path }}
        actions={
          state === 'done' &&
          mode === 'write' && <LinkButton href={menuHref}>{t('menuAdapters.menu.title')}</LinkButton>
        }
      />
      {(state === 'waiting' || state === 'running') && (
        <Notice tone="info">
          {t('menuAdapters.run.underWay')} <a href={`${path}/runs/${run.runId}`}>{t('menuAdapters.run.refresh')}</a>
        </Notice>
      )}
      {problem && (
        <Notice tone="error" title={t('menuAdapters.run.failed')}>
          {problemText({ t, format }, problem)}
        </Notice>
      )}
      {problem?.code === 'columnsMissing' && (
        <LinkButton href={`${path}/columns`}>{t('menuAdapters.columns.title')}</LinkButton>
      )}
      {parts && (
        <>
          <Next {...parts} />
          <Counts {...parts} />
          <Problems {...parts} />
          <Rows {...parts} />
        </>
      )}
    </>
  );
}

/** What to do next, the first thing first. */
function Next({ t, format, path, adapter, run, result }: Parts) {
  const { unknown, outcomes } = result;
  const link = (href: string, label: string) => (
    <LinkButton tone="primary" href={`${path}/${href}`}>
      {label}
    </LinkButton>
  );
  if (adapter.columns === null)
    return (
      <Notice tone="info" title={t('menuAdapters.run.confirmColumns')}>
        <div className={s.bar}>{link('columns', t('menuAdapters.columns.title'))}</div>
      </Notice>
    );
  const open = [
    { count: unknown.locations.length, href: 'locations', label: t('menuAdapters.locations.title') },
    { count: unknown.dishes.length, href: 'dishes', label: t('menuAdapters.review.dishes') },
    { count: unknown.dayparts.length, href: 'dishes?element=DAYPART', label: t('menuAdapters.review.dayparts') },
  ].filter(({ count }) => count > 0);
  if (open.length > 0)
    return (
      <Notice tone="warning" title={t('menuAdapters.run.openNames')}>
        <ul className={s.problems}>
          {open.map(({ count, href, label }) => (
            <li key={href}>
              <a href={`${path}/${href}`}>{label}</a>:{' '}
              {t('menuAdapters.setup.open', { count, number: format.number(count) })}
            </li>
          ))}
        </ul>
      </Notice>
    );
  if (run.mode === 'test' && outcomes.written > 0)
    return (
      <PostForm action={`${path}/run`} className={s.bar}>
        <Button type="submit" tone="primary">
          {t('menuAdapters.load')}
        </Button>
      </PostForm>
    );
  return null;
}

function Counts({ t, format, run, result }: Parts) {
  const { rows, empty, faulty, outcomes, menus, days, daysLeft = 0, locations, first, last } = result;
  return (
    <Section
      id="counts"
      title={t(run.mode === 'test' ? 'menuAdapters.run.wouldWrite' : 'menuAdapters.run.written')}
      sentence={t(run.mode === 'test' ? 'menuAdapters.run.nothingWritten' : 'menuAdapters.run.replaced')}
    >
      <DescriptionList
        items={[
          { term: t('menuAdapters.run.menus'), value: format.number(menus) },
          { term: t('menuAdapters.run.days'), value: format.number(days) },
          { term: t('menuAdapters.run.locations'), value: format.number(locations) },
          ...(first !== null && last !== null
            ? [{ term: t('menuAdapters.run.period'), value: `${format.date(first)} – ${format.date(last)}` }]
            : []),
          { term: t('menuAdapters.run.rows'), value: format.number(rows) },
          ...rowOutcomes
            .filter((outcome) => outcomes[outcome] > 0)
            .map((outcome) => ({
              term: t(`menuAdapters.run.outcomes.${outcome}`),
              value: format.number(outcomes[outcome]),
            })),
          ...(empty > 0 ? [{ term: t('menuAdapters.run.empty'), value: format.number(empty) }] : []),
          ...(faulty > 0 ? [{ term: t('menuAdapters.run.faulty'), value: format.number(faulty) }] : []),
        ]}
      />
      {daysLeft > 0 && (
        <Notice tone="warning">
          {t('menuAdapters.run.daysLeft', { count: daysLeft, number: format.number(daysLeft) })}
        </Notice>
      )}
    </Section>
  );
}

function Problems({ t, format, result: { problems, faulty } }: Parts) {
  if (problems.length === 0) return null;
  return (
    <Section id="problems" title={t('menuAdapters.run.problems')}>
      <ul className={s.problems}>
        {problems.map(({ line, code, raw }) => (
          <li key={line}>{t(`menuAdapters.rowProblem.${code}`, { row: format.number(line), raw })}</li>
        ))}
      </ul>
      {faulty > problems.length && (
        <p className={s.hint}>
          {t('menuAdapters.run.moreProblems', {
            count: faulty - problems.length,
            number: format.number(faulty - problems.length),
          })}
        </p>
      )}
    </Section>
  );
}

function Rows({ t, format, rows, adapter, result }: Parts) {
  if (result.shown.length === 0) return null;
  const hasLocation = result.shown.some(({ location }) => location !== '');
  const everywhere = t(adapter.columns === null ? 'menuAdapters.run.noLocation' : 'menuAdapters.run.everyLocation');
  return (
    <Section id="rows" title={t('menuAdapters.run.firstRows')}>
      <ListTable
        id="shown-rows"
        caption={t('menuAdapters.run.firstRows')}
        format={format}
        table={rows}
        rowOf={({ line, dish }) => ({ key: String(line), name: dish })}
        cells={{
          line: ({ line }) => format.number(line),
          date: ({ date }) => format.date(date),
          location: ({ location }) => (hasLocation ? location : everywhere),
          daypart: ({ daypart }) =>
            daypart === '' ? <Missing reason={t('menuAdapters.wholeDay')} align="start" /> : daypart,
          dish: ({ dish }) => dish,
          item: ({ itemName }) => itemName ?? <Missing reason={t('menuAdapters.run.noItem')} align="start" />,
          portions: ({ portions }) =>
            portions === null ? <Missing reason={t('menuAdapters.noPortions')} /> : format.number(portions),
          outcome: ({ outcome }) => t(`menuAdapters.run.outcomes.${outcome}`),
        }}
      />
    </Section>
  );
}
