import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { likelyOldEncoding, oldEncodings, type OldEncoding } from './old-encodings.rules';

const found = (text: string, encoding: OldEncoding) => {
  const bytes = iconv.encode(text, encoding);
  return likelyOldEncoding((old) => iconv.decode(bytes, old));
};

describe.each([
  ['German', 'Gemüse, Soße, Möhren und Äpfel, Größe'],
  ['French', 'Crème brûlée, pâté, œufs, Île'],
  ['Spanish', 'Jamón, piña, Pimentón, año'],
  ['Swedish', 'Köttbullar, Ål, gräddsås'],
  ['Danish', 'Rødgrød, smørrebrød, Æble, påske'],
  ['Portuguese', 'Pão, maçã, feijão, açúcar'],
])('%s', (_language, text) => {
  // What an encoding has no letter for is not what it was written in.
  it.each(oldEncodings.filter((one) => iconv.decode(iconv.encode(text, one), one) === text))(
    'is read from %s',
    (encoding) => {
      const bytes = iconv.encode(text, encoding);
      expect(iconv.decode(bytes, found(text, encoding))).toBe(text);
    },
  );
});

it.each([
  ['Polish', 'Żurek, kapuśniak, pierogi z mięsem, łosoś'],
  ['Czech', 'Večeře, knedlíky, guláš, šťáva'],
  ['Hungarian', 'Gulyás, töltött káposzta, túró, főzelék, gyümölcs'],
])('%s is read from Windows-1250', (_language, text) => {
  expect(found(text, 'windows-1250')).toBe('windows-1250');
});

it.each(['Rice', 'Caf\u00e9 crème', '12,50 €', 'Jalapeño – 5 °C'])('takes the usual one for %j', (text) => {
  expect(found(text, 'windows-1252')).toBe('windows-1252');
});
