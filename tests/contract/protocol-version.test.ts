import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { controllerMessage, hostMessage, runnerProtocolVersion } from '../../src/contracts/runner-protocol.ts'

/**
 * SHA-256 of the messages' schemas, by version of the protocol. If the test below fails, the messages have changed: raise
 * `runnerProtocolVersion` and add a line. Do not replace the last one, unless that version never left a branch.
 */
const schemasOf: Readonly<Record<number, string>> = {
  6: 'b8610b6c38859bcdf02bb5742188afb21aebad36139bf017baefce1cda4b9e46',
  7: '2efdf84a5ae57c82520df91ad86b434b4587e16d4270f29e18b1b63cb0714489',
}

it('the version of the runner protocol is another one if its messages are', () => {
  expect([runnerProtocolVersion, digestOf([controllerMessage, hostMessage])]).toEqual([
    runnerProtocolVersion,
    schemasOf[runnerProtocolVersion],
  ])
})

it('the digest changes with a field that is added deep inside a message, and not with a text for people', () => {
  const message = (more: object, error = 'expected a number') =>
    z.object({ plan: z.object({ topics: z.array(z.strictObject({ partitions: z.number(error), ...more })) }) })
  const digest = digestOf([message({})])
  expect(digestOf([message({ isExisting: z.boolean().optional() })])).not.toBe(digest)
  expect(digestOf([message({}, 'expected a count')])).toBe(digest)
})

it('docs/protocol.md is of this version', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/protocol.md'), 'utf8')
  expect(page).toMatch(new RegExp(`^# Runner protocol, version ${runnerProtocolVersion}\n`))
  const named = [...page.matchAll(/"protocolVersion":(\d+)/g)].map(([, version]) => Number(version))
  expect(named).toEqual([runnerProtocolVersion, runnerProtocolVersion])
})

function digestOf(schemas: readonly z.ZodType[]): string {
  const texts = schemas.map((schema) => JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
  return createHash('sha256').update(texts.join('\n')).digest('hex')
}
