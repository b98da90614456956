import { useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import s from './keep-codes.module.css';

const words = sentences('mfa.keep');

/** Hands a text to the browser as a file. */
function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'tare-recovery-codes.txt' });
  link.click();
  URL.revokeObjectURL(url);
}

/** Ways to keep recovery codes. Without scripts they can be marked by hand. */
function KeepCodes({ codes, t }: { codes: string[]; t: Speak<typeof words> }) {
  const [said, setSaid] = useState<'copied' | 'notCopied' | null>(null);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('notCopied'),
    );
  return (
    <div className={s.keep}>
      <Button size="small" onClick={() => void copy()}>
        {t('mfa.keep.copy')}
      </Button>
      <Button size="small" onClick={() => save(text)}>
        {t('mfa.keep.download')}
      </Button>
      <Button size="small" onClick={() => window.print()}>
        {t('mfa.keep.print')}
      </Button>
      <span role="status">{said && t(`mfa.keep.${said}`)}</span>
    </div>
  );
}

export const keepCodes = defineIsland('identity/keep-codes', KeepCodes, words);
export default keepCodes;
