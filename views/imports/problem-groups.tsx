import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import type { Format } from '../../client/ui/format';
import type { ImportView } from '../../server/features/imports/import.contract';
import type { Remedy } from '../../server/features/imports/remedies.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { Section } from '../layout/section';
import s from './how-read.module.css';

export interface ProblemGroup {
  key: string;
  reason: string;
  column: string | null;
  lines: number;
  firstLine: number;
  raw: string;
  remedy: Remedy | null;
}

interface ProblemGroupsProps {
  t: Translate;
  format: Format;
  view: ImportView;
  groups: ProblemGroup[];
  mayChange: boolean;
}

/** What is refused, a row for each reason, with what can be done about it at once. */
export function ProblemGroups({ t, format, view, groups, mayChange }: ProblemGroupsProps) {
  if (groups.length === 0) return null;
  return (
    <Section id="problem-groups" title={t('imports.groups.title')}>
      <DataTable
        id="import-problem-groups"
        caption={t('imports.groups.title')}
        phone="blocks"
        columns={[
          { key: 'lines', label: t('imports.groups.lines'), numeric: true },
          { key: 'reason', label: t('imports.groups.reason'), primary: true },
          { key: 'example', label: t('imports.groups.example') },
          ...(mayChange ? [{ key: 'remedy', label: t('imports.groups.remedy') }] : []),
        ]}
        rows={groups.map((group) => ({
          key: group.key,
          name: group.reason,
          cells: [
            format.number(group.lines),
            group.column === null
              ? group.reason
              : t('imports.groups.inColumn', { column: group.column, reason: group.reason }),
            group.raw === ''
              ? t('imports.groups.firstLine', { line: format.number(group.firstLine) })
              : t('imports.groups.inLine', { cell: group.raw, line: format.number(group.firstLine) }),
            ...(mayChange
              ? [
                  <Help
                    key="help"
                    t={t}
                    format={format}
                    view={view}
                    remedy={group.remedy}
                    missing={t('imports.groups.fix')}
                  />,
                ]
              : []),
          ],
        }))}
      />
    </Section>
  );
}

function Help({
  t,
  format,
  view,
  remedy,
  missing,
}: Pick<ProblemGroupsProps, 't' | 'format' | 'view'> & { remedy: Remedy | null; missing: string }) {
  if (remedy === null) return <span className={s.quiet}>{missing}</span>;
  if ('open' in remedy)
    return (
      <LinkButton size="small" href={`/imports/${view.id}?ask=${remedy.open}`}>
        {t(`imports.groups.${remedy.says}`)}
      </LinkButton>
    );
  const { count } = view.unknownSites;
  return (
    <PostForm action={`/imports/${view.id}/answers`}>
      <input type="hidden" name="ask" value={remedy.press.ask} />
      <input type="hidden" name="value" value={remedy.press.value} />
      <Button type="submit" size="small">
        {remedy.says === 'createSites'
          ? t('imports.groups.createSites', { count: Math.max(count, 1), formatted: format.number(Math.max(count, 1)) })
          : t(`imports.groups.${remedy.says}`)}
      </Button>
    </PostForm>
  );
}
