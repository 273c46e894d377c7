/**
 * How a report is asked for: its formats, and what stands on it.
 */
import { z } from 'zod'
import { displayName } from './primitives.ts'
import { papers } from './print-job.ts'

/** Formats of a validation report. */
export const reportFormat = z.enum(['html', 'pdf', 'md', 'json', 'csv'])
export type ReportFormat = z.output<typeof reportFormat>

/** A run's report, and what other tools read of a run: OpenMessaging's result file, HDR histogram log, Prometheus. */
export const runReportFormat = z.enum([...reportFormat.options, 'openmessaging', 'hdr', 'prometheus'])
export type RunReportFormat = z.output<typeof runReportFormat>

/** Formats of a report without rows of measurements: of a prediction, of a calibration. */
export const documentFormat = z.enum(['html', 'pdf', 'md', 'json'])
export type DocumentFormat = z.output<typeof documentFormat>

/** How a report is made. */
export const reportOptions = z.strictObject({
  /** Paper of the PDF. */
  paper: z.enum(papers).default('A4'),
  /** Whose report it is: stands on the title page. */
  company: displayName.optional(),
  /** A picture beside it: PNG, JPEG or SVG. */
  logoPath: z.string().min(1).optional(),
  /** Leaves host names and addresses out, of the JSON too. Secrets are never in. */
  isRedacted: z.boolean().default(false),
})
export type ReportOptions = z.output<typeof reportOptions>
/** A report as it is made where nothing else is said. */
export const defaultReportOptions: ReportOptions = reportOptions.parse({})
