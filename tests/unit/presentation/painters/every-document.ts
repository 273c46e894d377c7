/**
 * One document per kind of answer, for tests of painters. Lists and previews are blocks; here they are a section.
 */

import { withBills } from '../../../../src/billing/compare-costs.ts'
import { billOf } from '../../../../src/billing/compute-bill.ts'
import { bindingChanges } from '../../../../src/capacity/binding-changes.ts'
import { compareOfferings } from '../../../../src/capacity/compare-offerings.ts'
import { deriveAnswer, deriveLoad } from '../../../../src/capacity/explain-load.ts'
import type { ForecastQuestion } from '../../../../src/capacity/forecast/compute-forecast.ts'
import { sweep } from '../../../../src/capacity/sweep.ts'
import { readSweepAxis } from '../../../../src/capacity/sweep-axis.ts'
import type { AgentHealth } from '../../../../src/contracts/agent.ts'
import type { BrokenFile } from '../../../../src/contracts/broken-file.ts'
import type { CampaignPreview } from '../../../../src/contracts/campaign-record.ts'
import type { DoctorReport } from '../../../../src/contracts/doctor.ts'
import type { ObservationListEntry } from '../../../../src/contracts/observation.ts'
import { compareRuns } from '../../../../src/evidence/compare-runs.ts'
import { backtest } from '../../../../src/evidence/compute-backtest.ts'
import { planRun } from '../../../../src/planning/plan-run.ts'
import { recommendScenario } from '../../../../src/planning/recommended-scenario.ts'
import { summarisePlan } from '../../../../src/planning/summarise-plan.ts'
import { backtestDocument } from '../../../../src/presentation/backtest/backtest-document.ts'
import { publishedFigures } from '../../../../src/presentation/backtest/published-figures.ts'
import { publishedFiguresBlocks } from '../../../../src/presentation/backtest/published-figures-blocks.ts'
import { type Billed, billDocument } from '../../../../src/presentation/billing/bill-document.ts'
import { calibrationDocument } from '../../../../src/presentation/calibration/calibration-document.ts'
import { calibrationListBlocks } from '../../../../src/presentation/calibration/calibration-list.ts'
import { campaignDocument } from '../../../../src/presentation/campaign/campaign-document.ts'
import { benchmarkListBlocks, campaignListBlocks } from '../../../../src/presentation/campaign/campaign-list.ts'
import {
  benchmarkIntroduction,
  campaignCostBlocks,
  campaignStepsTable,
} from '../../../../src/presentation/campaign/campaign-preview.ts'
import { type Block, type Document, facts, type Section } from '../../../../src/presentation/document.ts'
import { agentListBlocks } from '../../../../src/presentation/machines/agent-list.ts'
import { doctorDocument } from '../../../../src/presentation/machines/doctor-document.ts'
import { modelListBlocks } from '../../../../src/presentation/models/model-list-blocks.ts'
import { offeringDocument } from '../../../../src/presentation/models/offering-document.ts'
import { observationDocument } from '../../../../src/presentation/observation/observation-document.ts'
import { observationListBlocks } from '../../../../src/presentation/observation/observation-list.ts'
import { requestsTable } from '../../../../src/presentation/observation/reading-plan.ts'
import { comparisonBlocks } from '../../../../src/presentation/run/comparison-blocks.ts'
import { importDocument } from '../../../../src/presentation/run/import-document.ts'
import { runListBlocks } from '../../../../src/presentation/run/run-list.ts'
import { runPreviewFacts } from '../../../../src/presentation/run/run-preview.ts'
import { validationDocument } from '../../../../src/presentation/run/validation-document.ts'
import { comparedDocument } from '../../../../src/presentation/sizing/compared-document.ts'
import { explanationDocument, predictionDocument } from '../../../../src/presentation/sizing/explained-document.ts'
import { wordRecommendation } from '../../../../src/presentation/sizing/recommendation.ts'
import {
  adviceSections,
  bandSections,
  recommendationFacts,
} from '../../../../src/presentation/sizing/recommendation-sections.ts'
import { sizingDocument } from '../../../../src/presentation/sizing/sizing-document.ts'
import { sweptDocument } from '../../../../src/presentation/sizing/swept-document.ts'
import { growthBlocks } from '../../../../src/renderer/features/sizing/growth-answer.ts'
import { dayOfEpochMs } from '../../../../src/units/calendar-day.ts'
import { listBenchmarks } from '../../../../src/workbench/campaigns/benchmarks.ts'
import { summariseCampaign } from '../../../../src/workbench/campaigns/summarise-campaign.ts'
import { listEntry } from '../../../../src/workbench/store/list-entry.ts'
import { publishedPrices, today } from '../../billing/shipped-prices.ts'
import { first, shippedOffering } from '../../capacity/known-files.ts'
import { recordOf, resultOf } from '../../workbench/known-benchmark.ts'
import { forecastAnswer } from '../forecast/known-forecast.ts'
import { knownCalibration } from '../known-calibration.ts'
import { knownImport } from '../known-import.ts'
import { growingObservation } from '../known-observation.ts'
import { knownPrediction } from '../known-prediction.ts'
import { knownRecord, knownSamples } from '../known-run.ts'
import { askedDocuments } from './asked-documents.ts'

