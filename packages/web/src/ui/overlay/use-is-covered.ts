import { useSyncExternalStore } from 'react'
import { dialogStack } from './dialog-stack.ts'

/** Whether a dialog stands over the page. */
export const useIsCovered = (): boolean =>
  useSyncExternalStore(dialogStack.subscribe, () => dialogStack.entries().length > 0)
