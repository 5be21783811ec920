import { useState } from 'react'
import { keep, readKept } from './kept.ts'

const ofVisit = () => sessionStorage
const placeOf = (key: string) => `fold ${key}`

function keptFold(key: string): boolean | null {
  const kept = readKept(placeOf(key), ofVisit)
  return kept === null ? null : kept === 'open'
}

/**
 * Whether a part of a page is open: as the person left it in this tab, until then by its own wish.
 * A part that has opened by itself stays open while it is looked at, so that nothing folds under the hand.
 */
export function useFold(key: string, opensItself: boolean): [open: boolean, set: (open: boolean) => void] {
  const [chosen, setChosen] = useState(() => keptFold(key))
  const [wished, setWished] = useState(opensItself)
  if (opensItself && !wished) setWished(true)
  return [
    chosen ?? wished,
    (open) => {
      setChosen(open)
      keep(placeOf(key), open ? 'open' : 'folded', ofVisit)
    },
  ]
}
