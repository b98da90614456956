import { copyProgress } from '../../client/mass-package-copy/copy-progress.island';
import { Button, LinkButton } from '../../client/ui/button';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { CopyJob, CopyTarget, PartTotals } from '../../server/features/mass-package-copy/copy.contract';
import { doneOf, isUnderWay, targetsOf, type PartName } from '../../server/features/mass-package-copy/copy.rules';
import type { TargetColumn } from '../../server/features/mass-package-copy/copy.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import type { FormFailure } from '../layout/form-failure';
import { Island } from '../layout/island';
import { Section } from '../layout/section';
import { TargetsTable, TotalsTable } from './copy-tables';
import { JobStateBadge, partsText, sourceText, type Writing } from './copy-words';
import s from './copy.module.css';

interface CopyPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  path: string;
  back: string;
  organisationId: number;
  job: CopyJob;
  /** What would change is shown; else what was. */
  previews: boolean;
  retries: boolean;
  mayChange: boolean;
  mayUndo: boolean;
  mayRetry: boolean;
  /** Parts whose things the reader may not see. */
  hidden: readonly PartName[];
  /** Of a preview. */
  differences: { count: number; seen: string; changing: number } | null;
  totals: PartTotals[];
  itemNames: ReadonlyMap<number, string>;
  table: TableView<TargetColumn, CopyTarget>;
  refused: FormFailure | null;
}

/** What a copy would change, how far it is, what it did, and how to take it back. */
export function CopyPage(props: CopyPageProps) {
  const { t, settings, title, path, back, organisationId, job, previews, retries, totals, refused } = props;
  const format = createFormat(settings);
  const writing = { t, format };
  const { jobId, state } = job;
  const targets = targetsOf(job);
  return (
    <>
      <PageHeader
        title={retries ? t('massPackageCopy.retryTitle') : title}
        badge={!retries && <JobStateBadge t={t} state={state} />}
        sentence={previews ? t('massPackageCopy.previewSentence') : undefined}
        back={retries ? { label: title, href: path } : { label: t('massPackageCopy.title'), href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {state === 'STOPPED' && <Notice tone="warning">{t('massPackageCopy.stopped')}</Notice>}
      {isUnderWay(state) && (
        <>
          <Island
            of={copyProgress}
            when="load"
            props={{
              jobId,
              organisationId,
              locale: settings.locale,
              standing: { state, targets, done: doneOf(job) },
            }}
          />
          <noscript>
            <p>
              <a href={path}>{t('massPackageCopy.refresh')}</a>
            </p>
          </noscript>
        </>
      )}
      <DescriptionList
        items={[
          { term: t('massPackageCopy.from'), value: sourceText(t, job) },
          { term: t('massPackageCopy.what'), value: partsText(t, job.parts) },
          { term: t('massPackageCopy.rule'), value: t(`massPackageCopy.rules.${job.rule}`) },
          ...outcomesOf(writing, props),
          { term: t('massPackageCopy.by'), value: job.byName ?? t('legacy.ui.system') },
          { term: t('massPackageCopy.at'), value: format.dateTime(job.createdAt) },
          ...(job.finishedAt
            ? [{ term: t('massPackageCopy.finishedAt'), value: format.dateTime(job.finishedAt) }]
            : []),
          ...(job.undoneAt ? [{ term: t('massPackageCopy.undoneAt'), value: format.dateTime(job.undoneAt) }] : []),
        ]}
      />
      {!isUnderWay(state) && (
        <Section title={t(previews ? 'massPackageCopy.willChange' : 'massPackageCopy.hasChanged')}>
          <TotalsTable {...writing} totals={totals} />
        </Section>
      )}
      {props.differences && <Confirming {...props} {...writing} differences={props.differences} />}
      <TargetsTable {...props} {...writing} />
      <AfterRun {...props} />
    </>
  );
}

function outcomesOf({ t, format }: Writing, { job, differences }: CopyPageProps) {
  if (differences) return [{ term: t('massPackageCopy.targets'), value: format.number(differences.count) }];
  return (['DONE', 'SAME', 'FAILED', 'UNDONE', 'LEFT', 'WAITING'] as const).flatMap((name) => {
    const count = job.outcomes[name] ?? 0;
    return count === 0 ? [] : [{ term: t(`massPackageCopy.results.${name}`), value: format.number(count) }];
  });
}

type ConfirmingProps = CopyPageProps & Writing & { differences: NonNullable<CopyPageProps['differences']> };

function Confirming({ t, format, path, mayChange, retries, differences }: ConfirmingProps) {
  const { changing, seen } = differences;
  return (
    <>
      {changing === 0 && <p>{t('massPackageCopy.nothingToCopy')}</p>}
      {!mayChange && <Notice tone="info">{t('massPackageCopy.problem.notAllowed')}</Notice>}
      <div className={s.bar}>
        {changing > 0 && mayChange && (
          <PostForm action={`${path}/${retries ? 'retry' : 'start'}`}>
            <input type="hidden" name="seen" value={seen} />
            <Button type="submit" tone="primary">
              {t('massPackageCopy.copyTo', { count: changing, number: format.number(changing) })}
            </Button>
          </PostForm>
        )}
        {retries ? (
          <LinkButton href={path}>{t('global.cancel')}</LinkButton>
        ) : (
          <PostForm action={`${path}/drop`}>
            <Button type="submit" tone="quiet">
              {t('massPackageCopy.drop')}
            </Button>
          </PostForm>
        )}
      </div>
    </>
  );
}

function AfterRun({ t, path, previews, mayChange, mayRetry, mayUndo }: CopyPageProps) {
  if (previews || !mayChange) return null;
  return (
    <>
      {mayRetry && (
        <Section title={t('massPackageCopy.retry')} sentence={t('massPackageCopy.retrySentence')}>
          <LinkButton href={`${path}/retry`}>{t('massPackageCopy.retryLook')}</LinkButton>
        </Section>
      )}
      {mayUndo && (
        <Section title={t('massPackageCopy.undo')} sentence={t('massPackageCopy.undoSentence')}>
          <PostForm action={`${path}/undo`}>
            <Button type="submit" tone="danger">
              {t('massPackageCopy.undo')}
            </Button>
          </PostForm>
        </Section>
      )}
    </>
  );
}
