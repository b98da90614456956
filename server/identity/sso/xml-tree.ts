import { SaxesParser } from 'saxes';
import type { XmlElement } from './xml-element.rules';

/** Looking for the namespace of an element takes as long as there are levels above it. */
const mostLevels = 50;
const mostElements = 20_000;

/**
 * Reads a document that somebody else has sent. Nothing in it is fetched and no entity expanded; one with a DTD, a comment or a processing
 * instruction, which readers have taken for different things, is refused, and so is one of very many or nested elements.
 * @returns the outermost element; null where it is refused, or no well-formed XML
 */
export function readXml(xml: string): XmlElement | null {
  const parser = new SaxesParser({ xmlns: true });
  const path: XmlElement[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  const refuse = (what: string) => () => parser.fail(what);
  parser.on('error', (error) => { throw error; });
  parser.on('doctype', refuse('a DTD'));
  parser.on('comment', refuse('a comment'));
  parser.on('processinginstruction', refuse('a processing instruction'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    const given = Object.values(attributes);
    const element: XmlElement = {
      local, uri, children: [], text: '',
      attributes: new Map(given.filter(({ prefix }) => prefix === '').map((attribute) => [attribute.local, attribute.value])),
      ids: given.filter((attribute) => attribute.local.toLowerCase() === 'id').map(({ value }) => value),
    };
    elements += 1;
    if (path.length >= mostLevels || elements > mostElements) parser.fail('too many elements');
    path.at(-1)?.children.push(element);
    root ??= element;
    path.push(element);
  });
  const addText = (piece: string) => {
    const within = path.at(-1);
    if (within) within.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => { path.pop(); });
  try {
    parser.write(xml).close();
  } catch {
    return null;
  }
  return root;
}
