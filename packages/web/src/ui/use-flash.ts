import { useEffect, useState } from 'react'

/** How long a rejected digit shows the field in red, ms (specification 1 §9). */
const flashTime = 100

/** Whether a field flashes red now, and the way to make it. */
export function useFlash(): [flash: boolean, setFlash: (on: boolean) => void] {
  const [flash, setFlash] = useState(false)
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(false), flashTime)
    return () => clearTimeout(timer)
  }, [flash])
  return [flash, setFlash]
}
