import { SaxesParser } from 'saxes';
import type { XmlElement } from './xml-element.rules';

/**
 * What a document may hold. An answer with some 400 groups, each in an attribute with namespaces of its own, has less than half of it, and so has
 * the metadata of a large provider. Looking for a namespace takes as long as there are levels above, and as there are namespaces in each.
 */
export const mostOfXml = { elements: 2_500, levels: 32, attributes: 6_000, attributesOfOne: 32 };

interface Reading {
  /** Metadata is written by people, and has some; in a message, readers have taken them for different things. */
  comments: 'refused' | 'ignored';
}

/**
 * Reads a document that somebody else has sent, and is the first to see it: what it may hold is counted while it is read, and the rest never looked at.
 * Nothing in it is fetched and no entity expanded; one with a DTD is refused. Blank lines before it are none of it.
 * @returns the outermost element; null where it is refused, or no well-formed XML
 */
export function readXml(xml: string, { comments }: Reading = { comments: 'refused' }): XmlElement | null {
  const parser = new SaxesParser({ xmlns: true });
  const path: XmlElement[] = [];
  let root: XmlElement | null = null;
  const held = { elements: 0, attributes: 0, ofOne: 0 };
  const refuse = (what: string) => () => parser.fail(what);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', refuse('a DTD'));
  if (comments === 'refused') {
    parser.on('comment', refuse('a comment'));
    parser.on('processinginstruction', refuse('a processing instruction'));
  }
  parser.on('opentagstart', () => {
    held.elements += 1;
    held.ofOne = 0;
    if (path.length >= mostOfXml.levels || held.elements > mostOfXml.elements) parser.fail('too many elements');
  });
  // Namespaces are declared by attributes, and count as such.
  parser.on('attribute', () => {
    held.attributes += 1;
    held.ofOne += 1;
    if (held.ofOne > mostOfXml.attributesOfOne || held.attributes > mostOfXml.attributes)
      parser.fail('too many attributes');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const given = Object.values(attributes);
    const element: XmlElement = {
      local,
      uri,
      children: [],
      text: '',
      attributes: new Map(
        given.filter(({ prefix }) => prefix === '').map((attribute) => [attribute.local, attribute.value]),
      ),
      ids: given.filter((attribute) => attribute.local.toLowerCase() === 'id').map(({ value }) => value),
    };
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
  parser.on('closetag', () => {
    path.pop();
  });
  try {
    parser.write(xml.trimStart()).close();
  } catch {
    return null;
  }
  return root;
}
