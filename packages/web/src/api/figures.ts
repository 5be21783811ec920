import { type FiguresOf, figuresOver, type Timelines } from '@ipoteka-office/contract/parameters/figures.ts'
import {
  formParameters,
  type FormParameter,
  getFormFigures,
} from '@ipoteka-office/contract/parameters/form-figures.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { listen } from './live.ts'
import { keyOf, query, queryClient } from './query.ts'

/** The figures that forms work with. */
export type FormFigures = FiguresOf<FormParameter>

let isFresh = false

/** From its first use the answer is kept fresh for as long as the page lives, whatever is shown meanwhile. */
function keepFresh(): void {
  if (isFresh) return
  isFresh = true
  listen(topics.parameters, () => void queryClient.invalidateQueries({ queryKey: keyOf(getFormFigures) }))
}

/**
 * The figures as they stand on a day of the bank; undefined until the server has answered. A value that somebody changes
 * reaches an open form over the live connection.
 */
export function useFiguresOn(day: string): FormFigures | undefined {
  const { data } = useQuery(query(getFormFigures))
  useEffect(keepFresh, [])
  return useMemo(() => data && figuresOver(data as Timelines, formParameters, day), [data, day])
}
