import { expect, it } from 'vitest'
import { deploymentOn } from '../../../src/renderer/features/sizing/deployment-on.ts'
import { editorOf, reduceEditor } from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { shippedOffering, smallScenario } from '../capacity/known-files.ts'

const offerings = ['aws-msk-express', 'confluent-cloud-dedicated'].map(shippedOffering)

it('uses the first tier and newest limits of the other offering, and keeps fields that do not depend on the offering', () => {
  const before = smallScenario({ deployment: { size: 3, cloud: 'aws', asOf: '2020-04' } }).deployment
  const express = deploymentOn(before, 'aws-msk-express', offerings)
  expect(express).toEqual({ offering: 'aws-msk-express', size: 3, cloud: 'aws', tier: 'express.m7g.large' })
  const back = deploymentOn(express, 'confluent-cloud-dedicated', offerings)
  expect(back).toEqual({ offering: 'confluent-cloud-dedicated', size: 3, cloud: 'aws' })
})

it('is one change for the editor', () => {
  const editor = editorOf(smallScenario({ deployment: { asOf: '2020-04' } }), null)
  const value = deploymentOn(editor.scenario.deployment, 'aws-msk-express', offerings)
  const after = reduceEditor(editor, { type: 'chosen', place: 'deployment', value })
  expect(after.scenario.deployment).toEqual({ offering: 'aws-msk-express', size: 2, tier: 'express.m7g.large' })
})
