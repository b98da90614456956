import { Badge } from '../../client/ui/badge';
import type { ReportDocument } from '../../server/platform/document/document.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './pdf-report-page.module.css';
import { ReportDocumentView } from './report-document';

interface PdfReportPageProps {
  t: Translate;
  /** Of the report in the shell; null for whoever has only this page. */
  backHref: string | null;
  document: ReportDocument;
}

/** A report without the menus, to print. */
export function PdfReportPage({ t, backHref, document }: PdfReportPageProps) {
  return (
    <article className={s.page}>
      <p className={`no-print ${s.back}`}>
        {backHref !== null && <a href={backHref}>{t('reports.backToReport')}</a>}
        <span>{t('reports.printHint')}</span>
      </p>
      <h1>
        {document.title} {document.simulated && <Badge tone="attention">{t('global.simulated')}</Badge>}
      </h1>
      <ReportDocumentView document={document} />
    </article>
  );
}
