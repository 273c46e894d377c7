/**
 * Options of a report: its format and what it contains.
 */
import { z } from 'zod'
import { displayName } from './primitives.ts'
import { papers } from './print-job.ts'

/** Formats of a validation report. */
export const reportFormat = z.enum(['html', 'pdf', 'md', 'json', 'csv'])
export type ReportFormat = z.output<typeof reportFormat>

/**
 * Formats of a run: the formats of its report, and three for other tools (OpenMessaging's result file, HDR histogram
 * log, Prometheus).
 */
export const runReportFormat = z.enum([...reportFormat.options, 'openmessaging', 'hdr', 'prometheus'])
export type RunReportFormat = z.output<typeof runReportFormat>

/** Formats of a report that consists of a document: of a prediction, a calibration or an observation. */
export const documentFormat = z.enum(['html', 'pdf', 'md', 'json'])
export type DocumentFormat = z.output<typeof documentFormat>

/** Options of a report. */
export const reportOptions = z.strictObject({
  /** Paper size of the PDF. */
  paper: z.enum(papers).default('A4'),
  /** Company that issues the report, for the title page. */
  company: displayName.optional(),
  /** Path of the company's logo: PNG, JPEG or SVG. */
  logoPath: z.string().min(1).optional(),
  /** True if host names and addresses are left out, also in JSON. Secrets are always left out. */
  isRedacted: z.boolean().default(false),
})
export type ReportOptions = z.output<typeof reportOptions>
/** The default options. */
export const defaultReportOptions: ReportOptions = reportOptions.parse({})
