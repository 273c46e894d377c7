/**
 * docs/result.md has every field of plan, result and sample, in its own section.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { predictionSchemaVersion } from '../../src/contracts/prediction.ts'
import { result } from '../../src/contracts/result.ts'
import { runExport } from '../../src/contracts/run-file.ts'
import { runPlan } from '../../src/contracts/run-plan.ts'
import { sample } from '../../src/contracts/sample.ts'

const page = readFileSync(new URL('../../docs/result.md', import.meta.url), 'utf8')

function section(heading: string): string {
  const body = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  if (body === undefined) throw new Error(`docs/result.md has no section "${heading}"`)
  return body
}

type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: Node[]; oneOf?: Node[] }

/** Names of all fields, nested ones too. */
function namesOf(node: Node): string[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, inner]) => [name, ...namesOf(inner)])
  const inner = [...(node.items === undefined ? [] : [node.items]), ...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  return [...own, ...inner.flatMap(namesOf)]
}

function missing(names: readonly string[], text: string): string[] {
  const named = new Set([...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/[^A-Za-z0-9]+/)))
  return [...new Set(names)].filter((name) => !named.has(name))
}

it.each([
  ['The plan', runPlan],
  ['The result', result],
  ['A sample: one second', sample],
])('%s: every field stands in docs/result.md', (heading, schema) => {
  const names = namesOf(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))))
  expect(names.length).toBeGreaterThan(20)
  expect(missing(names, section(heading))).toEqual([])
})

it('The version of predictions is the same on the pages of results and of output', () => {
  const output = readFileSync(new URL('../../docs/commands/output.md', import.meta.url), 'utf8')
  expect(page).toContain(`It is ${predictionSchemaVersion} for predictions`)
  expect(output).toContain(`| \`schemaVersion\` | ${predictionSchemaVersion} (`)
})

it('The run record: every field stands in docs/result.md', () => {
  expect(missing(Object.keys(runExport.shape), section('The run record'))).toEqual([])
})
