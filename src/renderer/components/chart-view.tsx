/**
 * A chart on the page: title, menu, canvas, a text for screen readers, and the numbers as a table.
 */
import { Chart, type ChartConfiguration } from 'chart.js'
import {
  memo,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ChartDescription } from '../../charts/chart-description.ts'
import { chartJsConfig } from '../../charts/chart-js-config.ts'
import { canZoom, chartOver, rangeAfterKey } from '../../charts/chart-range.ts'
import type { Theme } from '../../charts/tokens.ts'
import { formatValue } from '../../charts/value-format.ts'
import { ChartTools } from './chart-tools.tsx'
import { DataTableView } from './data-table-view.tsx'
import { pageDrawQueue } from './draw-queue.ts'
import { onPageFontSizeChange, pageFontFactor, scaleFonts } from './scale-fonts.ts'
import { useTheme } from './use-theme.ts'
import { useZoom, type Zoom } from './use-zoom.ts'

interface ChartViewProps {
  readonly description: ChartDescription
  /** Height of the canvas. In rem, so that it grows with the font size. `fill`: all that is left of its column. */
  readonly heightRem: number | 'fill'
  /** Shown above the chart in place of its title, which then is for screen readers only. */
  readonly head?: ReactNode
}

/** Shows a chart and redraws it when its description changes. See `draw-queue.ts` for when it is drawn. */
export const ChartView = memo(function ChartView({ description, heightRem, head }: ChartViewProps) {
  const summaryId = useId()
  const [isTableShown, setTableShown] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isZoomable = canZoom(description)
  const zoom = useZoom(box, isZoomable)
  const { range } = zoom
  const shown = useMemo(() => chartOver(description, range), [description, range])
  const canvas = useChart(shown)
  return (
    <figure>
      <div className="chart-head">
        <h2 className={head === undefined ? undefined : 'visually-hidden'}>{description.title}</h2>
        {head}
        {zoom.isZoomed ? (
          <button type="button" className="plain" onClick={() => zoom.press('0')}>
            Show all<span className="visually-hidden"> of {description.title}</span>
          </button>
        ) : null}
        <button
          type="button"
          className="plain"
          aria-expanded={isTableShown}
          onClick={() => setTableShown(!isTableShown)}
        >
          {isTableShown ? 'Hide the numbers' : 'Show the numbers'}
          <span className="visually-hidden"> of {description.title}</span>
        </button>
        <ChartTools {...{ description, canvas, zoom }} canZoom={isZoomable} />
      </div>
      <div
        className={zoom.isZoomed ? 'chart-box is-zoomed' : 'chart-box'}
        {...(heightRem === 'fill' ? {} : { style: { height: `${heightRem}rem` } })}
        ref={box}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={description.title}
          aria-describedby={summaryId}
          {...(isZoomable ? zoom.handlers : {})}
        />
        {isZoomable ? <RangeKeys description={shown} zoom={zoom} /> : null}
      </div>
      <figcaption id={summaryId} className="visually-hidden">
        {description.textAlternative}
      </figcaption>
      {isTableShown ? <DataTableView title={description.title} table={description.table} /> : null}
    </figure>
  )
})

/** An invisible element that takes the focus, so that keys can zoom and pan. Pointer events go to the canvas. */
function RangeKeys({ description, zoom }: { readonly description: ChartDescription; readonly zoom: Zoom }) {
  const { title, x } = description
  const { from, to } = zoom.range
  return (
    <div
      role="slider"
      className="chart-range"
      tabIndex={0}
      aria-label={`Part of ${title} that is shown: plus and minus zoom, arrows move, 0 shows all`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(((from + to) / 2) * 100)}
      aria-valuetext={`from ${formatValue(x.min, x.format)} to ${formatValue(x.max, x.format)}`}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || rangeAfterKey(zoom.range, event.key) === null) return
        event.preventDefault()
        zoom.press(event.key)
      }}
    />
  )
}

/** The font size of the page as a multiple of 16 px. The component is rendered again when it changes. */
function usePageFontFactor(): number {
  return useSyncExternalStore(onPageFontSizeChange, pageFontFactor)
}

/** The Chart.js configuration, scaled to the font size of the page. */
function configFor(description: ChartDescription, theme: Theme, fontFactor: number): ChartConfiguration {
  const { type, data, options } = chartJsConfig(description, theme)
  const { right, top } = options.layout.padding
  // The padding around the plot contains labels, so it is scaled too.
  const layout = { padding: { right: right * fontFactor, top: top * fontFactor } }
  const config = {
    type,
    data: { ...data, annotations: scaleFonts(data.annotations, fontFactor) },
    options: { ...scaleFonts(options, fontFactor), layout },
  }
  return config
}

/** Draws the chart, and redraws it when its description, the theme or the font size changes. Returns the canvas's `ref`. */
function useChart(description: ChartDescription) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart | null>(null)
  const theme = useTheme()
  const fontFactor = usePageFontFactor()

  useLayoutEffect(
    () =>
      pageDrawQueue.add(() => {
        if (canvas.current === null) return
        const config = configFor(description, theme, fontFactor)
        if (chart.current === null) {
          chart.current = new Chart(canvas.current, config)
          return
        }
        chart.current.data = config.data
        chart.current.options = config.options ?? {}
        chart.current.update('none')
      }),
    [description, theme, fontFactor],
  )

  useEffect(() => {
    // Text is measured when the chart is drawn, so the chart is redrawn when a font has loaded.
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
