import { describe, expect, it } from 'vitest'
import { parseOutput } from '../../../../src/measurement/imports/parse-outputs.ts'

function problemOf(text: string): string | undefined {
  return parseOutput({ name: 'file', text }, []).problems[0]?.message
}

describe('a file that no tool wrote', () => {
  it.each([
    ['{"kind":"headroom.run"}', /^this is a run that Headroom exported: add it with “headroom runs add”/],
    ['{\n  "kind": "headroom.scenario"', /^this is a scenario: drop it on the window/],
    ['{"$schema":"x","kind":"headroom.offering"}', /^this is a model: put it into the workspace’s folder/],
    ['{"kind":"headroom.prices"}', /^this is a price sheet: choose it in Compare/],
    [
      '{"kind":"headroom.observation"}',
      /^this is an observation, .*: open the scenario .* or repeat “headroom observe”$/,
    ],
    ['{"kind":"headroom.campaign"}', /^this is a campaign: run it with/],
    ['# mine\nbootstrap.servers=localhost:9092\n', /^these are client properties: open them in Validation/],
    ['bootstrap.servers localhost:9092\n', /^these are client properties/],
    ['security.protocol: SSL\nbootstrap.servers: localhost:9092\n', /^these are client properties/],
    [' \n', /^the file is empty$/],
    ['\u0089PNG\r\n\0\0', /^this is not a text file in UTF-8$/],
  ])('says of %j what it is, and where it belongs', (text, expected) => {
    expect(problemOf(text)).toMatch(expected)
  })

  it.each([
    'hello',
    '\tbootstrap.servers = [localhost:9092]\n\tbuffer.memory = 1\n',
    'bootstrap.servers',
    'a,b\n1,2\n',
    '{"kind":"headroom.constructor"}',
    '{"kind":"other"}',
  ])('is otherwise without a known line: %j', (text) => {
    expect(problemOf(text)).toMatch(/^found no line of a tool.*lists of topics and exports of metrics are for Observe/)
  })
})
