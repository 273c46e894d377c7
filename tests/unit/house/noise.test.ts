import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noiseOfVerdict, tryAgainOnNoise, whereIs } from '../../noise.mjs'

let folder: string
let recordPath: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-noise-'))
  recordPath = join(folder, 'not-yet-there', 'retries.ndjson')
})
afterEach(() => rmSync(folder, { recursive: true }))

const where = { suite: 'verdicts', test: 'a run' }

/** Tries again over outcomes that are given; tells which attempt was the last and what stands on record. */
async function attempt(outcomes: readonly (string | null)[]) {
  let made = 0
  const last = await tryAgainOnNoise(
    where,
    async () => outcomes[made++],
    (outcome) => outcome,
    recordPath,
  )
  return { last, made, record: recorded() }
}

function recorded() {
  if (!existsSync(recordPath)) return []
  const lines = readFileSync(recordPath, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line))
}

describe('trying again on noise', () => {
  it('makes one attempt and no record if the first one counts', async () => {
    expect(await attempt([null, 'too-noisy'])).toEqual({ last: null, made: 1, record: [] })
  })

  it('repeats an attempt that was noise and records each repeat with suite, test, attempt and reason', async () => {
    const { last, made, record } = await attempt(['too-noisy', 'not-settled', null])
    expect([last, made]).toEqual([null, 3])
    expect(record).toEqual([
      { suite: 'verdicts', test: 'a run', attempt: 1, reason: 'too-noisy' },
      { suite: 'verdicts', test: 'a run', attempt: 2, reason: 'not-settled' },
    ])
  })

  it('gives the third outcome, noise or not', async () => {
    expect(await attempt(['too-short', 'too-short', 'too-short', null])).toMatchObject({ last: 'too-short', made: 3 })
  })

  it.each(['accounting-open', 'below-band', 'partial-run', 'cluster-degraded', 'secret in a log', ''])(
    'never repeats for another reason: %s',
    async (reason) => {
      expect(await attempt([reason, null])).toEqual({ last: reason, made: 1, record: [] })
    },
  )

  it('never repeats an attempt that throws, not even after one that was noise', async () => {
    let made = 0
    const fall = async () => {
      made += 1
      if (made === 2) throw new Error('4 records are missing')
      return 'too-noisy'
    }
    await expect(tryAgainOnNoise(where, fall, (outcome) => outcome, recordPath)).rejects.toThrow('4 records')
    expect([made, recorded().length]).toEqual([2, 1])
  })

  it('knows the suite and the full name of a test', ({ task }) => {
    expect(whereIs(task)).toEqual({
      suite: 'unit',
      test: 'trying again on noise > knows the suite and the full name of a test',
    })
  })
})

describe('reasons of a verdict that count as noise', () => {
  it('is its reason, unless that is the right answer', () => {
    expect(noiseOfVerdict({ reasonCode: 'client-bound' }, 'broker-quota')).toBe('client-bound')
    expect(noiseOfVerdict({ reasonCode: 'client-bound' }, 'client-bound')).toBeNull()
  })

  it('is not that consumers fell behind on a machine that had processors left', () => {
    const answer = (hostCpuMean: number | null) => ({ reasonCode: 'consumer-bound', client: { hostCpuMean } })
    expect(noiseOfVerdict(answer(0.95), 'broker-quota')).toBe('consumer-bound')
    expect(noiseOfVerdict(answer(0.4), 'broker-quota')).toBeNull()
    expect(noiseOfVerdict(answer(null), 'broker-quota')).toBeNull()
  })
})
