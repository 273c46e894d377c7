import { type ReactNode, useId, useState } from 'react'
import { papers } from '../../contracts/print-job.ts'
import { shell } from '../api.ts'
import {
  companyProblem,
  keepReportChoices,
  type ReportChoices,
  readReportChoices,
} from '../application/report-choices.ts'
import { LabelledInput } from './labelled-input.tsx'

interface ReportFieldsProps {
  /** True if the report may name hosts. The fields then offer to leave them out. */
  readonly hasHosts: boolean
  /** Fields for options that only this kind of report has. */
  readonly children?: ReactNode
}

/** The options of a report (company, logo, paper, redaction), folded. They stand next to the export button. */
export function ReportFields({ hasHosts, children }: ReportFieldsProps) {
  const [choices, setChoices] = useState(() => readReportChoices(localStorage, navigator.language))
  const change = (changed: Partial<ReportChoices>): void => {
    const next = { ...choices, ...changed }
    keepReportChoices(localStorage, next)
    setChoices(next)
  }
  return (
    <details className="fold report-fields">
      <summary>{summaryOf(choices)}</summary>
      <div className="fields">
        <LabelledInput
          label="Company"
          value={choices.company}
          problem={companyProblem(choices.company) ?? undefined}
          hint="Appears on the title page."
          isWide
          onChange={(company) => change({ company })}
        />
        <PaperField paper={choices.paper} onChange={change} />
        <LogoField logoPath={choices.logoPath} onChange={change} />
        {hasHosts ? (
          <label className="check is-wide">
            <input
              type="checkbox"
              checked={choices.isRedacted}
              onChange={(event) => change({ isRedacted: event.target.checked })}
            />
            Leave host names and addresses out
          </label>
        ) : null}
        {children}
      </div>
    </details>
  )
}

interface PaperFieldProps extends Pick<ReportChoices, 'paper'> {
  readonly onChange: (changed: Pick<ReportChoices, 'paper'>) => void
}

function PaperField({ paper: chosen, onChange }: PaperFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>Paper of the PDF</label>
      </div>
      <select
        id={id}
        value={chosen}
        onChange={(event) => {
          const paper = papers.find((known) => known === event.target.value)
          if (paper !== undefined) onChange({ paper })
        }}
      >
        {papers.map((paper) => (
          <option key={paper} value={paper}>
            {paper}
          </option>
        ))}
      </select>
    </div>
  )
}

interface LogoFieldProps extends Pick<ReportChoices, 'logoPath'> {
  readonly onChange: (changed: Pick<ReportChoices, 'logoPath'>) => void
}

function LogoField({ logoPath: chosen, onChange }: LogoFieldProps) {
  const choose = async (): Promise<void> => {
    const logoPath = await shell.chooseLogoToOpen()
    if (logoPath !== null) onChange({ logoPath })
  }
  return (
    <div className="field">
      <button type="button" onClick={() => void choose()}>
        Choose a logo…
      </button>
      {chosen === null ? null : (
        <p className="quiet">
          {nameOf(chosen)}{' '}
          <button type="button" className="plain" onClick={() => onChange({ logoPath: null })}>
            Remove<span className="visually-hidden"> the logo</span>
          </button>
        </p>
      )}
    </div>
  )
}

/** A summary of the options in one line. */
function summaryOf({ company, logoPath, paper, isRedacted }: ReportChoices): string {
  const name = company.trim()
  return [
    `${paper} paper`,
    ...(name === '' ? [] : [name]),
    ...(logoPath === null ? [] : ['with a logo']),
    ...(isRedacted ? ['without hosts'] : []),
  ].join(', ')
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
