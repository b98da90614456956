import type { ReactNode } from 'react';
import { Icon } from '../../client/ui/icon';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './charts-fold.module.css';

/** On a phone the charts wait until they are asked for, so that the table is in reach; elsewhere they stand open. No script is needed. */
export function ChartsFold({ t, children }: { t: Translate; children: ReactNode }) {
  return (
    <div className={s.charts}>
      <label className={s.fold}>
        <input type="checkbox" autoComplete="off" />
        <Icon name="right" size={14} />
        {t('performance.trend.show')}
      </label>
      <div className={s.body}>{children}</div>
    </div>
  );
}
