import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { Collection } from './collection.ts'
import { parseFilter } from './filter.ts'

const companies = new Collection({
  name: 'companies',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'country', type: 'string' },
    { name: 'category', type: 'string[]' },
    { name: 'num_employees', type: 'int32' },
    { name: 'rating', type: 'float', optional: true },
  ],
})
const company = (id: string, fields: object) => companies.write({ id, ...fields }, 'create')
company('a', {
  name: 'Acme Corporation',
  country: 'USA',
  category: ['Shoe Rack', 'Rock'],
  num_employees: 40,
})
company('b', {
  name: 'Corporation of Acme',
  country: 'UK',
  category: ['Shoe', 'Pop'],
  num_employees: 100,
  rating: 4.5,
})
company('c', {
  name: 'Stark (Industries), Inc.',
  country: 'New Zealand',
  category: ['Outdoor Shoe', 'Rock', 'Acoustic'],
  num_employees: 140,
})

const found = (filter: string) =>
  [...companies.held.values()]
    .filter(parseFilter(filter, companies))
    .map(({ document }) => document.id)
    .join('')

// These rules are from the pages "Search" and "Tips for filtering" of Typesense's documentation.
it.each([
  ['country: USA', 'a', 'one value'],
  ['country: [USA, UK]', 'ab', 'any of a list'],
  ['country:New', 'c', 'a word of the value'],
  ['country:=New', '', 'the whole value with ='],
  ['country:=New Zealand', 'c', 'the whole value, of several words'],
  ['category:=Shoe', 'b', 'one whole value of an array'],
  ['category:Shoe', 'abc', 'a word of any value of an array'],
  ['category:=[Rock, Pop]', 'abc', 'an array that holds any of a list'],
  ['category:=Rock && category:=Acoustic', 'c', 'an array that holds both'],
  ['name:= `Stark (Industries), Inc.`', 'c', 'special characters between backticks'],
  ['name:= [`Stark (Industries), Inc.`, Acme Corporation]', 'ac', 'backticks within a list'],
  ['name: Acm*', 'ab', 'a prefix of any word'],
  ['name := Acm*', 'a', 'a prefix of the whole value'],
  ['name:corporation acme', 'ab', 'all words, wherever they stand'],
  ['country:!=USA', 'bc', 'all but a value'],
  ['country:!=[USA, UK]', 'c', 'all but a list'],
  ['category:! Pop', 'ac', 'none that holds a word'],
  ['num_employees:100', 'b', 'a number'],
  ['num_employees:=100', 'b', 'a number with ='],
  ['num_employees:<100', 'a', 'less'],
  ['num_employees:<=100', 'ab', 'less or equal'],
  ['num_employees:>100', 'c', 'more'],
  ['num_employees:[10..100]', 'ab', 'a range, both ends included'],
  ['num_employees:[10..100, 140]', 'abc', 'a range or a number'],
  ['num_employees:[<50, >100]', 'ac', 'comparisons in a list'],
  ['num_employees:!= [40, 100]', 'c', 'all but some numbers'],
  ['rating:>4.2', 'b', 'a fraction'],
  ['id:=[a, c, nobody]', 'ac', 'ids; unknown ones are passed over'],
  ['id:!=[a, c]', 'b', 'all but some ids'],
  ['num_employees:>50 && country: [USA, UK]', 'b', 'both conditions'],
  ['country:USA || category:=Pop', 'ab', 'either condition'],
  ['(country:USA || category:=Pop) && num_employees:>50', 'b', 'parentheses'],
  ['country:USA || country:UK && num_employees:>50', 'b', '&& no stronger than ||'],
])('%s', (filter, ids) => {
  expect(found(filter)).toBe(ids)
})

it.each([
  ['no colon', 'country'],
  ['an empty value', 'country:='],
  ['an unbalanced parenthesis', '(country:USA'],
  ['a closing parenthesis too many', 'country:USA)'],
  ['an unbalanced backtick', 'country:=`USA'],
  ['an unbalanced bracket', 'country:[USA'],
  ['an operator without an operand', 'country:USA &&'],
  ['a word where a number belongs', 'num_employees:many'],
  ['a fraction where a whole number belongs', 'num_employees:>1.5'],
  ['more than 100 operations', Array(51).fill('country:USA').join(' || ')],
  ['a join', '$companies(id:a)'],
])('refuses %s', (_, filter) => {
  expect(() => found(filter)).toThrow(ApiError)
})

it('says 400 to a field that the schema does not have', () => {
  expect(() => found('planet:Earth')).toThrow(expect.objectContaining({ status: 400 }))
})
