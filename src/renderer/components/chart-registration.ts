/**
 * Registers the parts of Chart.js that chart descriptions need.
 */
import {
  BarController,
  BarElement,
  Chart,
  Decimation,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js'
import { fontFamily } from '../../charts/tokens.ts'
import { annotationPlugin } from './annotations.ts'
import { barTextPlugin } from './bar-texts.ts'
import { denseLinesPlugin } from './dense-lines.ts'

/** Registers controllers, elements, scales and plugins. Called once, before the first chart. */
export function registerChartParts(): void {
  Chart.register(
    BarController,
    BarElement,
    Decimation,
    Filler,
    Legend,
    LinearScale,
    LineController,
    LineElement,
    LogarithmicScale,
    PointElement,
    ScatterController,
    Tooltip,
    annotationPlugin,
    barTextPlugin,
    denseLinesPlugin,
  )
  Chart.defaults.font.family = fontFamily
}
