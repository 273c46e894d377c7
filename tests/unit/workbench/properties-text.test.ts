import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJavaProperties, readPlainProperties } from '../../../src/workbench/connections/properties-text.ts'

describe("Java's properties syntax", () => {
  it('returns any text that was written by its rules', () => {
    const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text)
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(word, word), { selector: ([key]) => key, maxLength: 5 }), (pairs) => {
        const text = pairs.map(([key, value]) => `${stored(key)}=${stored(value)}`).join('\r\n# between\n\n')
        const { entries, problems } = readJavaProperties(text)
        expect(problems).toEqual([])
        expect(entries.map(({ key, value }) => [key, value])).toEqual(pairs)
      }),
    )
  })

  it('counts lines as an editor does, continued ones too', () => {
    const { entries } = readJavaProperties('\n#c\na=1\\\n  2\\\\\nb 3\r\nc\\ d:4\r\\e')
    expect(entries).toEqual([
      { key: 'a', value: '12\\', line: 3 },
      { key: 'b', value: '3', line: 5 },
      { key: 'c d', value: '4', line: 6 },
      { key: 'e', value: '', line: 7 },
    ])
  })
})

describe('both syntaxes of properties files', () => {
  it.each([
    ['Java', readJavaProperties],
    ['plain', readPlainProperties],
  ])('%s: skip a byte order mark, keep equals signs in a value, and locate a line without a key', (_name, parse) => {
    const { entries, problems } = parse('\uFEFFgroup.id=a=b=c\n =value\nacks=')
    expect(entries).toEqual([
      { key: 'group.id', value: 'a=b=c', line: 1 },
      { key: 'acks', value: '', line: 3 },
    ])
    expect(problems).toEqual([{ line: 2, message: 'expected a key before the value' }])
  })

  it('plain: say that a line has no equals sign', () => {
    expect(readPlainProperties('group.id').problems).toEqual([{ line: 1, message: 'expected key=value' }])
  })
})

/** What `Properties.store` writes. */
function stored(text: string): string {
  return [...text.split('')]
    .map((char) => {
      if (/[A-Za-z0-9]/.test(char)) return char
      return /[ -~]/.test(char) ? `\\${char}` : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    .join('')
}
