import { expect, test } from 'vitest'
import { begins } from './transport.ts'

test('the beginning of a page has its blanks folded', () => expect(begins(' <a>\n\t b')).toBe('<a> b'))
test('no more than 60 characters of it are kept', () => expect(begins(`<a>${'x'.repeat(99)}`)).toHaveLength(60))
