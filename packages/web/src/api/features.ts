import {
  type FeatureKey,
  getMyFeatures,
  productFeatures,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from './live.ts'
import { keyOf, queryClient, queryOnce } from './query.ts'

let isFresh = false

/** From its first use the answer is kept fresh for as long as the page lives, whatever is shown meanwhile. */
function keepFresh(): void {
  if (isFresh) return
  isFresh = true
  listen(topics.features, () => void queryClient.invalidateQueries({ queryKey: keyOf(getMyFeatures) }))
}

/** What is on for the signed-in person, by key; a change reaches it over the live connection. */
export function useMyFeatures(): Readonly<Record<string, boolean>> | undefined {
  const { data } = useQuery(queryOnce(getMyFeatures))
  useEffect(keepFresh, [])
  return data
}

/** Whether a feature is on for the signed-in person; until the server has answered, as the product delivers it. */
export function useFeature(key: FeatureKey): boolean {
  return useMyFeatures()?.[key] ?? productFeatures[key].enabled
}
