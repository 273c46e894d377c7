import { describe, expect, it } from 'vitest'
import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'

function problemOf(text: string): string | undefined {
  return parseOutput({ name: 'file', text }, []).problems[0]?.message
}

describe('a file that no tool wrote', () => {
  it.each([
    ['{"kind":"headroom.run"}', /^this is a run that Headroom exported: add it to the runs/],
    ['{\n  "kind": "headroom.scenario"', /^this is a scenario: open it/],
    ['{"$schema":"x","kind":"headroom.offering"}', /^this is a model: paste its text in Models/],
    ['{"kind":"headroom.prices"}', /^this is a price sheet: choose it in Compare/],
    ['{"kind":"headroom.campaign"}', /^this is a campaign: run it with/],
    ['# mine\nbootstrap.servers=localhost:9092\n', /^these are client properties: open them in Validation/],
    [' \n', /^the file is empty$/],
    ['\u0089PNG\r\n\0\0', /^this is not a text file$/],
  ])('says of %j what it is, and where it belongs', (text, expected) => {
    expect(problemOf(text)).toMatch(expected)
  })

  it.each(['hello', 'a,b\n1,2\n', '{"kind":"headroom.constructor"}', '{"kind":"other"}'])(
    'is otherwise without a known line: %j',
    (text) => {
      expect(problemOf(text)).toMatch(
        /^found no line of a tool.*lists of topics and exports of metrics are for Observe/,
      )
    },
  )
})
