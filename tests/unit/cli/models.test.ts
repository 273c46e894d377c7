import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { headroom } from './run-headroom.ts'

/** The mark of limits that are more than a year old depends on the day. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 12) })
})
afterEach(() => vi.useRealTimers())

describe('headroom models list', () => {
  it('has a line for each offering with its tiers and dates, each date once', async () => {
    const { out, exitCode } = await headroom('models', 'list')
    expect(exitCode).toBe(0)
    expect(out).toMatch(/^aws-msk-express +AWS MSK Express +7 +2026-08-20$/m)
    expect(out).toMatch(/^confluent-cloud-dedicated +Confluent Cloud Dedicated +2020-04, 2024-12, 2026-03$/m)
  })

  it('names tiers in JSON', async () => {
    const { offerings } = (await headroom('models', 'list', '--json')).json()
    const express = offerings.find((each: { id: string }) => each.id === 'aws-msk-express')
    expect(express).toMatchObject({ model: 'service-limits', limitsAsOf: ['2026-08-20'] })
    expect(express.tiers).toContain('express.m7g.16xlarge')
  })
})

describe('headroom models show', () => {
  it('groups limits by tier and date, with grade, weights and burst', async () => {
    const express = (await headroom('models', 'show', 'aws-msk-express')).out
    expect(express.match(/^Tier express\.m7g\.\w+$/gm)).toHaveLength(7)
    expect(express).toMatch(/Ingress +15\.6 MB\/s per broker +guideline +AWS agent toolkit,/)
    expect(express).toMatch(/\n +msk_sizing\.py,\n +2026-08-20 \(tool of\n +the vendor\)\n/)
    expect(express).toMatch(/Burst +1 to 1\.5 times ingress/)
    const google = (await headroom('models', 'show', 'google-managed-kafka')).out
    for (const part of [/\bwritten \+ 1\.25 x/, /\breplicated \+ 0\.25 x read/]) expect(google).toMatch(part)
  })

  it('shows a tier alone, in text and in JSON', async () => {
    const words = ['models', 'show', 'redpanda-cloud-byoc', '--tier', 'tier-6']
    const { out } = await headroom(...words)
    expect(out).toContain('Tier tier-6 (Tier 6)')
    expect(out).not.toContain('Tier tier-5')
    const { limitSets } = (await headroom(...words, '--json')).json()
    expect(limitSets.map((set: { tier: string }) => set.tier)).toEqual(['tier-6'])
  })

  it('has the host of each tier, and suggests near names for an unknown tier', async () => {
    const words = ['models', 'show', 'apache-kafka-on-hosts']
    const { out } = await headroom(...words)
    expect(out).toMatch(/^ +m5\.large\n +2 +8\.59 GB +93\.8 MB\/s, in [^\n]*\n +bursts 1\.25 GB\/s/m)
    const one = await headroom(...words, '--tier', 'i3en.2xlarge')
    expect(one.out.replace(/\s+/g, ' ')).toMatch(/i3en\.2xlarge .*2, together/)
    expect(one.out).not.toMatch(/^ +m5\.large/m)
    const mistyped = await headroom(...words, '--tier', 'm7g.lrage', '--json')
    expect(mistyped.json().error.remedy).toMatch(/^Its tiers: m7g\.large, .* others\.$/)
  })

  it('shows the limits that held on a date', async () => {
    const { limitSets } = (
      await headroom('models', 'show', 'confluent-cloud-dedicated', '--as-of', '2025-06-15', '--json')
    ).json()
    expect(limitSets.map((set: { asOf: string }) => set.asOf)).toEqual(['2024-12'])
  })

  it.each([
    [['confluent-cloud-freight', '--as-of', '2025-01'], 'OFFERING_INVALID', '2026-02'],
    [['confluent-cloud-freight', '--tier', 'x'], 'USAGE', 'no tiers'],
    [['redpanda-cloud-byoc', '--tier', 'x'], 'USAGE', 'tier-9'],
    [['redpanda-cloud-byoc', '--as-of', 'yesterday'], 'USAGE', '2020-04-15'],
  ])('refuses %j with a remedy', async (words, code, remedy) => {
    const { exitCode, json } = await headroom('models', 'show', ...words, '--json')
    expect([exitCode, json().error.code]).toEqual([2, code])
    expect(json().error.remedy).toContain(remedy)
  })
})