/** A size that carries the peak with room to spare. */
const carried = { carriesPeak: true, sizeNote: '' }

const dedicated = shippedOffering('confluent-cloud-dedicated')
const aiven = shippedOffering('aiven-kafka-2017')
const sized = { prediction: knownPrediction, unitName: dedicated.unitName, noSize: null }
const recommended = recommendScenario(first, dedicated)
const recommendation = wordRecommendation({ ...sized, scenario: first, recommended })
const explained = { ...sized, bursts: ['A burst.'], clientHosts: 'Two hosts.', recommendation }
const campaign = recordOf([resultOf('aws', 10, 1), resultOf('aws', 10.5, 2)], { profile: 'full' })
const benchmarks = await listBenchmarks('examples')

const broken: BrokenFile = {
  kind: 'model',
  path: 'models/mine.json',
  names: ['mine'],
  error: {
    code: 'OFFERING_INVALID',
    message: 'The model has one problem.',
    remedy: 'Name another, or see them',
    action: { command: 'headroom models list', view: 'Models' },
    problems: [{ place: 'limitSets[0]', message: 'expected a date' }],
  },
}

const examined: DoctorReport = {
  ...{ kind: 'headroom.doctor', schemaVersion: 1, headroomVersion: '0.2.0', platform: 'linux x64', canRun: true },
  findings: [
    { id: 'node', label: 'Node', state: 'ok', neededFor: 'everything', detail: '24.1.0', remedy: null },
    {
      ...{ id: 'display', label: 'Display', state: 'missing', neededFor: 'the window' },
      ...{ detail: 'DISPLAY is not set', remedy: 'Log in to a desktop.' },
    },
  ],
}

const refusedAgent: AgentHealth = {
  ...{ address: '10.0.0.9:7443', environment: null, clock: null, capacity: null, capacityDetail: null },
  error: { code: 'AGENT_BUSY', message: 'The agent is taken.', remedy: null, problems: [] },
}

/** One of several agents on the machine of the known run. */
function agentOn(host: number): AgentHealth {
  const environment = knownRecord.environment && { ...knownRecord.environment, bootId: 'one machine' }
  const clock = { offsetMs: 0.4, boundMs: 0.2 }
  return { ...refusedAgent, address: `10.0.0.${host}:7443`, environment, clock, error: null }
}

const observationEntry = {
  id: 'observed',
  name: 'orders',
  createdAtEpochMs: 1_764_000_000_000,
  topics: 2,
  groups: 3,
  sources: ['kafka-protocol', 'topic-list'],
} satisfies ObservationListEntry

/** 60 % a year for three years. */
const knownGrowth: ForecastQuestion = {
  rules: [
    {
      kind: 'compound',
      perPeriod: { low: 0.5, likely: 0.6, high: 0.7, coverage: 0.9 },
      period: 'year',
    },
  ],
  from: dayOfEpochMs(Date.parse('2026-11-23')),
  to: dayOfEpochMs(Date.parse('2029-11-23')),
}

