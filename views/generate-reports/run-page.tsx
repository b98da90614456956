import type { ReactNode } from 'react';
import { reportProgress } from '../../client/generate-reports/report-progress.island';
import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { Fold } from '../../client/ui/fold';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { StoredDelivery, StoredRun } from '../../server/features/generate-reports/generate-reports.contract';
import type { ReportDocument } from '../../server/platform/document/document.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { Section } from '../layout/section';
import { ReportDocumentView } from './report-document';
import { datesText, isUnderWay, stateLooks } from './report-words';
import s from './run-page.module.css';

interface RunPageProps {
  t: Translate;
  settings: FormatSettings;
  /** Why it failed, and why somebody got none, in the reader’s words. */
  run: StoredRun & { document: ReportDocument | null };
  deliveries: StoredDelivery[];
  refused: string | null;
  /** Where the report stands: its list, its own pages and its files. */
  at: RunAddresses;
  /** Below the report. */
  children?: ReactNode;
}

export interface RunAddresses {
  list: { label: string; href: string };
  address: string;
  files: string;
  /** Says how far it is. */
  status: string;
  print: string;
}

/** A report: how far it is, what it says, its files, and to whom it went. */
export function RunPage({ t, settings, run, deliveries, refused, at, children }: RunPageProps) {
  const format = createFormat(settings);
  const { kind, state, failure, document } = run;
  const { address, files: file } = at;
  return (
    <>
      <PageHeader
        title={document?.title ?? t(`reports.kinds.${kind}.name`)}
        sentence={t('reports.requestedBy', {
          who: run.requestedByName ?? '–',
          when: format.dateTime(run.createdAt),
        })}
        back={at.list}
        badge={<Badge {...stateLooks[state]}>{t(`reports.states.${state}`)}</Badge>}
        actions={
          document && (
            <LinkButton tone="primary" icon="download" href={`${file}/pdf`} download>
              {t('reports.file.pdf')}
            </LinkButton>
          )
        }
      />
      {refused && <Notice tone="error">{refused}</Notice>}
      {isUnderWay(state) && <UnderWay {...{ t, run, at, dates: datesText(t, format, run) }} />}
      {state === 'failed' && (
        <Notice tone="error" title={t('reports.failed')}>
          {failure !== null && <p>{failure}</p>}
        </Notice>
      )}
      {document && (
        <>
          <div className={s.files}>
            <LinkButton icon="download" href={`${file}/xlsx`} download>
              {t('reports.file.xlsx')}
            </LinkButton>
            <LinkButton icon="download" href={`${file}/csv`} download>
              {t('reports.file.csv')}
            </LinkButton>
            <LinkButton href={at.print}>{t('reports.file.print')}</LinkButton>
            <Again {...{ t, address }} />
          </div>
          <ReportDocumentView document={document} />
        </>
      )}
      {children}
      {!document && !isUnderWay(state) && <Again {...{ t, address }} />}
      {deliveries.length > 0 && <Deliveries {...{ t, format, deliveries, address }} />}
      {!isUnderWay(state) && (
        <Fold quiet title={t('reports.delete')}>
          <p>{t('reports.deleteSentence')}</p>
          <PostForm action={`${address}/delete`}>
            <Button type="submit" tone="danger">
              {t('reports.delete')}
            </Button>
          </PostForm>
        </Fold>
      )}
    </>
  );
}

const Again = ({ t, address }: { t: Translate; address: string }) => (
  <PostForm action={`${address}/again`}>
    <Button type="submit">{t('reports.again')}</Button>
  </PostForm>
);

function UnderWay({
  t,
  run,
  at: { address, status, list },
  dates,
}: {
  t: Translate;
  run: StoredRun;
  at: RunAddresses;
  dates: string;
}) {
  return (
    <div className={s.wait}>
      <p>{dates}</p>
      <Island of={reportProgress} when="load" props={{ status, listHref: list.href, step: run.step }} />
      <p>
        <a href={address}>{t('reports.refresh')}</a>
      </p>
      <PostForm action={`${address}/cancel`}>
        <Button type="submit">{t('reports.cancel')}</Button>
      </PostForm>
    </div>
  );
}

function Deliveries({
  t,
  format,
  deliveries,
  address,
}: Pick<RunPageProps, 't' | 'deliveries'> & { format: ReturnType<typeof createFormat>; address: string }) {
  const newest = new Map([...deliveries].reverse().map((one) => [one.userId, one.state]));
  const missing = [...newest.values()].some((state) => state === 'failed' || state === 'leftOut');
  return (
    <Section
      id="deliveries"
      title={t('reports.deliveries')}
      actions={
        missing && (
          <PostForm action={`${address}/send`}>
            <Button type="submit">{t('reports.sendAgain')}</Button>
          </PostForm>
        )
      }
    >
      <DataTable
        id="report-deliveries"
        caption={t('reports.deliveries')}
        columns={[
          { key: 'who', label: t('reports.column.recipient'), primary: true },
          { key: 'when', label: t('reports.column.when') },
          { key: 'why', label: t('reports.column.note') },
          { key: 'state', label: t('reports.column.state'), primary: 'side' },
        ]}
        rows={deliveries.map((one) => ({
          key: String(one.deliveryId),
          name: one.name ?? '–',
          cells: [
            one.email === null ? (one.name ?? '–') : `${one.name ?? ''} (${one.email})`,
            format.dateTime(one.createdAt),
            one.reason ?? one.error ?? '',
            <Badge key="state" {...(one.state === 'sent' ? {} : { tone: 'attention' as const })}>
              {t(`reports.sent.${one.state}`)}
            </Badge>,
          ],
        }))}
      />
    </Section>
  );
}
