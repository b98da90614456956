import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { Icon } from '../../client/ui/icon';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import {
  importLimits,
  requiredFields,
  sheetFields,
  type LineProblem,
  type ReadLine,
  type SheetColumns,
} from '../../server/features/donation-dashboard/donation-import.rules';
import type { Partner } from '../../server/features/donation-dashboard/donations.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { weightUnits, type WeightUnitCode } from '../../server/platform/weight-units.rules';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { path, type Refusal, type Writing } from './donation-words';
import s from './form.module.css';
import p from './import-page.module.css';
import { problemIn, Refused } from './refused';

interface Question {
  /** What was read of the file, as it goes on to the next step. */
  text: string;
  heads: string[];
  columns: SheetColumns;
  unit: WeightUnitCode;
  decimal: 'auto' | '.' | ',';
  partnerId: number | null;
  create: boolean;
}

interface Preview {
  /** Lines that would go in, the first of them, and what they weigh. */
  count: number;
  lines: (ReadLine & { partnerName: string })[];
  grams: number;
  problemCount: number;
  problems: LineProblem[];
  known: number;
  newPartners: string[];
  newItems: string[];
}

interface DonationImportPageProps {
  t: Translate;
  settings: FormatSettings;
  partners: Partner[];
  partnerId: number | null;
  question: Question | null;
  preview: Preview | null;
  leaveOut: boolean;
  /** Whether new partners and items may be made. */
  creates: boolean;
  refused: Refusal | null;
}

/** Pickups from a sheet: the file, what its columns hold, what would go in, and what is wrong with the rest. */
export function DonationImportPage({
  t,
  settings,
  partners,
  partnerId,
  question,
  preview,
  leaveOut,
  creates,
  refused,
}: DonationImportPageProps) {
  const format = createFormat(settings);
  const options = [
    { value: '', label: t('donations.import.noPartner') },
    ...partners.map((one) => ({ value: String(one.partnerId), label: one.name })),
  ];
  return (
    <>
      <PageHeader
        title={t('donations.import.title')}
        sentence={t('donations.import.sentence')}
        back={{ label: t('donations.pickups'), href: `${path}/pickups` }}
      />
      <Refused refused={refused} fields={['file', ...sheetFields]} />
      {question ? (
        <Columns {...{ t, format, question, preview, leaveOut, creates, refused, options }} />
      ) : (
        <Upload {...{ t, format, options, partnerId, refused }} />
      )}
    </>
  );
}

interface Options {
  options: { value: string; label: string }[];
}

function Upload({
  t,
  format,
  options,
  partnerId,
  refused,
}: Writing & Options & Pick<DonationImportPageProps, 'partnerId' | 'refused'>) {
  const error = problemIn(refused)('file');
  return (
    <PostForm
      action={`${path}/import/read`}
      encType="multipart/form-data"
      className={s.form}
      aria-label={t('donations.import.title')}
    >
      <div className={p.file}>
        <label htmlFor="donation-file">{t('donations.import.file')}</label>
        <input
          id="donation-file"
          name="file"
          type="file"
          accept=".xlsx,.xlsm,.csv,.tsv,.txt,text/csv,text/plain"
          required
          aria-describedby={error ? 'donation-file-hint donation-file-error' : 'donation-file-hint'}
          aria-invalid={error ? true : undefined}
        />
        <p id="donation-file-hint" className={p.hint}>
          {t('donations.import.fileHint', {
            lines: format.number(importLimits.lines),
            megabytes: importLimits.bytes / 1_000_000,
          })}
        </p>
        {error && (
          <p id="donation-file-error" className={p.error}>
            <Icon name="error" />
            {error}
          </p>
        )}
      </div>
      <FormField
        kind="select"
        name="partnerId"
        label={t('donations.import.partner')}
        hint={t('donations.import.partnerHint')}
        defaultValue={partnerId === null ? '' : String(partnerId)}
        options={options}
      />
      <div className={s.bar}>
        <Button type="submit" tone="primary">
          {t('donations.import.read')}
        </Button>
        <LinkButton href={`${path}/pickups`}>{t('global.cancel')}</LinkButton>
      </div>
    </PostForm>
  );
}

type ColumnsProps = Writing &
  Options &
  Pick<DonationImportPageProps, 'preview' | 'leaveOut' | 'creates' | 'refused'> & { question: Question };

