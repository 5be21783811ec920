import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { PriceSteps } from './price-steps.tsx'

/** What the rate of an application is made of. */
export function StepsDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Почему такая ставка"
      size="wide"
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      <PriceSteps offer={offer} />
    </Dialog>
  )
}
