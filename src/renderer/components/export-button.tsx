import { ButtonWithReason } from './button-with-reason.tsx'

interface ExportButtonProps {
  readonly isExporting: boolean
  /** Why there is nothing to report; null if there is something. */
  readonly disabledBecause: string | null
  /** True if another button beside it is the main one, and this one must not be highlighted. */
  readonly isSecondary?: boolean
  readonly onExport: () => void
}

/**
 * The button that exports a report. Writing takes seconds, which its label shows. It is not disabled meanwhile, so that
 * it keeps the focus; pressing it again does nothing.
 */
export function ExportButton({ isExporting, disabledBecause, isSecondary, onExport }: ExportButtonProps) {
  return (
    <ButtonWithReason
      {...(isSecondary === true ? {} : { className: 'primary' })}
      disabledBecause={disabledBecause}
      onClick={onExport}
    >
      {isExporting ? 'Writing…' : 'Export report…'}
    </ButtonWithReason>
  )
}
