import { describe, expect, it } from 'vitest'
import { judgeStart } from '../../../../scripts/gate/ci-start.mjs'

const kafka = { kind: 'embedded:kafka' }

describe('judgeStart()', () => {
  it('takes a confirmed run on real Kafka', () => {
    const overlay = { verdict: 'confirmed', reasonCode: 'broker-quota', reason: 'Confirmed: measured 4 MB/s.' }
    expect(judgeStart({ target: kafka, overlay })).toEqual({ kind: 'confirmed', text: overlay.reason })
  })

  it.each(['below', 'above', 'not-proven'])('refuses a run that is %s', (verdict) => {
    const overlay = { verdict, reasonCode: 'accounting-open', reason: 'Not every record is accounted for.' }
    expect(judgeStart({ target: kafka, overlay }).kind).toBe('failed')
  })

  it('refuses simulated brokers, whatever the verdict, and a run without verdict or report', () => {
    const overlay = { verdict: 'confirmed', reasonCode: 'within-band', reason: 'Confirmed.' }
    expect(judgeStart({ target: { kind: 'embedded:simulated' }, overlay }).kind).toBe('failed')
    expect(judgeStart({ target: kafka, overlay: null }).kind).toBe('failed')
    expect(judgeStart(undefined).kind).toBe('failed')
  })

  it('tells noise of the machine, which is worth another try, from a fault', () => {
    const noisy = { verdict: 'not-proven', reasonCode: 'too-noisy', reason: 'It is ± 9 % wide.' }
    expect(judgeStart({ target: kafka, overlay: noisy }).kind).toBe('noise')
    expect(judgeStart({ target: kafka, overlay: { ...noisy, verdict: 'below' } }).kind).toBe('failed')
  })
})
