/**
 * Determines growth and days of a forecast from what the user typed and from an observation.
 */
import { observedGrowth } from '../../capacity/forecast/observed-growth.ts'
import { type ForecastForm, type FormReading, readForecastForm } from '../../capacity/forecast/read-question.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { Observation } from '../../contracts/observation.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { localDay } from '../../units/calendar-day.ts'

/** The typed values, and the observation from which growth is taken. */
export interface ForecastInput extends Omit<ForecastForm, 'observed' | 'today'> {
  readonly observation: Observation | null
}

/** Returns the terms or every problem. @throws AppError INPUT_INVALID if the observation has no growth and none is typed */
export function forecastTerms(scenario: Scenario, { observation, ...typed }: ForecastInput): FormReading {
  const observed = observation === null ? [] : observedGrowth(observation, scenario)
  if (observation !== null && observed.length === 0 && typed.growth.length === 0) {
    throw new AppError('INPUT_INVALID', `The observation ${observation.name} has no growth.`, {
      remedy: 'Growth needs rates of at least three weeks. Give it instead, like --growth 20%/year',
    })
  }
  return readForecastForm({ ...typed, observed, today: localDay(new Date()) }, scenario)
}
