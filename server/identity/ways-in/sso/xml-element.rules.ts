/** An element as it stands in a document; names are without their prefix. */
export interface XmlElement {
  local: string;
  /** Its namespace; empty where it has none. */
  uri: string;
  /** Those without a prefix. */
  attributes: ReadonlyMap<string, string>;
  /** By which a signature could name it, in every spelling and with any prefix. */
  ids: string[];
  children: XmlElement[];
  /** The text that stands in it directly. */
  text: string;
}

export const isOf =
  (uri: string, local: string) =>
  (element: XmlElement): boolean =>
    element.uri === uri && element.local === local;

/** The element itself and all below it, in the order of the document. */
export function everyElement(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(everyElement)];
}
