/** Limits of the newest pages that a model once lacked. */
import { describe, expect, it } from 'vitest'
import { shippedOffering } from '../known-files.ts'
import { constraintNamed, predictKnown } from './known-case.ts'

describe('AWS MSK Serverless of 2026', () => {
  const serverless = shippedOffering('aws-msk-serverless')

  it('takes 3,000 connections and refuses one more', () => {
    const refusals = (connections: number) => predictKnown(serverless, { connections }).refusals
    expect(refusals(3_000)).toEqual([])
    expect(refusals(3_001)[0]).toContain('3,001 connections are refused: 3,000 connections are the limit')
  })

  it('takes 100 new connections and 15,000 requests a second', () => {
    const prediction = predictKnown(serverless, {})
    expect(constraintNamed(prediction, 'connection-attempts').capacity).toBe(100)
    expect(constraintNamed(prediction, 'requests').capacity).toBe(15_000)
  })
})

describe('IBM Event Streams Gen2', () => {
  const ibm = shippedOffering('ibm-event-streams-gen2')

  it('takes 100,000 connections at every size, and messages of 1 MB', () => {
    const refusals = (connections: number) => predictKnown(ibm, { size: 4, connections }).refusals
    expect(refusals(100_000)).toEqual([])
    expect(refusals(100_001)[0]).toContain('100,001 connections are refused')
    expect(predictKnown(ibm, { recordValueBytes: 1_000_001 }).refusals[0]).toContain('at most 1,000,000 bytes')
  })
})
