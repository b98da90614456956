import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Above, usePage } from './page';
import p from './page.module.css';

interface SecretDialogProps {
  title: string;
  sentence: string;
  /** Of the button. */
  copy: string;
  value: string;
  onClose: () => void;
}

/** Shows a key or a number, this one time. */
export function SecretDialog({ title, sentence, copy, value, onClose }: SecretDialogProps) {
  const { t } = usePage();
  const shown = useRef<HTMLElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  const toClipboard = () =>
    void navigator.clipboard.writeText(value).then(
      () => setSaid(t('legacy.sites.keyCopied')),
      () => {
        if (shown.current) getSelection()?.selectAllChildren(shown.current);
        setSaid(t('legacy.sites.copyByHand'));
      },
    );
  return (
    <Above>
      <Dialog open title={title} sentence={sentence} closeLabel={t('legacy.ui.close')} onClose={onClose}>
        <code ref={shown} className={p.key} tabIndex={0}>
          {value}
        </code>
        <div ref={row} className={p.row}>
          <Button tone="primary" onClick={toClipboard}>
            {copy}
          </Button>
          <p role="status">{said}</p>
        </div>
      </Dialog>
    </Above>
  );
}
