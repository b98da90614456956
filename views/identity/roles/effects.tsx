import { DataTable } from '../../../client/ui/data-table';
import { Notice } from '../../../client/ui/notice';
import type { Translate } from '../../../server/platform/i18n/messages';
import { Section } from '../../layout/section';
import s from './roles.module.css';

export interface EffectsProps {
  t: Translate;
  /** What nothing would change at all is called. */
  none: string;
  effects: { key: string; name: string; gain: number; lose: number }[];
}

/** How many people a change gives or takes which permission. */
export function Effects({ t, none, effects }: EffectsProps) {
  const lost = effects.filter(({ lose }) => lose > 0).length;
  return (
    <>
      {lost > 0 && <Notice tone="info">{t('roles.losing', { count: lost })}</Notice>}
      <Section id="effects" title={t('roles.effects')} sentence={t('roles.effectsSentence')}>
        {effects.length === 0 ? (
          <p className={s.muted}>{none}</p>
        ) : (
          <DataTable
            id="effects-table"
            caption={t('roles.effects')}
            columns={[
              { key: 'key', label: t('roles.permission'), primary: true },
              { key: 'gain', label: t('roles.gain'), numeric: true },
              { key: 'lose', label: t('roles.lose'), numeric: true, primary: 'side' },
            ]}
            rows={effects.map(({ key, name, gain, lose }) => ({
              key,
              name,
              cells: [
                <span key="name" title={key}>
                  {name}
                </span>,
                gain,
                lose,
              ],
            }))}
          />
        )}
      </Section>
    </>
  );
}
