import { describe, expect, it } from 'vitest'
import { shippedOffering } from '../known-files.ts'
import { predictKnown } from './known-case.ts'

describe('limits that hold with IAM access control only', () => {
  const express = shippedOffering('aws-msk-express')
  const withConnections = (connections: number) =>
    predictKnown(express, { size: 3, tier: 'express.m7g.large', connections })
  const said = (connections: number) =>
    withConnections(connections).assumptions.find(({ id }) => id === 'conditional-connections')?.text

  it('are said with their use and not applied: 3 x 3,000 connections', () => {
    expect(said(4500)).toContain('With IAM access control, a limit on connections holds that is not applied here')
    expect(said(4500)).toContain('(3,000 connections x 3 brokers = 9,000 connections) = 50 %')
    expect(said(4500)).not.toContain('would refuse')
    expect(said(12_000)).toContain('= 133 % (AWS agent toolkit, MSK sizing skill of 20 August 2026)')
    expect(said(12_000)).toContain('The service would refuse what is over 100 %.')
    expect(withConnections(12_000).isFeasible).toBe(true)
    const texts = withConnections(100).assumptions.map(({ text }) => text)
    expect(texts.filter((text) => text.includes('No figure is published for') && text.includes('connections'))).toEqual(
      [],
    )
  })
})
