import { useState } from 'react';
import { defineIsland } from '../runtime/define-island';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import s from './copy-text.module.css';

const words = sentences('apiTokens.copy', 'apiTokens.copied', 'apiTokens.notCopied');

interface Props {
  /** What is copied, and what it is called. */
  text: string;
  name: string;
  t: Speak<typeof words>;
}

/** Puts a text on the clipboard. Without scripts it can be marked by hand, and no button promises more. */
function CopyText({ text, name, t }: Props) {
  const [said, setSaid] = useState<'copied' | 'notCopied' | null>(null);
  const press = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('notCopied'),
    );
  return (
    <span className={s.copy}>
      <Button size="small" onClick={() => void press()}>
        {t('apiTokens.copy')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      <span role="status">{said && t(`apiTokens.${said}`)}</span>
    </span>
  );
}

export const copyText = defineIsland('identity/copy-text', CopyText, words);
export default copyText;