/** Every kind of answer, by what it is. */
export const everyDocument: readonly (readonly [string, Document])[] = [
  ['a backtest', backtestDocument(backtest([dedicated]))],
  ['a calibration', calibrationDocument(knownCalibration)],
  ['a list of calibrations', listOf(calibrationListBlocks([knownCalibration], [broken]))],
  ['a campaign of a benchmark', campaignDocument({ record: campaign, summary: summariseCampaign(campaign) })],
  ['a list of benchmarks', listOf(benchmarkListBlocks(benchmarks))],
  ['a list of campaigns', listOf(campaignListBlocks([campaignEntry()]))],
  ['a preview of a campaign', campaignPreviewDocument()],
  ['a run', validationDocument(knownRecord, knownSamples(40))],
  ['a list of runs', listOf(runListBlocks([{ ...listEntry(knownRecord), tags: [], notes: '' }]))],
  ['a comparison of runs', listOf(comparisonBlocks(compareRuns([knownRecord], [{ ...knownRecord, id: 'other' }])))],
  ['a preview of a run', listOf([facts(runPreviewFacts(runPreview()))])],
  ['an imported run', importDocument(knownImport)],
  ['a prediction', predictionDocument(explained, today)],
  [
    'an explanation of a prediction',
    explanationDocument(
      explained,
      { load: deriveLoad(first, dedicated), answer: deriveAnswer(first, dedicated) },
      today,
    ),
  ],
  [
    'a comparison of offerings',
    comparedDocument({
      scenarioName: first.name,
      inScenario: first.deployment,
      targetUtilisation: 0.8,
      today,
      offerings: withBills(first, compareOfferings(first, [dedicated, aiven]), [dedicated, aiven], {
        sheets: publishedPrices,
        choice: { today },
      }),
    }),
  ],
  ['a bill', billDocument(knownBills())],
  ['a sweep', sweptDocument(knownSweep())],
  [
    'a sizing',
    sizingDocument({
      ...sized,
      scenario: first,
      compared: [],
      today,
      headroomVersion: '0',
      recommendation,
      smallerSizes: recommended.smallerSizes,
      forecast: forecastAnswer(first, dedicated, knownGrowth),
      billed: {
        bill: { ...billOf(first, dedicated, publishedPrices, { today }), ...carried, chanceMet: null },
        brokenSheets: [broken],
      },
    }),
  ],
  ['the recommendations of the sizing view', sectionsOf([...adviceSections(sized), ...bandSections(knownPrediction)])],
  [
    'the answers of the sizing view',
    listOf([recommendationFacts(sized), ...growthBlocks(first, dedicated, { growthPerYear: 0.3, years: 3 })]),
  ],
  ['an observation', observationDocument(growingObservation(28, 0.3))],
  ['a list of observations', listOf(observationListBlocks([observationEntry]))],
  ['the requests of a reading', listOf([requestsTable(true)])],
  ['what a machine has', doctorDocument(examined)],
  ['a list of agents', listOf(agentListBlocks([agentOn(1), agentOn(2), refusedAgent]))],
  ['a model', offeringDocument(aiven, today)],
  ['a list of models', listOf(modelListBlocks([dedicated, aiven], [broken], today))],
  ['the published figures of a model', listOf(publishedFiguresBlocks(publishedFigures(dedicated), null))],
  ...askedDocuments(knownGrowth),
]

function listOf(blocks: readonly Block[]): Document {
  return sectionsOf([{ id: 'list', title: 'What there is', marks: [], blocks }])
}

function sectionsOf(sections: readonly Section[]): Document {
  const answer = { tone: 'predicted', label: null, sentence: 'An answer.', marks: [] } as const
  return {
    subject: 'Headroom list',
    title: 'A title',
    answer,
    introduction: [],
    sections,
    closing: 'Made by Headroom.',
  }
}

/** A field at three values; another limit binds at the last. */
function knownSweep(): Parameters<typeof sweptDocument>[0] {
  const axes = [readSweepAxis('workload.topics.0.partitions', '1,9,12')]
  const points = sweep(first, dedicated, axes)
  return { scenarioName: first.name, axes, points, changes: bindingChanges(axes, points), calibration: null }
}

function runPreview() {
  const { plan } = planRun(first, { runId: 'r1', brokers: null, usesExistingTopics: false })
  return { summary: summarisePlan(plan), target: knownRecord.target }
}

function campaignEntry(): Parameters<typeof campaignListBlocks>[0][number] {
  const { id, createdAtEpochMs, status, request } = campaign
  return { id, createdAtEpochMs, status, name: request.campaign.name, targetLabel: 'embedded Kafka', runs: 2 }
}

function campaignPreviewDocument(): Document {
  const { summary, target } = runPreview()
  const steps = campaign.results.map(({ stepId, label, offered, expected }) => ({
    stepId,
    label,
    offered,
    expected,
    summary,
  }))
  const preview: CampaignPreview = {
    target,
    steps,
    runs: 4,
    isAtMost: true,
    writtenWireBytes: 1_200_000_000,
    durationMs: 90_000,
    notes: [{ text: 'One broker instead of three.', stepLabels: ['AWS'] }],
  }
  const [benchmark] = benchmarks
  if (benchmark === undefined) throw new Error('there is no benchmark')
  const asked = campaign.request.campaign.benchmark
  return listOf([
    ...(asked === undefined ? [] : benchmarkIntroduction(asked)),
    ...campaignCostBlocks(preview),
    campaignStepsTable(preview),
  ])
}

function knownBills(): Billed {
  const express = shippedOffering('aws-msk-express')
  const onExpress = { ...first, deployment: { offering: express.id, tier: 'express.m7g.large', size: 6 } }
  const bills = [
    { ...billOf(onExpress, express, publishedPrices, { today }), ...carried, chanceMet: null },
    { ...billOf(first, dedicated, publishedPrices, { today }), ...carried, chanceMet: 0.76 },
  ]
  const unbilled = [{ offering: aiven.id, offeringName: aiven.name, reasons: ['It is too small.'] }]
  return { scenarioName: first.name, targetUtilisation: 0.8, isSmallest: true, bills, unbilled, brokenSheets: [broken] }
}
