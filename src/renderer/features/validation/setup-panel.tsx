import type { SetupStatus, SetupStep } from '../../../contracts/setup-status.ts'
import { ask } from '../../asking/use-answer.ts'

const stepLabels: Readonly<Record<SetupStep['step'], string>> = {
  'runner-package': 'Load generator',
  'runner-bundle': 'Load generator, Headroom’s part',
  'kafka-jars': 'Embedded Apache Kafka',
}
const stateWords: Readonly<Record<SetupStep['state'], string>> = {
  checking: 'checking',
  working: 'working',
  ready: 'ready',
  failed: 'failed',
}

/** The progress of set-up. It is hidden when set-up has ended and the embedded Kafka is ready. */
export function SetupPanel({ status }: { readonly status: SetupStatus | null }) {
  if (status === null || (status.isKafkaReady && !status.isWorking)) return null
  const failed = status.steps.some((step) => step.state === 'failed')
  return (
    <section className="group" aria-labelledby="setup-heading">
      <h2 id="setup-heading">{status.isWorking ? 'Preparing validation' : 'Validation needs more parts'}</h2>
      <ul aria-live="polite">
        {status.steps.map((step) => (
          <li key={step.step} className="progress">
            <span className="progress-line">
              <span>{stepLabels[step.step]}</span>
              <span className="quiet">{stateWords[step.state]}</span>
            </span>
            {step.state === 'working' ? (
              <progress
                aria-label={stepLabels[step.step]}
                {...(step.fraction === null ? {} : { value: step.fraction })}
              />
            ) : null}
            {step.state === 'ready' ? null : <span className="quiet">{step.message}</span>}
            {step.remedy === undefined ? null : <span>{step.remedy}</span>}
          </li>
        ))}
      </ul>
      {status.isWorking ? null : (
        <div className="actions">
          <button type="button" onClick={() => void ask('setup.prepare', {})}>
            {failed ? 'Try again' : 'Install them'}
          </button>
        </div>
      )}
    </section>
  )
}
