import { useMemo } from 'react'
import type { ModelList } from '../../contracts/ipc-contract.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import type { CompareForm } from '../features/compare/compare-form.ts'
import { CompareView } from '../features/compare/compare-view.tsx'
import { ModelsView } from '../features/models/models-view.tsx'
import { RunsView } from '../features/runs/runs-view.tsx'
import type { RunsDesk } from '../features/runs/use-runs-desk.ts'
import { deploymentOn } from '../features/sizing/deployment-on.ts'
import { offeringsFor } from '../features/sizing/model-of.ts'
import { SizingView } from '../features/sizing/sizing-view.tsx'
import type { ValidationDesk } from '../features/validation/use-validation.ts'
import { ValidationView } from '../features/validation/validation-view.tsx'
import type { ViewName } from './rail.tsx'
import type { ScenarioDesk } from './use-scenario.ts'

interface ViewProps {
  readonly view: ViewName
  readonly desk: ScenarioDesk
  readonly models: ModelList
  readonly validation: ValidationDesk
  readonly runs: RunsDesk
  readonly compareForm: CompareForm
  /** `id` of the offering in the models view; null: that of the scenario. */
  readonly shownModel: string | null
  readonly onCompare: (form: CompareForm) => void
  readonly onShowModel: (id: string) => void
  readonly onDeleteCalibration: (name: string) => void
  readonly onRunAgain: (runId: string) => void
  readonly onCalibrate: (name: string, runs: readonly string[]) => void
  readonly onGo: (view: ViewName) => void
}

/** The view that is chosen on the rail. */
export function View(props: ViewProps) {
  const { view, desk, models, validation } = props
  const { scenario } = desk.editor
  const { deployment } = scenario
  const offerings = useMemo(() => offeringsFor(deployment, models), [deployment, models])
  const sizeWith = (chosen: Deployment) => {
    desk.dispatch({ type: 'chosen', place: 'deployment', value: chosen })
    props.onGo('sizing')
  }
  switch (view) {
    case 'sizing':
      return <SizingView editor={desk.editor} models={models} dispatch={desk.dispatch} />
    case 'compare':
      return (
        <CompareView
          {...{ scenario, offerings }}
          form={props.compareForm}
          onChange={props.onCompare}
          onChoose={sizeWith}
        />
      )
    case 'validation':
      return <ValidationView scenario={scenario} desk={validation} onAllRuns={() => props.onGo('runs')} />
    case 'runs':
      return (
        <RunsView
          {...{ scenario }}
          runs={validation.runs}
          desk={props.runs}
          isLocked={validation.run?.isLive ?? false}
          onOpen={(runId) => {
            void validation.open(runId)
            props.onGo('validation')
          }}
          onAgain={props.onRunAgain}
          onDelete={validation.remove}
          onCalibrate={props.onCalibrate}
          onValidate={() => props.onGo('validation')}
        />
      )
    case 'models':
      return (
        <ModelsView
          models={models}
          onDeleteCalibration={props.onDeleteCalibration}
          shown={props.shownModel ?? deployment.offering}
          onShow={props.onShowModel}
          onChoose={(id, calibration) =>
            sizeWith({
              ...(id === deployment.offering ? deployment : deploymentOn(deployment, id, models.offerings)),
              ...(calibration === undefined ? {} : { calibration }),
            })
          }
        />
      )
  }
}
