import { describe, expect, it } from 'vitest';
import { Failure } from '../../../platform/errors';
import { readFilter } from './scim-filter';
import { conditionOf } from './scim-filter-sql';
import { userColumns } from './scim-user.store';

const outcome = (text: string): string => {
  try {
    conditionOf(readFilter(text), userColumns);
    return 'taken';
  } catch (error) {
    return error instanceof Failure
      ? `${error.status} ${String(error.options.wire?.scimType)} ${error.code}`
      : 'broken';
  }
};

describe('a filter', () => {
  // RFC 7644, figure 1 of section 3.4.2.2, with attributes that are kept here.
  it.each([
    'userName eq "bjensen"',
    'name.familyName co "O\'Malley"',
    'userName sw "J"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
    'title pr',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    'meta.lastModified ge "2011-05-13T04:42:34Z"',
    'meta.lastModified lt "2011-05-13T04:42:34Z"',
    'meta.lastModified le "2011-05-13T04:42:34Z"',
    'title pr and userType eq "Employee"',
    'title pr or userType eq "Intern"',
    'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
    'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
    'userType eq "Employee" and (emails.type eq "work")',
    'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
    'emails[type eq "work"].value eq "a@example.com"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "Sales"',
    'active eq "True"',
    'id eq "x" and manager eq "y"',
  ])('%s', (text) => {
    expect(outcome(text)).toBe('taken');
  });

  // Attack: ReDoS
  it.each([
    ['longer than is read', `userName eq "${'x'.repeat(10_240)}"`, 'scim.filterTooLong'],
    ['of a hundred brackets', `${'('.repeat(100)}userName pr${')'.repeat(100)}`, 'scim.filterTooDeep'],
    ['of a thousand times not', `${'not '.repeat(1000)}(userName pr)`, 'scim.filterTooDeep'],
    ['of many conditions', Array.from({ length: 60 }, () => 'title pr').join(' or '), 'scim.filterTooDeep'],
    ['that would keep a tokenizer busy', `userName eq "${'\n'.repeat(60)}`, 'scim.invalidFilter'],
    ['with an open quotation', 'userName eq "x', 'scim.invalidFilter'],
    ['without a comparison', 'userName', 'scim.invalidFilter'],
    ['of an attribute that there is not', 'password eq "x"', 'scim.unknownAttribute'],
    ['of a whole that has parts', 'name eq "x"', 'scim.unknownAttribute'],
    ['of a number for a text', 'userName eq 7', 'scim.wrongValue'],
    ['of a part of a text that is true or false', 'active co "t"', 'scim.wrongValue'],
    ['of a time that is none', 'meta.created gt "yesterday"', 'scim.wrongValue'],
  ])('%s is refused', (_what, text, code) => {
    expect(outcome(text)).toBe(`400 invalidFilter ${code}`);
  });
});
