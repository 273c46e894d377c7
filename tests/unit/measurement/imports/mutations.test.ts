import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importedClient } from '../../../../src/contracts/imported-run.ts'
import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'
import { fixture, fixtureRoot } from './fixture.ts'

const texts = readdirSync(fixtureRoot, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:txt|json)$/.test(path))
  .map((path) => fixture(path).text)

/** What happens to files: cut, lines lost, doubled or moved, bytes flipped, markup and numbers put in. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(4000) }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant('double' as const), at: fc.nat(20) }),
  fc.record({
    kind: fc.constant('put' as const),
    at: fc.nat(4000),
    piece: fc.oneof(
      fc.constantFrom(
        '<script>',
        '\0',
        '\uFFFD',
        '-',
        '1e999',
        'NaN',
        '9'.repeat(400),
        ', ',
        '|',
        '"',
        '}',
        '\r',
        '\n',
      ),
      fc.string({ maxLength: 6 }),
    ),
  }),
)

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function mutate(text: string, change: Mutation): string {
  const lines = text.split('\n')
  switch (change.kind) {
    case 'cut':
      return text.slice(0, change.at % (text.length + 1))
    case 'drop':
      return lines.filter((_, index) => index !== change.at % lines.length).join('\n')
    case 'double':
      return lines.flatMap((line, index) => (index === change.at % lines.length ? [line, line] : [line])).join('\n')
    case 'put': {
      const at = change.at % (text.length + 1)
      return text.slice(0, at) + change.piece + text.slice(at + (change.piece.length % 3))
    }
  }
}

describe('an output that was damaged', () => {
  it('gives clients of the contract or a located problem, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.array(mutation, { minLength: 1, maxLength: 4 }), (text, changes) => {
        const { parts, problems } = parseOutput({ name: 'out.txt', text: changes.reduce(mutate, text) }, [])
        expect(parts.length + problems.length).toBeGreaterThan(0)
        if (problems.length === 0)
          for (const part of parts) expect(importedClient.safeParse(part).error?.issues ?? []).toEqual([])
        for (const { place } of problems) expect(place).toMatch(/^out\.txt(?::\d+|: \S|$)/)
      }),
      { numRuns: 5_000 },
    )
  })
})