function Columns({ t, format, question, preview, leaveOut, creates, refused, options }: ColumnsProps) {
  const problem = problemIn(refused);
  const required = new Set<string>(requiredFields);
  const { columns, heads, unit, decimal, partnerId, create, text } = question;
  const none = { value: '', label: t('donations.import.noColumn') };
  return (
    <PostForm action={`${path}/import`} className={p.form} aria-label={t('donations.import.title')}>
      <input type="hidden" name="sheet" value={text} />
      <Section title={t('donations.import.columns')} sentence={t('donations.import.columnsSentence')}>
        <div className={p.columns}>
          {sheetFields.map((field) => (
            <FormField
              key={field}
              kind="select"
              name={field}
              label={t(`donations.import.fields.${field}`)}
              note={required.has(field) ? undefined : t('layout.form.optional')}
              defaultValue={columns[field] === null ? '' : String(columns[field])}
              error={problem(field)}
              options={[none, ...heads.map((label, at) => ({ value: String(at), label }))]}
            />
          ))}
          <FormField
            kind="select"
            name="weightUnit"
            label={t('donations.import.unit')}
            hint={t('donations.import.unitHint')}
            defaultValue={unit}
            options={weightUnits.map((value) => ({ value, label: value }))}
          />
          <FormField
            kind="select"
            name="decimal"
            label={t('donations.import.decimal')}
            defaultValue={decimal}
            options={[
              { value: 'auto', label: t('donations.import.decimalAuto') },
              { value: '.', label: t('donations.import.decimalPoint') },
              { value: ',', label: t('donations.import.decimalComma') },
            ]}
          />
          <FormField
            kind="select"
            name="partnerId"
            label={t('donations.import.partner')}
            hint={t('donations.import.partnerHint')}
            defaultValue={partnerId === null ? '' : String(partnerId)}
            options={options}
          />
        </div>
        {creates && (
          <FormField
            kind="checkbox"
            name="create"
            value="yes"
            label={t('donations.import.create')}
            hint={t('donations.import.createHint')}
            defaultChecked={create}
          />
        )}
        <div className={s.actions}>
          <Button type="submit" formAction={`${path}/import/check`}>
            {t('donations.import.check')}
          </Button>
          <LinkButton href={`${path}/import`}>{t('donations.import.again')}</LinkButton>
        </div>
      </Section>
      {preview && <Checked {...{ t, format, preview, leaveOut }} />}
    </PostForm>
  );
}

function Checked({ t, format, preview, leaveOut }: Writing & { preview: Preview; leaveOut: boolean }) {
  const { count, grams, problemCount, problems, known, newPartners, newItems, lines } = preview;
  const created = [...newPartners, ...newItems];
  return (
    <Section
      id="checked"
      title={t('donations.import.found', { count, number: format.number(count), weight: format.weight(grams) })}
      sentence={count > 0 && t('donations.import.foundSentence')}
    >
      {known > 0 && <p>{t('donations.import.known', { count: known, number: format.number(known) })}</p>}
      {created.length > 0 && (
        <p className={p.names}>
          {t('donations.import.creates', {
            partners: format.number(newPartners.length),
            items: format.number(newItems.length),
          })}{' '}
          {created.slice(0, 20).join(', ')}
          {created.length > 20 && ' …'}
        </p>
      )}
      {problemCount > 0 && (
        <Notice
          tone="warning"
          title={t('donations.import.problems', { count: problemCount, number: format.number(problemCount) })}
        >
          <ul className={p.problems}>
            {problems.map(({ line, code, raw }) => (
              <li key={line}>
                {t('donations.import.line', { line: format.number(line) })} {t(`donations.import.codes.${code}`)}
                {raw && <q className={p.raw}>{raw}</q>}
              </li>
            ))}
          </ul>
          {problemCount > problems.length && <p>{t('donations.import.moreProblems')}</p>}
          {count > 0 && (
            <FormField
              kind="checkbox"
              name="leaveOut"
              value="yes"
              label={t('donations.import.leaveOut')}
              defaultChecked={leaveOut}
            />
          )}
        </Notice>
      )}
      {count > 0 && (
        <>
          <DataTable
            id="import-preview"
            caption={t('donations.import.preview')}
            captionShown
            columns={[
              { key: 'line', label: t('donations.import.lineHead'), numeric: true },
              { key: 'day', label: t('donations.day'), primary: true },
              { key: 'place', label: t('donations.from') },
              { key: 'partner', label: t('donations.partner') },
              { key: 'item', label: t('legacy.fields.itemId') },
              { key: 'grams', label: t('donations.ourWeight'), unit: format.unit.abbr, numeric: true, primary: 'side' },
            ]}
            rows={lines.map(({ line, day, place, partnerName, item, grams: weight }) => ({
              key: String(line),
              name: t('donations.import.line', { line: format.number(line) }),
              cells: [
                format.number(line),
                format.date(day),
                place,
                partnerName,
                item,
                format.weight(weight, { unit: false }),
              ],
            }))}
          />
          <div className={s.actions}>
            <Button type="submit" tone="primary">
              {t('donations.import.run', { count, number: format.number(count) })}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
