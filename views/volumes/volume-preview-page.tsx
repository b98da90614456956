import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { VolumeKind } from '../../server/domain/volumes/volumes.rules';
import type { VolumeLocation } from '../../server/features/volumes/volume-month.contract';
import type { RowProblem, SheetPreview } from '../../server/features/volumes/volume-preview.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { decimalText, kindName, monthName, type VolumeWriting } from './volume-words';
import s from './volumes-page.module.css';

interface PreviewPageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  location: VolumeLocation;
  body: { month: string; kind: VolumeKind; estimated: boolean };
  /** Empty of what was pasted. */
  fileName: string;
  /** The sheet in base64, cut as the fields of a form hold it. */
  content: string[];
  preview: SheetPreview;
  problem: string | null;
}

const mostShown = 50;
const mostProblems = 50;

/** What a sheet would change before it does, and which of its rows cannot be taken. */
export function VolumePreviewPage({
  t,
  settings,
  title,
  location,
  body,
  fileName,
  content,
  preview,
  problem,
}: PreviewPageProps) {
  const format = createFormat(settings);
  const home = `/volumes?locationId=${location.locationId}&month=${body.month}`;
  const { rows, unchanged, problems, kinds, ignored } = preview;
  const back = { label: t('volumes.preview.back'), href: home };
  const facts = [
    fileName === '' ? t('volumes.preview.pasted') : t('volumes.preview.file', { file: fileName }),
    t('volumes.preview.kinds', { kinds: kinds.map((kind) => kindName(t, kind, location.currency)).join(', ') }),
    ...(ignored.length > 0 ? [t('volumes.preview.ignored', { columns: ignored.slice(0, 8).join(', ') })] : []),
    ...(unchanged > 0 ? [t('volumes.preview.unchanged', { count: unchanged, number: format.number(unchanged) })] : []),
  ];
  return (
    <>
      <PageHeader title={title} sentence={facts.join(' ')} back={back} />
      {problem && <Notice tone="error">{problem}</Notice>}
      {problems.length > 0 && <Problems {...{ t, format, problems }} />}
      {rows.length === 0 ? (
        <EmptyState
          title={t('volumes.preview.nothingTitle')}
          sentence={t(problems.length > 0 ? 'volumes.preview.allRefused' : 'volumes.preview.nothing')}
          actions={<LinkButton href={home}>{t('volumes.preview.back')}</LinkButton>}
        />
      ) : (
        <Section
          title={t('volumes.preview.changes', { count: rows.length, number: format.number(rows.length) })}
          sentence={t('volumes.preview.sentence')}
        >
          <PostForm
            action="/volumes/import"
            encType="multipart/form-data"
            className={s.apply}
            aria-label={t('volumes.preview.save', { count: rows.length, number: format.number(rows.length) })}
          >
            <input type="hidden" name="locationId" value={location.locationId} />
            <input type="hidden" name="month" value={body.month} />
            <input type="hidden" name="kind" value={body.kind} />
            {body.estimated && <input type="hidden" name="estimated" value="on" />}
            <input type="hidden" name="name" value={fileName} />
            {content.map((part, at) => (
              <input key={at} type="hidden" name="content" value={part} />
            ))}
            {problems.length > 0 && <FormField kind="checkbox" name="leaveOut" label={t('volumes.preview.leaveOut')} />}
            <Button type="submit" tone="primary">
              {t('volumes.preview.save', { count: rows.length, number: format.number(rows.length) })}
            </Button>
          </PostForm>
          <DataTable
            id="volume-preview"
            caption={t('volumes.preview.caption')}
            columns={[
              { key: 'row', label: t('volumes.preview.row'), numeric: true },
              { key: 'date', label: t('volumes.day'), primary: true },
              { key: 'kind', label: t('volumes.preview.kind') },
              { key: 'value', label: t('volumes.preview.value'), numeric: true, primary: 'side' },
              { key: 'before', label: t('volumes.preview.before'), numeric: true },
              { key: 'estimated', label: t('volumes.estimated') },
            ]}
            rows={rows.slice(0, mostShown).map(({ line, input, before }) => ({
              key: `${line} ${input.kind}`,
              name: format.date(input.date, { style: 'weekday' }),
              cells: [
                format.number(line),
                format.date(input.date, { style: 'weekday' }),
                kindName(t, input.kind, location.currency),
                input.value === null ? '–' : decimalText(format, input.value),
                before === null ? t('volumes.preview.new') : decimalText(format, before),
                input.estimated ? t('volumes.estimated') : '–',
              ],
            }))}
          >
            {rows.length > mostShown && (
              <p>
                {t('volumes.preview.more', {
                  count: rows.length - mostShown,
                  number: format.number(rows.length - mostShown),
                })}
              </p>
            )}
          </DataTable>
        </Section>
      )}
    </>
  );
}

function Problems({ t, format, problems }: VolumeWriting & { problems: RowProblem[] }) {
  const rest = problems.length - mostProblems;
  return (
    <Section title={t('volumes.preview.problems', { count: problems.length, number: format.number(problems.length) })}>
      <DataTable
        id="volume-problems"
        phone="blocks"
        caption={t('volumes.preview.problemsCaption')}
        columns={[
          { key: 'row', label: t('volumes.preview.row'), primary: true },
          { key: 'problem', label: t('volumes.preview.problem') },
          { key: 'raw', label: t('volumes.preview.content') },
        ]}
        rows={problems.slice(0, mostProblems).map(({ line, code, params, raw }, at) => ({
          key: `${line} ${at}`,
          name: `${t('volumes.preview.row')} ${line}`,
          cells: [format.number(line), problemText({ t, format }, code, params), raw],
        }))}
      >
        {rest > 0 && <p>{t('volumes.preview.more', { count: rest, number: format.number(rest) })}</p>}
      </DataTable>
    </Section>
  );
}

function problemText({ t, format }: VolumeWriting, code: RowProblem['code'], params: RowProblem['params']): string {
  const said = typeof params.month === 'string' ? { ...params, month: monthName(format, params.month) } : params;
  switch (code) {
    case 'missingDate':
    case 'notADate':
    case 'ambiguousDate':
    case 'yearOutOfRange':
    case 'unit':
    case 'noValue':
      return t(`volumes.sheet.problem.${code}`);
    default:
      return t(`volumes.problem.${code}`, said);
  }
}
