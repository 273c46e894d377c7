/**
 * The entry point of the page.
 */
import '@fontsource-variable/inter/opsz.css'
import './style/tokens.css'
import './style/base.css'
import './style/shell.css'
import './style/form.css'
import './style/tables.css'
import './style/answer.css'
import './style/tiles.css'
import './style/charts.css'
import './style/validation.css'
import './style/compare.css'
import './style/models.css'
import './style/overlays.css'
import './style/runs.css'
import './style/agents.css'
import './style/observe.css'
import { createRoot } from 'react-dom/client'
import { interpretSchemas } from '../contracts/interpreted-schemas.ts'
import { Boot } from './application/boot.tsx'
import { NoticeProvider } from './application/notices.tsx'
import { registerChartParts } from './components/chart-registration.ts'
import { ViewBoundary } from './components/view-boundary.tsx'

interpretSchemas()
registerChartParts()

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <NoticeProvider>
      <ViewBoundary advice="Your input is not lost. It is kept as a draft.">
        <Boot />
      </ViewBoundary>
    </NoticeProvider>,
  )
}
