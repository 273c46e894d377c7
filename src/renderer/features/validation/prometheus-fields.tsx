import { LabelledInput } from '../../components/labelled-input.tsx'
import type { FormProblems, RequestForm } from './request-form.ts'

interface PrometheusFieldsProps {
  readonly form: RequestForm
  readonly problems: FormProblems
  readonly onChange: (change: Partial<RequestForm>) => void
}

/** The Prometheus endpoint of the user's cluster, and its login; nothing for embedded brokers. */
export function PrometheusFields({ form, problems, onChange }: PrometheusFieldsProps) {
  if (form.target !== 'connection') return null
  const field = (name: 'prometheusUrl' | 'prometheusUser' | 'prometheusSecretName') => ({
    value: form[name],
    problem: problems[name],
    onChange: (text: string) => onChange({ [name]: text }),
  })
  return (
    <>
      <LabelledInput label="Prometheus endpoint" placeholder="none" {...field('prometheusUrl')} />
      {form.prometheusUrl.trim() === '' ? null : (
        <>
          <LabelledInput label="Endpoint user" placeholder="none, or a token" {...field('prometheusUser')} />
          <LabelledInput
            label="Name of the endpoint secret"
            placeholder="no authentication"
            {...field('prometheusSecretName')}
          />
        </>
      )}
    </>
  )
}
