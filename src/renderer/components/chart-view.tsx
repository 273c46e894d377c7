/**
 * A chart on the page: its name, the canvas, the sentence for those who do not see it, and the same as a table.
 */
import { Chart, type ChartConfiguration } from 'chart.js'
import { memo, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ChartDescription } from '../../charts/chart-description.ts'
import { chartJsConfig } from '../../charts/chart-js-config.ts'
import { DataTableView } from './data-table-view.tsx'
import { pageTypeFactor, scaleFonts } from './scale-fonts.ts'
import { useTheme } from './use-theme.ts'

interface ChartViewProps {
  readonly description: ChartDescription
  /** Height of the canvas in rem, so that it grows with the type. */
  readonly heightRem: number
}

/** Draws a description and keeps it drawn as it changes, within the same task. */
export const ChartView = memo(function ChartView({ description, heightRem }: ChartViewProps) {
  const summaryId = useId()
  const [isTableShown, setTableShown] = useState(false)
  const canvas = useChart(description)
  return (
    <figure>
      <div className="chart-head">
        <h2>{description.title}</h2>
        <button
          type="button"
          className="plain"
          aria-expanded={isTableShown}
          onClick={() => setTableShown(!isTableShown)}
        >
          {isTableShown ? 'Hide the numbers' : 'Show the numbers'}
          <span className="visually-hidden"> of {description.title}</span>
        </button>
      </div>
      <div className="chart-box" style={{ height: `${heightRem}rem` }}>
        <canvas ref={canvas} role="img" aria-label={description.title} aria-describedby={summaryId} />
      </div>
      <figcaption id={summaryId} className="visually-hidden">
        {description.textAlternative}
      </figcaption>
      {isTableShown ? <DataTableView title={description.title} table={description.table} /> : null}
    </figure>
  )
})

/** Followed as the window is resized or taken to another screen. */
function usePageTypeFactor(): number {
  return useSyncExternalStore(subscribeToResize, pageTypeFactor)
}

function subscribeToResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

function useChart(description: ChartDescription) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart | null>(null)
  const theme = useTheme()
  const typeFactor = usePageTypeFactor()

  useLayoutEffect(() => {
    if (canvas.current === null) return
    const plain: ChartConfiguration = chartJsConfig(description, theme)
    const config: ChartConfiguration = { ...plain, options: scaleFonts(plain.options ?? {}, typeFactor) }
    if (chart.current === null) {
      chart.current = new Chart(canvas.current, config)
      return
    }
    chart.current.data = config.data
    chart.current.options = config.options ?? {}
    chart.current.update('none')
  }, [description, theme, typeFactor])

  useEffect(() => {
    // Text is measured when it is drawn: once more whenever a face of the type family has come.
    const redraw = () => chart.current?.update('none')
    document.fonts.addEventListener('loadingdone', redraw)
    return () => {
      document.fonts.removeEventListener('loadingdone', redraw)
      chart.current?.destroy()
      chart.current = null
    }
  }, [])
  return canvas
}
