import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { BrokerStartFailure, describeExit, toAppError } from '../../../src/runner/embedded/broker-start-failure.ts'

describe('the exit of a broker', () => {
  it('is described with the reason in its log', () => {
    expect(describeExit(2, 'exited with code 1', { kind: 'other', line: 'Exiting Kafka' })).toBe(
      'Broker 2 of the embedded cluster exited with code 1; its log says: Exiting Kafka',
    )
  })

  it.each([
    ['port-taken', 'PORT_TAKEN'],
    ['disk-full', 'DISK_FULL'],
    ['out-of-memory', 'RUN_FAILED'],
    ['other', 'RUN_FAILED'],
  ] as const)('during its start because of %s is %s with a remedy', (kind, code) => {
    const error = toAppError(new BrokerStartFailure(1, 'exited with code 1', { kind, line: 'why' }), false)
    expect(error).toMatchObject({ code, message: expect.stringContaining('why') })
    expect(error.remedy).not.toBeNull()
  })
})

describe('an error of a start', () => {
  it('is ABORTED if the start was cancelled, whatever failed because of that', () => {
    expect(toAppError(new Error('killed'), true).code).toBe('ABORTED')
  })

  it('that is an AppError stays unchanged', () => {
    const error = new AppError('DISK_FULL', 'no disk', { remedy: 'free some' })
    expect(toAppError(error, false)).toBe(error)
  })

  it('of any other kind becomes RUN_FAILED with its message', () => {
    expect(toAppError(new Error('odd'), false)).toMatchObject({
      code: 'RUN_FAILED',
      message: 'The embedded cluster could not be started: odd',
    })
  })
})
