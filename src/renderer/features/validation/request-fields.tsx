import type { KnownAgent } from '../../../contracts/agent.ts'
import { burnInWindows, defaultQuotaWindowMs, minSteadyWindows } from '../../../contracts/plan-windows.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { formatDuration } from '../../../units/duration.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { AgentChoice } from './agent-choice.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { PrometheusFields } from './prometheus-fields.tsx'
import type { FormProblems, RequestForm, TargetKind } from './request-form.ts'

interface RequestFieldsProps {
  readonly form: RequestForm
  readonly problems: FormProblems
  readonly scenario: Scenario
  readonly agents: readonly KnownAgent[]
  readonly onChange: (change: Partial<RequestForm>) => void
  /** True while another run is shown beside the form. */
  readonly isForNextRun: boolean
}

const targets: readonly { readonly kind: TargetKind; readonly label: string; readonly detail: string }[] = [
  {
    kind: 'embedded',
    label: 'Embedded cluster',
    detail: 'Real Kafka on this computer if Java is installed, otherwise simulated',
  },
  { kind: 'embedded:kafka', label: 'Embedded Apache Kafka', detail: 'Capacity set by quotas; deleted after the run' },
  { kind: 'embedded:simulated', label: 'Simulated brokers', detail: 'No limits: shows what the client can send' },
  { kind: 'connection', label: 'A cluster of yours', detail: 'Writes to topics that the run creates and deletes' },
]

type TextField = 'scale' | 'duration' | 'quotaWindow' | 'quotaFactor'

/** The fields of a validation: target, agents, scale, length of the load, and quotas of embedded brokers. */
export function RequestFields({ form, problems, scenario, agents, onChange, isForNextRun }: RequestFieldsProps) {
  const windowMs = defaultQuotaWindowMs * (burnInWindows + minSteadyWindows)
  const { durationMs = windowMs, scale } = scenario.validation ?? {}
  const field = (name: TextField) => ({
    value: form[name],
    problem: problems[name],
    onChange: (text: string) => onChange({ [name]: text }),
  })
  return (
    <div>
      <section className="group" aria-labelledby="target-heading">
        <h2 id="target-heading">{isForNextRun ? 'Target of the next run' : 'Target'}</h2>
        <TargetChoice form={form} onChange={onChange} />
        {form.target === 'connection' ? <ConnectionFields {...{ form, problems, onChange }} /> : null}
      </section>
      {form.target === 'connection' ? <AgentChoice {...{ form, agents, onChange }} /> : null}
      <section className="group" aria-labelledby="run-heading">
        <h2 id="run-heading">{isForNextRun ? 'Next run' : 'Run'}</h2>
        <div className="fields">
          {form.target === 'connection' ? null : (
            <LabelledInput
              label="Scale"
              placeholder={scale === undefined ? 'from a trial' : String(scale)}
              {...field('scale')}
            />
          )}
          <LabelledInput label="Length of the load" placeholder={formatDuration(durationMs)} {...field('duration')} />
          <PrometheusFields {...{ form, problems, onChange }} />
          {form.target === 'connection' ? (
            <label className="check is-wide">
              <input
                type="checkbox"
                checked={form.usesExistingTopics}
                onChange={(event) => onChange({ usesExistingTopics: event.target.checked })}
              />
              Use existing topics with the scenario’s names; they are neither altered nor deleted
            </label>
          ) : null}
        </div>
        {form.target === 'embedded' || form.target === 'embedded:kafka' ? (
          <details className="fold">
            <summary>Quotas of the embedded cluster</summary>
            <div className="fields">
              <LabelledInput label="Quota window" placeholder="11 s" {...field('quotaWindow')} />
              <LabelledInput label="Quota factor" placeholder="1" {...field('quotaFactor')} />
            </div>
            <p className="quiet">
              Tests the method: with a factor other than 1 the cluster differs from the prediction, and the right
              verdict is below or above, not confirmed.
            </p>
          </details>
        ) : null}
      </section>
    </div>
  )
}

interface TargetChoiceProps extends Pick<RequestFieldsProps, 'form' | 'onChange'> {
  /** True for a benchmark that sets no quotas on embedded brokers. */
  readonly isUnlimited?: boolean
}

const unlimitedDetail = 'No quotas: only this computer limits it; deleted after the run'

/** The choice of the target: kinds of embedded brokers, or the user's cluster. */
export function TargetChoice({ form, isUnlimited = false, onChange }: TargetChoiceProps) {
  return (
    <div className="choices" role="radiogroup" aria-labelledby="target-heading">
      {targets.map(({ kind, label, detail }) => (
        <label className="choice" key={kind}>
          <input
            type="radio"
            name="target"
            value={kind}
            checked={form.target === kind}
            onChange={() => onChange({ target: kind })}
          />
          <span>{label}</span>
          {form.target === kind ? (
            <span className="quiet">{isUnlimited && kind === 'embedded:kafka' ? unlimitedDetail : detail}</span>
          ) : null}
        </label>
      ))}
    </div>
  )
}
