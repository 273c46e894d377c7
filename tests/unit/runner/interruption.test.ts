import { expect, test } from 'vitest'
import { AppError } from '../../../src/contracts/app-error.ts'
import { workerFailure, workerInterruption } from '../../../src/runner/host/interruption.ts'

test('a worker that exits is named, and one that reports an error is not, because it is not known', () => {
  expect(workerInterruption('w-2', 'exited with code 1').detail).toBe('Worker w-2 exited with code 1.')
  const error = new AppError('RUN_FAILED', 'No connection to a broker.', { remedy: 'Try again.' })
  expect(workerFailure(error)).toEqual({
    reason: 'worker-crashed',
    detail: 'A worker failed: No connection to a broker.',
    error,
    isUrgent: false,
  })
})
