/**
 * The table of verdicts by arithmetic alone: what a quota that is held to 3 % gives lies where the row's verdict needs it.
 * A band that became wider would take the power from the rows at 0.9 and 1.1 of a quota; that is seen here, in no time.
 */
import { describe, expect, it } from 'vitest'
import { predict } from '../../src/capacity/predict.ts'
import { scaleScenario } from '../../src/capacity/scale-scenario.ts'
import { setScenarioField } from '../../src/capacity/set-scenario-field.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { runName } from '../../src/planning/run-names.ts'
import { newRecordId } from '../../src/workbench/validation/record-id.ts'
import { orders2020, shippedOffering } from '../unit/capacity/known-files.ts'
import { singleRecordCases, verdictCases } from '../verdicts/verdict-cases.ts'
import { type VerdictRow, verdictTable } from '../verdicts/verdict-table.ts'

const quotaTolerance = 0.03

const namePrefixBytes = runName(newRecordId(new Date(0)), '').length

/** What the program expects of the row's run. */
function expectedOf({ words, brokers, ownQuotas }: VerdictRow) {
  const after = (option: string) => words[words.indexOf(option) + 1] ?? ''
  const fields = words.flatMap((word, index) => (words[index - 1] === '--set' ? [word.split('=')] : []))
  const dated = words.includes('--as-of') ? [['deployment.asOf', after('--as-of')]] : []
  const sized = words.includes('--size') ? [['deployment.size', after('--size')]] : []
  const replicated = ['workload.topics.0.replicationFactor', String(brokers)]
  let whole: unknown = orders2020
  for (const [path = '', value = ''] of [...fields, ...dated, ...sized, replicated]) {
    const known = /^[\d.]+$/.test(value) ? Number(value) : value
    whole = setScenarioField(whole, path, known)
  }
  const scale = words.includes('--scale') ? Number(after('--scale')) : 1
  const scaled = scaleScenario(scenario.parse(whole), scale)
  const isOwn = ownQuotas !== undefined
  const options = { capacityScale: scale, allowsBurst: isOwn, namePrefixBytes, ...(isOwn ? {} : { brokers }) }
  const { expected, offered, constraints } = predict(scaled, shippedOffering(scaled.deployment.offering), options)
  const demand = constraints.find(({ id }) => id === 'ingress')?.demand ?? 0
  const written = offered.ingressWireBytesPerSec
  // A quota counts whole requests, and the band is in record batches.
  return { band: expected.ingressWireBytesPerSec, offered: written, batchesShare: isOwn ? 1 : written / demand }
}

describe('the table of verdicts', () => {
  it('names each row once, and has rows of all kinds', () => {
    const names = verdictTable.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const kinds = new Set(verdictTable.map(({ right }) => right.verdict))
    expect([...kinds].sort()).toEqual(['above', 'below', 'confirmed', 'not-proven'])
  })

  it.each(
    verdictTable.flatMap(({ name, right, knownWrong }) => (knownWrong ? [[name, right, knownWrong] as const] : [])),
  )('calls nothing known wrong that is right: %s', (_, right, { verdict, reasonCode, why }) => {
    expect({ verdict, reasonCode }).not.toMatchObject(right)
    expect(why.length).toBeGreaterThan(20)
  })

  it('has eight situations beside it, each predicted too much, too little and right, on names of their own', () => {
    expect(verdictCases).toHaveLength(25)
    const verdicts = verdictCases.map(({ right }) => right.verdict)
    const count = (verdict: string) => verdicts.filter((each) => each === verdict).length
    // Hosts are confirmed in none, above in none, and below only far below: their bands are a factor wide.
    expect([count('below'), count('above'), count('confirmed'), count('not-proven')]).toEqual([8, 7, 7, 3])
    const names = [...verdictTable, ...verdictCases, ...singleRecordCases].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  const held = [...verdictTable, ...verdictCases, ...singleRecordCases].flatMap((row) =>
    row.heldAtBytesPerSec === undefined || row.knownWrong !== undefined
      ? []
      : [[row.name, row, row.heldAtBytesPerSec] as const],
  )
  it.each(held)('can be told where a quota is held to three percent: %s', (_, row, heldAtBytesPerSec) => {
    const { band, offered, batchesShare } = expectedOf(row)
    const held = heldAtBytesPerSec * batchesShare
    const [low, high] = [held * (1 - quotaTolerance), held * (1 + quotaTolerance)]
    // Without more offered than the quota lets pass, nothing would be held.
    expect(offered).toBeGreaterThan(held)
    if (row.right.verdict === 'below') expect(high).toBeLessThan(band.low)
    if (row.right.verdict === 'above') expect(low).toBeGreaterThan(band.high)
    if (row.right.verdict === 'confirmed')
      expect([low > band.low, high < Math.max(band.high, offered)]).toEqual([true, true])
  })
})
