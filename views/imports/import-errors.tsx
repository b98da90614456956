import type { ImportView } from '../../server/features/imports/import.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import type { Format } from '../../client/ui/format';
import { Missing } from '../../client/ui/missing';
import { Pagination } from '../../client/ui/pagination';
import { Section } from '../layout/section';
import s from './import-page.module.css';

export interface ErrorLine {
  id: number;
  line: number;
  column: string | null;
  sentence: string;
  raw: string;
}

export interface ErrorPage {
  from: number;
  to: number;
  previousHref?: string;
  nextHref?: string;
}

interface ImportErrorsProps {
  t: Translate;
  format: Format;
  view: ImportView;
  errors: ErrorLine[];
  page: ErrorPage;
}

/** Each line that stays out, with where and why, so that it can be mended. */
export function ImportErrors({ t, format, view, errors, page }: ImportErrorsProps) {
  if (view.errorsKept === 0) return null;
  const kept = view.errorsKept < view.linesRefused ? ` ${t('imports.problemsKept', { kept: format.number(view.errorsKept) })}` : '';
  return (
    <Section
      id="problems"
      title={t(view.state === 'CHECKED' ? 'imports.problems' : 'imports.problemsDone')}
      sentence={t('imports.problemsSentence', { count: view.linesRefused, formatted: format.number(view.linesRefused) }) + kept}
      actions={<LinkButton size="small" icon="download" href={`/rest/v1/imports/${view.id}/errors.csv`}>{t('imports.downloadErrors')}</LinkButton>}
    >
      <DataTable
        id="import-errors"
        caption={t('imports.problems')}
        captionHidden
        columns={[
          { key: 'line', label: t('imports.line'), numeric: true },
          { key: 'column', label: t('imports.column') },
          { key: 'problem', label: t('imports.problem'), primary: true },
          { key: 'found', label: t('imports.found'), primary: true },
        ]}
        rows={errors.map((error) => ({
          key: String(error.id),
          name: error.sentence,
          cells: [
            format.number(error.line),
            error.column ?? <Missing reason={t('imports.wholeLine')} align="start" />,
            error.sentence,
            error.raw === '' ? <Missing reason={t('imports.emptyCell')} align="start" /> : <code className={s.raw}>{error.raw}</code>,
          ],
        }))}
      >
        <Pagination {...page} total={view.errorsKept} />
      </DataTable>
    </Section>
  );
}
