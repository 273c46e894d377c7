import { describe, expect, it } from 'vitest'
import { withBills } from '../../../../src/billing/compare-costs.ts'
import { sheetOfUnitPrices } from '../../../../src/billing/unit-prices.ts'
import { compareOfferings } from '../../../../src/capacity/compare-offerings.ts'
import { comparedNotes, growthNote } from '../../../../src/presentation/sizing/compared-notes.ts'
import {
  comparedCells,
  compareSentences,
  gatherOfferings,
} from '../../../../src/presentation/sizing/compared-offerings.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'
import { shippedOffering, smallScenario } from '../../capacity/known-files.ts'

const offerings = ['aws-msk-express', 'confluent-cloud-dedicated', 'aws-msk-serverless'].map(shippedOffering)
const scenario = smallScenario({ topic: { partitions: 60 }, producer: { peakRecordsPerSec: 80_000, lingerMs: 50 } })

const withRetention = smallScenario({
  topic: { partitions: 60, retentionMs: 86_400_000 },
  producer: { peakRecordsPerSec: 80_000, lingerMs: 50 },
})

function rowsOf(of = scenario, compared = offerings) {
  const given = [{ offering: 'confluent-cloud-dedicated', amount: 2, per: 'unit-hour' as const, currency: 'USD' }]
  const sheet = sheetOfUnitPrices(given, publishedPrices.published, today)
  const sheets = { ...publishedPrices, own: sheet === null ? [] : [sheet] }
  return withBills(of, compareOfferings(of, compared), compared, { sheets, choice: { today } })
}

