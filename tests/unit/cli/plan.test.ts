import { describe, expect, it } from 'vitest'
import { headroom } from './run-headroom.ts'

const first = 'examples/first.headroom.json'

describe('headroom plan', () => {
  it('refuses a calibration that is not in the workspace, and names the option and what to do', async () => {
    const { exitCode, out, err } = await headroom('plan', first, '--calibration', 'july')
    expect(exitCode).not.toBe(0)
    expect(out).toBe('')
    const text = err.replace(/\s+/g, ' ')
    expect(text).toContain('There is no calibration "july" in this workspace (--calibration,')
    expect(text).toContain('Leave it out, or calibrate from runs')
  })

  it('refuses what a prediction refuses: an offering that is not there, with the same words', async () => {
    const change = ['--set', 'deployment.offering=not-there'] as const
    const [planned, predicted] = [await headroom('plan', first, ...change), await headroom('predict', first, ...change)]
    expect(planned.exitCode).toBe(predicted.exitCode)
    expect(planned.err).toBe(predicted.err)
    expect(planned.exitCode).not.toBe(0)
  })

  it('prints the plan of a model and a calibration that are there', async () => {
    const { exitCode, out } = await headroom('plan', first)
    expect(exitCode).toBe(0)
    expect(out).toContain('"schemaVersion"')
  })
})
