/**
 * A campaign's record from the file that its report wrote, in any workspace.
 */
import { type CampaignRecord, campaignExport } from '../../contracts/campaign-record.ts'
import { readJsonFile } from '../files/read-json-file.ts'

/**
 * The record in a report's JSON, gzipped or not. What it found is summarised again, by today's rules.
 * @throws AppError FILE_UNREADABLE, or CAMPAIGN_INVALID with every problem and its place
 */
export async function readCampaignRecord(path: string): Promise<CampaignRecord> {
  const { summary: _ofItsWriter, ...record } = await readJsonFile(path, {
    noun: 'campaign record',
    schema: campaignExport,
    code: 'CAMPAIGN_INVALID',
    remedy: 'Export the campaign again with: headroom report campaign CAMPAIGN --format json',
  })
  return record
}
