import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dimensionRecords } from '../../../src/contracts/dimensions.ts'
import { limiterRecords } from '../../../src/contracts/limiters.ts'

/** A copy of the folders that know dimensions, with records in it that forget a part each. */
const folder = mkdtempSync(join(tmpdir(), 'headroom-forgotten-'))
const { ingress, cpu } = dimensionRecords
const throttle = limiterRecords['broker-throttle']

/** Puts records into a table, the last of which are as good as those that are there. */
function plant(path: string, table: string, records: Readonly<Record<string, object>>): void {
  const file = join(folder, 'src', path)
  const text = readFileSync(file, 'utf8')
  const planted = JSON.stringify(records).slice(1, -1)
  expect(text).toContain(`${table} = {`)
  writeFileSync(file, text.replace(`${table} = {`, `${table} = {${planted},`))
}

/** The record without each of its fields in turn, by `without-FIELD`. */
function withoutEach(record: object): Record<string, object> {
  const fields = Object.keys(record)
  return Object.fromEntries(fields.map((field) => [`without-${field}`, { ...record, [field]: undefined }]))
}

/** What tsc says, an error with its further lines each. */
let errors: readonly string[] = []

/** The errors of types in one file. */
const errorsIn = (path: string) => errors.filter((error) => error.startsWith(`src/${path}(`)).join('\n')

beforeAll(() => {
  for (const name of ['units', 'contracts', 'capacity']) {
    cpSync(resolve('src', name), join(folder, 'src', name), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const limits = Object.entries(withoutEach(ingress.limit)).map(([key, limit]) => [key, { ...ingress, limit }])
  const limited = { whole: ingress, ...withoutEach(ingress), ...Object.fromEntries(limits) }
  plant('contracts/limited-dimensions.ts', 'limitedTable', limited)
  plant('contracts/computed-dimensions.ts', 'computedTable', withoutEach(cpu))
  plant('contracts/limiters.ts', 'limiterTable', withoutEach(throttle))
  const record = join(folder, 'src/contracts/dimension-record.ts')
  writeFileSync(
    record,
    readFileSync(record, 'utf8').replace("  | 'larger-size'", "  | 'larger-size'\n  | 'fewer-topics'"),
  )
  const options = { extends: resolve('tsconfig.base.json'), compilerOptions: { incremental: false }, include: ['src'] }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const tsc = [resolve('node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false']
  errors = spawnSync(process.execPath, tsc, { cwd: folder, encoding: 'utf8' }).stdout.split(/\n(?! )/)
}, 180_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Once silent: the unit, the role (a list of what grows) and the subject of a what-if sentence. The other two, the tables of
// docs/models.md and docs/adding-a-model.md, are in tests/contract/models-page.test.ts.
describe('a forgotten part is an error of types', () => {
  it.each([...Object.keys(ingress), ...Object.keys(ingress.limit)])(
    '%s of a dimension that offerings limit',
    (field) => {
      expect(errorsIn('contracts/limited-dimensions.ts')).toContain(`Property '${field}' is missing`)
    },
  )

  it.each(Object.keys(cpu))('%s of a dimension that is computed', (field) => {
    expect(errorsIn('contracts/computed-dimensions.ts')).toContain(`Property '${field}' is missing`)
  })

  it.each(Object.keys(throttle))('%s of a limiter', (field) => {
    expect(errorsIn('contracts/limiters.ts')).toContain(`Property '${field}' is missing`)
  })

  it('the constraint of a dimension', () => {
    expect(errorsIn('capacity/constraints/all-constraints.ts')).toMatch(/missing the following properties.* whole/)
  })

  it('the advice of a kind that records name', () => {
    expect(errorsIn('capacity/advice.ts')).toContain('Property \'"fewer-topics"\' is missing')
  })

  it('and nothing else is one', () => {
    const files = errors.flatMap((line) => /^(src\/[^(]+)\(/.exec(line)?.[1] ?? [])
    expect([...new Set(files)].sort()).toEqual([
      'src/capacity/advice.ts',
      'src/capacity/constraints/all-constraints.ts',
      'src/contracts/computed-dimensions.ts',
      'src/contracts/dimensions.ts',
      'src/contracts/limited-dimensions.ts',
      'src/contracts/limiters.ts',
    ])
  })
})
