interface ExportButtonProps {
  readonly isExporting: boolean
  /** False if there is nothing to report. */
  readonly isPossible: boolean
  /** True if another button beside it is the main one, and this one must not be highlighted. */
  readonly isSecondary?: boolean
  readonly onExport: () => void
}

/**
 * The button that exports a report. Writing takes seconds, which its label shows. It is not disabled meanwhile, so that
 * it keeps the focus; pressing it again does nothing.
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
