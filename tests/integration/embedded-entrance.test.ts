import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clientProbeFileName } from '../../src/contracts/client-ceiling.ts'
import { measure } from './measured-run.ts'
import { smallPlan } from './runner-controller.ts'

const addedRoundTripMs = 30

it('clients reach embedded brokers by TLS through a proxy that delays them, and nothing is left afterwards', async () => {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'headroom-entrance-'))
  try {
    const plan = smallPlan({ runId: 'entrance', recordsPerSec: 1_000, durationMs: 3_000, groups: 1, partitions: 6 })
    const target = {
      kind: 'embedded:kafka',
      brokers: 3,
      quotaWindowSeconds: 1,
      isEncrypted: true,
      addedRoundTripMs,
    } as const
    const { ended, samples, result } = await measure(plan, { target, stateDirectory })
    expect(ended).toMatchObject({ reason: 'plan-complete', cleanUp: { leftovers: [] } })
    const { acceptedRecords, ackedRecords } = result.accounting
    expect([ackedRecords > 0, ackedRecords]).toEqual([true, acceptedRecords])
    expect(result.accounting.groups[0]?.consumedRecords).toBe(ackedRecords)
    const roundTrips = samples.flatMap(({ producers }) => producers.flatMap((each) => each.roundTripMedianUs ?? []))
    // A second without a request has no round-trip time.
    const seen = roundTrips.filter((us) => us > 0).sort((one, other) => one - other)
    expect(seen.length).toBeGreaterThan(0)
    // The proxy is exact on average. On a busy machine it sends single bytes early, most of them by no more than a quarter of
    // the delay (same-delay.ts). A round trip without it takes 1 or 2 ms on loopback.
    expect(seen[Math.floor(seen.length / 2)]).toBeGreaterThanOrEqual(addedRoundTripMs * 750)
    expect(readdirSync(stateDirectory).filter((name) => name !== clientProbeFileName)).toEqual([])
  } finally {
    rmSync(stateDirectory, { recursive: true, force: true })
  }
})
