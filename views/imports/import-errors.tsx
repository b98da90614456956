import { LinkButton } from '../../client/ui/button';
import type { Format } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Missing } from '../../client/ui/missing';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { ErrorsColumn } from '../../server/features/imports/imports.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { Section } from '../layout/section';
import s from './import-page.module.css';

interface ErrorLine {
  id: number;
  line: number;
  column: string | null;
  sentence: string;
  raw: string;
}

export type ErrorsView = TableView<ErrorsColumn, ErrorLine>;

interface ImportErrorsProps {
  t: Translate;
  format: Format;
  view: ImportView;
  errors: ErrorsView;
}

/** Each line that stays out, with where and why, so that it can be mended. */
export function ImportErrors({ t, format, view, errors }: ImportErrorsProps) {
  if (view.errorsKept === 0) return null;
  const kept =
    view.errorsKept < view.linesRefused
      ? ` ${t('imports.problemsKept', { kept: format.number(view.errorsKept) })}`
      : '';
  return (
    <Section
      id="problems"
      title={t(view.state === 'CHECKED' ? 'imports.problems' : 'imports.problemsDone')}
      sentence={
        t(view.state === 'CHECKED' ? 'imports.problemsSentence' : 'imports.problemsSentenceDone', {
          count: view.linesRefused,
          formatted: format.number(view.linesRefused),
        }) + kept
      }
      actions={
        <LinkButton size="small" icon="download" href={`/rest/v1/imports/${view.id}/errors.csv`}>
          {t('imports.downloadErrors')}
        </LinkButton>
      }
    >
      <ListTable
        id="import-errors"
        caption={t('imports.problems')}
        counted
        format={format}
        table={errors}
        cells={{
          line: (error) => format.number(error.line),
          column: (error) => error.column ?? <Missing reason={t('imports.wholeLine')} align="start" />,
          problem: (error) => error.sentence,
          found: (error) =>
            error.raw === '' ? (
              <Missing reason={t('imports.emptyCell')} align="start" />
            ) : (
              <code className={s.raw}>{error.raw}</code>
            ),
        }}
        rowOf={(error) => ({ key: String(error.id), name: error.sentence })}
      />
    </Section>
  );
}