describe('the rows of a comparison', () => {
  const rows = gatherOfferings(rowsOf(), scenario.deployment)

  it('gather the tiers of an offering, cheapest first', () => {
    const express = rows.fitting.find(({ best }) => best.offering === 'aws-msk-express')
    const costs = express?.tiers.map(({ bill }) => bill?.totalPerMonth?.high ?? Number.NaN) ?? []
    expect(costs.length).toBeGreaterThan(2)
    expect(costs).toEqual([...costs].sort((one, other) => one - other))
    expect(express?.best.bill?.totalPerMonth?.high).toBe(costs[0])
  })

  it('are summed up in one sentence, and no winner is named of few complete bills', () => {
    const { sentence, reason } = compareSentences(rows, 0.8)
    expect(sentence).toBe('3 of 3 offerings carry it with every limit at or below 80 %.')
    expect(reason).toBe('')
    const complete = ['aws-msk-express', 'google-managed-kafka', 'aws-msk-serverless'].map(shippedOffering)
    const named = compareSentences(gatherOfferings(rowsOf(withRetention, complete), scenario.deployment), 0.8)
    expect(named.reason).toMatch(
      /^Of the 2 with every charge known, .* costs least: [\d,.]+ USD a month\. Not included: /,
    )
  })

  it('do not count an offering that is less than nearly sure, and name it', () => {
    const compared = rowsOf(scenario, [shippedOffering('apache-kafka-on-hosts'), shippedOffering('aws-msk-express')])
    const sentencesWith = (chanceMet: number) => {
      const rows = compared.map((row) => (row.offering === 'apache-kafka-on-hosts' ? { ...row, chanceMet } : row))
      return compareSentences(gatherOfferings(rows, scenario.deployment), 0.8)
    }
    expect(sentencesWith(0.44)).toEqual({
      sentence: '1 of 2 offerings carries it with every limit at or below 80 %.',
      reason:
        'Not counted, because the chance that the load is met is below 90 %: Apache Kafka on hosts (44 %). Chances are computed for hosts only, because services declare their limits.',
    })
    expect(sentencesWith(0.95)).toEqual({
      sentence: '2 of 2 offerings carry it with every limit at or below 80 %.',
      reason: 'Chances are computed for hosts only, because services declare their limits.',
    })
  })

  it('say so if the only offerings that may carry it are not nearly sure', () => {
    const rows = rowsOf(scenario, [shippedOffering('apache-kafka-on-hosts')]).map((row) => ({ ...row, chanceMet: 0.6 }))
    const { sentence } = compareSentences(gatherOfferings(rows, scenario.deployment), 0.8)
    expect(sentence).toBe('None of 1 offerings is sure to carry it with every limit at or below 80 %.')
  })

  it('name no offering as the cheapest that may not carry the load', () => {
    const complete = ['aws-msk-express', 'google-managed-kafka', 'aws-msk-serverless'].map(shippedOffering)
    const rows = rowsOf(withRetention, complete)
    const cheapestOf = (compared: typeof rows) =>
      compareSentences(gatherOfferings(compared, scenario.deployment), 0.8).reason.match(/known, (.*), \d.* costs/)?.[1]
    const cheapest = cheapestOf(rows)
    expect(cheapest).toBeDefined()
    const unsure = rows.map((row) => (row.offeringName === cheapest ? { ...row, chanceMet: 0.6 } : row))
    expect(cheapestOf(unsure)).not.toBe(cheapest)
  })

  it('show the total, region, dates, cost per load and what is not known of a bill', () => {
    const [express] = gatherOfferings(
      rowsOf(withRetention, [shippedOffering('aws-msk-express')]),
      scenario.deployment,
    ).fitting
    const shown = express === undefined ? '' : JSON.stringify(comparedCells(express, today).cost.content)
    expect(shown).toMatch(
      /USD.*us-east-1, prices of 2026-08-20 to 2026-11-22.*USD per MB\/s written on average.*USD per TB/,
    )
    const dedicated = rows.fitting.find(({ best }) => best.offering === 'confluent-cloud-dedicated')
    const missing = dedicated === undefined ? '' : JSON.stringify(comparedCells(dedicated, today).cost.content)
    expect(missing).toContain('at least ')
    expect(missing).toContain('not known: data written, data read and storage')
    expect(missing).not.toContain('retention')
  })

  it('say that a retention is not stated, where no price of storage is missing', () => {
    const [express] = gatherOfferings(
      rowsOf(scenario, [shippedOffering('aws-msk-express')]),
      scenario.deployment,
    ).fitting
    const shown = express === undefined ? '' : JSON.stringify(comparedCells(express, today).cost.content)
    expect(shown).toContain('not known: storage, because a retention is not stated')
  })

  it('begin with the offering of the scenario, whatever it costs, and with the size that it has', () => {
    const sizesOf = (offering: string) => {
      const { fitting } = gatherOfferings(rowsOf(), { offering, size: 2 })
      return fitting.map((row) => [row.best.offering, row.sizeInScenario] as const)
    }
    const ids = sizesOf('none').map(([id]) => id)
    expect(ids.length).toBeGreaterThan(2)
    for (const id of ids) {
      const others = ids.filter((each) => each !== id).map((each) => [each, null])
      expect(sizesOf(id)).toEqual([[id, 2], ...others])
    }
    const [own] = rows.fitting
    const size = own === undefined ? '' : JSON.stringify(comparedCells(own, today).size.content)
    expect(own?.best.offering).toBe('confluent-cloud-dedicated')
    expect(size).toContain('the scenario has 2')
    const inScenario = { offering: 'aws-msk-express', size: 3, tier: 'express.m7g.4xlarge' }
    const [express] = gatherOfferings(rowsOf(), inScenario).fitting
    const cells = express === undefined ? null : comparedCells(express, today)
    expect(JSON.stringify(cells?.size.content)).toContain('the scenario has 3 of express.m7g.4xlarge')
    // A date without a mark leaves no empty line, which Markdown would write in brackets.
    expect(JSON.stringify(cells?.limitsAsOf.content)).not.toContain('line')
  })

  it('have a chance beside the headroom, marked if the row is not counted', () => {
    const [row] = rowsOf(scenario, [shippedOffering('confluent-cloud-dedicated')])
    if (row === undefined) throw new Error('no row')
    const withChance = (chanceMet: number | null) => {
      const best = { ...row, chanceMet }
      return { best, tiers: [best], sizeInScenario: null }
    }
    const headroomOf = (chanceMet: number | null) =>
      JSON.stringify(comparedCells(withChance(chanceMet), today).headroom.content)
    expect(headroomOf(0.76)).toContain('chance 76 %, not counted')
    expect(headroomOf(0.95)).toContain('chance 95 %')
    expect(headroomOf(0.95)).not.toContain('not counted')
    expect(headroomOf(null)).not.toContain('chance')
  })

  it('have the cheapest tier that is nearly sure, and name the cheaper one that is not', () => {
    const [row] = rowsOf(scenario, [shippedOffering('confluent-cloud-dedicated')])
    const [other] = rowsOf(scenario, [shippedOffering('aws-msk-serverless')])
    if (row === undefined || other === undefined) throw new Error('no row')
    const tier = (id: string, chanceMet: number, caution: string | null = null) => ({
      ...row,
      ...{ offering: 'hosts', tier: id, chanceMet, caution },
    })
    const compared = [tier('cheap', 0.58), other, tier('dearer', 0.93), tier('burstable', 0.99, 'not for production')]
    const { fitting } = gatherOfferings(compared, { offering: 'none', size: 1 })
    // The dearer tier comes after what costs less than it.
    expect(fitting.map(({ best }) => best.tier ?? best.offering)).toEqual(['aws-msk-serverless', 'dearer'])
    const hosts = fitting[1]
    if (hosts === undefined) throw new Error('no hosts')
    const { size, headroom } = comparedCells(hosts, today)
    expect(JSON.stringify(headroom.content)).toContain('chance 93 %')
    expect(JSON.stringify(size.content)).toMatch(/\d CKUs? of cheap.*: chance 58 %/)
    expect(compareSentences({ fitting, refusing: [] }, 0.8).sentence).toMatch(/^2 of 2 offerings carry it/)

    // No tier is nearly sure but one that is not for production: the first is named, and not counted.
    const unsure = [tier('cheap', 0.58), tier('dearer', 0.7), tier('burstable', 0.99, 'not for production')]
    const [first] = gatherOfferings(unsure, { offering: 'none', size: 1 }).fitting
    expect(first?.best.tier).toBe('cheap')
  })

  it('have those that are not counted after the others, but the offering of the scenario first', () => {
    const [row] = rowsOf(scenario, [shippedOffering('confluent-cloud-dedicated')])
    if (row === undefined) throw new Error('no row')
    const named = (offering: string, chanceMet: number | null) => ({ ...row, offering, chanceMet })
    const compared = [named('unsure', 0.5), named('sure', 0.95), named('declared', null)]
    const idsWith = (offering: string) =>
      gatherOfferings(compared, { offering, size: 1 }).fitting.map(({ best }) => best.offering)
    expect(idsWith('none')).toEqual(['sure', 'declared', 'unsure'])
    expect(idsWith('unsure')).toEqual(['unsure', 'sure', 'declared'])
  })

  it('name tiers that are not for production after all others, with the reason', () => {
    const small = smallScenario({ topic: { retentionMs: 86_400_000 }, producer: { peakRecordsPerSec: 2000 } })
    const [row] = gatherOfferings(rowsOf(small, [shippedOffering('aws-msk-standard')]), small.deployment).fitting
    if (row === undefined) throw new Error('no row')
    const t3 = row.tiers.at(-1)
    expect([row.best.caution, t3?.tier]).toEqual([null, 'kafka.t3.small'])
    const cheapest = row.tiers.map(({ bill }) => bill?.totalPerMonth?.high ?? Number.POSITIVE_INFINITY)
    expect(cheapest.at(-1)).toBeLessThan(cheapest[0] ?? 0)
    if (t3 === undefined) throw new Error('no tier')
    const cells = comparedCells({ best: t3, tiers: [t3], sizeInScenario: null }, today)
    expect(JSON.stringify(cells.size.content)).toContain('AWS recommends m5 and m7g for production')
  })

  it('say that fixed numbers may be above the target, where one is', () => {
    const [row] = rowsOf(scenario, [shippedOffering('confluent-cloud-dedicated')])
    if (row === undefined) throw new Error('no row')
    const sentenceAt = (utilisation: number) => {
      const best = { ...row, fullest: { id: 'partitions', dimension: 'partitions' as const, utilisation } }
      return compareSentences({ fitting: [{ best, tiers: [best], sizeInScenario: null }], refusing: [] }, 0.8).sentence
    }
    expect(sentenceAt(0.83)).toBe(
      '1 of 1 offerings carries it with every limit at or below 80 % (fixed numbers of partitions, connections and consumer groups: 100 %).',
    )
    expect(sentenceAt(0.79)).toBe('1 of 1 offerings carries it with every limit at or below 80 %.')
  })

  it('say below the table that the high end of a range of prices decides the order', () => {
    const notesOf = (id: string) =>
      comparedNotes(rowsOf(withRetention, [shippedOffering(id)]).map((best) => ({ best })))
    expect(notesOf('confluent-cloud-standard').join(' ')).toContain(
      'The high end decides the order, here and in costs over the load.',
    )
    expect(notesOf('google-managed-kafka').join(' ')).not.toContain('The high end decides')
  })

  it('say which costs leave out traffic between zones that a service always has', () => {
    const inOneZone = { ...withRetention, deployment: { ...withRetention.deployment, zones: 'single' as const } }
    const compared = ['aws-msk-express', 'google-managed-kafka', 'confluent-cloud-standard'].map(shippedOffering)
    const notesOf = (of: typeof scenario) => comparedNotes(rowsOf(of, compared).map((best) => ({ best }))).join(' ')
    expect(notesOf(inOneZone)).toMatch(
      /(AWS MSK Express and Google.*|Google.* and AWS MSK Express) always spread their brokers over several zones\. The costs here are those of one zone /,
    )
    expect(notesOf(withRetention)).not.toContain('always spread')
  })

  it('say why the factor and the fullest limit do not multiply to 100 %', () => {
    const [row] = rowsOf(scenario, [shippedOffering('confluent-cloud-dedicated')])
    if (row === undefined) throw new Error('no row')
    const partitions = { id: 'partitions', dimension: 'partitions' as const, utilisation: 0.69 }
    const requests = { id: 'requests', dimension: 'requests' as const, utilisation: 0.53 }
    const cpu = { id: 'cpu', dimension: 'cpu' as const, utilisation: 0.78 }
    expect(growthNote({ ...row, headroom: 7.11, fullest: partitions })).toBe('does not grow with the load')
    const storage = { id: 'storage', dimension: 'storage' as const, utilisation: 0.5 }
    expect(growthNote({ ...row, headroom: 4.86, fullest: storage })).toBe(
      'enough for at least 2 times the average load',
    )
    const slower = { ...row, headroom: 2.11, fullest: requests }
    expect(growthNote(slower)).toBe('grows more slowly than the load')
    expect(comparedNotes([{ best: slower }]).join(' ')).toMatch(
      /^A limit grows more slowly than the load if batches become fuller/,
    )
    expect(growthNote({ ...row, headroom: 1.1, fullest: cpu })).toBe('grows faster than the load')
    expect(growthNote({ ...row, headroom: 1 / 0.53, fullest: requests })).toBe('')
    const binding = [{ id: 'ingress', dimension: 'ingress' as const, layer: 'cluster' as const }]
    const best = { ...row, headroom: 7.11, fullest: partitions, binding }
    const cells = comparedCells({ best, tiers: [best], sizeInScenario: null }, today)
    expect(JSON.stringify(cells.fullest.content)).toContain('first to be full: ingress')
    expect(JSON.stringify(cells.fullest.content)).toContain('does not grow with the load')
    const same = { ...best, fullest: { id: 'ingress', dimension: 'ingress' as const, utilisation: 0.14 } }
    const sameCells = comparedCells({ best: same, tiers: [same], sizeInScenario: null }, today)
    expect(JSON.stringify(sameCells.fullest.content)).toContain('also the first to be full')
  })

  it('name a reason once if it refuses several tiers', () => {
    const tooLarge = smallScenario({ topic: { partitions: 200_000 }, producer: { peakRecordsPerSec: 80_000_000 } })
    const { fitting, refusing } = gatherOfferings(rowsOf(tooLarge), tooLarge.deployment)
    expect(fitting).toEqual([])
    expect(refusing.map(({ offering }) => offering).sort()).toEqual(offerings.map(({ id }) => id).sort())
    for (const { reasons } of refusing) expect(new Set(reasons.map(({ text }) => text)).size).toBe(reasons.length)
    expect(compareSentences({ fitting, refusing }, 0.8).sentence).toMatch(/^None of 3 offerings carries it/)
  })
})
