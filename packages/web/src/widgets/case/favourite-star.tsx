import { setFavourite } from '@ipoteka-office/contract/cases/cases.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './case.module.css'
import { refreshHead } from './case-data.ts'

/** The star of a case, in its head or in a row of a list. */
export function FavouriteStar({
  caseId,
  favourite,
  onChanged,
}: {
  caseId: number
  favourite: boolean
  onChanged?: (favourite: boolean) => void
}) {
  const [sent, setSent] = useState<boolean | null>(null)
  const on = sent ?? favourite
  const toggle = async () => {
    if (sent !== null) return
    setSent(!on)
    try {
      await call(setFavourite, { params: { id: String(caseId) }, body: { favourite: !on } })
      await refreshHead(caseId)
      onChanged?.(!on)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setSent(null)
    }
  }
  return (
    <Button
      look="quiet"
      className={cx(styles.star, on && styles.starOn)}
      aria-label={on ? 'Убрать из избранного' : 'В избранное'}
      aria-pressed={on}
      onClick={() => void toggle()}
    >
      <Icon name="star" />
    </Button>
  )
}
