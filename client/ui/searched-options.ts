import { useRef, useState } from 'react';
import type { ComboOption } from './combo-box.rules';

const typingPauseMs = 200;

/**
 * What a box has found for the text in it, asked when somebody stops typing; an answer that is overtaken by another text is dropped.
 * @param find gives no options where it fails
 */
export function useSearchedOptions(find: (text: string) => Promise<ComboOption[]>) {
  /** null while there is no text. */
  const [found, setFound] = useState<ComboOption[] | null>(null);
  const latest = useRef('');

  function search(typed: string): void {
    const text = typed.trim().slice(0, 100);
    latest.current = text;
    if (text === '') return setFound(null);
    setTimeout(async () => {
      if (latest.current !== text) return;
      const options = await find(text);
      if (latest.current === text) setFound(options);
    }, typingPauseMs);
  }

  return { found, search };
}
