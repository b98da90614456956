import { describe, expect, it } from 'vitest';
import { mostOfXml, readXml } from './xml-tree';

const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const elements = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`;
const levels = (count: number) => '<a>'.repeat(count) + '</a>'.repeat(count);
const attributes = (count: number) => `<a ${many(count, (at) => `b${at}="" `)}/>`;
const namespaces = (count: number) => `<a ${many(count, (at) => `xmlns:b${at}="b" `)}/>`;
/** So many in all, none of them with more than one may have. */
const spread = (count: number) => `<a>${many(count / 20, () => attributes(20))}</a>`;

describe('a document that somebody else has sent', () => {
  // ASVS V1.5.1
  it.each([
    ['elements', elements, mostOfXml.elements, 1],
    ['levels', levels, mostOfXml.levels, 1],
    ['attributes of one element', attributes, mostOfXml.attributesOfOne, 1],
    ['namespaces of one element', namespaces, mostOfXml.attributesOfOne, 1],
    ['attributes', spread, mostOfXml.attributes, 20],
  ])('has at most so many %s', (_what, document, most, more) => {
    expect(readXml(document(most))).toMatchObject({ local: 'a' });
    expect(readXml(document(most + more))).toBeNull();
  });

  it.each([
    ['a comment', '<a><!-- b --></a>'],
    ['a processing instruction', '<a><?b?></a>'],
  ])('may have %s where it is no message', (_what, document) => {
    expect(readXml(document)).toBeNull();
    expect(readXml(document, { comments: 'ignored' })).toMatchObject({ local: 'a', text: '' });
  });

  it.each([
    ['a DTD', '<!DOCTYPE a [<!ENTITY b "b">]><a/>'],
    ['an entity that nobody declared', '<a>&b;</a>'],
    ['two outermost elements', '<a/><a/>'],
    ['an end that is missing', '<a>'],
  ])('never has %s', (_what, document) => {
    expect(readXml(document, { comments: 'ignored' })).toBeNull();
  });

  it('may begin with blank lines', () => {
    expect(readXml('\n\n<?xml version="1.0"?><a/>')).toMatchObject({ local: 'a' });
  });
});
