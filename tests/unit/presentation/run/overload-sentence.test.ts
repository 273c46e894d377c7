import { expect, it } from 'vitest'
import { isOverload, overloadSentence } from '../../../../src/presentation/run/overload-sentence.ts'
import { formatByteRate } from '../../../../src/units/byte-rate.ts'
import { knownRecord } from '../known-run.ts'

const { prediction, result } = knownRecord

it('says that more was offered than was predicted to fit, with both rates, and what follows', () => {
  expect(prediction.headroom).toBeLessThan(1)
  const offered = formatByteRate(prediction.offered.ingressWireBytesPerSec)
  const predicted = formatByteRate(prediction.expected.ingressWireBytesPerSec.likely)
  expect(overloadSentence({ prediction, result })).toBe(
    `Overloaded on purpose, to reach the limit: ${offered} offered, ${predicted} predicted. So producers are throttled, responses are late, and a part of the load is not acknowledged.`,
  )
})

it('says nothing of throttling if no producer was throttled', () => {
  if (result === null) throw new Error('no result')
  const unthrottled = { ...result, throttle: { ...result.throttle, producerSecondsFraction: 0 } }
  expect(overloadSentence({ prediction, result: unthrottled })).toMatch(
    / predicted\. So responses are late, and a part/,
  )
})

it('does not speak of late responses if the offered load was met', () => {
  if (result === null) throw new Error('no result')
  const met = { ...result, diagnosis: { ...result.diagnosis, limiter: 'nothing' as const } }
  expect(overloadSentence({ prediction, result: met })).toMatch(/ predicted\. The offered load was met all the same\.$/)
  // Nor do the tiles of the run, which are beside that sentence.
  expect([isOverload(prediction, met), isOverload(prediction, result), isOverload(prediction, null)]).toEqual([
    false,
    true,
    true,
  ])
})

it('is empty if the load was predicted to fit, if all of it is written, or if the deployment refuses it', () => {
  const { expected, offered } = prediction
  const whole = { ...expected.ingressWireBytesPerSec, likely: offered.ingressWireBytesPerSec }
  for (const other of [
    { headroom: 1 },
    { isFeasible: false },
    { expected: { ...expected, ingressWireBytesPerSec: whole } },
  ]) {
    expect(overloadSentence({ prediction: { ...prediction, ...other }, result })).toBe('')
  }
})
