import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { exportOffers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { useState } from 'react'
import { download } from '#api/download.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'

const ExampleDialog = onDemand(async () => (await import('./example-dialog.tsx')).ExampleDialog)

/** What may be done with everything that was found: read how it is counted, take it as a paper. */
export function CatalogueActions({ question }: { question: () => RequestOf<typeof exportOffers>['body'] }) {
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(exportOffers, { body: question() })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Как считается ставка</Button>
      <Button loading={busy} onClick={() => void save()}>
        Скачать PDF
      </Button>
      {isOpen && <ExampleDialog onClose={() => setOpen(false)} />}
    </>
  )
}
