import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { adapterLimits } from '../../server/features/dynamic-menu-adapters/adapter-limits.rules';
import type { AdapterDone, AdapterRow, RunHead } from '../../server/features/dynamic-menu-adapters/adapters.contract';
import type { RunColumn } from '../../server/features/dynamic-menu-adapters/adapters.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Section } from '../layout/section';
import { AdapterStateBadge, problemText, RunStateBadge, scheduleText, type Writing } from './adapter-words';
import s from './adapters.module.css';
import { SettingsFields } from './settings-fields';

interface AdapterPageProps {
  t: Translate;
  /** In the organization’s zone. */
  settings: FormatSettings;
  path: string;
  menuHref: string;
  back: string;
  adapter: AdapterRow;
  /** Names that nobody knows. */
  open: { locations: number; dishes: number; dayparts: number };
  /** Whether there are names at all. */
  names: { locations: boolean; dishes: boolean; dayparts: boolean };
  /** The columns of what was read last could be guessed. */
  guessed: boolean;
  runs: TableView<RunColumn, RunHead>;
  done: AdapterDone | null;
  refused: (FormFailure & { form: string }) | null;
}

type Parts = AdapterPageProps & Writing;

/** One source of menus: how far it is set up, what it did last, and its settings. */
export function AdapterPage(props: AdapterPageProps) {
  const { t, settings, path, menuHref, back, adapter, runs, done, refused } = props;
  const parts = { ...props, format: createFormat(settings) };
  return (
    <>
      <PageHeader
        title={adapter.name}
        badge={<AdapterStateBadge t={t} adapter={adapter} />}
        sentence={t(`menuAdapters.kindSentence.${adapter.kind}`)}
        back={{ label: t('menuAdapters.title'), href: back }}
        actions={<LinkButton href={menuHref}>{t('menuAdapters.menu.title')}</LinkButton>}
      />
      {done && <Notice tone="success">{t(`menuAdapters.done.${done}`)}</Notice>}
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <Facts {...parts} />
      {adapter.kind === 'file' && <Upload {...parts} />}
      <Actions {...parts} />
      <Setup {...parts} />
      {runs.pager.total > 0 && <Runs {...parts} />}
      <Section id="settings" title={t('menuAdapters.settings')}>
        <Fold quiet title={t('menuAdapters.changeSettings')} open={refused?.form === 'settings'}>
          <PostForm action={`${path}/settings`} className={s.form} aria-label={t('menuAdapters.changeSettings')}>
            <input type="hidden" name="version" value={adapter.version} />
            <SettingsFields
              t={t}
              format={parts.format}
              kind={adapter.kind}
              timeZone={settings.timeZone}
              adapter={adapter}
              refused={refused?.form === 'settings' ? refused : null}
            />
            <div className={s.bar}>
              <Button type="submit" tone="primary">
                {t('menuAdapters.saveSettings')}
              </Button>
            </div>
          </PostForm>
        </Fold>
        <Fold quiet title={t('menuAdapters.remove')}>
          <p className={s.note}>{t('menuAdapters.removeSentence')}</p>
          <PostForm
            action={`${path}/remove`}
            data-confirm={t('menuAdapters.removeConfirm', { name: adapter.name })}
            data-confirm-yes={t('menuAdapters.remove')}
          >
            <Button type="submit" tone="danger">
              {t('menuAdapters.remove')}
            </Button>
          </PostForm>
        </Fold>
      </Section>
    </>
  );
}

function Facts({ t, format, adapter }: Parts) {
  const { kind, address, auth, file, lastRun } = adapter;
  return (
    <DescriptionList
      items={[
        ...(kind === 'feed'
          ? [
              { term: t('menuAdapters.address'), value: hostOf(address) },
              { term: t('menuAdapters.auth'), value: t(`menuAdapters.auths.${auth}`) },
              { term: t('menuAdapters.schedule'), value: scheduleText({ t, format }, adapter) },
            ]
          : [
              {
                term: t('menuAdapters.file'),
                value: file ? `${file.name} · ${format.dateTime(file.uploadedAt)}` : t('menuAdapters.noFile'),
              },
            ]),
        {
          term: t('menuAdapters.lastRun'),
          value: lastRun === null ? t('menuAdapters.neverRun') : format.dateTime(lastRun.askedAt),
        },
      ]}
    />
  );
}

/** The rest of an address may hold a key. */
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

