import { Button, LinkButton } from '../../client/ui/button';
import { PageHeader } from '../../client/ui/page-header';
import type { ReportChoices, ReportKind } from '../../server/features/generate-reports/generate-reports.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { NotSaved, ReportFields, type FormFailure } from './report-fields';
import s from './report-fields.module.css';

interface NewReportPageProps {
  t: Translate;
  kind: ReportKind;
  choices: ReportChoices;
  typed: Record<string, string>;
  refused: FormFailure | null;
}

/** A report that is made once, now. */
export function NewReportPage({ t, kind, choices, typed, refused }: NewReportPageProps) {
  const title = t(`reports.kinds.${kind}.name`);
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(`reports.kinds.${kind}.about`)}
        back={{ label: t('reports.title'), href: '/generate-reports' }}
      />
      <NotSaved refused={refused} />
      <PostForm action="/generate-reports" className={s.form} aria-label={title}>
        <ReportFields {...{ t, kind, choices, typed, refused }} relative={false} />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('reports.create')}
          </Button>
          <LinkButton href="/generate-reports">{t('legacy.ui.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
