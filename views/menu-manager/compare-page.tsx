import { Button } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { PageHeader } from '../../client/ui/page-header';
import type { KindChanges } from '../../server/domain/tracker-profiles/compare.rules';
import type { NamedButton, ProfileRow, VersionRow } from '../../server/domain/tracker-profiles/profiles.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import s from './menu-manager.module.css';
import { kindName, nameIn, versionText } from './menu-words';

interface ComparePageProps {
  t: Translate;
  settings: FormatSettings;
  title: string;
  row: ProfileRow;
  versions: VersionRow[];
  /** null: there was none before. */
  from: VersionRow | null;
  to: VersionRow;
  changes: KindChanges[];
  names: NamedButton[];
  path: string;
  back: string;
}

/** Two versions of a profile: what was added, removed and moved. */
export function ComparePage(props: ComparePageProps) {
  const { t, settings, title, row, versions, from, to, changes, names, path, back } = props;
  const format = createFormat(settings);
  const options = versions.map(({ version }) => ({
    value: version === null ? 'draft' : String(version),
    label: versionText(t, version),
  }));
  const valueOf = (one: VersionRow | null) =>
    one === null ? '' : one.version === null ? 'draft' : String(one.version);
  const nameOf = (kind: KindChanges['kind'], refId: number) => {
    const found = names.find((one) => one.kind === kind && one.refId === refId);
    return found ? nameIn(t, settings.locale, found) : format.number(refId);
  };
  return (
    <>
      <PageHeader title={title} sentence={t('menuManager.compare.sentence')} back={{ label: row.name, href: back }} />
      <form method="get" action={path} className={s.compare}>
        <FormField
          kind="select"
          name="from"
          label={t('menuManager.compare.from')}
          defaultValue={valueOf(from)}
          options={from === null ? [{ value: '', label: t('menuManager.compare.nothing') }, ...options] : options}
        />
        <FormField
          kind="select"
          name="to"
          label={t('menuManager.compare.to')}
          defaultValue={valueOf(to)}
          options={options}
        />
        <Button type="submit">{t('menuManager.compare.button')}</Button>
      </form>
      {changes.length === 0 ? (
        <EmptyState title={t('menuManager.compare.same')} sentence={t('menuManager.compare.sameSentence')} />
      ) : (
        changes.map(({ kind, added, removed, moved }) => (
          <Section key={kind} title={kindName(t, kind)}>
            <ul className={s.changes}>
              {added.map((refId) => (
                <li key={refId} className={s.added}>
                  <span className={s.sign}>{t('menuManager.compare.added')}</span>
                  <span>{nameOf(kind, refId)}</span>
                </li>
              ))}
              {removed.map((refId) => (
                <li key={refId} className={s.removed}>
                  <span className={s.sign}>{t('menuManager.compare.removed')}</span>
                  <span>{nameOf(kind, refId)}</span>
                </li>
              ))}
              {moved.map(({ refId, from: was, to: is }) => (
                <li key={refId}>
                  <span className={s.sign}>{t('menuManager.compare.moved')}</span>
                  <span>
                    {nameOf(kind, refId)}
                    <span className={s.under}>
                      {was === is
                        ? t('menuManager.compare.samePlace', { place: format.number(is) })
                        : t('menuManager.compare.places', { from: format.number(was), to: format.number(is) })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        ))
      )}
    </>
  );
}
