import { importProgress } from '../../client/imports/import-progress.island';
import { Button, LinkButton } from '../../client/ui/button';
import { createFormat, type Format, type Locale, type WeightUnit } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { DateForms } from '../../server/platform/date-forms.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { Section } from '../layout/section';
import { EnteredBefore } from './entered-before';
import { HowRead, type Reading } from './how-read';
import { ImportAccount } from './import-account';
import { ImportErrors, type ErrorsView } from './import-errors';
import { ImportFigures } from './import-figures';
import s from './import-page.module.css';
import { ImportState } from './import-state';
import { LeftOutLines, type LeftOutView } from './left-out-lines';
import { OutlierQuestion } from './outlier-question';
import { ProblemGroups, type ProblemGroup } from './problem-groups';
import { QuestionForm, type AskedQuestion } from './question-form';
import { ReplacedLines, type ReplacedView } from './replaced-lines';
import { UndoForm } from './undo-form';

interface ImportPageProps {
  t: Translate;
  locale: Locale;
  unit: WeightUnit;
  timeZone: string;
  forms?: DateForms | undefined;
  view: ImportView;
  /** It has ended a moment ago, and dashboards do not show it yet. */
  settling: boolean;
  /** Locations whose opening days wait to be confirmed, and where; null where there is nothing to ask. */
  unconfirmed: { count: number; href: string } | null;
  /** What only a person can say, or wants to say in place of an assumption. */
  question: AskedQuestion | null;
  changes: boolean;
  reading: Reading | null;
  groups: ProblemGroup[];
  may: { change: boolean; discard: boolean; undo: boolean };
  errors: ErrorsView;
  leftOut: LeftOutView;
  replaced: ReplacedView;
  longestReason: number;
  /** Why the last button did not do its work. */
  failure: string | null;
  reason: string;
}

const sizes = [
  [1_000_000, 'imports.sizeMegabytes', 1],
  [1_000, 'imports.sizeKilobytes', 0],
  [1, 'imports.sizeBytes', 0],
] as const;

export function ImportPage(props: ImportPageProps) {
  const { t, locale, unit, timeZone, forms, view, may, errors, leftOut, replaced, longestReason, failure, reason } =
    props;
  const { question, changes, reading, groups, unconfirmed, settling } = props;
  const format = createFormat({ locale, unit, timeZone, forms });
  const mayChange = may.change && view.state === 'CHECKED';
  const underWay = view.state === 'CHECKING' || view.state === 'QUEUED' || view.state === 'RUNNING';
  const hasFigures = view.state === 'CHECKED' || view.state === 'DONE' || view.state === 'UNDONE';
  const sent = { name: view.uploadedBy ?? t('imports.notKnown'), date: format.dateTime(view.createdAt) };
  const about =
    view.state === 'UPLOADED'
      ? t('imports.aboutUnread', sent)
      : t('imports.about', { ...sent, mapping: view.mappingName });
  const [bytes, words, decimals] = sizes.find(([least]) => view.fileBytes >= least) ?? sizes[2];
  const size = view.fileBytes > 0 ? ` · ${t(words, { size: format.number(view.fileBytes / bytes, decimals) })}` : '';
  return (
    <>
      <PageHeader
        title={view.fileName}
        badge={<ImportState t={t} state={view.state} />}
        sentence={about + size}
        back={{ href: '/imports', label: t('imports.back') }}
        actions={<Actions t={t} format={format} view={view} may={may} asks={question !== null} />}
      />
      {failure && (
        <Notice tone="error">
          <p>{failure}</p>
        </Notice>
      )}
      {question && <QuestionForm t={t} id={view.id} question={question} cancels={changes} />}
      {question === null && <Standing t={t} format={format} view={view} />}
      {unconfirmed && (
        <Notice tone="info" title={t('reliability.OPENING_DAYS_UNCONFIRMED')}>
          <p>
            {t('calendar.learned.waiting', { count: unconfirmed.count, number: format.number(unconfirmed.count) })}{' '}
            <a href={unconfirmed.href}>{t('performance.hero.confirm')}</a>
          </p>
        </Notice>
      )}
      <EnteredBefore t={t} format={format} view={view} />
      <CorrectionQuestion t={t} format={format} view={view} />
      <OutlierQuestion t={t} format={format} view={view} />
      {underWay && <UnderWay t={t} locale={locale} view={view} />}
      {settling && <Watched locale={locale} view={view} />}
      {reading && <HowRead t={t} format={format} view={view} reading={reading} mayChange={mayChange} />}
      {hasFigures && <ImportFigures t={t} format={format} view={view} />}
      {!underWay && <ProblemGroups t={t} format={format} view={view} groups={groups} mayChange={mayChange} />}
      {hasFigures && <ImportAccount t={t} format={format} view={view} />}
      {!underWay && <ReplacedLines t={t} format={format} view={view} lines={replaced} />}
      {!underWay && <ImportErrors t={t} format={format} view={view} errors={errors} />}
      {!underWay && (
        <LeftOutLines
          t={t}
          format={format}
          view={view}
          lines={leftOut}
          mayChange={may.change && view.state === 'CHECKED'}
        />
      )}
      {may.undo && <UndoForm t={t} format={format} view={view} longestReason={longestReason} reason={reason} />}
    </>
  );
}

