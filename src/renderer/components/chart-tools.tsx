/**
 * The menu of a chart: zoom, copy the chart as a picture, copy its numbers as CSV.
 */
import { type RefObject, useRef } from 'react'
import type { ChartDescription } from '../../charts/chart-description.ts'
import { tableCsv } from '../../charts/table-csv.ts'
import { palettes } from '../../charts/tokens.ts'
import { useNotify } from '../application/notices.tsx'
import { ButtonWithReason } from './button-with-reason.tsx'
import { chartPicture } from './chart-picture.ts'
import { useTheme } from './use-theme.ts'
import type { Zoom } from './use-zoom.ts'

interface ChartToolsProps {
  readonly description: ChartDescription
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly zoom: Zoom
  readonly canZoom: boolean
}

/** The menu in the header of a chart. */
export function ChartTools({ description, canvas, zoom, canZoom }: ChartToolsProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { copyPicture, copyNumbers } = useChartCopies(description, canvas)
  const allShown = zoom.isZoomed ? null : 'The whole chart is shown.'
  const close = () => {
    if (menu.current !== null) menu.current.open = false
    menu.current?.querySelector('summary')?.focus()
  }
  const afterClose = (action: () => void) => () => {
    close()
    action()
  }
  return (
    <details
      className="chart-tools"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
      onBlur={(event) => {
        if (menu.current !== null && !event.currentTarget.contains(event.relatedTarget)) menu.current.open = false
      }}
    >
      <summary aria-label={`More for ${description.title}`} title="Zoom, copy">
        ⋯
      </summary>
      <div className="chart-menu">
        {canZoom ? (
          <>
            <button type="button" onClick={() => zoom.press('+')}>
              Zoom in <kbd>+</kbd>
            </button>
            <ButtonWithReason disabledBecause={allShown} reasonAs="tooltip" onClick={() => zoom.press('-')}>
              Zoom out <kbd>−</kbd>
            </ButtonWithReason>
            <ButtonWithReason disabledBecause={allShown} reasonAs="tooltip" onClick={afterClose(() => zoom.press('0'))}>
              Show all <kbd>0</kbd>
            </ButtonWithReason>
          </>
        ) : null}
        <button type="button" onClick={afterClose(() => void copyPicture())}>
          Copy as a picture
        </button>
        <button type="button" onClick={afterClose(() => void copyNumbers())}>
          Copy the numbers as CSV
        </button>
      </div>
    </details>
  )
}

/** What copies a chart to the clipboard. A notice says what was copied, or why it could not be. */
interface ChartCopies {
  copyPicture(): Promise<void>
  copyNumbers(): Promise<void>
}

function useChartCopies({ title, table }: ChartDescription, canvas: ChartToolsProps['canvas']): ChartCopies {
  const notify = useNotify()
  const theme = useTheme()
  const copy = async (item: ClipboardItem, doneText: string): Promise<void> => {
    const problem = await navigator.clipboard.write([item]).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (problem === null) notify({ text: doneText })
    else notify({ text: `“${title}” could not be copied: ${problem}`, isProblem: true })
  }
  return {
    async copyPicture() {
      if (canvas.current === null) return
      const picture = chartPicture(canvas.current, title, palettes[theme])
      await copy(new ClipboardItem({ 'image/png': picture }), `“${title}” was copied as a picture.`)
    },
    async copyNumbers() {
      const csv = new Blob([tableCsv(table)], { type: 'text/plain' })
      await copy(new ClipboardItem({ 'text/plain': csv }), `The numbers of “${title}” were copied as CSV.`)
    },
  }
}
