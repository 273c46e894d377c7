/**
 * Reads the record of a campaign from the JSON file of its report, in any workspace.
 */
import { type CampaignRecord, campaignExport } from '../../contracts/campaign-record.ts'
import { readJsonFile } from '../files/read-json-file.ts'

/**
 * Reads the record from the JSON of a report, gzipped or not. The summary in the file is dropped, because this version
 * computes its own.
 * @throws AppError FILE_UNREADABLE, or CAMPAIGN_INVALID with every problem and its place
 */
export async function readCampaignRecord(path: string): Promise<CampaignRecord> {
  const { summary: _ofItsWriter, ...record } = await readJsonFile(path, {
    noun: 'campaign record',
    schema: campaignExport,
    code: 'CAMPAIGN_INVALID',
    remedy: 'Export the campaign again as JSON.',
  })
  return record
}
