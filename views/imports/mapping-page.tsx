import { mappingEditor } from '../../client/imports/mapping-editor.island';
import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { SheetGuess } from '../../server/features/imports/guess.rules';
import { withGuesses } from '../../server/features/imports/guessed-mapping.rules';
import { writeMapping, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import type { HeaderLine } from '../../server/features/imports/sample-row.contract';
import type { ColumnEvidence, Guessed } from '../../server/features/imports/sheet-guess.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import type { PlaceChoices } from '../../server/platform/places/place-choices.contract';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { FormProblems, type FormFailure } from './form-problems';
import s from './mapping-page.module.css';
import { RecognisedNotice, type RecognisedForm } from './recognised-notice';

interface MappingPageProps {
  t: Translate;
  id: number;
  fileName: string;
  mapping: object;
  /** The JSON that somebody sent and that has to be mended. */
  typed: string | undefined;
  /** null: the mapping was made already. */
  guess: SheetGuess | null;
  sheet: Omit<Guessed, 'guess'> & { stated: { delimiter: string; encoding: string } };
  header: HeaderLine;
  columns: string[];
  lines: string[][];
  values: Record<string, string[]>;
  places: PlaceChoices;
  locale: string;
  /** A kept mapping that reads this sheet; null: there is none. */
  recognised: RecognisedForm | null;
  keep: Keeping;
  unreadable: string | null;
  failure: FormFailure | null;
}

export function MappingPage({
  t,
  id,
  fileName,
  mapping,
  typed,
  guess,
  sheet,
  header,
  columns,
  lines,
  values,
  places,
  locale,
  recognised,
  keep,
  unreadable,
  failure,
}: MappingPageProps) {
  const shown = typed ?? writeMapping(guess ? withGuesses(mapping as MappingJson, guess) : (mapping as MappingJson));
  const evidence = guess ? evidenceOf(guess) : [];
  const cells = { ...guess?.evidence };
  return (
    <>
      <PageHeader
        title={t('imports.mappingTitle')}
        sentence={t('imports.mappingLead', { file: fileName })}
        back={{ href: `/imports/${id}`, label: fileName }}
      />
      <FormProblems failure={failure} />
      {unreadable && (
        <Notice tone="warning" title={t('imports.unreadable')}>
          <p>{unreadable}</p>
        </Notice>
      )}
      {recognised && <RecognisedNotice t={t} id={id} recognised={recognised} />}
      <SheetPlace t={t} id={id} sheet={sheet} header={header} columns={columns.length} />
      <PostForm action={`/imports/${id}/mapping`} className={s.form}>
        <Island
          of={mappingEditor}
          when="load"
          props={{
            mapping: shown,
            columns,
            lines,
            evidence,
            cells,
            values,
            places,
            locale: locale.replace('_', '-'),
            openJson: columns.length === 0 || failure !== null,
          }}
        />
        <KeepFields t={t} keep={keep} />
        <div className={s.actions}>
          <Button type="submit" tone="primary">
            {t('imports.mappingCheck')}
          </Button>
          <LinkButton tone="quiet" href={`/imports/${id}`}>
            {t('global.cancel')}
          </LinkButton>
        </div>
      </PostForm>
    </>
  );
}

/** Why each column has its role. */
function evidenceOf({ guesses, wide, total }: SheetGuess): ColumnEvidence[] {
  return [
    ...guesses.map(({ column, role, word, cells }) => ({ column, role, word, cells })),
    ...(wide?.columns ?? []).map(({ column }) => ({ column, role: 'wide' as const, word: null, cells: [] })),
    ...(total?.addsUp ? [{ column: total.column, role: 'total' as const, word: total.word, cells: [] }] : []),
  ];
}

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
/** With hyphens at which no line ends. */
const encodings = {
  'utf-8': 'UTF\u20118',
  'windows-1252': 'Windows\u20111252',
  macroman: 'Mac\u00a0OS\u00a0Roman',
  cp850: 'DOS\u00a0850',
  'windows-1250': 'Windows\u20111250',
  'utf-16le': 'UTF\u201116 LE',
  'utf-16be': 'UTF\u201116 BE',
} as const;

/** Which sheet is read, how it is written, and where its column names stand; looked at anew, the columns are guessed again. */
function SheetPlace({
  t,
  id,
  sheet,
  header,
  columns,
}: Pick<MappingPageProps, 't' | 'id' | 'sheet' | 'header'> & { columns: number }) {
  const { sheets, sheet: chosen, text, words, foreign, stated } = sheet;
  const encoding = text && encodings[text.encoding];
  const said = [
    ...(sheets.length > 1 && chosen ? [chosen] : []),
    t('global.labelled', { label: t('imports.headerLine'), value: header.line }),
    ...(text ? [t(`imports.delimiters.${delimiters[text.delimiter]}`)] : []),
    ...(encoding ? [encoding] : []),
  ];
  return (
    <Fold
      className={s.reading}
      title={t('imports.reading')}
      note={said.join(' · ')}
      open={sheets.length > 1 || columns === 0}
    >
      <form method="get" action={`/imports/${id}/mapping`} className={s.place}>
        {sheets.length > 1 && (
          <FormField
            kind="select"
            name="sheet"
            label={t('imports.worksheet')}
            defaultValue={chosen ?? ''}
            options={sheets.map((name) => ({ value: name, label: name }))}
          />
        )}
        <FormField
          kind="number"
          name="header"
          label={t('imports.headerLine')}
          hint={words.length > 0 ? t('imports.headerFrom', { words: words.join(' · ') }) : undefined}
          defaultValue={String(header.line)}
          min={1}
          max={100}
          step={1}
        />
        <FormField
          kind="select"
          name="headerLines"
          label={t('imports.headerLines')}
          defaultValue={String(header.lines)}
          options={[
            { value: '1', label: t('imports.headerLinesOne') },
            { value: '2', label: t('imports.headerLinesTwo') },
          ]}
        />
        {text && (
          <FormField
            kind="select"
            name="delimiter"
            label={t('imports.delimiter')}
            hint={t('imports.delimiterFound', {
              name: t(`imports.delimiters.${delimiters[text.delimiter]}`),
              n: columns,
            })}
            defaultValue={stated.delimiter}
            options={[
              { value: 'auto', label: t('imports.findOut') },
              ...Object.entries(delimiters).map(([sign, name]) => ({
                value: sign,
                label: t(`imports.delimiters.${name}`),
              })),
            ]}
          />
        )}
        {encoding && (
          <FormField
            kind="select"
            name="encoding"
            label={t('imports.encoding')}
            hint={
              foreign
                ? t('imports.encodingFound', { name: encoding, cell: foreign.text, line: foreign.line })
                : t('imports.encodingPlain', { name: encoding })
            }
            defaultValue={stated.encoding}
            options={[
              { value: 'auto', label: t('imports.findOut') },
              ...Object.entries(encodings).map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
        <Button type="submit">{t('imports.lookAgain')}</Button>
      </form>
    </Fold>
  );
}

interface Keeping {
  name: string;
  /** The kept mapping that the sheet is read by. */
  keptId: number | null;
  /** Another one has the name. */
  taken: boolean;
}

/** Keeps the mapping for the next sheet of this form; left empty, it is for this sheet alone. */
function KeepFields({ t, keep: { name, keptId, taken } }: { t: Translate; keep: Keeping }) {
  return (
    <div className={s.keep}>
      {keptId !== null && <input type="hidden" name="keptId" value={keptId} />}
      <FormField
        name="keepAs"
        label={t('imports.keep.label')}
        note={t('layout.form.optional')}
        hint={t('imports.keep.hint')}
        error={taken ? t('imports.keptNameTaken', { name }) : undefined}
        defaultValue={name}
        maxLength={200}
        autoComplete="off"
      />
      {taken && <FormField kind="checkbox" name="replace" value="yes" label={t('imports.keep.replace', { name })} />}
    </div>
  );
}
