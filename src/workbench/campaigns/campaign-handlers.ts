/**
 * The calls that run, show and report campaigns and benchmarks.
 */
import type { campaignCalls } from '../../contracts/ipc-campaigns.ts'
import type { Handlers } from '../../contracts/ipc-contract.ts'
import type { PrintPdf } from '../printing/pdf-report.ts'
import { writeCampaignReport } from '../reports/campaign-report.ts'
import type { Resources } from '../resources.ts'
import { readBenchmarks } from './benchmarks.ts'
import type { Campaigns } from './campaigns.ts'
import { readCampaignRecord } from './read-campaign-record.ts'
import { summariseCampaign } from './summarise-campaign.ts'

interface CampaignCallServices {
  readonly resources: Resources
  readonly campaigns: Campaigns
  readonly printPdf: PrintPdf
}

/** Creates the handlers of the calls about campaigns and benchmarks. */
export function campaignHandlers(services: CampaignCallServices): Pick<Handlers, keyof typeof campaignCalls> {
  const { resources, campaigns, printPdf } = services
  return {
    'benchmarks.list': () => readBenchmarks(resources.examplesPath),
    'campaign.preview': campaigns.preview,
    'campaign.start': campaigns.start,
    'campaign.resume': ({ campaignId }) => campaigns.resume(campaignId),
    'campaign.live': async () => ({ campaign: campaigns.live() }),
    'campaign.abort': async ({ campaignId }) => {
      await campaigns.abort(campaignId)
      return {}
    },
    'campaigns.list': async () => campaigns.list(),
    'campaigns.show': async ({ campaignId }) => campaigns.show(campaignId),
    'campaign.report': async ({ campaignId, options: reportOptions, ...how }) => ({
      paths: await writeCampaignReport({ ...campaigns.show(campaignId), ...how, options: reportOptions }, printPdf),
    }),
    'campaign.report-file': async ({ path, ...order }) => {
      const record = await readCampaignRecord(path)
      const input = { record, summary: summariseCampaign(record), ...order }
      return { campaignId: record.id, paths: await writeCampaignReport(input, printPdf) }
    },
  }
}