function Actions({
  t,
  format,
  view,
  may,
  asks,
}: Pick<ImportPageProps, 't' | 'view' | 'may'> & { format: Format; asks: boolean }) {
  const { id, state, eventsTaken, fileName } = view;
  const primary = !asks && (state === 'UPLOADED' || state === 'FAILED') ? 'primary' : 'quiet';
  const events = eventsTaken + view.replaced.events;
  return (
    <>
      {may.discard && (
        <PostForm
          action={`/imports/${id}/discard`}
          data-confirm={t('imports.discardConfirm', { file: fileName })}
          data-confirm-yes={t('imports.discard')}
        >
          <Button type="submit" tone="quiet">
            {t('imports.discard')}
          </Button>
        </PostForm>
      )}
      {may.change && (
        <LinkButton tone={primary} href={`/imports/${id}/mapping`}>
          {t(state === 'UPLOADED' && !asks ? 'imports.assign' : 'imports.howRead.adjust')}
        </LinkButton>
      )}
      {state === 'CHECKED' &&
        !asks &&
        events > 0 &&
        view.outliers?.answer !== null &&
        view.corrections?.answer !== null && (
          <PostForm action={`/imports/${id}/run`}>
            <Button type="submit" tone="primary">
              {t('imports.howRead.run', { count: events, formatted: format.number(events) })}
            </Button>
          </PostForm>
        )}
    </>
  );
}

/** What one has to know before looking at figures. */
function Standing({ t, format, view }: { t: Translate; format: Format; view: ImportView }) {
  const { state, failure, sameFile, eventsTaken, eventsKnown, putBack, corrections } = view;
  if (state === 'UPLOADED')
    return (
      <Notice tone="info" title={t('imports.assignTitle')}>
        <p>{t('imports.assignSentence')}</p>
      </Notice>
    );
  if (state === 'FAILED') {
    return (
      <Notice tone="error" title={t('imports.failedTitle')}>
        <p>{failure?.message}</p>
        {eventsTaken > 0 && <p>{t('imports.failedInside', { events: format.number(eventsTaken) })}</p>}
      </Notice>
    );
  }
  if (state === 'UNDONE') {
    return (
      <Notice tone="info" title={t('imports.undoneTitle')}>
        <p>
          {t('imports.undoneSentence', {
            events: format.number(eventsTaken),
            date: view.undoneAt ? format.dateTime(view.undoneAt) : '',
            reason: view.undoReason ?? '',
          })}
        </p>
        {putBack && <p>{t('imports.undonePutBack', { events: format.number(putBack.events) })}</p>}
        {putBack && putBack.left > 0 && <p>{t('imports.undoneLeft', { events: format.number(putBack.left) })}</p>}
      </Notice>
    );
  }
  if (state !== 'CHECKED') return null;
  return (
    <>
      {sameFile && (
        <Notice tone="warning" title={t('imports.sameFileTitle')}>
          <p>
            {t(eventsTaken > 0 ? 'imports.sameFileOtherwise' : 'imports.sameFile', {
              file: sameFile.fileName,
              date: format.dateTime(sameFile.finishedAt),
              events: format.number(eventsTaken),
            })}{' '}
            <a href={`/imports/${sameFile.id}`}>{t('imports.seeImport')}</a>
          </p>
        </Notice>
      )}
      {eventsTaken === 0 && eventsKnown > 0 && !corrections && (
        <Notice tone="success" title={t('imports.allKnownTitle')}>
          <p>{t('imports.allKnown', { events: format.number(eventsKnown) })}</p>
        </Notice>
      )}
      {eventsTaken === 0 && eventsKnown === 0 && !corrections && (
        <Notice tone="warning" title={t('imports.nothingTitle')}>
          <p>{t('imports.nothing')}</p>
        </Notice>
      )}
    </>
  );
}

function UnderWay({ t, locale, view }: { t: Translate; locale: Locale; view: ImportView }) {
  const checking = view.state === 'CHECKING';
  return (
    <Section
      title={t(checking ? 'imports.checkingTitle' : 'imports.runningTitle')}
      sentence={t(checking ? 'imports.checkingSentence' : 'imports.runningSentence')}
    >
      <div className={s.progress}>
        <Watched locale={locale} view={view} />
        <p className={s.refresh}>
          <a href={`/imports/${view.id}`}>{t('imports.refresh')}</a>
        </p>
      </div>
    </Section>
  );
}

/** Says how far it is, and shows the page again when there is something new on it. */
const Watched = ({ locale, view }: { locale: Locale; view: ImportView }) => (
  <Island
    of={importProgress}
    when="load"
    props={{
      id: view.id,
      locale,
      standing: {
        state: view.state,
        progress: view.progress,
        linesRead: view.linesRead,
        eventsTaken: view.eventsTaken,
        weeksWaiting: view.weeksWaiting,
      },
    }}
  />
);

const answers = ['leave', 'replace'] as const;

/** Lines that were imported before with other values replace nothing until somebody says so; the answer can be changed until the run. */
function CorrectionQuestion({ t, format, view }: { t: Translate; format: Format; view: ImportView }) {
  const { corrections, id } = view;
  if (view.state !== 'CHECKED' || !corrections) return null;
  const { lines, answer } = corrections;
  return (
    <Notice
      tone={answer === null ? 'warning' : 'info'}
      title={t(answer === null ? 'imports.corrections.title' : `imports.corrections.said.${answer}`)}
    >
      <p>
        {t('imports.corrections.sentence', { count: lines, formatted: format.number(lines) })}{' '}
        <a href={answer === 'replace' ? '#replaced' : '#left-out'}>{t('imports.corrections.see')}</a>
      </p>
      <PostForm action={`/imports/${id}/choices`} className={s.answers}>
        {answers
          .filter((one) => one !== answer)
          .map((one) => (
            <Button key={one} type="submit" name="corrections" value={one} size="small">
              {t(`imports.corrections.answers.${one}`)}
            </Button>
          ))}
      </PostForm>
    </Notice>
  );
}
