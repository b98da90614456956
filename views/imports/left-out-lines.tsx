import { Button, LinkButton } from '../../client/ui/button';
import type { Format } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import type { Change } from '../../server/features/imports/corrections.rules';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { LeftOutColumn } from '../../server/features/imports/imports.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import { ChangeShown } from './change-shown';
import s from './import-page.module.css';

export type LeftOutView = TableView<
  LeftOutColumn,
  { id: number; line: number; sentence: string; raw: string; change: Change | null }
>;

interface LeftOutProps {
  t: Translate;
  format: Format;
  view: ImportView;
  lines: LeftOutView;
  /** Somebody may still say that they go in. */
  mayChange: boolean;
}

const choosable = [
  ['zero', 'zeroWeights'],
  ['total', 'totalLines'],
  ['hidden', 'hiddenLines'],
  ['repeated', 'repeatedRecords'],
] as const;

/** The lines without a fault that do not go in, how many of each kind, and what can be said of them. */
export function LeftOutLines({ t, format, view, lines, mayChange }: LeftOutProps) {
  const reasons = view.lines?.reasons ?? [];
  const has = (reason: string) => reasons.some((one) => one.reason === reason);
  const { hidden = 0, words = 0 } = view.lines ?? {};
  const hasList = reasons.length > 0 || words > 0;
  const isOpen = (name: keyof ImportView['choices']) =>
    name === 'hiddenLines' ? hidden > 0 : view.choices[name] === 'keep';
  const choices = mayChange ? choosable.filter(([reason, name]) => has(reason) || isOpen(name)) : [];
  if (hidden === 0 && !hasList && choices.length === 0) return null;
  const kept =
    view.leftOutKept > lines.rows.length
      ? ` ${t('imports.leftOut.first', { kept: format.number(lines.rows.length) })}`
      : '';
  return (
    <Section
      id="left-out"
      title={t(hasList ? 'imports.leftOut.title' : 'imports.leftOut.hiddenTitle')}
      sentence={reasons.length > 0 && t(mayChange ? 'imports.leftOut.sentence' : 'imports.leftOut.sentenceDone') + kept}
      actions={
        view.leftOutKept > 0 && (
          <LinkButton size="small" icon="download" href={`/rest/v1/imports/${view.id}/left-out.csv`}>
            {t('imports.leftOut.download')}
          </LinkButton>
        )
      }
    >
      {hidden > 0 && <p>{t('imports.leftOut.hidden', { count: hidden, formatted: format.number(hidden) })}</p>}
      {hasList && (
        <DescriptionList
          items={[
            ...reasons.map(({ reason, lines: count }) => ({
              term: t(`imports.leftOut.reasons.${reason}`),
              value: format.number(count),
            })),
            ...(words > 0 ? [{ term: t('imports.leftOut.words'), value: format.number(words) }] : []),
          ]}
        />
      )}
      {choices.length > 0 && (
        <div className={s.choices}>
          {choices.map(([, name]) => {
            const other = view.choices[name] === 'keep' ? 'leaveOut' : 'keep';
            return (
              <PostForm key={name} action={`/imports/${view.id}/choices`}>
                <input type="hidden" name={name} value={other} />
                <Button type="submit" size="small">
                  {t(`imports.choices.${name}.${other}`, { unit: format.unit.abbr })}
                </Button>
                {name === 'zeroWeights' && other === 'keep' && (
                  <p className={s.quiet}>{t('imports.choices.zeroHint')}</p>
                )}
              </PostForm>
            );
          })}
        </div>
      )}
      {lines.rows.length > 0 && (
        <ListTable
          id="import-left-out"
          caption={t('imports.leftOut.title')}
          format={format}
          table={lines}
          cells={{
            line: (one) => format.number(one.line),
            reason: (one) => (
              <>
                {one.sentence}
                {one.change && <ChangeShown t={t} format={format} change={one.change} />}
              </>
            ),
            cells: (one) => <code className={s.raw}>{one.raw}</code>,
          }}
          rowOf={(one) => ({ key: String(one.id), name: one.sentence })}
        />
      )}
    </Section>
  );
}
