import type { Campaign } from '../../../contracts/campaign.ts'
import { LabelledInput } from '../../components/labelled-input.tsx'
import { ConnectionFields } from '../validation/connection-fields.tsx'
import { PrometheusFields } from '../validation/prometheus-fields.tsx'
import { TargetChoice } from '../validation/request-fields.tsx'
import type { RequestForm } from '../validation/request-form.ts'
import { type BenchmarkForm, type BenchmarkProblems, chosenCases } from './benchmark-form.ts'

interface BenchmarkFieldsProps {
  readonly benchmarks: readonly Campaign[]
  readonly benchmark: Campaign
  readonly form: BenchmarkForm
  readonly targetForm: RequestForm
  readonly problems: BenchmarkProblems
  readonly onForm: (change: Partial<BenchmarkForm>) => void
  readonly onTargetForm: (change: Partial<RequestForm>) => void
}

const profiles = [
  { profile: 'smoke', label: 'Smoke', detail: 'A few rows, one run each, in minutes. Shows shapes only; no verdict' },
  { profile: 'full', label: 'Full', detail: 'Every row, three runs each, in random order after a warm-up' },
] as const

/** The fields of a benchmark: publication, profile with rows, and target. */
export function BenchmarkFields(props: BenchmarkFieldsProps) {
  return (
    <div>
      <PublicationChoice {...props} />
      <ProfileFields {...props} />
      <TargetFields {...props} />
    </div>
  )
}

function PublicationChoice({ benchmarks, benchmark, onForm }: BenchmarkFieldsProps) {
  return (
    <section className="group" aria-labelledby="benchmark-heading">
      <h2 id="benchmark-heading">Published benchmark</h2>
      <div className="choices" role="radiogroup" aria-labelledby="benchmark-heading">
        {benchmarks.map((option) => (
          <label className="choice" key={option.name}>
            <input
              type="radio"
              name="benchmark"
              checked={option === benchmark}
              onChange={() =>
                onForm({ benchmarkId: option.benchmark?.id ?? null, cases: null, size: '', axisValues: '' })
              }
            />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
    </section>
  )
}

/** How much of the benchmark is run: the profile, and what of it the publication lets the user choose. */
function ProfileFields({ benchmark, form, targetForm, problems, onForm }: BenchmarkFieldsProps) {
  const { size, axisOption } = benchmark.benchmark ?? {}
  const isOnCluster = targetForm.target === 'connection'
  return (
    <section className="group" aria-labelledby="profile-heading">
      <h2 id="profile-heading">Profile</h2>
      <div className="choices" role="radiogroup" aria-labelledby="profile-heading">
        {profiles.map(({ profile, label, detail }) => (
          <label className="choice" key={profile}>
            <input
              type="radio"
              name="profile"
              checked={form.profile === profile}
              onChange={() => onForm({ profile, cases: null })}
            />
            <span>{label}</span>
            {form.profile === profile ? <span className="quiet">{detail}</span> : null}
          </label>
        ))}
      </div>
      <div className="fields">
        {size === undefined ? null : (
          <LabelledInput
            label="Size of the cluster"
            placeholder={`${benchmark.scenario.deployment.size}, as published`}
            value={form.size}
            problem={problems.size}
            onChange={(text) => onForm({ size: text })}
          />
        )}
        {axisOption === undefined ? null : (
          <LabelledInput
            label={`Curve over these ${axisOption}`}
            placeholder="as published"
            value={form.axisValues}
            problem={problems.axisValues}
            onChange={(axisValues) => onForm({ axisValues })}
          />
        )}
      </div>
      {form.axisValues.trim() === '' ? (
        <CaseChoice
          {...{ benchmark, onForm }}
          chosen={chosenCases(benchmark, form, isOnCluster)}
          problem={problems.cases}
        />
      ) : null}
    </section>
  )
}

/** Where the benchmark is run, and for how long. */
function TargetFields({ benchmark, targetForm, problems: { target: problems }, onTargetForm }: BenchmarkFieldsProps) {
  const isOnCluster = targetForm.target === 'connection'
  const isUnlimited = benchmark.isUnlimited === true
  return (
    <section className="group" aria-labelledby="target-heading">
      <h2 id="target-heading">Target</h2>
      <TargetChoice form={targetForm} isUnlimited={isUnlimited} onChange={onTargetForm} />
      {isOnCluster ? <ConnectionFields form={targetForm} problems={problems} onChange={onTargetForm} /> : null}
      <div className="fields">
        {isOnCluster ? null : (
          <LabelledInput
            label="Scale"
            placeholder={isUnlimited ? '1' : 'from a trial'}
            value={targetForm.scale}
            problem={problems.scale}
            onChange={(scale) => onTargetForm({ scale })}
          />
        )}
        <LabelledInput
          label="Length of each load"
          placeholder="as in the profile"
          value={targetForm.duration}
          problem={problems.duration}
          onChange={(duration) => onTargetForm({ duration })}
        />
        <PrometheusFields form={targetForm} problems={problems} onChange={onTargetForm} />
      </div>
    </section>
  )
}

interface CaseChoiceProps {
  readonly benchmark: Campaign
  readonly chosen: readonly string[]
  readonly problem: string | undefined
  readonly onForm: (change: Partial<BenchmarkForm>) => void
}

function CaseChoice({ benchmark: { method }, chosen, problem, onForm }: CaseChoiceProps) {
  if (method.kind !== 'cases') return null
  return (
    <details className="fold">
      <summary>
        Rows to measure ({chosen.length} of {method.cases.length})
      </summary>
      {method.cases.map(({ id, label }) => (
        <label className="check" key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) =>
              onForm({ cases: event.target.checked ? [...chosen, id] : chosen.filter((chosenId) => chosenId !== id) })
            }
          />
          {label}
        </label>
      ))}
      {problem === undefined ? null : <p className="field-problem">{problem}</p>}
    </details>
  )
}