function Upload({ t, format, path, adapter, refused }: Parts) {
  const error = refused?.form === 'upload' ? problemIn(refused, 'file') : undefined;
  const megabytes = format.number(adapterLimits.bytes / 1_000_000);
  return (
    <Section id="upload" title={t('menuAdapters.upload')}>
      <PostForm
        action={`${path}/upload`}
        encType="multipart/form-data"
        className={s.form}
        aria-label={t('menuAdapters.upload')}
      >
        <div className={s.file}>
          <label htmlFor="menu-file">{t('menuAdapters.file')}</label>
          <input
            id="menu-file"
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,.json,.xlsx,text/csv,text/plain,application/json"
            required
            data-most-bytes={adapterLimits.bytes}
            data-too-large={t('menuAdapters.fileTooLarge', { megabytes })}
            aria-describedby={error ? 'menu-file-hint menu-file-error' : 'menu-file-hint'}
            aria-invalid={error ? true : undefined}
          />
          <p id="menu-file-hint" className={s.hint}>
            {t('menuAdapters.fileHint', {
              megabytes,
              rows: format.number(adapterLimits.rows),
            })}
          </p>
          {error && (
            <p id="menu-file-error" className={s.error}>
              {error}
            </p>
          )}
        </div>
        <div className={s.bar}>
          {adapter.columns !== null && (
            <Button type="submit" tone="primary" name="mode" value="write">
              {t('menuAdapters.uploadWrite')}
            </Button>
          )}
          <Button type="submit" tone={adapter.columns === null ? 'primary' : 'plain'} name="mode" value="test">
            {t('menuAdapters.uploadTest')}
          </Button>
        </div>
      </PostForm>
    </Section>
  );
}

function Actions({ t, path, adapter }: Parts) {
  const { kind, paused, columns, file } = adapter;
  if (kind === 'file' && file === null) return null;
  return (
    <Section
      id="run"
      title={t('menuAdapters.runNow')}
      sentence={t(columns === null ? 'menuAdapters.testFirst' : 'menuAdapters.runSentence')}
    >
      <div className={s.bar}>
        <PostForm action={`${path}/test`}>
          <Button type="submit" tone={columns === null ? 'primary' : 'plain'}>
            {t('menuAdapters.test')}
          </Button>
        </PostForm>
        {columns !== null && (
          <PostForm action={`${path}/run`}>
            <Button type="submit" tone="primary">
              {t('menuAdapters.load')}
            </Button>
          </PostForm>
        )}
        {kind === 'feed' && (
          <PostForm action={`${path}/${paused ? 'resume' : 'pause'}`}>
            <Button type="submit" tone="quiet">
              {t(paused ? 'menuAdapters.resume' : 'menuAdapters.pause')}
            </Button>
          </PostForm>
        )}
      </div>
    </Section>
  );
}

/** What must be known of the source, step by step. */
function Setup({ t, format, path, adapter, open, names, guessed }: Parts) {
  const { columns, sample } = adapter;
  if (sample === null) return null;
  const openText = (count: number) =>
    count === 0
      ? t('menuAdapters.setup.allKnown')
      : t('menuAdapters.setup.open', { count, number: format.number(count) });
  const steps = [
    {
      href: 'columns',
      title: t('menuAdapters.columns.title'),
      says:
        columns !== null
          ? t('menuAdapters.setup.confirmed')
          : t(guessed ? 'menuAdapters.setup.guessed' : 'menuAdapters.setup.notGuessed'),
    },
    ...(names.locations
      ? [{ href: 'locations', title: t('menuAdapters.locations.title'), says: openText(open.locations) }]
      : []),
    ...(names.dishes ? [{ href: 'dishes', title: t('menuAdapters.review.dishes'), says: openText(open.dishes) }] : []),
    ...(names.dayparts
      ? [{ href: 'dishes?element=DAYPART', title: t('menuAdapters.review.dayparts'), says: openText(open.dayparts) }]
      : []),
  ];
  return (
    <Section id="setup" title={t('menuAdapters.setup.title')} sentence={t('menuAdapters.setup.sentence')}>
      <ol className={s.steps}>
        {steps.map(({ href, title, says }) => (
          <li key={href} className={s.step}>
            <div>
              <a href={`${path}/${href}`}>{title}</a>
              <span className={s.under}>{says}</span>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Runs({ t, format, path, runs }: Parts) {
  return (
    <Section id="history" title={t('menuAdapters.history')}>
      <ListTable
        id="runs"
        caption={t('menuAdapters.history')}
        format={format}
        table={runs}
        rowOf={({ runId, askedAt }) => ({ key: String(runId), name: format.dateTime(askedAt) })}
        cells={{
          askedAt: ({ runId, askedAt, askedBy, origin }) => (
            <>
              <a href={`${path}/runs/${runId}`}>{format.dateTime(askedAt)}</a>
              <span className={s.under}>{origin === 'schedule' ? t('menuAdapters.run.bySchedule') : askedBy}</span>
            </>
          ),
          mode: ({ mode }) => t(`menuAdapters.run.modes.${mode}`),
          menus: ({ menus }) =>
            menus === undefined || menus === null ? (
              <Missing reason={t('menuAdapters.run.nothing')} />
            ) : (
              format.number(menus)
            ),
          problem: ({ problem }) => problem && problemText({ t, format }, problem),
          state: (run) => <RunStateBadge t={t} run={run} />,
        }}
      />
    </Section>
  );
}
