import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { OpenQuestions, questionsOf } from '../../../src/renderer/features/sizing/open-questions.tsx'
import { editorOf } from '../../../src/renderer/features/sizing/scenario-editor.ts'
import { TrafficFields } from '../../../src/renderer/features/sizing/traffic-fields.tsx'
import { dedicated, smallScenario } from '../capacity/known-files.ts'

const old = smallScenario({ producer: { messageFormat: 'v1' } })
const prediction = predict(old, dedicated)

describe('the question about an old message format', () => {
  it('leads to its field in the form', () => {
    const [question] = questionsOf(prediction).filter(({ id }) => id === 'message-format')
    expect(question?.field).toBe('workload.producers.0.messageFormat')
    const form = renderToStaticMarkup(createElement(TrafficFields, { editor: editorOf(old, null), dispatch: () => {} }))
    const field = /<select[^>]*data-place="workload\.producers\[0\]\.messageFormat"[^>]*>.*?<\/select>/.exec(form)?.[0]
    expect(field).toContain('<option value="v1" selected="">')
  })

  it('is a sentence', () => {
    const asked = renderToStaticMarkup(createElement(OpenQuestions, { prediction }))
    expect(asked).toContain('Do these clients send the message format from before Kafka 0.11?')
    expect(asked).not.toContain('What is its value here?')
  })
})
