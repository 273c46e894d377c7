interface ExportButtonProps {
  readonly isExporting: boolean
  /** False where there is nothing to report. */
  readonly isPossible: boolean
  /** True beside a button that matters more. */
  readonly isSecondary?: boolean
  readonly onExport: () => void
}

/**
 * Exports a report, and shows while it is written, which takes seconds. It keeps the focus; pressing it again does
 * nothing.
 */
export function ExportButton({ isExporting, isPossible, isSecondary, onExport }: ExportButtonProps) {
  return (
    <button
      type="button"
      className={isSecondary === true ? undefined : 'primary'}
      onClick={onExport}
      disabled={!isPossible}
    >
      {isExporting ? 'Writing…' : 'Export report…'}
    </button>
  )
}
