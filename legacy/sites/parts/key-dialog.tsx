import { useEffect, useRef, useState } from 'react';
import { Above, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Button } from '../../../client/ui/button';
import { Dialog } from '../../../client/ui/dialog';

/** Shows a device's new key, this one time. */
export function KeyDialog({ deviceName, value, onClose }: { deviceName: string; value: string; onClose: () => void }) {
  const { t } = usePage();
  const shown = useRef<HTMLElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  const copy = () => void navigator.clipboard.writeText(value).then(
    () => setSaid(t('legacy.sites.keyCopied')),
    () => {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(t('legacy.sites.copyByHand'));
    },
  );
  return (
    <Above>
      <Dialog open title={t('legacy.sites.keyTitle', { name: deviceName })} sentence={t('legacy.sites.keyOnce')} closeLabel={t('legacy.ui.close')} onClose={onClose}>
        <code ref={shown} className={p.key} tabIndex={0}>{value}</code>
        <div ref={row} className={p.row}><Button tone="primary" onClick={copy}>{t('legacy.sites.copyKey')}</Button><p role="status">{said}</p></div>
      </Dialog>
    </Above>
  );
}
