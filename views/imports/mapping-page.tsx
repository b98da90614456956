import { withGuesses } from '../../server/features/imports/guessed-mapping.rules';
import { mappingEditor } from '../../client/imports/mapping-editor.island';
import { writeMapping, type MappingJson } from '../../server/features/imports/mapping-editor.rules';
import type { SheetGuess } from '../../server/features/imports/guess.rules';
import type { HeaderLine } from '../../server/features/imports/header-line.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { PostForm } from '../layout/form';
import { Island } from '../layout/island';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import { FormProblems, type FormFailure } from './form-problems';
import s from './mapping-page.module.css';

interface MappingPageProps {
  t: Translate;
  id: number;
  fileName: string;
  mapping: object;
  /** The JSON that somebody sent and that has to be mended. */
  typed: string | undefined;
  /** null: the mapping was made already. */
  guess: SheetGuess | null;
  /** Of a workbook. */
  sheets: { names: readonly string[]; chosen: string | null };
  header: HeaderLine;
  columns: string[];
  lines: string[][];
  unreadable: string | null;
  failure: FormFailure | null;
}

export function MappingPage({ t, id, fileName, mapping, typed, guess, sheets, header, columns, lines, unreadable, failure }: MappingPageProps) {
  const shown = typed ?? writeMapping(guess ? withGuesses(mapping as MappingJson, guess) : mapping as MappingJson);
  const evidence = (guess?.guesses ?? []).map(({ column, role, word, cells }) => ({ column, role, word, cells }));
  return (
    <>
      <PageHeader title={t('imports.mappingTitle')} sentence={t('imports.mappingLead', { file: fileName })} back={{ href: `/imports/${id}`, label: fileName }} />
      <FormProblems failure={failure} />
      {unreadable && <Notice tone="warning" title={t('imports.unreadable')}><p>{unreadable}</p></Notice>}
      <SheetPlace t={t} id={id} sheets={sheets} header={header} />
      <PostForm action={`/imports/${id}/mapping`} className={s.form}>
        <Island of={mappingEditor} when="load" props={{ mapping: shown, columns, lines, evidence, openJson: columns.length === 0 || failure !== null }} />
        <div className={s.actions}>
          <Button type="submit" tone="primary">{t('imports.mappingCheck')}</Button>
          <LinkButton tone="quiet" href={`/imports/${id}`}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}

/** Which sheet is read, and where its column names stand; looked at anew, the columns are guessed again. */
function SheetPlace({ t, id, sheets, header }: Pick<MappingPageProps, 't' | 'id' | 'sheets' | 'header'>) {
  return (
    <form method="get" action={`/imports/${id}/mapping`} className={s.place}>
      {sheets.names.length > 1 && (
        <FormField kind="select" name="sheet" label={t('imports.worksheet')} defaultValue={sheets.chosen ?? ''} options={sheets.names.map((name) => ({ value: name, label: name }))} />
      )}
      <FormField kind="number" name="header" label={t('imports.headerLine')} defaultValue={String(header.line)} min={1} max={100} step={1} />
      <FormField
        kind="select"
        name="headerLines"
        label={t('imports.headerLines')}
        defaultValue={String(header.lines)}
        options={[{ value: '1', label: t('imports.headerLinesOne') }, { value: '2', label: t('imports.headerLinesTwo') }]}
      />
      <Button type="submit">{t('imports.lookAgain')}</Button>
    </form>
  );
}
